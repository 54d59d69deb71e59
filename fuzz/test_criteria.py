"""The criteria of an audit, on graphs of every kind: each against its definition, over runs and cycles.

An audit that says yes to a wrong graph is the worst error there is.  So whatever a criterion says of a graph
is found here once more, the long way; and where it says no, its witness is replayed.
"""

from itertools import groupby, islice

import networkx as nx
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mazurka.fuzz.any_reductions import (
    any_persistent_reduction,
    any_reduction,
    any_sleeping_reduction,
    corrupted,
)
from mazurka.fuzz.dice import dice
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import client_server_systems, entity_systems, labelled_systems, nets
from mazurka.fuzz.test_provisos import choices
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.soundness import find_fault, is_sound
from mazurka.reference.trace_complete import find_extending_path, normal_words
from mazurka.reference.traces import first, foata_normal_form, is_weak_prefix, maximal_runs
from mazurka.systems import replay

SMALL = 30
RUNS = 60
SYSTEMS = st.one_of(nets(), client_server_systems(), entity_systems(), labelled_systems()).filter(
    lambda s: within(s, SMALL) is not None
)
THROWS = dice(80)
MANY = settings(max_examples=settings.default.max_examples * 4)
"""They take milliseconds, and what a criterion overlooks is rare."""


def check(name, system, graph, **context):
    """What the criterion says; a witness of a failure is a run of the system."""
    found = CRITERIA[name](system, explore(system), graph, Context(**context))
    if found.holds is False and found.witness is not None:
        replay(system, found.witness)
    return found


def runs_of(system):
    """All maximal runs of an acyclic system with few of them."""
    assume(explore(system).topological_order() is not None)
    runs = list(islice(maximal_runs(system, system.initial), RUNS + 1))
    assume(len(runs) <= RUNS)
    return runs


def paths_of(graph, length):
    """The paths from node 0 with at most so many steps: the run, and the nodes passed."""
    found = [((), (0,))]
    for run, nodes in found:  # which grow
        if len(run) < length:
            found += [((*run, a), (*nodes, m)) for a, m in graph.successors[nodes[-1]]]
    return found


@MANY
@given(SYSTEMS, THROWS)
def test_a_graph_is_sound_iff_its_edges_are_steps_and_paths_reach_its_nodes(system, d):
    graph = corrupted(any_reduction(system, d), system.actions, d)
    reached = nx.descendants(nx.DiGraph([(n, m) for n, _, m in graph.edges()] + [(0, 0)]), 0) | {0}
    sound = (
        graph.states[0] == system.initial
        and reached == set(range(len(graph.states)))
        and all(
            a in system.enabled(graph.states[n]) and system.after(graph.states[n], a) == graph.states[m]
            for n, a, m in graph.edges()
        )
    )
    assert is_sound(system, graph) == (find_fault(system, graph) is None) == sound
    assert check("soundness", system, graph).holds == sound


@MANY
@given(SYSTEMS, THROWS, st.data())
def test_what_is_to_be_reached_is_compared_state_by_state(system, d, data):
    graph = any_reduction(system, d)
    states, kept = within(system, SMALL), set(graph.states)
    dead = {s for s in states if not system.enabled(s)}
    assert check("deadlocks", system, graph).holds == (dead <= kept)
    local = [{(c, x) for s in some for c, x in system.local_states(s).items()} for some in (states, kept)]
    assert check("local-states", system, graph).holds == (local[0] == local[1])
    goal = set(data.draw(st.lists(st.sampled_from(states), max_size=3)))
    found = check("reachable-goal", system, graph, goal=lambda s: s in goal)
    assert found.holds == (not goal or not goal.isdisjoint(kept))
    components = sorted(system.local_states(system.initial))[:2]
    views = [{view_of(system, s, components) for s in some} for some in (states, kept)]
    found = check("reachable-views", system, graph, visible=tuple(components))
    assert found.holds == (views[0] == views[1])


@MANY
@given(SYSTEMS, THROWS)
def test_a_graph_is_trace_complete_iff_it_has_a_run_of_each_trace(system, d):
    runs = runs_of(system)
    graph = any_reduction(system, d)
    classes = {foata_normal_form(system.independent, w) for w in runs}
    paths = paths_of(graph, max(map(len, runs)))
    ends = {foata_normal_form(system.independent, w) for w, nodes in paths if not graph.successors[nodes[-1]]}
    complete = classes <= ends
    assert check("trace-complete", system, graph).holds == complete
    assert check("weak-prefix", system, graph).holds == complete


