"""Missed actions: what would have been possible along a vector, had its word come in another order.

    [KR]  Definition 13; [B] Definitions 25–26.

As printed, a is missed along (q, w) if q ⊬ w·a, and q ⊢ v·a for some v ≾ w.  It is given as ↓_a v · a, and is
fresh in (q, w·b) if a was not missed along (q, w).

That says too much and too little.

- Too much: with v·a ≾ w the action *was* taken, and every action that was taken and cannot be repeated is
  missed.  The first step of each vector would be explored again, alone.  [KR] Figure 4 does not count them.
- Too little: a may be possible after w and also before something in w that it disables.  That order, too, is
  missed.  Theorem 16 fails here: at {1, 2} let a create 0, b read 1 and delete 2, c read 0 and delete 1.
  Along b·a the action c is possible, and yet a·c leads to a deadlock that no other run leads to.
- Too little: an action may be missed for two reasons.  A second prime cause is news, even where the action
  was missed before.

So here (v, a) is missed along (q, w) if v ≾ w, v = ↓_a v, q ⊢ v·a, not v·a ≾ w, and not both q ⊢ w·a and
v·a ≾ w·a; and a pair is fresh if it was not missed before the last letter.

All this by enumeration of weak prefixes: exponential.
"""

from collections.abc import Iterator

from mazurka.reference.ideals import cause, ideals, influence, letters
from mazurka.reference.traces import difference
from mazurka.reference.vectors import Missed, Vector, can_take, normal_word
from mazurka.systems import Action, EntitySystem, Run


def weak_prefixes(system: EntitySystem, w: Run) -> list[Run]:
    """The weak prefixes of a word, one of each class: the shortest first, in the order of actions."""
    rank = {a: i for i, a in enumerate(system.actions)}
    forms = {normal_word(system, letters(w, v)) for v in ideals(influence(system), w)}
    return sorted(forms, key=lambda v: (len(v), [rank[a] for a in v]))


def precedes(system: EntitySystem, v: Run, w: Run) -> bool:
    """v ≾ w."""
    return difference(system.independent, w, v) is not None


def is_prime(system: EntitySystem, v: Run, a: Action) -> bool:
    """v = ↓_a v."""
    return len(cause(influence(system), v, a)) == len(v)


def is_missed(system: EntitySystem, vector: Vector, missed: Missed) -> bool:
    """Whether the pair is missed along the vector."""
    (q, w), (v, a) = vector, missed
    taken = precedes(system, missed.run, w)
    possible_as_it_is = can_take(system, q, (*w, a)) and precedes(system, missed.run, (*w, a))
    return (
        precedes(system, v, w)
        and is_prime(system, v, a)
        and can_take(system, q, missed.run)
        and not taken
        and not possible_as_it_is
    )


def all_missed(system: EntitySystem, vector: Vector) -> list[Missed]:
    """The pairs that are missed along a vector, by enumeration."""
    pairs = (Missed(v, a) for v in weak_prefixes(system, vector.word) for a in system.actions)
    return [m for m in pairs if is_missed(system, vector, m)]


def all_fresh(system: EntitySystem, vector: Vector) -> list[Missed]:
    """The pairs that are missed along the vector, and not before its last letter."""
    before = Vector(vector.base, vector.word[:-1])
    known = all_missed(system, before) if vector.word else []
    return [m for m in all_missed(system, vector) if m not in known]


def missed_as_printed(system: EntitySystem, vector: Vector, *, taken_too: bool = True) -> Iterator[Missed]:
    """Definition 13 to the letter; without `taken_too`, what was taken along the word is left out."""
    q, w = vector
    for a in system.actions:
        if not can_take(system, q, (*w, a)):
            for v in weak_prefixes(system, w):
                if can_take(system, q, (*v, a)) and (taken_too or not precedes(system, (*v, a), w)):
                    yield Missed(normal_word(system, letters(v, cause(influence(system), v, a))), a)


def fresh_as_printed(system: EntitySystem, vector: Vector, *, taken_too: bool = True) -> list[Missed]:
    """fma(q, w): missed as printed, where the *action* was not missed before the last letter."""
    if not vector.word:
        return []
    before = Vector(vector.base, vector.word[:-1])
    known = {m.action for m in missed_as_printed(system, before, taken_too=taken_too)}
    found = missed_as_printed(system, vector, taken_too=taken_too)
    return list(dict.fromkeys(m for m in found if m.action not in known))
