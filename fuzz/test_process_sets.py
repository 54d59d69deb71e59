"""Process sets: they are persistent, and with sleep sets both reducers build the same graph."""

from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.crowds import crowds
from mazurka.fuzz.strategies import client_server_systems
from mazurka.limits import Watch
from mazurka.optimized import process_sets as optimized
from mazurka.reference import process_sets as reference
from mazurka.reference.closure_sets import closure_of
from mazurka.reference.explorer import explore
from mazurka.reference.local_runs import local_runs
from mazurka.reference.persistent_sets import is_persistent


@given(client_server_systems(), st.sampled_from(["reduce_pset_sleep", "reduce_pset_next_sleep"]))
def test_the_same_graph(system, name):
    # Depth first, the only order of the plain reducer: with sleep sets another order is another graph.
    found = [getattr(line, name)(system, {"order": "dfs"}, Watch()) for line in (reference, optimized)]
    assert found[1].deadlocks == found[0].deadlocks
    plain, compiled = (one.graph() for one in found)
    assert (compiled.states, compiled.sleep) == (plain.states, plain.sleep)
    assert compiled.successors == plain.successors
    assert compiled.treated == plain.treated


@given(st.one_of(client_server_systems(), crowds()))
def test_sets_closed_for_the_next_step_are_persistent_and_lie_between_closure_and_process_sets(system):
    ahead, following, table = reference.futures(system), reference.next_steps(system), local_runs(system)
    for s in explore(system).states:
        for a in system.enabled(s):
            inside = reference.closed_set(system, s, a, following)
            assert reference.is_closed_for_the_next_step(system, s, inside)
            assert inside <= reference.closed_set(system, s, a, ahead)
            assert {p for b in closure_of(table, s, a) for p in system.domain[b]} <= inside
            assert is_persistent(system, s, set(reference.pset(system, s, a, following)))
