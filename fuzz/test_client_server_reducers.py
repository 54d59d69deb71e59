"""The plain reducers of client/server systems: any combination of parts of the search loses no trace."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.crowds import crowds
from mazurka.fuzz.strategies import client_server_systems
from mazurka.limits import Watch
from mazurka.reference import client_server_reducers as reducers
from mazurka.reference.client_server_search import Parts, closure_search
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.includes_first_set import FirstSetOracle
from mazurka.reference.process_sets import pset, reduce_pset_next_sleep, reduce_pset_sleep
from mazurka.reference.race_reversal import reduce_reversal_sleep
from mazurka.reference.traces import lex_runs

SYSTEMS = st.one_of(client_server_systems(), crowds())
KEPT = ("soundness", "deadlocks", "covering-source-sets", "trace-complete")

BY_NAME = {
    "full+sleep": reducers.reduce_full_sleep,
    "full-sleep": reducers.reduce_full_without_sleep,
    "minclosure+sleep": reducers.reduce_minclosure_sleep,
    "apifs+sleep": reducers.reduce_apifs_sleep,
    "fresh+sleep": reducers.reduce_fresh_sleep,
    "unfolded+sleep": reducers.reduce_unfolded_sleep,
    "merged+sleep": reducers.reduce_merged_sleep,
    "lean+sleep": reducers.reduce_lean_sleep,
    "pset-next+sleep": reduce_pset_next_sleep,
    "reversal+sleep": reduce_reversal_sleep,
    "ifs+sleep": reducers.reduce_ifs_sleep,
    "lex-tree": reducers.reduce_lex_tree,
}


def lost(system, reduced):
    full = explore(system)
    findings = (CRITERIA[name](system, full, reduced, Context()) for name in KEPT)
    return [f for f in findings if f.holds is not True]


def parts(merged, orders):
    return st.builds(
        Parts,
        closure=st.sampled_from(["min", "lex", "fresh", "none"]),
        test=st.sampled_from(["pifs", "sleep", "exact", "unfolded"]),
        budget=st.sampled_from([1, 3, 20]),
        trimmed=st.booleans(),
        merged=st.just(merged),
        asleep=st.booleans(),
        choice=st.sampled_from(["pifs", "first"]),
        order=st.sampled_from(orders),
        actions=st.sampled_from(["given", "appearance", "by-process"]),
        pifs=st.sampled_from(list(reducers.FORMS.values())),
    )


@pytest.mark.parametrize("name", BY_NAME)
def test_a_reducer_loses_no_trace(name):
    @given(SYSTEMS)
    def campaign(system):
        assert lost(system, BY_NAME[name](system, {}, Watch()).graph()) == []

    campaign()


@given(SYSTEMS, st.one_of(parts(False, ["dfs", "bfs"]), parts(True, ["dfs", "bfs", "ranked"])))
def test_no_combination_of_parts_loses_a_trace(system, chosen):
    assert lost(system, closure_search(system, chosen, Watch())) == []


@given(SYSTEMS)
def test_the_lex_tree_has_one_full_run_of_each_trace_the_smallest(system):
    tree = reducers.reduce_lex_tree(system, {}, Watch()).graph()
    assert full_runs(tree) == list(lex_runs(system))


@given(SYSTEMS)
def test_the_tree_is_that_of_listing_1_as_printed(system):
    # There, an action whose successor is refused does not count as treated before.
    oracle = FirstSetOracle(system)

    def runs_from(s, sleep, run):
        created = []
        for a in system.enabled(s):
            t = system.after(s, a)
            asleep = {b for b in {*sleep, *created} if system.independent(a, b)}
            if a not in sleep and oracle(t, set(system.enabled(t)) - asleep):
                created.append(a)
                yield from runs_from(t, asleep, (*run, a))
        if not system.enabled(s):
            yield run

    tree = reducers.reduce_lex_tree(system, {}, Watch()).graph()
    assert full_runs(tree) == list(runs_from(system.initial, set(), ()))


def full_runs(tree):
    """The runs to the leaves of a tree, in the order treated."""
    waiting, runs = [(0, ())], []
    while waiting:
        n, run = waiting.pop()
        if not tree.successors[n]:
            runs.append(run)
        waiting += [(m, (*run, a)) for a, m in reversed(tree.successors[n])]
    return runs


@given(SYSTEMS)
def test_with_the_exact_test_every_state_lies_on_a_full_lex_run(system):
    # [HLPW] Lemma 17.
    useful = set()
    for run in lex_runs(system):
        s = system.initial
        useful.add(s)
        for a in run:
            s = system.after(s, a)
            useful.add(s)
    assert set(reducers.reduce_ifs_sleep(system, {}, Watch()).graph().states) == useful


@given(SYSTEMS)
def test_process_sets_are_one_more_closure_of_the_same_search(system):
    chosen = Parts(test="sleep", choice="first", cover=lambda table, s, a: pset(table.system, s, a))
    graph, known = closure_search(system, chosen, Watch()), reduce_pset_sleep(system, {}, Watch()).graph()
    assert (graph.states, graph.sleep, graph.successors) == (known.states, known.sleep, known.successors)


@given(SYSTEMS)
def test_a_finer_test_refuses_more(system):
    sizes = [
        len(closure_search(system, replace(reducers.LISTING_1, test=test), Watch()).states)
        for test in ("exact", "pifs", "sleep")
    ]
    assert sizes == sorted(sizes)
