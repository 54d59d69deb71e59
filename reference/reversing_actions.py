"""Reversing actions: two actions that undo, in part, what the other does.

    [KR]  Definition 18; [B] Definition 38.

a and b are reversing if C_a ∩ D_b ≠ ∅ or D_a ∩ C_b ≠ ∅.  A word is reversing free if no two of its actions
are.  rev_a(w) are the actions of w that are reversing with a.
"""

from mazurka.systems import Action, EntitySystem, Run


def are_reversing(system: EntitySystem, a: Action, b: Action) -> bool:
    """Whether a and b are reversing."""
    x, y = system.action[a], system.action[b]
    return bool(x.creates & y.deletes or x.deletes & y.creates)


def reversing_actions(system: EntitySystem, w: Run, a: Action) -> frozenset[Action]:
    """rev_a(w)."""
    return frozenset(b for b in w if are_reversing(system, a, b))


def is_reversing_free(system: EntitySystem, w: Run) -> bool:
    """Whether no two actions of w are reversing."""
    return not any(are_reversing(system, a, b) for a in set(w) for b in set(w))