@MANY
@given(SYSTEMS, THROWS)
def test_a_run_that_is_no_weak_prefix_of_a_run_of_the_graph_is_none(system, d):
    graph = any_reduction(system, d)
    assume(explore(system).topological_order() is None)
    for w in islice(normal_words(system), 12):
        path = find_extending_path(system.independent, graph, w)
        assert path is None or is_weak_prefix(system.independent, w, path)
    found = check("weak-prefix", system, graph, max_runs=30)
    whole = all(set(system.enabled(s)) == set(graph.explored(n)) for n, s in enumerate(graph.states))
    assert (found.holds is True) == whole
    if found.holds is False:
        longer = islice(paths_of(graph, min(len(found.witness) + 1, 5)), 400)
        assert not any(is_weak_prefix(system.independent, found.witness, w) for w, _ in longer)


def covers_by_runs(system, graph):
    """(1), (2) and (3) of `covering.py`, with the runs themselves."""
    if graph.sleep is not None and graph.sleep[0]:
        return False
    for n, s in enumerate(graph.states):
        sleep = graph.sleep[n] if graph.sleep is not None else frozenset()
        order = graph.treated[n] if graph.treated is not None else graph.explored(n)
        for w in maximal_runs(system, s):
            begins = first(system.independent, w)
            if (
                w
                and not begins & sleep
                and next(filter(begins.__contains__, order), None) not in graph.explored(n)
            ):
                return False
        for a, m in graph.successors[n] if graph.sleep is not None else ():
            may = {b for b in {*sleep, *order[: order.index(a)]} if system.independent(a, b)}
            if not graph.sleep[m] <= may:
                return False
    return True


@pytest.mark.parametrize("reduction", [any_reduction, any_sleeping_reduction])
@MANY
@given(system=SYSTEMS, d=THROWS)
def test_nodes_are_covered_iff_every_run_is_and_then_the_graph_is_trace_complete(reduction, system, d):
    runs_of(system)
    graph = reduction(system, d)
    found = check("covering-source-sets", system, graph)
    assert found.holds == covers_by_runs(system, graph)
    assert not found.holds or check("trace-complete", system, graph).holds


def words_outside(system, s, chosen, length):
    """The words without chosen actions, up to a length, that can be taken from s, each with its end."""
    found = [((), s)]
    for w, t in found:  # which grow
        if len(w) < length:
            found += [((*w, a), system.after(t, a)) for a in system.enabled(t) if a not in chosen]
    return found


def end_of(system, s, w):
    """Where the word leads, or None."""
    for a in w:
        if a not in system.enabled(s):
            return None
        s = system.after(s, a)
    return s


def seems_persistent(system, s, chosen):
    """C0 and C1 for short words."""
    words = words_outside(system, s, chosen, 4)
    return bool(chosen) == bool(system.enabled(s)) and all(
        system.independent(a, b)
        for _, t in words
        for b in system.enabled(t)
        if b not in chosen
        for a in chosen
    )


def seems_stubborn(system, s, chosen):
    """D0 and D1, and D2 or at least D2w, for short words."""
    words = words_outside(system, s, chosen, 3)
    d1 = all(
        end_of(system, s, (t, *w)) == end_of(system, u, (t,))
        for w, u in words
        for t in chosen
        if t in system.enabled(u)
    )
    keys = [t for t in chosen if all(t in system.enabled(u) for _, u in words)]
    return d1 and (bool(keys) or not system.enabled(s))


@MANY
@given(SYSTEMS, THROWS)
def test_sets_are_persistent_and_stubborn_only_if_short_words_say_so(system, d):
    graph = any_reduction(system, d)
    nodes = [(s, set(graph.explored(n))) for n, s in enumerate(graph.states)]
    persistent, stubborn = (check(name, system, graph).holds for name in ("persistent", "stubborn"))
    assert persistent is all(seems_persistent(system, s, x) for s, x in nodes) or not persistent
    assert stubborn is all(seems_stubborn(system, s, x) for s, x in nodes) or not stubborn
    assert stubborn or not persistent


