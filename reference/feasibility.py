"""Feasible words, and systems whose steps agree with stimulation and disabling.

    [KR]  Definitions 1 and 5, Propositions 3 and 11.

A word is feasible if

    (1)  for all its factors a·v·b, if a ◀ b then a ▷ c ▷ b for some letter c of v;
    (2)  for all its factors v₁·v₂, if v₁ does not influence v₂, then neither does v₂ influence v₁.

A system is dependency consistent if (3) and (4), and dependency complete if (5) and (6), at every state q:

    (3)  q ⊢ a and a ▷ b imply q ⊬ b
    (4)  q ⊢ a and a ◀ b imply q ⊬ a·b
    (5)  q ⊢ a·b and not a ▷ b imply q ⊢ b
    (6)  q ⊢ a, q ⊢ b and not a ◀ b imply q ⊢ a·b

Entity systems are both, and their words are feasible (Proposition 11), if ◀ is what the sets of actions say.
[KR] want it reflexive: that breaks (4) where an action changes nothing, and can be repeated at once.
"""

from itertools import combinations, product

from mazurka.systems import EntitySystem, Run
from mazurka.systems.entity import Entities


def is_feasible(system: EntitySystem, w: Run) -> bool:
    """(1) and (2)."""
    return (
        all(
            any(system.stimulates(w[i], c) and system.stimulates(c, w[j]) for c in w[i + 1 : j])
            for i, j in combinations(range(len(w)), 2)
            if system.disables(w[i], w[j])  # (1)
        )
        and all(
            influences(system, w[i:j], w[j:k]) or not influences(system, w[j:k], w[i:j])  # (2)
            for i, j, k in combinations(range(len(w) + 1), 3)
        )
    )


def influences(system: EntitySystem, v: Run, w: Run) -> bool:
    """v ⇝ w: some letter of v influences some letter of w."""
    return any(system.influences(a, b) for a, b in product(v, w))


def is_consistent(system: EntitySystem, q: Entities) -> bool:
    """(3) and (4) at one state."""
    enabled = system.enabled(q)
    return all(
        not (system.stimulates(a, b) and b in enabled)  # (3)
        and not (system.disables(a, b) and b in system.enabled(system.after(q, a)))  # (4)
        for a, b in product(enabled, system.actions)
    )


def is_complete(system: EntitySystem, q: Entities) -> bool:
    """(5) and (6) at one state."""
    enabled = system.enabled(q)
    return all(
        b in enabled or system.stimulates(a, b)  # (5)
        for a in enabled
        for b in system.enabled(system.after(q, a))
    ) and all(
        system.disables(a, b) or b in system.enabled(system.after(q, a))  # (6)
        for a, b in product(enabled, enabled)
    )
