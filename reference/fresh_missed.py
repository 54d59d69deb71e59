"""The missed actions that come with the last step of a vector, found by their causes.

    [KR]  Definition 13, in the form of `missed_actions.is_missed`, fresh for each pair.

Let the word be w·b.  A pair (v, a) that is missed along w·b and not along w is of one of two kinds:

    (i)   b ∈ v.  As v is the prime cause of a in itself, b influences a, and v = down(b) ∪ down(X) for some
          earlier letters X that influence a too;
    (ii)  v ≾ w.  Not missed along w, so a is enabled after w and v = ↓_a w; and what makes it missed is
          that b disables a, or a disables b, which must then not come first.

Those of (ii) that are explored beside b, its siblings, are no longer missed.
"""

from collections.abc import Collection, Iterator

from mazurka.reference.ideals import Positions, cause, down, influence, letters
from mazurka.reference.vectors import Missed, Vector, after_word, can_take, normal_word
from mazurka.systems import Action, EntitySystem


def fresh_missed(system: EntitySystem, vector: Vector, siblings: Collection[Action] = ()) -> Iterator[Missed]:
    """The pairs of (ii), then those of (i): by action, then the shortest first, then by normal form."""
    if vector.word:
        yield from _kept_from_coming_first(system, vector, siblings)
        for a in system.actions:
            yield from _after_part_of_the_word(system, vector, a)


def _kept_from_coming_first(
    system: EntitySystem, vector: Vector, siblings: Collection[Action]
) -> Iterator[Missed]:
    """(ii)."""
    q, (*before, b) = vector.base, vector.word
    w = tuple(before)
    for a in system.enabled(after_word(system, q, w)):
        if a != b and a not in siblings and (system.disables(b, a) or system.disables(a, b)):
            v = letters(w, cause(influence(system), w, a))
            yield Missed(normal_word(system, v), a)


def _after_part_of_the_word(system: EntitySystem, vector: Vector, a: Action) -> Iterator[Missed]:
    """(i) for one action."""
    q, w = vector
    influences = influence(system)
    if not influences(w[-1], a) or not may_have_been_possible(system, vector, a):
        return
    whole = cause(influences, w, a) if a in system.enabled(after_word(system, q, w)) else None
    found = {letters(w, v) for v in causes_with_last(system, vector, a) if v != whole}
    rank = {x: i for i, x in enumerate(system.actions)}
    forms = sorted(
        (normal_word(system, v) for v in found if can_take(system, q, (*v, a))),
        key=lambda v: (len(v), [rank[x] for x in v]),
    )
    yield from (Missed(v, a) for v in dict.fromkeys(forms))


def may_have_been_possible(system: EntitySystem, vector: Vector, a: Action) -> bool:
    """Whether what a needs is in the base or was created along the word, its last letter included."""
    created = (system.action[x].creates for x in vector.word)
    return system.action[a].needed <= vector.base.union(*created)


def causes_with_last(system: EntitySystem, vector: Vector, a: Action) -> set[Positions]:
    """down(b) ∪ down(X) for the last position b, and all sets X of positions that influence a."""
    influences, w = influence(system), vector.word
    last = down(influences, w, len(w) - 1)
    found = {last}
    for i in range(len(w) - 1):
        if i not in last and influences(w[i], a):
            found |= {v | down(influences, w, i) for v in found}
    return found
