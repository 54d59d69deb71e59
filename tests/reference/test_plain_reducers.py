"""The plain reducers: what they choose satisfies its definition, and what they promise is kept."""

import pytest
from hypothesis import given

from mazurka.errors import CyclicSystemError, PreconditionError
from mazurka.fuzz.strategies import client_server_systems, entity_systems, nets, systems
from mazurka.limits import Limits, Watch
from mazurka.reference import net_stubborn_sets, persistent_sets, process_sets, sleep_sets
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explicit import Explicit
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.net_stubborn_sets import (
    arcs_of,
    closure,
    enabled_among,
    find_by_closure,
    find_by_deletion,
    is_closed,
)
from mazurka.reference.persistent_sets import is_persistent
from mazurka.reference.process_sets import closed_set, pset
from mazurka.reference.sleep_sets import is_sleep_blocked, sleep_after, sleep_set_search, unguarded_search
from mazurka.reference.stubborn_sets import is_stubborn
from mazurka.systems import ClientServerSystem
from tests.reference.small_systems import (
    DIAMOND,
    FIGURE_3,
    LATE_CONFLICT,
    LOOP_AND_STEP,
    TWO_LOOPS,
    atomic_philosophers,
    net,
    process,
)


def graph_of(reduce, system, **options):
    exploration = reduce(system, options, Watch())
    return exploration.graph()


def kept(system, reduced, *names):
    findings = [CRITERIA[name](system, explore(system), reduced, Context()) for name in names]
    return [f for f in findings if f.holds is not True]


@given(systems())
def test_plain_persistent_keeps_deadlocks_and_explores_persistent_sets(system):
    reduced = graph_of(persistent_sets.reduce_plain, system)
    assert kept(system, reduced, "soundness", "deadlocks", "persistent", "stubborn") == []


@given(client_server_systems())
def test_plain_persistent_loses_no_trace_of_an_acyclic_system(system):
    reduced = graph_of(persistent_sets.reduce_plain, system, order="dfs")
    assert kept(system, reduced, "covering-source-sets", "trace-complete", "weak-prefix") == []


def test_on_atomic_philosophers_persistent_sets_alone_leave_n_plus_one_states():
    # [EP] Figure 1(c): the optimum, with the initial state fully expanded.
    for n in (3, 4, 5):
        reduced = graph_of(persistent_sets.reduce_plain, atomic_philosophers(n))
        assert len(reduced.states) == n + 1
        assert set(reduced.explored(0)) == {f"t{i}" for i in range(1, n + 1)}


@given(client_server_systems())
def test_sleep_sets_alone_lose_no_trace(system):
    reduced = graph_of(sleep_sets.reduce_plain, system)
    names = ("soundness", "deadlocks", "covering-source-sets", "trace-complete")
    assert kept(system, reduced, *names) == []


@given(client_server_systems())
def test_process_sets_with_sleep_sets_lose_no_trace(system):
    reduced = graph_of(process_sets.reduce_pset_sleep, system)
    names = ("soundness", "deadlocks", "covering-source-sets", "trace-complete")
    assert kept(system, reduced, *names) == []


@given(entity_systems())
def test_sleep_sets_keep_the_deadlocks_of_acyclic_entity_systems_and_refuse_the_others(system):
    if explore(system).topological_order() is None:
        with pytest.raises(CyclicSystemError, match="returns to a state already met"):
            graph_of(sleep_sets.reduce_plain, system)
    else:
        assert kept(system, graph_of(sleep_sets.reduce_plain, system), "deadlocks", "trace-complete") == []


def test_of_a_diamond_sleep_sets_leave_one_path_and_refuse_the_other():
    reduced = graph_of(sleep_sets.reduce_plain, DIAMOND)
    assert reduced.states == [0, 1, 3]
    assert reduced.successors == [[("a", 1)], [("b", 2)], []]
    assert reduced.treated == [("a", "b"), ("b",), ()]
    assert is_sleep_blocked(DIAMOND, 2, sleep_after(DIAMOND, frozenset(), ("a",), "b"))


def test_a_new_node_is_linked_to_the_oldest_node_of_its_state_with_fewer_asleep():
    # b and then a reach the state of a·b: the node of a·b has nothing asleep, and is linked.
    system = net({"p": 1, "q": 1, "r": 1}, {"a": ("p", "", "q"), "b": ("q", ""), "c": ("r", "")})
    reduced = graph_of(sleep_sets.reduce_plain, system)
    for m, s in enumerate(reduced.states):
        older = [n for n in range(m) if reduced.states[n] == s and reduced.sleep[n] <= reduced.sleep[m]]
        assert not older
    assert kept(system, reduced, "covering-source-sets") == []


def test_without_the_guard_sleep_sets_lose_an_action_of_a_cyclic_system():
    # LOOP_AND_STEP: a loops at both states, c goes from the first to the second.
    lost = unguarded_search(LOOP_AND_STEP, lambda s, _: LOOP_AND_STEP.enabled(s), Watch())
    assert lost.states == [0]
    assert lost.treated == [("a", "c")]
    with pytest.raises(CyclicSystemError):
        sleep_set_search(LOOP_AND_STEP, lambda s, _: LOOP_AND_STEP.enabled(s))


def test_sleep_sets_stop_at_a_limit():
    exploration = sleep_sets.reduce_plain(DIAMOND, {}, Watch(Limits(max_states=2)))
    assert (exploration.complete, exploration.limit) == (False, "max_states")
    exploration = process_sets.reduce_pset_sleep(FIGURE_3, {}, Watch(Limits(max_states=1)))
    assert exploration.graph().unexpanded == {0}


