"""Agglomeration: what goes, and for each of its conditions a net that shows why it is there."""

import pytest

from mazurka.formulas import parse
from mazurka.limits import Watch
from mazurka.models import build
from mazurka.optimized.agglomeration import agglomerate
from mazurka.optimized.goal_search import compile_net
from mazurka.query.agglomerated import Agglomerated, agglomerated
from mazurka.query.methods import Search
from mazurka.query.shortening import is_run_to
from mazurka.systems import PetriNet, Transition


def net(places, transitions):
    """A net of places with their tokens, and transitions as (consumes, produces, inhibitors), by letter."""
    names = list(places)

    def arcs(text):
        return {names.index(p): text.count(p) for p in sorted(set(text))}

    made = [
        Transition(t, arcs(takes), arcs(gives), {}, arcs(stops))
        for t, (takes, gives, stops) in transitions.items()
    ]
    return PetriNet("net", tuple(names), tuple(made), tuple(places.values()))


def reached(system, kept):
    """What the kept places hold, at all reachable markings."""
    at = [system.places.index(p) for p in kept]
    met = {system.initial}
    waiting = list(met)
    for m in waiting:
        for t in system.enabled(m):
            later = system.after(m, t)
            if later not in met:
                met.add(later)
                waiting.append(later)
    return {tuple(m[p] for p in at) for m in met}


def smaller(system, kept):
    """The agglomeration, which reaches the same in the kept places, by the words that it says."""
    found = agglomerate(system, [system.places.index(p) for p in kept])
    assert reached(found.net, kept) == reached(system, kept)
    for t in found.net.transitions:
        effect = [0] * len(system.places)
        for a in found.run([t.name]):
            for p, d in system.transition[a].effect.items():
                effect[p] += d
        for n, p in enumerate(found.net.places):
            assert t.effect.get(n, 0) == effect[system.places.index(p)]
    return found


def test_a_line_of_transitions_becomes_one_word():
    line = net(
        {"a": 1, "b": 0, "c": 0, "d": 0}, {"t": ("a", "b", ""), "u": ("b", "c", ""), "v": ("c", "d", "")}
    )
    found = smaller(line, "d")
    assert found.net.places == ("a", "d")
    (word,) = found.net.transitions
    assert found.run([word.name]) == ("t", "u", "v")


def test_a_choice_that_is_silent_is_made_at_once():
    choice = net(
        {"a": 1, "b": 0, "c": 0, "d": 0, "e": 0},
        {
            "h": ("a", "b", ""),
            "f": ("b", "c", ""),
            "g": ("b", "d", ""),
            "x": ("c", "e", ""),
            "y": ("cd", "e", ""),
        },
    )
    assert "b" not in smaller(choice, "e").net.places


def test_a_transition_waits_for_the_one_that_it_serves():
    waiting = net({"a": 1, "b": 0, "c": 1, "d": 0}, {"h": ("a", "b", ""), "f": ("bc", "d", "")})
    assert smaller(waiting, "cd").net.places == ("a", "c", "d")


