"""The plain explorer: numbering, limits, unbounded nets, cycles."""

from itertools import pairwise

import pytest
from hypothesis import HealthCheck, given, settings

from mazurka.errors import CyclicSystemError, OptionError, UnboundedNetError
from mazurka.fuzz.dice import dice
from mazurka.fuzz.nets import arbitrary_net
from mazurka.fuzz.strategies import nets, systems, unbounded_nets
from mazurka.limits import Limits, Watch
from mazurka.optimized.explorer import explore as compiled_explore
from mazurka.reference import unbounded
from mazurka.reference.explicit import Explicit
from mazurka.reference.explorer import (
    explore,
    find_cycle_run,
    is_cycle_run,
    reach_plain,
    require_acyclic,
    to_exploration,
)
from mazurka.reference.unbounded import is_pump
from mazurka.systems import Lts, StateGraph, replay
from tests.reference.small_systems import DIAMOND, FIGURE_3, LOOP_AND_STEP, atomic_philosophers, net


def has_inhibitor_arcs(net):
    return any(t.inhibitors for t in net.transitions)


def test_states_are_numbered_as_they_are_found_and_edges_are_in_the_order_enabled():
    graph = explore(DIAMOND)
    assert graph.states == [0, 1, 2, 3]
    assert graph.successors == [[("a", 1), ("b", 2)], [("b", 3)], [("a", 3)], []]


def test_depth_first_expands_the_state_found_last():
    line = Lts.from_edges("fork", [(0, "a", 1), (0, "b", 2), (1, "c", 3), (2, "d", 4)])
    assert explore(line, order="dfs").states == [0, 1, 2, 4, 3]


def test_an_order_that_does_not_exist_is_named():
    with pytest.raises(OptionError, match="'random' is not one of bfs, dfs"):
        reach_plain(DIAMOND, {"order": "random"}, Watch())


def test_a_limit_ends_the_search_and_says_what_was_not_expanded():
    graph = explore(DIAMOND, Watch(Limits(max_states=3)))
    assert (graph.complete, graph.limit, graph.unexpanded) == (False, "max_states", {1, 2})


def test_a_limit_above_the_number_of_states_is_not_reached():
    assert explore(DIAMOND, Watch(Limits(max_states=5))).complete


@pytest.mark.parametrize(("n", "states"), [(2, 3), (3, 4), (4, 7), (5, 11)])
def test_atomic_philosophers_have_as_many_states_as_sets_of_philosophers_who_do_not_sit_together(n, states):
    # For n = 2 both forks are shared; from 3 on these are the Lucas numbers.
    assert len(explore(atomic_philosophers(n)).states) == states


def test_the_counts_of_a_net_name_the_largest_token_counts():
    graph = explore(system := net({"p": 2, "q": 0}, {"t": ("p p", "q q q")}))
    counts = to_exploration(graph, system, 0.5)
    assert (counts.states, counts.nodes, counts.transitions, counts.deadlocks) == (2, 2, 1, 1)
    assert (counts.max_tokens_per_place, counts.max_tokens_in_marking, counts.seconds) == (3, 3, 0.5)
    assert to_exploration(explore(DIAMOND), DIAMOND, 0).max_tokens_per_place is None


def test_a_node_that_waits_is_no_deadlock_and_nodes_of_one_state_count_once():
    counts = to_exploration(explore(DIAMOND, Watch(Limits(max_states=2))), DIAMOND, 0)
    assert (counts.states, counts.deadlocks, counts.complete, counts.limit) == (3, 0, False, "max_states")
    twice = StateGraph([0, 1, 2, 3, 3], [[("a", 1), ("b", 2)], [("b", 3)], [("a", 4)], [], []])
    counts = to_exploration(twice, DIAMOND, 0)
    assert (counts.states, counts.nodes, counts.deadlocks) == (4, 5, 1)


def test_an_unbounded_net_is_found_out_with_the_run_and_the_pump():
    growing = net({"p": 1, "q": 0, "r": 0}, {"start": ("p", "q"), "pump": ("q", "q r")})
    with pytest.raises(UnboundedNetError) as caught:
        explore(growing)
    assert (caught.value.run, caught.value.pump, caught.value.place) == (("start",), ("pump",), "r")


def test_a_net_that_loses_tokens_before_it_gains_some_is_found_out():
    # Two steps: the marking in between has fewer tokens.
    growing = net({"p": 2, "q": 0}, {"down": ("p p", "q"), "up": ("q", "p p p")})
    with pytest.raises(UnboundedNetError):
        explore(growing)


