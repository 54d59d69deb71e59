"""What proofs say of runs: linear inequalities over tokens and firings; and goals as clauses over these.

    [Murata]  section V.

Goals speak of tokens only.  What a proof adds may speak of firings too: Σ c(p)·m(p) + Σ d(t)·x(t) ≥ b for
integers c, d and b, where x counts how often each transition has fired on the way to m.

A goal becomes clauses over inequalities.  A conjunction within a disjunction gets a name of its own, a
variable that is no inequality and implies each of its parts; that is enough, as goals hold no negation.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from mazurka.formulas import AllOf, Goal, Inequality, SomeOf, Terms
from mazurka.systems import Marking

Clause: TypeAlias = tuple[int, ...]
"""A disjunction of variables, numbered from 1, and of negated variables."""


@dataclass(frozen=True)
class RunInequality(Inequality):
    """Σ c·m(p) over the tokens, and Σ d·x(t) over the firings, are together at least the bound."""

    firings: Terms = ()

    def holds(self, m: Marking, x: Mapping[int, int] | None = None) -> bool:
        """Whether it holds at a marking, after these firings."""
        fired = sum(d * (x or {}).get(t, 0) for t, d in self.firings)
        return sum(c * m[p] for p, c in self.tokens) + fired >= self.bound

    def negation(self) -> "RunInequality":
        """What holds iff this does not, over integers."""
        opposite = [tuple((k, -c) for k, c in part) for part in (self.tokens, self.firings)]
        return RunInequality(opposite[0], 1 - self.bound, opposite[1])


def of_runs(i: Inequality) -> RunInequality:
    """The same of a run that ends in the marking."""
    return i if isinstance(i, RunInequality) else RunInequality(i.tokens, i.bound)


@dataclass
class Clauses:
    """Clauses, and the inequality of each variable that has one."""

    clauses: list[Clause] = field(default_factory=list)
    inequality: dict[int, RunInequality] = field(default_factory=dict)
    variable: dict[RunInequality, int] = field(default_factory=dict)
    variables: int = 0

    def literal(self, i: RunInequality) -> int:
        """The literal that stands for an inequality: that of its negation, negated, where this has one."""
        if i not in self.variable:
            if (opposite := i.negation()) in self.variable:
                return -self.variable[opposite]
            self.variable[i] = self.fresh()
            self.inequality[self.variable[i]] = i
        return self.variable[i]

    def meaning(self, literal: int) -> RunInequality | None:
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
            self.clauses.append((*unless, self.literal(of_runs(goal))))

    def _name(self, goal: Goal) -> int:
        if isinstance(goal, Inequality):
            return self.literal(of_runs(goal))
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