@MANY
@given(SYSTEMS, THROWS)
def test_where_sets_are_not_persistent_or_not_stubborn_the_reason_can_be_seen(system, d):
    graph = any_reduction(system, d)
    for name in ("persistent", "stubborn"):
        found = check(name, system, graph)
        if found.holds is False and "(C0)" not in found.reason and "(D0)" not in found.reason:
            cuts = range(len(found.witness) + 1)
            at = [
                n for k in cuts for n, s in enumerate(graph.states) if s == replay(system, found.witness[:k])
            ]
            seems = {"persistent": seems_persistent, "stubborn": seems_stubborn}[name]
            assert len(found.witness) > 3 or not all(
                seems(system, graph.states[n], set(graph.explored(n))) for n in at
            )


def cycles_of(graph):
    """The simple cycles of a graph, as the sets of their nodes."""
    return map(set, nx.simple_cycles(nx.DiGraph((n, m) for n, _, m in graph.edges())))


TANGLES = dice(120).map(lambda d: choices(d).system)


@MANY
@given(st.one_of(SYSTEMS, TANGLES), THROWS)
def test_no_action_is_ignored_iff_each_is_explored_later_on_and_on_every_cycle(system, d):
    graph = any_reduction(system, d)
    links = nx.DiGraph([(n, m) for n, _, m in graph.edges()])
    links.add_nodes_from(range(len(graph.states)))
    enabled = [set(system.enabled(s)) for s in graph.states]
    later = [set().union(*(graph.explored(m) for m in nx.descendants(links, n) | {n})) for n in links]
    assert check("no-ignoring", system, graph).holds == all(enabled[n] <= later[n] for n in links)
    assume(len(graph.states) <= 12)
    along = [(c, set().union(*(enabled[n] for n in c))) for c in cycles_of(graph)]
    kept = all(here.issubset({a for n in c for a in graph.explored(n)}) for c, here in along)
    assert check("cycle-expansion", system, graph).holds == kept


@MANY
@given(SYSTEMS, THROWS)
def test_a_graph_is_ample_iff_it_is_persistent_and_invisible_and_ignores_nothing_on_cycles(system, d):
    graph = d.pick([any_persistent_reduction, any_reduction])(system, d)
    component = d.pick(sorted(system.local_states(system.initial)) or [None])
    assume(component is not None)
    full = explore(system)
    seen = [system.local_states(s)[component] for s in full.states]
    visible = {a for n, a, m in full.edges() if seen[n] != seen[m]}
    c2 = all(
        set(graph.explored(n)) == set(system.enabled(s)) or visible.isdisjoint(graph.explored(n))
        for n, s in enumerate(graph.states)
    )
    others = all(check(name, system, graph).holds for name in ("persistent", "cycle-expansion"))
    assert check("ample", system, graph, visible=(component,)).holds == (c2 and others)


LENGTH = 5


def view_of(system, s, components):
    """What can be seen of a state."""
    return tuple(system.local_states(s)[c] for c in components)


def sequences(system, graph, components, length):
    """The sequences of views up to a length: those that some path shows, and those whose last can stay."""
    view = [view_of(system, s, components) for s in graph.states]
    silent = nx.DiGraph((n, m) for n, _, m in graph.edges() if view[n] == view[m])
    stays = {n for n, out in enumerate(graph.successors) if not out}
    stays |= {n for c in nx.simple_cycles(silent) for n in c}
    met, waiting = {((view[0],), 0)}, [((view[0],), 0)]
    for shown, n in waiting:  # which grow
        for _, m in graph.successors[n]:
            step = (shown if view[m] == view[n] else (*shown, view[m]), m)
            if len(step[0]) <= length and step not in met:
                met.add(step)
                waiting.append(step)
    return {shown for shown, _ in met}, {shown for shown, n in met if n in stays}


@MANY
@given(SYSTEMS, THROWS)
def test_graphs_are_stutter_equivalent_only_if_they_show_the_same_sequences_of_views(system, d):
    graph, full = any_reduction(system, d), explore(system)
    components = sorted(system.local_states(system.initial))[:2]
    assume(components)
    found = check("ltl-x", system, graph, visible=tuple(components))
    shown, other_shown = (sequences(system, g, components, LENGTH) for g in (full, graph))
    if found.holds:
        assert shown == other_shown
    else:
        views = [
            view_of(system, replay(system, found.witness[:k]), components)
            for k in range(len(found.witness) + 1)
        ]
        word = tuple(v for v, _ in groupby(views))
        assert len(word) > LENGTH or any(
            (word in x) != (word in y) for x, y in zip(shown, other_shown, strict=True)
        )
