"""Every criterion holds on a right reduction and fails on a broken one, with a run that shows it."""

from dataclasses import replace

import pytest
from hypothesis import given

from mazurka.fuzz.strategies import client_server_systems, systems
from mazurka.limits import Limits, Watch
from mazurka.reference import net_stubborn_sets, persistent_sets, sleep_sets
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.deadlocks import find_false_deadlock, has_same_deadlocks
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.foreign import attach_states
from mazurka.reference.negative_controls import (
    reduce_forgetting_the_proviso,
    reduce_ignoring_a_dependency,
)
from mazurka.reference.provisos import find_ignored, is_explored_from
from mazurka.reference.search import reduced_graph
from mazurka.reference.soundness import is_sound
from mazurka.reference.source_sets import covers, first_sets
from mazurka.reference.trace_complete import find_equivalent_path, find_extending_path
from mazurka.reference.traces import are_equivalent, is_weak_prefix, maximal_runs
from mazurka.systems import Lts, StateGraph, replay
from tests.reference.small_systems import (
    DIAMOND,
    FIGURE_3,
    LATE_CONFLICT,
    READ_IN_BETWEEN,
    TWO_LOOPS,
    atomic_philosophers,
    net,
)


def judge(name, system, reduced, **context):
    finding = CRITERIA[name](system, explore(system), reduced, Context(**context))
    assert finding.name == name
    assert finding.reason
    assert (finding.witness is None) or replay(system, finding.witness) is not None
    return finding


def choosing(system, choice):
    """The reduction that explores, at the states listed, only the actions given; everything elsewhere."""
    return reduced_graph(system, lambda s: choice.get(s, system.enabled(s)))


@given(systems())
def test_the_full_graph_meets_every_criterion_that_applies(system):
    full = explore(system)
    visible = tuple(system.local_states(system.initial))[:2]
    acyclic = full.topological_order() is not None
    for name, check in CRITERIA.items():
        finding = check(system, full, full, Context(goal=lambda s: s == system.initial, visible=visible))
        wanted = True if acyclic or name not in ("covering-source-sets", "trace-complete") else None
        assert finding.holds is wanted, finding


# --- soundness


@pytest.mark.parametrize(
    ("edges", "run", "reason"),
    [
        ([[("c", 1)], []], (), "'c'"),
        ([[("a", 1)], [("b", 0)]], ("a", "b"), "node 0"),
        ([[("a", 1)], [], []], (), "no path leads to node 2"),
    ],
)
def test_a_step_or_a_state_that_the_system_does_not_have_is_reported(edges, run, reason):
    reduced = StateGraph([0, 1, 3][: len(edges)], edges)
    finding = judge("soundness", DIAMOND, reduced)
    assert (finding.holds, finding.witness) == (False, run)
    assert reason in finding.reason
    assert not is_sound(DIAMOND, reduced)


def test_a_wrong_initial_state_and_an_empty_graph_are_unsound():
    assert judge("soundness", DIAMOND, StateGraph([1], [[]])).holds is False
    assert judge("soundness", DIAMOND, StateGraph()).holds is False


def test_nothing_else_is_judged_of_an_unsound_reduction():
    reduced = StateGraph([0, 1], [[("c", 1)], []])
    for name in CRITERIA:
        if name != "soundness":
            finding = judge(name, DIAMOND, reduced, goal=bool, visible=("state",))
            assert finding.holds is None
            assert "not sound" in finding.reason


def test_states_are_attached_to_a_graph_of_labels():
    attached = attach_states(DIAMOND, 3, 2, [(2, "a", 0), (0, "b", 1)])
    assert attached.finding.holds is True
    assert attached.graph.states == [0, 1, 3]
    assert attached.graph.successors == [[("a", 1)], [("b", 2)], []]


@pytest.mark.parametrize(
    ("edges", "run", "reason"),
    [
        ([(0, "b", 1), (1, "b", 2)], ("b",), "the system does not enable"),
        ([(0, "a", 1), (0, "b", 1), (1, "b", 2)], ("b",), "node 1 is reached in another state by a"),
        ([(0, "a", 1)], (), "no path leads from the initial node 0 to node 2"),
    ],
)
def test_a_graph_of_labels_that_is_no_part_of_the_system_is_reported(edges, run, reason):
    attached = attach_states(DIAMOND, 3, 0, edges)
    assert attached.graph is None
    assert (attached.finding.holds, attached.finding.witness) == (False, run)
    assert reason in attached.finding.reason


