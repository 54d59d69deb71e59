"""One node a state: what a search with merged nodes builds, beside the checks of every reduction."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.crowds import crowds
from mazurka.fuzz.strategies import client_server_systems
from mazurka.limits import Watch
from mazurka.reference.client_server_reducers import reduce_lean_sleep, reduce_merged_sleep
from mazurka.reference.client_server_search import Parts, closure_search
from mazurka.reference.merged_nodes import longest_runs
from mazurka.reference.sleep_sets import sleep_after

SYSTEMS = st.one_of(client_server_systems(), crowds())


@pytest.mark.parametrize("reduce", [reduce_merged_sleep, reduce_lean_sleep])
def test_a_state_is_one_node_and_its_sleep_set_what_sleeps_on_all_that_arrives(reduce):
    @given(SYSTEMS, st.sampled_from(["dfs", "bfs", "ranked"]))
    def campaign(system, order):
        graph = reduce(system, {"order": order}, Watch()).graph()
        assert len(set(graph.states)) == len(graph.states)
        arrivals = [[] for _ in graph.states]
        for n, a, m in graph.edges():
            before = graph.treated[n][: graph.treated[n].index(a)]
            arrivals[m].append(sleep_after(system, graph.sleep[n], before, a))
        for n, asleep in enumerate(arrivals[1:], 1):
            assert graph.sleep[n] <= frozenset.intersection(*asleep)
            if order == "ranked":
                assert graph.sleep[n] == frozenset.intersection(*asleep)

    campaign()


@given(SYSTEMS)
def test_ranked_no_node_is_expanded_before_all_that_leads_to_it(system):
    steps = [longest_runs(c) for c in system.clients]

    def to_go(s):
        return sum(longest[x] for longest, x in zip(steps, s, strict=False))

    graph = closure_search(system, Parts(closure="none", test="sleep", merged=True, order="ranked"), Watch())
    assert all(to_go(graph.states[n]) > to_go(graph.states[m]) for n, _, m in graph.edges())
