"""Potentials: as strong as the state equation, weak where no solver helps, never wrong."""

from fractions import Fraction

import pytest
import z3

from mazurka.formulas import AllOf, Inequality, at_least, at_most, disjuncts, parse
from mazurka.fuzz.reachable import within
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.optimized.goal_search import GoalSearch, compile_net
from mazurka.oracle.potentials import added, find_potential
from mazurka.reference.potentials import bound, is_lower_bound, largest_raise


def least_firings(net, conjunction):
    """The least Σ x with m = m0 + C·x in the conjunction, m ≥ 0 and x ≥ 0, over the rationals."""
    context = z3.Context()
    solver = z3.Optimize(ctx=context)
    x = [z3.Real(f"x{k}", ctx=context) for k in range(len(net.transitions))]
    m = [z3.RealVal(k, ctx=context) for k in net.initial]
    for t, v in zip(net.transitions, x, strict=True):
        for p, d in t.effect.items():
            m[p] = m[p] + d * v
    solver.add([v >= 0 for v in (*x, *m)])
    solver.add([z3.Sum([c * m[p] for p, c in i.tokens]) >= i.bound for i in conjunction])
    least = solver.minimize(z3.Sum(x))
    assert solver.check() == z3.sat
    return Fraction(str(least.value()))


@pytest.mark.parametrize(
    ("family", "n", "formula"),
    [
        ("philosophers", 3, "eats_1 = 1"),
        ("peterson", 2, "critical_1 = 1 & announced_2_1 = 1"),
        ("readers-writers", 3, "writes_2 = 1"),
        ("kanban", 1, "out4 >= 1"),
    ],
)
def test_at_first_the_best_potential_asks_for_as_many_firings_as_the_equation(family, n, formula):
    net = build(family, {"n": n})
    (conjunction,) = disjuncts(parse(formula, net))
    i = find_potential(net, conjunction)
    missing = i.bound - sum(c * net.initial[p] for p, c in i.tokens)
    assert Fraction(missing, largest_raise(net, i)) == least_firings(net, conjunction) > 0
    assert is_lower_bound(net, AllOf(conjunction), [[i]], within(net, 5_000))


def test_where_the_equation_has_no_solution_the_bound_is_infinite():
    net = build("philosophers", {"n": 3})
    (conjunction,) = disjuncts(parse("eats_1 = 1 & eats_2 = 1", net))
    i = find_potential(net, conjunction)
    assert largest_raise(net, i) == 0
    assert bound(net, [[i]], net.initial) == float("inf")
    search = GoalSearch(compile_net(net), AllOf(conjunction), "guided/best-first-equation", potentials=[[i]])
    assert (search.reachable, search.states) == (False, 1)


def test_without_time_there_is_no_potential_and_the_bound_is_0():
    net = build("philosophers", {"n": 3})
    assert find_potential(net, (at_least([0], 2),), Watch(Limits(max_seconds=0))) is None
    assert bound(net, [[]], net.initial) == bound(net, [], net.initial) == 0


def test_factors_that_are_no_good_make_a_weak_potential_and_none_that_is_wrong():
    net = build("philosophers", {"n": 2})
    conjunction = (at_least([1], 1), at_most([0], 0))
    assert added(conjunction, [2, 1, 0, 3, *[0] * (len(net.places) - 2)]) == Inequality(((0, -1), (1, 5)), 2)


def test_the_bound_leads_along_shortest_runs_where_the_equation_knows_them():
    net = build("kanban", {"n": 5})
    goal = parse("out4 >= 5", net)
    potentials = [[find_potential(net, c)] for c in disjuncts(goal)]
    search = GoalSearch(compile_net(net), goal, "guided/best-first-equation", potentials=potentials)
    search.advance(Watch(), 20_000)
    assert len(search.run()) == least_firings(net, disjuncts(goal)[0])
