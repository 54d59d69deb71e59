"""The includes-first-set test and its approximations, at every reachable state of random systems."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.strategies import client_server_systems
from mazurka.reference.closure_sets import closure_of, covering_set, is_closed
from mazurka.reference.explorer import explore
from mazurka.reference.includes_first_set import (
    FirstSetOracle,
    Staircase,
    find_staircase,
    includes_first_set,
    is_run_with_first_set_within,
    is_staircase,
)
from mazurka.reference.local_runs import find_heads, find_runs, is_head, is_local_run, local_runs
from mazurka.reference.pifs import (
    find_action_pifs,
    find_pifs,
    find_rpifs,
    is_action_pifs,
    is_least,
    is_pifs,
    processes_of,
    sticks,
)
from mazurka.reference.process_sets import futures, pset
from mazurka.reference.source_sets import covers
from mazurka.systems import ClientServerSystem, Process


def questions(system):
    """All (s, B) with B enabled at s."""
    for s in explore(system).states:
        enabled = system.enabled(s)
        for size in range(len(enabled) + 1):
            for b in combinations(enabled, size):
                yield s, frozenset(b)


@given(client_server_systems())
def test_the_oracle_answers_as_the_definition_does_and_with_a_run(system):
    oracle = FirstSetOracle(system)
    for s, b in questions(system):
        run = oracle.find_run(s, b)
        assert oracle(s, b) == includes_first_set(system, s, b) == (run is not None)
        assert run is None or is_run_with_first_set_within(system, s, b, run)


@given(client_server_systems())
def test_a_first_set_is_included_iff_a_staircase_can_be_built(system):
    oracle = FirstSetOracle(system)
    for s, b in questions(system):
        stairs = find_staircase(system, s, b)
        assert (stairs is not None) == oracle(s, b)
        assert stairs is None or is_staircase(system, s, b, stairs)


def stairs_along(system, s, b, run):
    """The run cut into a staircase: each action is a step if it brings a new process, as soon as it must."""
    used, ground, steps = frozenset(), [], []
    for a in run:
        domain = set(system.domain[a])
        if not steps and domain <= processes_of(system, b):
            ground.append(a)
        elif sticks(system, s, used, a):
            steps.append((a, []))
        elif steps:
            steps[-1][1].append(a)
        else:
            return None
        used |= domain
    return Staircase(tuple(ground), tuple((a, tuple(u)) for a, u in steps))


@given(client_server_systems(), st.lists(st.integers(0, 5), max_size=9))
def test_whatever_is_a_staircase_proves_that_a_first_set_is_included(system, throws):
    oracle = FirstSetOracle(system)
    for s, b in questions(system):
        t, run = s, ()
        for throw in throws:
            if enabled := system.enabled(t):
                run += (enabled[throw % len(enabled)],)
                t = system.after(t, run[-1])
        for end in range(len(run) + 1):
            stairs = stairs_along(system, s, b, run[:end])
            if stairs is not None and is_staircase(system, s, b, stairs):
                assert oracle(s, b)


@given(client_server_systems())
def test_each_test_is_implied_by_the_exact_one(system):
    oracle, table = FirstSetOracle(system), local_runs(system)
    for s, b in questions(system):
        tests = [oracle(s, b), *(test(table, s, b).holds for test in (find_pifs, find_rpifs))]
        assert tests == sorted(tests), (s, b)
        assert find_action_pifs(table, s, b).holds >= oracle(s, b)
        assert find_action_pifs(table, s, b).holds <= find_rpifs(table, s, b).holds
        if not b:
            assert set(tests) == {not system.enabled(s)}


@given(client_server_systems())
def test_the_sets_of_pifs_are_those_of_the_definition(system):
    table, s = local_runs(system), system.initial
    for t, b in questions(system):
        assert is_pifs(system, t, b, find_pifs(table, t, b).processes)
        if t == s:
            found = find_action_pifs(table, s, b)
            assert is_action_pifs(system, s, b, found.actions)
            assert found.processes == processes_of(system, found.actions)


@given(client_server_systems())
def test_the_triples_are_the_local_runs_of_the_definition(system):
    for p, process in enumerate(system.processes):
        runs = find_runs(system, p)
        everybody = range(len(system.processes))
        for x in process.local_states:
            for c, b in ((c, b) for c in process.actions for b in process.actions):
                for size in range(len(everybody) + 1):
                    for within in map(set, combinations(everybody, size)):
                        listed = any((c, b) == (r.first, r.last) and r.through <= within for r in runs[x])
                        assert listed == is_local_run(system, p, x, c, within, b)


@given(client_server_systems())
def test_the_heads_are_those_of_the_definition(system):
    for q, process in enumerate(system.processes):
        heads = find_heads(system, q)
        for x in process.local_states:
            for b in process.actions:
                expected = {c for c in process.actions if is_head(system, q, x, c, b)}
                assert heads.get((x, b), frozenset()) == expected


@given(client_server_systems())
def test_closure_sets_are_least_cover_and_lie_within_process_sets(system):
    table, oracle, ahead = local_runs(system), FirstSetOracle(system), futures(system)
    for n, s in enumerate(oracle.full.states):
        for a in system.enabled(s):
            closed, chosen = closure_of(table, s, a), covering_set(table, s, a)
            assert is_closed(system, s, a, closed)
            if s == system.initial and len(closed) <= 8:
                assert is_least({a}, closed, lambda x, s=s, a=a: is_closed(system, s, a, x))
            assert covers(set(chosen), oracle.table[n])
            assert set(chosen) <= set(pset(system, s, a, ahead))


def test_what_is_in_b_need_not_be_wrapped():
    """Where nothing else is enabled the staircase of no steps will do."""
    client, server = Process("c", "0", (("0", "a", "1"),)), Process("s", "0", (("0", "a", "1"),))
    system = ClientServerSystem("one", (client,), (server,))
    nothing = Staircase((), ())
    assert is_staircase(system, system.initial, frozenset({"a"}), nothing)
    assert not is_staircase(system, system.initial, frozenset(), nothing)
