"""Stubborn sets: the plain reducers and the compiled ones build the same graph."""

import pytest
from hypothesis import given

from mazurka.fuzz.strategies import nets
from mazurka.limits import Watch
from mazurka.optimized import stubborn_sets as optimized
from mazurka.reference import net_stubborn_sets as reference

REDUCERS = {
    "closure": (reference.reduce_by_closure, optimized.reduce_by_closure),
    "deletion": (reference.reduce_by_deletion, optimized.reduce_by_deletion),
    "smallest": (reference.reduce_by_smallest, optimized.reduce_by_smallest),
}


@pytest.mark.parametrize("order", ["bfs", "dfs"])
@pytest.mark.parametrize("algorithm", REDUCERS)
@given(net=nets())
def test_the_same_graph(algorithm, order, net):
    plain, compiled = (r(net, {"order": order}, Watch()).graph() for r in REDUCERS[algorithm])
    assert (compiled.states, compiled.successors) == (plain.states, plain.successors)
