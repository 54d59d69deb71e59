"""The state-equation bound: never more than the distance to the goal, and the same in both lines."""

from math import inf

from hypothesis import given
from hypothesis import strategies as st

from mazurka.formulas import AllOf, disjuncts
from mazurka.fuzz.formulas import conjunctions, goals
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, nets
from mazurka.optimized.goal_search import compile_net
from mazurka.optimized.goal_tables import goal_tables
from mazurka.optimized.potentials import INFINITE, state_equation_bound
from mazurka.oracle.potentials import added, find_potential
from mazurka.reference.potentials import bound, is_lower_bound


def compiled_bounds(net, goal, potentials, markings):
    """The bounds of the compiled line at these markings, inf where they are infinite."""
    compilation = compile_net(net)
    tables = goal_tables(net, goal, compilation.tables, potentials)
    found = []
    for m in markings:
        compilation.tables.level[: len(m)] = m
        found.append(int(state_equation_bound(tables.potentials, compilation.tables)))
    return [inf if b == INFINITE else b for b in found]


@given(st.data(), nets())
def test_no_run_to_the_goal_is_shorter_than_the_best_bound(data, net):
    goal = data.draw(goals(net))
    markings = within(net, LARGEST)
    found = [find_potential(net, c) for c in disjuncts(goal)]
    potentials = [[] if i is None else [i] for i in found]
    assert is_lower_bound(net, goal, potentials, markings)
    assert compiled_bounds(net, goal, potentials, markings) == [bound(net, potentials, m) for m in markings]


@given(st.data(), nets())
def test_nor_than_that_of_any_factors(data, net):
    """Whatever a solver may say."""
    conjunction = data.draw(conjunctions(net))
    size = len(conjunction) + len(net.places)
    factors = st.lists(st.integers(0, 3), min_size=size, max_size=size)
    potentials = [[added(conjunction, row) for row in data.draw(st.lists(factors, max_size=3))]]
    markings = within(net, LARGEST)
    goal = AllOf(conjunction)
    assert is_lower_bound(net, goal, potentials, markings)
    assert compiled_bounds(net, goal, potentials, markings) == [bound(net, potentials, m) for m in markings]
