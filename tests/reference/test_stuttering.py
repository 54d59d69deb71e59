"""Stutter-trace equivalence against the enumeration of traces, and its two kinds of difference."""

from hypothesis import given

from mazurka.fuzz.strategies import systems
from mazurka.limits import Watch
from mazurka.reference import persistent_sets
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.negative_controls import reduce_ignoring_a_dependency
from mazurka.reference.search import reduced_graph
from mazurka.reference.traces import maximal_runs
from mazurka.systems import Lts, StateGraph
from tests.reference.small_systems import TWO_LOOPS, net


def judge(system, reduced, *visible):
    return CRITERIA["ltl-x"](system, explore(system), reduced, Context(visible=visible))


def views(system, graph, components):
    """All traces of an acyclic graph, by enumeration: views of maximal runs, repetitions removed."""
    lts = Lts("", 0, len(graph.states), tuple(graph.edges()))
    found = set()
    for run in maximal_runs(lts, 0):
        n, seen = 0, []
        for step in (None, *run):
            n = n if step is None else lts.after(n, step)
            local = system.local_states(graph.states[n])
            view = tuple(local[c] for c in components)
            if not seen or seen[-1] != view:
                seen.append(view)
        found.add(tuple(seen))
    return found


@given(systems())
def test_on_acyclic_systems_the_answer_is_that_of_all_traces(system):
    full = explore(system)
    if full.topological_order() is None or len(full.states) > 30:
        return
    reduced = reduce_ignoring_a_dependency(system, {}, Watch()).graph()
    components = tuple(system.local_states(system.initial))[:2]
    expected = views(system, full, components) == views(system, reduced, components)
    finding = judge(system, reduced, *components)
    assert finding.holds is expected


@given(systems())
def test_with_nothing_to_see_a_reduction_that_keeps_deadlocks_is_equivalent(system):
    reduced = persistent_sets.reduce_plain(system, {}, Watch()).graph()
    assert judge(system, reduced).holds is True


def test_an_order_that_is_lost_is_reported_with_a_run_that_shows_it():
    both = net({"p": 1, "q": 1}, {"a": ("p", ""), "b": ("q", "")})
    reduced = reduced_graph(both, lambda m: both.enabled(m)[:1])
    assert judge(both, reduced, "p").holds is True
    finding = judge(both, reduced, "p", "q")
    assert (finding.holds, finding.witness) == (False, ("b",))
    assert "the system can show this change" in finding.reason


def test_to_stay_for_ever_is_seen():
    # In the system l may loop for ever before p goes; the reduction lets p go at once.
    system = net({"p": 1, "l": 1}, {"go": ("p", ""), "loop": ("l", "l")})
    hasty = reduced_graph(system, lambda m: system.enabled(m)[:1])
    finding = judge(system, hasty, "p")
    assert (finding.holds, finding.witness) == (False, ())
    assert "the system can stay" in finding.reason


def test_a_reduction_that_stops_where_the_system_goes_on_is_reported_with_its_own_run():
    system = Lts.from_edges("on", [(0, "a", 1), (1, "b", 2)])
    stopped = StateGraph([0, 1], [[("a", 1)], []])
    finding = judge(system, stopped, "state")
    assert (finding.holds, finding.witness) == (False, ("a",))
    assert "the reduction can stay" in finding.reason


def test_an_infinite_alternation_is_compared_by_its_beginnings():
    system = Lts.from_edges("flip", [(0, "a", 1), (1, "a", 0), (1, "b", 2)])
    assert judge(system, explore(system), "state").holds is True
    once = StateGraph([0, 1, 0, 1, 2], [[("a", 1)], [("a", 2), ("b", 4)], [("a", 3)], [("b", 4)], []])
    finding = judge(system, once, "state")
    assert (finding.holds, finding.witness) == (False, ("a", "a", "a", "a"))
    assert judge(TWO_LOOPS, explore(TWO_LOOPS), "state").holds is True
