"""Goals: sets of markings, described by conjunctions and disjunctions of linear inequalities over places.

    [E]  section 2.3.1, state properties, with sums of places and without negation.

An inequality says Σ c(p)·m(p) ≥ b for integers c and b, where m is a marking.  Over integers the negation of
an inequality is one again, so negation can always be pushed to the leaves and disappears there.  Places are
given by number.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import gcd
from typing import TypeAlias

from mazurka.systems import Marking

Terms: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs (number of a place, coefficient), sorted, no coefficient 0."""


def terms(coefficients: Mapping[int, int]) -> Terms:
    """The terms with these coefficients."""
    return tuple(sorted((k, c) for k, c in coefficients.items() if c))


@dataclass(frozen=True)
class Inequality:
    """Σ c·m(p) over the tokens is at least the bound."""

    tokens: Terms
    bound: int

    def holds(self, m: Marking) -> bool:
        """Whether it holds at a marking."""
        return sum(c * m[p] for p, c in self.tokens) >= self.bound

    def negation(self) -> "Inequality":
        """What holds iff this does not, over integers."""
        return Inequality(tuple((p, -c) for p, c in self.tokens), 1 - self.bound)


@dataclass(frozen=True)
class AllOf:
    """A conjunction; the empty one holds."""

    parts: "tuple[Goal, ...]"

    def holds(self, m: Marking) -> bool:
        """Whether all parts hold at a marking."""
        return all(part.holds(m) for part in self.parts)


@dataclass(frozen=True)
class SomeOf:
    """A disjunction; the empty one fails."""

    parts: "tuple[Goal, ...]"

    def holds(self, m: Marking) -> bool:
        """Whether some part holds at a marking."""
        return any(part.holds(m) for part in self.parts)


Goal: TypeAlias = Inequality | AllOf | SomeOf

TRUE = AllOf(())
FALSE = SomeOf(())


def negation(goal: Goal) -> Goal:
    """What holds iff the goal does not."""
    if isinstance(goal, Inequality):
        return goal.negation()
    parts = tuple(negation(part) for part in goal.parts)
    return SomeOf(parts) if isinstance(goal, AllOf) else AllOf(parts)


def all_of(parts: Iterable[Goal]) -> Goal:
    """The conjunction of the parts: flat, each part once, and none where one of them is FALSE."""
    found: dict[Goal, None] = {}
    for part in parts:
        if part == FALSE:
            return FALSE
        found.update(dict.fromkeys(part.parts if isinstance(part, AllOf) else (part,)))
    return next(iter(found)) if len(found) == 1 else AllOf(tuple(found))


def some_of(parts: Iterable[Goal]) -> Goal:
    """The disjunction of the parts: flat, each part once, and none where one of them is TRUE."""
    found: dict[Goal, None] = {}
    for part in parts:
        if part == TRUE:
            return TRUE
        found.update(dict.fromkeys(part.parts if isinstance(part, SomeOf) else (part,)))
    return next(iter(found)) if len(found) == 1 else SomeOf(tuple(found))


def linear(coefficients: Mapping[int, int], bound: int) -> Goal:
    """Σ c·m(p) ≥ bound, without a common divisor; TRUE or FALSE where every marking agrees on it."""
    tokens = terms(coefficients)
    if bound <= 0 and all(c > 0 for _, c in tokens):
        return TRUE
    if bound > 0 and all(c < 0 for _, c in tokens):
        return FALSE
    common = gcd(*(c for _, c in tokens))
    return Inequality(tuple((p, c // common) for p, c in tokens), -(-bound // common))


def at_least(places: Iterable[int], k: int) -> Inequality:
    """The places hold k tokens or more, together."""
    return Inequality(terms(dict.fromkeys(places, 1)), k)


def at_most(places: Iterable[int], k: int) -> Inequality:
    """The places hold k tokens or fewer, together."""
    return at_least(places, k + 1).negation()


def inequalities(goal: Goal) -> Iterator[Inequality]:
    """The leaves of a goal, from left to right."""
    if isinstance(goal, Inequality):
        yield goal
    else:
        for part in goal.parts:
            yield from inequalities(part)


def places_of(goal: Goal) -> tuple[int, ...]:
    """The numbers of the places that occur in a goal, sorted."""
    return tuple(sorted({p for i in inequalities(goal) for p, _ in i.tokens}))


def renumbered(goal: Goal, number: Mapping[int, int]) -> Goal:
    """The goal with other numbers for its places."""
    if isinstance(goal, Inequality):
        return Inequality(tuple(sorted((number[p], c) for p, c in goal.tokens)), goal.bound)
    parts = tuple(renumbered(part, number) for part in goal.parts)
    return AllOf(parts) if isinstance(goal, AllOf) else SomeOf(parts)