# --- deadlocks, source sets, traces


def test_a_lost_deadlock_is_reported_with_a_run_to_it():
    broken = choosing(READ_IN_BETWEEN, {READ_IN_BETWEEN.initial: ("a",)})
    finding = judge("deadlocks", READ_IN_BETWEEN, broken)
    assert (finding.holds, finding.witness, finding.checked) == (False, ("b", "c", "a"), 2)
    assert not has_same_deadlocks(READ_IN_BETWEEN, explore(READ_IN_BETWEEN), broken)


def test_a_node_that_only_looks_like_a_deadlock_is_mentioned():
    reduced = StateGraph([0, 1, 2, 3], [[("a", 1), ("b", 2)], [("b", 3)], [], []])
    assert find_false_deadlock(DIAMOND, reduced) == 2
    finding = judge("deadlocks", DIAMOND, reduced)
    assert finding.holds is True
    assert "stops after b, where the system still enables {a}" in finding.reason
    asleep = replace(reduced, sleep=[frozenset(), frozenset(), frozenset("a"), frozenset()])
    assert find_false_deadlock(DIAMOND, asleep) is None


def test_a_set_that_does_not_cover_is_reported_with_the_run_that_it_loses():
    broken = choosing(FIGURE_3, {FIGURE_3.initial: ("a",)})
    assert judge("covering-source-sets", FIGURE_3, choosing(FIGURE_3, {FIGURE_3.initial: ("a", "b")})).holds
    for name in ("covering-source-sets", "trace-complete", "weak-prefix"):
        finding = judge(name, FIGURE_3, broken)
        assert finding.holds is False
        assert are_equivalent(FIGURE_3.independent, finding.witness, ("b", "c"))


def test_the_sleep_set_of_a_successor_may_not_hold_more_than_was_treated_before():
    reduced = sleep_sets.reduce_plain(DIAMOND, {}, Watch()).graph()
    assert judge("covering-source-sets", DIAMOND, reduced).holds
    reduced.sleep[1] = frozenset("b")
    finding = judge("covering-source-sets", DIAMOND, reduced)
    assert (finding.holds, finding.witness) == (False, ("a",))
    assert "{b} must not be asleep" in finding.reason


def test_a_dependent_action_may_not_stay_asleep():
    system = Lts.from_edges("dependent", [*DIAMOND.edges])
    reduced = StateGraph(
        [0, 1, 2, 3],
        [[("a", 1), ("b", 2)], [("b", 3)], [], []],
        [frozenset(), frozenset(), frozenset("a"), frozenset()],
    )
    finding = judge("covering-source-sets", system, reduced)
    assert (finding.holds, finding.witness) == (False, ("b",))


def test_nothing_may_be_asleep_at_the_initial_node():
    reduced = StateGraph([0], [[]], [frozenset("ab")])
    assert judge("covering-source-sets", DIAMOND, reduced).holds is False


def test_of_the_treated_actions_in_a_first_set_the_earliest_must_be_explored():
    # a is said to be refused and b explored with a asleep: the run a·b begins with a, and is nobody's.
    reduced = StateGraph([0, 2], [[("b", 1)], []], [frozenset(), frozenset("a")], [("a", "b"), ()])
    finding = judge("covering-source-sets", DIAMOND, reduced)
    assert finding.holds is False
    assert are_equivalent(DIAMOND.independent, finding.witness, ("a", "b"))
    # Without the refused action before it, b alone is right.
    right = StateGraph([0, 2, 3], [[("b", 1)], [("a", 2)], []], [frozenset()] * 3)
    assert judge("covering-source-sets", DIAMOND, right).holds is True


@given(client_server_systems())
def test_without_sleep_sets_the_criterion_is_covering_at_each_node(system):
    reduced = reduce_ignoring_a_dependency(system, {}, Watch()).graph()
    right = all(
        covers(frozenset(reduced.explored(n)), first_sets(system, s)) for n, s in enumerate(reduced.states)
    )
    finding = judge("covering-source-sets", system, reduced)
    assert finding.holds is right
    if right:
        assert judge("trace-complete", system, reduced).holds


