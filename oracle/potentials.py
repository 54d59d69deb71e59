"""Potentials: what a conjunction implies, chosen so that at first as much of it as can be is missing.

    [PHBS]  potential heuristics;  [Murata]  section V.

Added up with factors that are not negative, the inequalities of a conjunction and m(p) ≥ 0 give an inequality
Σ w(p)·m(p) ≥ b that it implies.  Where no firing raises the sum by more than 1, at least b − w·m firings lead
from m to the conjunction.  By duality the best factors at the initial marking give the least number of
firings that solve the state equation, over the rationals; z3 finds them.  Where the equation has no solution,
the lemma of Farkas gives a sum that is too small and that nothing raises.

A solver cannot make the inequality wrong, only weak: it is added up here, over integers, and by how much a
firing raises it is computed by whoever uses it.
"""

from collections.abc import Sequence
from fractions import Fraction

import z3

from mazurka.formulas import Conjunction, Inequality, terms
from mazurka.limits import Watch
from mazurka.oracle.limited_checks import limited_check
from mazurka.oracle.linear_goals import of_runs
from mazurka.oracle.state_equation import farkas, integers
from mazurka.systems import PetriNet


def find_potential(net: PetriNet, conjunction: Conjunction, watch: Watch | None = None) -> Inequality | None:
    """The best potential at the initial marking; None where none is found in time, or none says anything."""
    factors = _dual(net, conjunction, watch)
    if factors is None:
        lemma = farkas(net, [of_runs(i) for i in conjunction], watch)
        if lemma is None:
            return None
        y, u = dict(lemma.parts), dict(lemma.places)
        factors = [
            *(y.get(of_runs(i), 0) for i in conjunction),
            *(u.get(p, 0) for p in range(len(net.places))),
        ]
    potential = added(conjunction, factors)
    return potential if potential.tokens else None


def added(conjunction: Conjunction, factors: Sequence[int]) -> Inequality:
    """The sum of the inequalities and of m(p) ≥ 0 for each place, each so many times."""
    assert all(f >= 0 for f in factors)
    w = dict(enumerate(factors[len(conjunction) :]))
    bound = 0
    for i, y in zip(conjunction, factors, strict=False):
        bound += y * i.bound
        for p, c in i.tokens:
            w[p] += c * y
    return Inequality(terms(w), bound)


def _dual(net: PetriNet, conjunction: Conjunction, watch: Watch | None) -> list[int] | None:
    """The best factors, made integers; None where there are no best ones, or none were found in time."""
    context = z3.Context()
    solver = z3.Optimize(ctx=context)
    factors = [z3.Real(f"f{n}", ctx=context) for n in range(len(conjunction) + len(net.places))]
    solver.add([f >= 0 for f in factors])
    parts = [[f] for f in factors[len(conjunction) :]]
    for i, y in zip(conjunction, factors, strict=False):
        for p, c in i.tokens:
            parts[p].append(c * y)
    w = [z3.Sum(x) for x in parts]
    for t in net.transitions:
        if t.effect:
            solver.add(z3.Sum([c * w[p] for p, c in t.effect.items()]) <= 1)
    zero = z3.RealVal(0, ctx=context)
    bound = z3.Sum([zero, *(i.bound * y for i, y in zip(conjunction, factors, strict=False))])
    best = solver.maximize(bound - z3.Sum([zero, *(k * w[p] for p, k in enumerate(net.initial) if k)]))
    if limited_check(solver, watch) != z3.sat or not isinstance(best.value(), (z3.IntNumRef, z3.RatNumRef)):
        return None  # the value is infinite, or unknown
    model = solver.model()
    return integers([Fraction(model.eval(f, model_completion=True).as_fraction()) for f in factors])
