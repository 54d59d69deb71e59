"""Weak prefixes of a word as sets of positions, and the prime causes among them.

    [KR]  section 3.1; [B] Definitions 16–17.

A weak prefix of w takes from w a set of positions that is closed under influence: with a position, every
earlier one whose letter influences its letter.  Such sets are the *ideals* of w.  Unions and intersections of
ideals are ideals, which words up to ≃ do not show.

    down(i)   the least ideal with position i
    cause     the positions of ↓_a w: the least ideal with every position whose letter influences a

Influence is ⇝ made reflexive, as [KR] section 2 asks of ◀: the sets of an action that changes nothing do
not say that it influences itself.
"""

from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from mazurka.systems import Action, EntitySystem, Run

Positions: TypeAlias = frozenset[int]
Influence: TypeAlias = Callable[[Action, Action], bool]


def influence(system: EntitySystem) -> Influence:
    """⇝, reflexive."""
    return lambda a, b: a == b or system.influences(a, b)


def closed(influences: Influence, w: Run, positions: Collection[int], a: Action | None = None) -> Positions:
    """The least ideal of w with these positions, and with all that influences the letter a after w.

    From the tail to the front, keep what is asked for and what influences a letter kept.
    """
    kept: set[int] = set()
    letters_kept = set() if a is None else {a}
    for i in range(len(w) - 1, -1, -1):
        if i in positions or any(influences(w[i], c) for c in letters_kept):
            kept.add(i)
            letters_kept.add(w[i])
    return frozenset(kept)


def down(influences: Influence, w: Run, i: int) -> Positions:
    """down(i)."""
    return closed(influences, w, (i,))


def cause(influences: Influence, w: Run, a: Action) -> Positions:
    """The positions of ↓_a w."""
    return closed(influences, w, (), a)


def is_ideal(influences: Influence, w: Run, positions: Collection[int]) -> bool:
    """Whether every earlier position that influences one of these is among them."""
    return all(j in positions for i in positions for j in range(i) if influences(w[j], w[i]))


def ideals(influences: Influence, w: Run) -> Iterator[Positions]:
    """All ideals of w, ∅ first.  Exponential."""
    found: list[Positions] = [frozenset()]
    for i in range(len(w)):
        below = down(influences, w, i) - {i}
        found += [ideal | {i} for ideal in found if below <= ideal]
    yield from found


def letters(w: Run, positions: Collection[int]) -> Run:
    """The weak prefix that takes these positions, in the order of w."""
    return tuple(a for i, a in enumerate(w) if i in positions)


def without(w: Run, positions: Collection[int]) -> Run:
    """w − v for the weak prefix v that takes these positions, in the order of w."""
    return tuple(a for i, a in enumerate(w) if i not in positions)