@given(client_server_systems())
def test_trace_completeness_is_that_of_the_definition(system):
    full = explore(system)
    if len(full.states) > 20:
        return
    reduced = reduce_ignoring_a_dependency(system, {}, Watch()).graph()
    kept = list(maximal_runs(_as_lts(reduced), 0))
    for w in maximal_runs(system, system.initial):
        expected = any(are_equivalent(system.independent, v, w) for v in kept)
        path = find_equivalent_path(system.independent, reduced, w)
        assert (path is not None) == expected
        assert path is None or are_equivalent(system.independent, path, w)
    lost = judge("trace-complete", system, reduced)
    assert lost.holds is judge("weak-prefix", system, reduced).holds
    if lost.holds is False:
        assert not any(is_weak_prefix(system.independent, lost.witness, v) for v in kept)


@given(client_server_systems())
def test_a_path_that_extends_a_run_is_that_of_the_definition(system):
    full = explore(system)
    if len(full.states) > 15:
        return
    reduced = reduce_ignoring_a_dependency(system, {}, Watch()).graph()
    paths = list(maximal_runs(_as_lts(reduced), 0))
    for w in {run[:i] for run in maximal_runs(system, system.initial) for i in range(len(run) + 1)}:
        expected = any(is_weak_prefix(system.independent, w, v) for v in paths)
        path = find_extending_path(system.independent, reduced, w)
        assert (path is not None) == expected
        assert path is None or is_weak_prefix(system.independent, w, path)


def test_a_run_cannot_be_pulled_before_what_it_depends_on():
    chain = StateGraph([0, 1, 2], [[("a", 1)], [("b", 2)], []])
    assert find_extending_path(DIAMOND.independent, chain, ("b",)) == ("a", "b")
    assert find_extending_path(lambda _a, _b: False, chain, ("b",)) is None


def _as_lts(graph):
    return Lts("", 0, len(graph.states), tuple(graph.edges()))


def test_too_many_traces_are_no_answer():
    reduced = choosing(FIGURE_3, {FIGURE_3.initial: ("a", "b")})
    finding = judge("trace-complete", FIGURE_3, reduced, max_runs=1)
    assert (finding.holds, finding.checked) == (None, 1)
    assert "1 of more than 1" in finding.reason
    assert judge("trace-complete", FIGURE_3, reduced, max_runs=2).holds is True


def test_of_a_cyclic_system_a_lost_run_refutes_and_nothing_but_full_expansion_confirms():
    lost = judge("weak-prefix", TWO_LOOPS, choosing(TWO_LOOPS, {0: ("a",)}))
    assert (lost.holds, lost.witness) == (False, ("b",))
    assert judge("weak-prefix", TWO_LOOPS, explore(TWO_LOOPS)).holds is True
    reduced = persistent_sets.reduce_plain(system := atomic_philosophers(3), {}, Watch()).graph()
    assert judge("weak-prefix", system, reduced, max_runs=50).holds is True
    bigger = persistent_sets.reduce_plain(system := atomic_philosophers(4), {}, Watch()).graph()
    finding = judge("weak-prefix", system, bigger, max_runs=50)
    assert (finding.holds, finding.checked) == (None, 50)


# --- the sets explored


def test_what_is_not_persistent_or_stubborn_is_reported_with_the_run_that_interferes():
    broken = choosing(READ_IN_BETWEEN, {READ_IN_BETWEEN.initial: ("a",)})
    finding = judge("persistent", READ_IN_BETWEEN, broken)
    assert (finding.holds, finding.witness) == (False, ("b", "c"))
    finding = judge("stubborn", READ_IN_BETWEEN, broken)
    assert (finding.holds, finding.witness) == (False, ("b", "c", "a"))
    assert "D1" in finding.reason


def test_to_explore_nothing_where_something_is_enabled_is_neither_persistent_nor_stubborn():
    stopped = StateGraph([0], [[]])
    for name, condition in (("persistent", "C0"), ("stubborn", "D0"), ("ample", "C0")):
        finding = judge(name, DIAMOND, stopped, visible=())
        assert (finding.holds, finding.witness) == (False, ())
        assert condition in finding.reason


def test_a_set_that_is_only_weakly_stubborn_passes_and_is_counted():
    both = net({"p": 1, "q": 1}, {"a": ("p", ""), "b": ("q", ""), "c": ("q", "")})
    finding = judge("stubborn", both, choosing(both, {both.initial: ("a", "b")}))
    assert finding.holds is True
    assert "1 of them weakly" in finding.reason


def test_a_set_without_a_key_is_not_stubborn():
    # Each of two conflicting pairs is explored by half: D1 holds, and each member can be disabled.
    system = net({"p": 1, "q": 1}, {t: (p, "") for t, p in zip("abcd", "ppqq", strict=True)})
    finding = judge("stubborn", system, choosing(system, {system.initial: ("a", "c")}))
    assert finding.holds is False
    assert "D2w" in finding.reason