@settings(max_examples=15)
@given(unbounded_nets())
def test_every_unbounded_net_is_found_out_with_a_pump_that_pumps(system):
    for order in ("bfs", "dfs"):
        with pytest.raises(UnboundedNetError) as caught:
            explore(system, order=order)
        m = replay(system, caught.value.run)
        assert is_pump(system, m, caught.value.pump)
        assert (
            replay(system, caught.value.run + caught.value.pump)[system.places.index(caught.value.place)]
            > (m[system.places.index(caught.value.place)])
        )


def test_a_net_with_inhibitor_arcs_may_cover_an_ancestor_and_be_bounded():
    once = net({"p": 0}, {"t": ("", "p", "", "p")})
    assert not is_pump(once, (0,), ("t",))
    assert explore(once).states == [(0,), (1,)]


@pytest.mark.parametrize("explorer", [explore, compiled_explore])
def test_an_unbounded_net_with_inhibitor_arcs_is_found_out_if_its_pump_does_not_inhibit_itself(explorer):
    """t fills q as long as r is empty, and u, which q inhibits, is no part of it."""
    steps = {"t": ("p", "p q", "", "r"), "u": ("p", "p q", "", "q")}
    growing = net({"p": 1, "q": 0, "r": 0}, steps)
    with pytest.raises(UnboundedNetError) as caught:
        explorer(growing, Watch(Limits(max_states=100_000)))
    assert (set(caught.value.pump), caught.value.place) == ({"t"}, "q")
    m = replay(growing, caught.value.run)
    assert is_pump(growing, m, caught.value.pump)
    assert not is_pump(growing, (1, 0, 0), ("u",))


@settings(max_examples=60, suppress_health_check=[HealthCheck.filter_too_much])
@given(dice(72).map(lambda d: arbitrary_net(d, inhibitors=True)).filter(has_inhibitor_arcs))
def test_a_net_with_inhibitor_arcs_that_is_refused_pumps_again_and_again(system):
    for explorer in (explore, compiled_explore):
        try:
            explorer(system, Watch(Limits(max_states=300)))
        except UnboundedNetError as refusal:
            assert is_pump(system, replay(system, refusal.run), refusal.pump)
            markings = [replay(system, refusal.run + k * refusal.pump) for k in range(4)]
            assert all(unbounded.strictly_covers(m, below) for below, m in pairwise(markings))


def test_in_a_net_that_keeps_its_tokens_no_ancestor_is_compared(monkeypatch):
    asked = []
    monkeypatch.setattr(unbounded, "strictly_covers", lambda m, below: asked.append((m, below)))
    assert len(explore(net({"p": 1000, "q": 0}, {"t": ("p", "q")})).states) == 1001
    assert asked == []
    # One token more with each step: every ancestor is a record, and this net is as dear as it gets.
    explore(net({"p": 20, "q": 0}, {"t": ("p", "q q")}))
    assert len(asked) == 20 * 21 // 2


def test_a_cycle_is_shown_by_a_run_that_returns():
    run = find_cycle_run(explore(LOOP_AND_STEP))
    assert run == ("a",)
    assert is_cycle_run(LOOP_AND_STEP, run)
    assert find_cycle_run(explore(DIAMOND)) is None
    assert not is_cycle_run(DIAMOND, ("a", "b"))
    assert not is_cycle_run(DIAMOND, ("b", "b"))


@given(systems())
def test_a_cycle_is_found_iff_there_is_one_and_its_run_returns(system):
    run = find_cycle_run(explore(system))
    try:
        require_acyclic(system, "this")
    except CyclicSystemError as error:
        assert error.run == run
        assert is_cycle_run(system, run)
    else:
        assert run is None
        assert explore(system).topological_order() is not None


def test_whether_a_system_is_acyclic_may_remain_unknown_at_a_limit():
    long = Lts.from_edges("long", [(n, f"a{n}", n + 1) for n in range(9)])
    assert require_acyclic(long, "this", Watch(Limits(max_states=3))) == "max_states"
    assert require_acyclic(FIGURE_3, "this", Watch(Limits(max_states=1))) is None


@given(nets())
def test_the_explicit_system_answers_as_the_system_does(system):
    known = Explicit(system, explore(system))
    for s in known.full.states:
        assert known.enabled(s) == system.enabled(s)
        assert all(known.after(s, a) == system.after(s, a) for a in system.enabled(s))
        assert replay(system, known.run_to(s)) == s
