"""Searches by a solver: the graphs of enumeration, one run of each trace, no node that explores too much."""

from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.crowds import crowds
from mazurka.fuzz.strategies import client_server_systems
from mazurka.limits import Watch
from mazurka.reference.client_server_reducers import LISTING_6
from mazurka.reference.client_server_search import closure_search
from mazurka.reference.includes_first_set import FirstSetOracle
from mazurka.reference.source_sets import find_covering
from mazurka.reference.traces import lex_runs
from mazurka.registry import find_reducer

small = st.one_of(client_server_systems(), crowds())


def graph(name, system, **options):
    return find_reducer(name).run(system, options).graph()


@given(small, st.sampled_from(["ifs+sleep", "lex-tree"]), st.sampled_from(["sat", "pifs-sat"]))
def test_the_solver_leads_to_the_graph_of_enumeration(system, name, oracle):
    assert graph(name, system, oracle=oracle) == graph(name, system, oracle="exact")


@given(small)
def test_listing_1_with_the_solver_has_one_full_run_of_each_trace(system):
    tree = graph("lex-tree", system, oracle="sat")
    assert tree.number_of_paths() == sum(1 for _ in lex_runs(system))


@given(small)
def test_pifs_with_the_solver_is_listing_6_with_an_exact_test(system):
    plain = closure_search(system, LISTING_6, Watch(), FirstSetOracle(system))
    assert graph("pifs-sat+sleep", system) == plain


@given(small)
def test_no_node_explores_more_than_a_smallest_covering_set(system):
    found = graph("minimum-source+sleep", system)
    for s, sleep, treated in zip(found.states, found.sleep, found.treated, strict=True):
        assert len(treated) == len(find_covering(system, s, sleep))