def test_the_sets_of_a_reduction_with_sleep_sets_cannot_be_seen():
    reduced = sleep_sets.reduce_plain(DIAMOND, {}, Watch()).graph()
    for name in ("persistent", "stubborn", "ample"):
        finding = judge(name, DIAMOND, reduced, visible=())
        assert finding.holds is None
        assert "sleep sets" in finding.reason


def test_ample_sets_may_not_reorder_what_is_visible():
    reduced = choosing(DIAMOND, {0: ("a",)})
    assert judge("ample", DIAMOND, reduced, visible=()).holds is True
    finding = judge("ample", DIAMOND, reduced, visible=("state",))
    assert finding.holds is False
    assert "C2" in finding.reason
    assert judge("ample", DIAMOND, reduced).holds is None


def test_ample_sets_may_not_ignore_an_action_along_a_cycle():
    finding = judge("ample", TWO_LOOPS, choosing(TWO_LOOPS, {0: ("a",)}), visible=())
    assert (finding.holds, finding.witness) == (False, ("a",))
    assert "C3" in finding.reason


# --- provisos


def test_an_action_that_is_never_explored_again_is_ignored():
    reduced = choosing(TWO_LOOPS, {0: ("a",)})
    finding = judge("no-ignoring", TWO_LOOPS, reduced)
    assert (finding.holds, finding.witness) == (False, ())
    assert "'b'" in finding.reason
    finding = judge("cycle-expansion", TWO_LOOPS, reduced)
    assert (finding.holds, finding.witness) == (False, ("a",))


def test_a_cycle_may_ignore_what_is_explored_elsewhere():
    # a goes round 0 and 1; b is explored at 1 only by leaving the cycle: fine for C2S and for C2L.
    # c, enabled along the cycle, is explored only at 2: fine for C2S, not for C2L.
    system = Lts.from_edges(
        "cycle", [(0, "a", 1), (1, "a", 0), (0, "b", 2), (1, "b", 2), (0, "c", 3), (1, "c", 3), (2, "c", 3)]
    )
    reduced = choosing(system, {0: ("a",), 1: ("a", "b")})
    assert judge("no-ignoring", system, reduced).holds is True
    finding = judge("cycle-expansion", system, reduced)
    assert (finding.holds, finding.witness) == (False, ("a", "a"))
    assert "'c'" in finding.reason


def test_c2l_may_hold_where_no_node_of_the_cycle_is_fully_expanded():
    system = Lts.from_edges("shared", [(0, "a", 1), (1, "a", 0), *((n, x, 2) for n in (0, 1) for x in "bc")])
    reduced = choosing(system, {0: ("a", "b"), 1: ("a", "c")})
    finding = judge("cycle-expansion", system, reduced)
    assert finding.holds is True
    assert "not every cycle has a fully expanded node" in finding.reason
    assert "; every cycle has" in judge("cycle-expansion", system, explore(system)).reason


@given(systems())
def test_no_ignoring_is_that_of_the_definition(system):
    reduced = reduce_forgetting_the_proviso(system, {}, Watch()).graph()
    expected = all(
        is_explored_from(reduced, n, a) for n, s in enumerate(reduced.states) for a in system.enabled(s)
    )
    assert (find_ignored(system, reduced) is None) == expected
    assert judge("no-ignoring", system, reduced).holds is expected


@given(systems())
def test_an_action_is_ignored_along_a_cycle_iff_some_simple_cycle_ignores_it(system):
    # An independent search: from each node where a is enabled, can it be reached again without exploring a?
    reduced = reduce_forgetting_the_proviso(system, {}, Watch()).graph()

    def returns(n, a):
        met, waiting = set(), [n]
        while waiting:
            for _, m in reduced.successors[waiting.pop()]:
                if m not in met and a not in reduced.explored(m):
                    met.add(m)
                    waiting.append(m)
        return n in met

    ignored = any(
        a not in reduced.explored(n) and returns(n, a)
        for n, s in enumerate(reduced.states)
        for a in system.enabled(s)
    )
    assert judge("cycle-expansion", system, reduced).holds is not ignored


def test_figure_1_of_evangelista_and_pajault_needs_no_proviso():
    # Every cycle of the optimal graph contains the initial state, which is fully expanded.
    reduced = persistent_sets.reduce_plain(system := atomic_philosophers(4), {}, Watch()).graph()
    finding = judge("cycle-expansion", system, reduced)
    assert finding.holds is True
    assert "; every cycle has a fully expanded node" in finding.reason


