"""Goals over the markings of a net: conjunctions and disjunctions of linear inequalities.

    [E]  section 2.3, the criteria of reachability.

An inequality says Σ c(p)·m(p) + Σ d(t)·x(t) ≥ b for integers c, d and b, where m is a marking and x counts
how often each transition has fired on the way to it.  Goals speak of tokens only; what a proof adds may speak
of firings.  Over integers the negation of an inequality is one again.

A goal becomes clauses over inequalities.  A conjunction within a disjunction gets a name of its own, a
variable that is no inequality and implies each of its parts; that is enough, as goals hold no negation.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from mazurka.systems import Marking, PetriNet

Terms: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs (number of a place or transition, coefficient), sorted, no coefficient 0."""
Clause: TypeAlias = tuple[int, ...]
"""A disjunction of variables, numbered from 1, and of negated variables."""


def terms(coefficients: Mapping[int, int]) -> Terms:
    """The terms with these coefficients."""
    return tuple(sorted((k, c) for k, c in coefficients.items() if c))


@dataclass(frozen=True)
class Inequality:
    """Σ c·m(p) over the tokens, and Σ d·x(t) over the firings, are together at least the bound."""

    tokens: Terms
    bound: int
    firings: Terms = ()

    def holds(self, m: Marking, x: Mapping[int, int] | None = None) -> bool:
        """Whether it holds at a marking, after these firings."""
        fired = sum(d * (x or {}).get(t, 0) for t, d in self.firings)
        return sum(c * m[p] for p, c in self.tokens) + fired >= self.bound

    def negation(self) -> "Inequality":
        """What holds iff this does not, over integers."""
        opposite = [tuple((k, -c) for k, c in part) for part in (self.tokens, self.firings)]
        return Inequality(opposite[0], 1 - self.bound, opposite[1])


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


def at_least(places: Iterable[int], k: int) -> Inequality:
    """The places hold k tokens or more, together."""
    return Inequality(terms(dict.fromkeys(places, 1)), k)


def at_most(places: Iterable[int], k: int) -> Inequality:
    """The places hold k tokens or fewer, together."""
    return at_least(places, k + 1).negation()


def marking(m: Marking) -> AllOf:
    """Exactly this marking."""
    return AllOf(tuple(part([p], k) for p, k in enumerate(m) for part in (at_least, at_most)))


def deadlock(net: PetriNet) -> AllOf:
    """Each transition lacks a token somewhere, or is inhibited."""
    return AllOf(
        tuple(
            SomeOf(
                (
                    *(at_most([p], k - 1) for p, k in t.needs.items()),
                    *(at_least([p], k) for p, k in sorted(t.inhibitors.items())),
                )
            )
            for t in net.transitions
        )
    )


@dataclass
class Clauses:
    """Clauses, and the inequality of each variable that has one."""

    clauses: list[Clause] = field(default_factory=list)
    inequality: dict[int, Inequality] = field(default_factory=dict)
    variable: dict[Inequality, int] = field(default_factory=dict)
    variables: int = 0

    def literal(self, i: Inequality) -> int:
        """The literal that stands for an inequality: that of its negation, negated, where this has one."""
        if i not in self.variable:
            if (opposite := i.negation()) in self.variable:
                return -self.variable[opposite]
            self.variable[i] = self.fresh()
            self.inequality[self.variable[i]] = i
        return self.variable[i]

    def meaning(self, literal: int) -> Inequality | None:
        """What a literal says; None for the name of a conjunction."""
        i = self.inequality.get(abs(literal))
        return i if i is None or literal > 0 else i.negation()

    def fresh(self) -> int:
        """A new variable."""
        self.variables += 1
        return self.variables

    def require(self, goal: Goal, unless: Clause = ()) -> None:
        """Add the clauses of a goal that must hold unless one of these literals does."""
        if isinstance(goal, AllOf):
            for part in goal.parts:
                self.require(part, unless)
        elif isinstance(goal, SomeOf):
            self.clauses.append((*unless, *(self._name(part) for part in _flat(goal))))
        else:
            self.clauses.append((*unless, self.literal(goal)))

    def _name(self, goal: Goal) -> int:
        if isinstance(goal, Inequality):
            return self.literal(goal)
        name = self.fresh()
        self.require(goal, (-name,))
        return name


def _flat(goal: SomeOf) -> list[Goal]:
    """The parts, where disjunctions within are taken apart."""
    found: list[Goal] = []
    for part in goal.parts:
        found += _flat(part) if isinstance(part, SomeOf) else [part]
    return found


def clauses_of(goal: Goal) -> Clauses:
    """The clauses of a goal: they can be satisfied, over m, iff the goal can."""
    found = Clauses()
    found.require(goal)
    return found