CONDITIONS = {
    "a hurried transition needs one place alone": (
        {"a": 1, "p": 0, "b": 1, "c": 0, "d": 0},
        {"h": ("a", "pc", ""), "f": ("pb", "", ""), "g": ("b", "d", "")},
        "cd",
    ),
    "a hurried transition is silent": (
        {"a": 1, "p": 0, "c": 0, "d": 0},
        {"h": ("a", "pc", ""), "f": ("p", "d", "")},
        "cd",
    ),
    "a hurried transition has no inhibitor": (
        {"a": 1, "p": 0, "q": 0, "c": 0, "d": 0},
        {"h": ("a", "pq", ""), "f": ("p", "c", "q"), "g": ("q", "", ""), "x": ("c", "d", "")},
        "d",
    ),
    "a hurried transition produces nothing that inhibits": (
        {"a": 1, "p": 0, "q": 0, "b": 0, "c": 0, "d": 0},
        {"h": ("a", "pb", ""), "f": ("p", "q", ""), "g": ("b", "c", "q"), "x": ("qc", "d", "")},
        "d",
    ),
    "a transition that waits produces on one place alone": (
        {"a": 1, "p": 0, "c": 0, "b": 1, "d": 0},
        {"h": ("a", "pc", ""), "f": ("pb", "d", ""), "g": ("bc", "", "")},
        "bd",
    ),
    "a transition that waits is silent": (
        {"a": 1, "p": 0, "b": 1, "d": 0},
        {"h": ("a", "p", ""), "f": ("pb", "d", "")},
        "abd",
    ),
    "a transition that waits has no inhibitor": (
        {"a": 1, "p": 0, "q": 0, "b": 1, "c": 0, "d": 0},
        {"h": ("a", "p", "q"), "g": ("b", "cq", ""), "f": ("pc", "d", "")},
        "bd",
    ),
    "a transition that waits needs nothing that inhibits": (
        {"a": 1, "p": 0, "b": 1, "c": 0, "d": 0},
        {"h": ("a", "p", ""), "g": ("b", "c", "a"), "f": ("pc", "d", "")},
        "bd",
    ),
    "one token goes in": (
        {"a": 1, "p": 0, "c": 0, "d": 0},
        {"h": ("a", "pp", ""), "f": ("p", "c", ""), "x": ("cc", "d", "")},
        "d",
    ),
    "one token comes out": (
        {"a": 2, "p": 0, "c": 0, "d": 0},
        {"h": ("a", "p", ""), "f": ("pp", "c", ""), "x": ("c", "d", "")},
        "ad",
    ),
    "the place is empty at first": (
        {"a": 1, "p": 1, "c": 0, "d": 0},
        {"h": ("a", "p", ""), "f": ("p", "c", ""), "x": ("cc", "d", "")},
        "d",
    ),
    "a place that is kept stays": ({"a": 1, "p": 0, "d": 0}, {"h": ("a", "p", ""), "f": ("p", "d", "")}, "p"),
    "a place that inhibits stays": (
        {"a": 1, "p": 0, "c": 0, "b": 1, "d": 0},
        {"h": ("a", "pc", ""), "f": ("p", "", ""), "g": ("bc", "d", "p")},
        "cd",
    ),
    "no transition both produces and needs": (
        {"a": 1, "p": 0, "b": 1, "d": 0},
        {"h": ("a", "p", ""), "l": ("pb", "p", ""), "f": ("p", "d", "")},
        "d",
    ),
    "a place that holds too little at first stays": (
        {"a": 1, "b": 1, "c": 1, "d": 0},
        {"g": ("a", "b", ""), "f": ("cbb", "bbd", "")},
        "ad",
    ),
    "a transition with more inhibitors replaces none": (
        {"b": 1, "c": 1, "d": 0},
        {"f": ("c", "d", "b"), "g": ("c", "d", "")},
        "bd",
    ),
    "a transition that needs more replaces none": (
        {"b": 0, "c": 1, "d": 0},
        {"f": ("bc", "bd", ""), "g": ("c", "d", "")},
        "bd",
    ),
    "what one of the two produces the other need not bring": (
        {"a": 1, "p": 0, "q": 0, "d": 0},
        {"h": ("a", "pq", ""), "f": ("p", "", ""), "x": ("q", "d", "")},
        "ad",
    ),
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_no_condition_is_there_in_vain(name):
    places, transitions, kept = CONDITIONS[name]
    smaller(net(places, transitions), kept)


def test_what_never_fires_and_what_nobody_asks_for_is_left_out():
    system = net(
        {"a": 1, "b": 0, "c": 0, "e": 3},
        {"t": ("a", "c", ""), "u": ("b", "c", ""), "v": ("ee", "ee", ""), "w": ("ae", "ce", "")},
    )
    found = smaller(system, "ac")
    assert found.net.places == ("a", "c")
    assert [t.name for t in found.net.transitions] == ["t"]


@pytest.mark.parametrize(("model", "kept"), [("philosophers", ["eats_1", "eats_2"]), ("kanban", ["out4"])])
def test_agglomerations_keep_what_models_reach(model, kept):
    system = build(model, {"n": 2})
    assert len(smaller(system, kept).net.places) < len(system.places)


def test_a_search_in_an_agglomeration_answers_about_the_net():
    system = build("kanban", {"n": 3})
    for formula, reachable in (("out4 >= 3 & out1 + out2 >= 1", True), ("out4 >= 4", False)):
        goal = parse(formula, system)
        smaller, there = agglomerated(system, goal)
        search = Search(compile_net(smaller.net), there, "breadth-first", float("inf"))
        method = Agglomerated(search, smaller)
        found = method.turn(100_000, Watch())
        assert (found.reachable, found.method) == (reachable, "agglomeration, breadth-first")
        assert found.run is None or is_run_to(system, goal, found.run)
        assert (method.states, method.over, method.limit) == (search.states, False, None)