# --- local states and goals


def test_a_local_state_that_is_lost_is_reported_with_a_run_to_it():
    system = net({"p": 1, "q": 0, "l": 1}, {"loop": ("l", "l"), "go": ("p", "q")})
    lazy = choosing(system, {system.initial: ("loop",)})
    finding = judge("local-states", system, lazy)
    assert (finding.holds, finding.witness) == (False, ("go",))
    assert "p = 0" in finding.reason
    assert judge("local-states", system, explore(system)).holds is True
    goal = judge("reachable-goal", system, lazy, goal=lambda m: m[1] == 1)
    assert (goal.holds, goal.witness) == (False, ("go",))
    assert judge("reachable-goal", system, lazy, goal=lambda m: m[1] == 2).holds is True
    assert judge("reachable-goal", system, lazy, goal=lambda m: m[0] == 1).holds is True
    assert judge("reachable-goal", system, lazy).holds is None


# --- what is incomplete


def test_an_incomplete_reduction_never_meets_a_criterion_but_can_fail_it():
    system = READ_IN_BETWEEN
    begun = explore(system, Watch(Limits(max_states=2)))
    for name in CRITERIA:
        assert judge(name, system, begun, visible=(), goal=lambda m: m == "none").holds is None
    broken = reduced_graph(system, lambda m: system.enabled(m)[:1], watch=Watch(Limits(max_states=2)))
    assert broken.unexpanded == {1}
    failing = {name for name in CRITERIA if judge(name, system, broken, visible=()).holds is False}
    assert failing == {"persistent", "stubborn", "ample", "covering-source-sets"}


def test_an_ignored_action_may_still_come_at_a_node_that_waits():
    system = Lts.from_edges("later", [(0, "a", 1), (0, "b", 2), (1, "b", 2)])
    waiting = StateGraph([0, 1], [[("a", 1)], []], complete=False, limit="max_states", unexpanded={1})
    assert judge("no-ignoring", system, waiting).holds is None


def test_a_goal_that_was_reached_before_the_limit_is_reached():
    begun = explore(DIAMOND, Watch(Limits(max_states=2)))
    assert judge("reachable-goal", DIAMOND, begun, goal=lambda s: s == 1).holds is True


def test_against_an_incomplete_full_space_only_what_needs_none_is_said_to_hold():
    reduced = choosing(READ_IN_BETWEEN, {READ_IN_BETWEEN.initial: ("a",)})
    part = explore(READ_IN_BETWEEN, Watch(Limits(max_states=2)))
    context = Context(goal=lambda m: m == "none", visible=())
    found = {name: check(READ_IN_BETWEEN, part, reduced, context).holds for name, check in CRITERIA.items()}
    assert {name for name, answer in found.items() if answer} == {
        "soundness",
        "no-ignoring",
        "cycle-expansion",
    }
    assert {name for name, answer in found.items() if answer is False} == set()


def test_a_check_that_runs_out_of_time_is_no_answer():
    watch = Watch(Limits(max_seconds=0.0))
    reduced = choosing(FIGURE_3, {FIGURE_3.initial: ("a", "b")})
    for name in ("covering-source-sets", "trace-complete", "persistent", "stubborn", "ltl-x"):
        finding = judge(name, FIGURE_3, reduced, watch=watch, visible=("p",))
        assert finding.holds is None
        assert "max_seconds" in finding.reason


# --- the negative controls


def test_the_control_that_ignores_a_dependency_loses_a_deadlock_of_a_net():
    reduced = reduce_ignoring_a_dependency(LATE_CONFLICT, {}, Watch()).graph()
    finding = judge("deadlocks", LATE_CONFLICT, reduced)
    assert (finding.holds, finding.witness) == (False, ("b", "c"))


def test_the_control_that_forgets_the_proviso_keeps_deadlocks_and_ignores_an_action():
    system = net({"l": 1, "m": 1, "n": 0}, {"loop": ("l", "l"), "go": ("m", "n")})
    for broken in (
        reduce_forgetting_the_proviso(system, {}, Watch()).graph(),
        net_stubborn_sets.reduce_by_closure(system, {}, Watch()).graph(),
    ):
        assert judge("deadlocks", system, broken).holds is True
        assert judge("no-ignoring", system, broken).holds is False
        assert judge("cycle-expansion", system, broken).holds is False