@given(client_server_systems())
def test_process_sets_are_persistent_and_least(system):
    for s in explore(system).states:
        for a in system.enabled(s):
            inside = closed_set(system, s, a)
            assert process_sets.is_closed(system, s, inside)
            assert inside >= set(system.domain[a])
            without = (inside - {p} for p in inside - set(system.domain[a]))
            assert not any(process_sets.is_closed(system, s, x) for x in without)
            assert is_persistent(system, s, set(pset(system, s, a)))


def test_what_is_not_a_client_server_system_is_refused_with_what_to_use():
    with pytest.raises(PreconditionError, match="use plain/persistent"):
        process_sets.reduce_pset_sleep(DIAMOND, {}, Watch())
    with pytest.raises(PreconditionError, match="use plain/persistent"):
        net_stubborn_sets.reduce_by_closure(DIAMOND, {}, Watch())


@given(nets())
def test_closed_sets_of_nets_are_stubborn_by_definition_for_both_algorithms(system):
    full = explore(system)
    known, arcs, names = Explicit(system, full), arcs_of(system), system.actions
    for m in full.states:
        found = [find_by_closure(arcs, m), find_by_deletion(arcs, m)]
        found += [closure(arcs, m, t) for t in range(len(names)) if system.enabled(m)][:3]
        for members in found:
            if enabled_among(system, m, members) or not system.enabled(m):
                assert is_closed(arcs, m, set(members))
                assert is_stubborn(known, m, {names[t] for t in members})
        assert bool(found[0]) == bool(found[1]) == bool(system.enabled(m))


@given(nets())
def test_stubborn_sets_of_nets_keep_deadlocks(system):
    for reduce in (net_stubborn_sets.reduce_by_closure, net_stubborn_sets.reduce_by_deletion):
        for order in ("bfs", "dfs"):
            reduced = graph_of(reduce, system, order=order)
            assert kept(system, reduced, "soundness", "deadlocks", "stubborn") == []


def test_a_disabled_transition_brings_in_what_can_enable_it():
    # c competes with a, is disabled for lack of q, and b fills q: closing a takes in c and then b.
    arcs = arcs_of(LATE_CONFLICT)
    assert closure(arcs, LATE_CONFLICT.initial, 0) == (0, 2, 1)
    assert find_by_closure(arcs, LATE_CONFLICT.initial) == (1,)
    # Deletion cannot do without b, and c stays with it; a goes.
    assert find_by_deletion(arcs, LATE_CONFLICT.initial) == (1, 2)


def test_an_inhibited_transition_brings_in_what_can_clear_its_place():
    # c needs p and is inhibited by q, which b empties; d would too, but is inhibited by q itself.
    system = net(
        {"p": 1, "q": 1},
        {"a": ("p", ""), "b": ("q", ""), "c": ("p", "", "", "q"), "d": ("q", "", "", "q")},
    )
    assert closure(arcs_of(system), system.initial, 0) == (0, 2, 1)
    # With a bound one larger d is not inhibited, and is what can empty q.
    system = net({"p": 1, "q": 1}, {"a": ("p", ""), "c": ("p", "", "", "q"), "d": ("q", "", "", "q q")})
    assert closure(arcs_of(system), system.initial, 0) == (0, 1, 2)


def test_the_processes_of_a_set_are_closed_under_all_that_lies_ahead():
    # After a the client p meets the server t, which q uses: so c is in, though a alone is persistent.
    system = ClientServerSystem(
        "ahead",
        (process("p", ("0", "a", "1"), ("1", "b", "2")), process("q", ("0", "c", "1"))),
        (process("s", ("0", "a", "1")), process("t", ("0", "b", "1"), ("0", "c", "2"))),
    )
    assert process_sets.local_future(system.clients[0], "0") == {"a", "b"}
    assert closed_set(system, system.initial, "a") == {0, 1, 2, 3}
    assert pset(system, system.initial, "a") == ("a", "c")
    assert is_persistent(system, system.initial, {"a"})


def test_among_scapegoats_the_one_that_adds_fewest_is_taken_and_the_first_of_equals():
    # t lacks p, which a and b fill, and q, which c alone fills; u lacks r and s, which d and e fill.
    system = net(
        {"p": 0, "q": 0, "r": 0, "s": 0, "z": 1, "x": 3},
        {
            "t": ("p q z", ""),
            "a": ("x", "p"),
            "b": ("x", "p"),
            "c": ("x x", "q"),
            "d": ("x", "r"),
            "e": ("x", "s"),
            "u": ("r s z", ""),
            "seed": ("z", ""),
        },
    )
    found = closure(arcs_of(system), system.initial, 7)
    assert found[:5] == (7, 0, 6, 3, 4)


def test_the_fewest_enabled_count_and_not_the_fewest_members():
    # The closure of a has two members, both enabled; that of x has three, and x alone is enabled.
    system = net(
        {"p": 1, "q": 1, "l": 0},
        {"a": ("p", ""), "b": ("p", ""), "x": ("q", ""), "y": ("q l", ""), "z": ("q l", "")},
    )
    arcs = arcs_of(system)
    assert closure(arcs, system.initial, 0) == (0, 1)
    assert closure(arcs, system.initial, 2) == find_by_closure(arcs, system.initial) == (2, 3, 4)


def test_deletion_begins_with_the_last_enabled_transition():
    system = net({"p": 1, "q": 1}, {"a": ("p", ""), "b": ("q", "")})
    assert find_by_deletion(arcs_of(system), system.initial) == (0,)


def test_two_independent_loops_leave_one_of_them():
    reduced = graph_of(persistent_sets.reduce_plain, TWO_LOOPS)
    assert reduced.successors == [[("a", 0)]]
