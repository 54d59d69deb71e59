"""The state equation m = m0 + C·x over the rationals, with x ≥ 0, m ≥ 0 and further inequalities.

    [Murata]  section V.

Every run that ends in m has firing counts x that solve it.  Where it has no solution, the lemma of Farkas
gives factors that make the sum of the inequalities absurd; they are found by z3, as a solution of the dual
problem, and are made integers.  Inhibitor arcs and read arcs only restrict runs, and are left out here.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import gcd, lcm
from typing import Any, NamedTuple, TypeAlias

import z3

from mazurka.formulas import Goal, Inequality, SomeOf, Terms
from mazurka.limits import Watch
from mazurka.oracle.limited_checks import limited_check
from mazurka.oracle.linear_goals import RunInequality
from mazurka.oracle.net_certificates import Lemma
from mazurka.systems import PetriNet

Formula: TypeAlias = Any
"""A formula or term of z3, whose Python interface is untyped."""


def goal_formula(context: z3.Context, m: Sequence[Formula], x: Sequence[Formula], goal: Goal) -> Formula:
    """A goal over terms for the tokens of each place and the firings of each transition."""
    if isinstance(goal, Inequality):
        tokens = [c * m[p] for p, c in goal.tokens]
        firings = [c * x[t] for t, c in goal.firings] if isinstance(goal, RunInequality) else []
        return z3.Sum([z3.IntVal(0, ctx=context), *tokens, *firings]) >= goal.bound
    parts = [goal_formula(context, m, x, part) for part in goal.parts]
    if isinstance(goal, SomeOf):
        return z3.Or([z3.BoolVal(False, ctx=context), *parts])
    return z3.And([z3.BoolVal(True, ctx=context), *parts])


class Solution(NamedTuple):
    """Tokens of each place and firings of each transition."""

    m: tuple[Fraction, ...]
    x: tuple[Fraction, ...]


class StateEquation:
    """The equation of a net in a solver of its own; over integers where this is asked for."""

    def __init__(self, net: PetriNet, *, integers: bool = False) -> None:
        self.net = net
        self.context = z3.Context()
        self.solver = z3.SimpleSolver(ctx=self.context)
        variable = z3.Int if integers else z3.Real
        self.x = [variable(f"x{k}", ctx=self.context) for k in range(len(net.transitions))]
        self.m = [variable(f"m{p}", ctx=self.context) for p in range(len(net.places))]
        self._indicators: dict[RunInequality, Formula] = {}
        changes: list[list[Formula]] = [[] for _ in net.places]
        for t, x in zip(net.transitions, self.x, strict=True):
            self.solver.add(x >= 0)
            for p, change in t.effect.items():
                changes[p].append(change * x)
        for p, k in enumerate(net.initial):
            self.solver.add(
                self.m[p] >= 0, self.m[p] == z3.Sum([z3.IntVal(k, ctx=self.context), *changes[p]])
            )

    def require(self, goal: Goal) -> None:
        """From now on the goal holds."""
        self.solver.add(goal_formula(self.context, self.m, self.x, goal))

    def solve(
        self, inequalities: Iterable[RunInequality] = (), watch: Watch | None = None
    ) -> Solution | list[RunInequality] | None:
        """A solution in which these hold too; or those that have none together; None: no answer in time."""
        asked = {str(self._indicator(i)): i for i in inequalities}
        result = limited_check(self.solver, watch, [self._indicators[i] for i in asked.values()])
        if result == z3.unsat:
            return [asked[str(b)] for b in self.solver.unsat_core()]
        if result == z3.unknown:
            return None
        model = self.solver.model()
        return Solution(self._values(model, self.m), self._values(model, self.x))

    def _indicator(self, i: RunInequality) -> Formula:
        if i not in self._indicators:
            b = z3.Bool(f"b{len(self._indicators)}", ctx=self.context)
            self._indicators[i] = b
            self.solver.add(z3.Implies(b, goal_formula(self.context, self.m, self.x, i)))
        return self._indicators[i]

    @staticmethod
    def _values(model: Formula, variables: Sequence[Formula]) -> tuple[Fraction, ...]:
        values = [model.eval(v, model_completion=True) for v in variables]
        return tuple(
            Fraction(v.as_long()) if z3.is_int_value(v) else Fraction(v.as_fraction()) for v in values
        )


def farkas(net: PetriNet, inequalities: Sequence[RunInequality], watch: Watch | None = None) -> Lemma | None:
    """Factors for inequalities that do not hold together with the equation; None: none found in time."""
    context = z3.Context()
    solver = z3.SimpleSolver(ctx=context)
    y = [z3.Real(f"y{n}", ctx=context) for n in range(len(inequalities))]
    u = [z3.Real(f"u{p}", ctx=context) for p in range(len(net.places))]
    solver.add([v >= 0 for v in (*y, *u)])
    weight: list[list[Formula]] = [[v] for v in u]
    firing: list[list[Formula]] = [[] for _ in net.transitions]
    for v, i in zip(y, inequalities, strict=True):
        for p, c in i.tokens:
            weight[p].append(c * v)
        for k, c in i.firings:
            firing[k].append(c * v)
    w = [z3.Sum(parts) for parts in weight]
    for t, own in zip(net.transitions, firing, strict=True):
        change = [c * w[p] for p, c in t.effect.items()] + own
        if change:
            solver.add(z3.Sum(change) <= 0)  # (a)
    bound = [i.bound * v for v, i in zip(y, inequalities, strict=True)]
    at_first = [k * w[p] for p, k in enumerate(net.initial) if k]
    zero = z3.RealVal(0, ctx=context)
    solver.add(z3.Sum([zero, *bound]) - z3.Sum([zero, *at_first]) >= 1)  # (b)
    if limited_check(solver, watch) != z3.sat:
        return None
    model = solver.model()
    values = [model.eval(v, model_completion=True).as_fraction() for v in (*y, *u)]
    return _lemma(inequalities, integers(values))


def _lemma(inequalities: Sequence[RunInequality], factors: list[int]) -> Lemma:
    parts = tuple((i, f) for i, f in zip(inequalities, factors, strict=False) if f)
    places: Terms = tuple((p, f) for p, f in enumerate(factors[len(inequalities) :]) if f)
    return Lemma(parts, places)


def integers(values: Sequence[Fraction]) -> list[int]:
    """The values times the least positive number that makes them integers without a common divisor."""
    scale = lcm(*(v.denominator for v in values))
    scaled = [int(v * scale) for v in values]
    common = gcd(*scaled) or 1
    return [v // common for v in scaled]
