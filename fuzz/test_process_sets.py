"""Process sets with sleep sets: the plain reducer and the compiled one build the same graph."""

from hypothesis import given

from fuzz.strategies import client_server_systems
from mazurka.limits import Watch
from mazurka.optimized import process_sets as optimized
from mazurka.reference import process_sets as reference


@given(client_server_systems())
def test_the_same_graph(system):
    # Depth first, the only order of the plain reducer: with sleep sets another order is another graph.
    plain, compiled = (
        line.reduce_pset_sleep(system, {"order": "dfs"}, Watch()).graph() for line in (reference, optimized)
    )
    assert (compiled.states, compiled.sleep) == (plain.states, plain.sleep)
    assert compiled.successors == plain.successors
    assert compiled.treated == plain.treated
