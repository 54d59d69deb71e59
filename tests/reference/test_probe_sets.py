"""Probe sets, the ways to choose one, ages, and probings."""

import pytest

from mazurka.fuzz.probe_mistakes import MISTAKES, only_what_is_not_possible_now
from mazurka.limits import Watch
from mazurka.models import build
from mazurka.reference.ageing import grown, oldest, reduced, satisfies
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.feasibility import is_consistent, is_feasible
from mazurka.reference.finding import Context
from mazurka.reference.missed_actions import all_fresh
from mazurka.reference.probe_candidates import grown_sets, independent_sets, reversing_free_sets
from mazurka.reference.probe_published import published_search
from mazurka.reference.probe_sets import Place, is_probe_set, largest_images, repeats
from mazurka.reference.probing import are_numbers, find_numbers, is_fair, is_probing
from mazurka.reference.vectors import Vector, normal
from tests.reference.entity_systems import action, entities

EMPTY = frozenset()


def place(system, w=""):
    return Place(system, Vector(system.initial, tuple(w)))


READ = entities("0 1", action("r", reads="0"), action("d", deletes="0"), action("x", deletes="1"))


def test_clause_1_wants_what_disables_and_the_symmetric_one_what_is_disabled():
    assert not is_probe_set(place(READ), {"r": EMPTY})
    assert is_probe_set(place(READ), {"d": EMPTY})
    assert not is_probe_set(place(READ), {"d": EMPTY}, symmetric=True)
    assert is_probe_set(place(READ), {"d": EMPTY, "r": EMPTY}, symmetric=True)


def test_clause_2_keeps_what_others_have_not_caused_and_clause_3_what_one_has_not():
    now = place(entities("", action("a", creates="1"), action("b", reads="1"), action("c")), "a")
    assert now.enabled == ("b", "c")
    assert not is_probe_set(now, {"b": frozenset({0})})
    assert is_probe_set(now, {"b": frozenset({0}), "c": EMPTY})
    assert not is_probe_set(now, {"b": EMPTY, "c": frozenset({0})})


def test_clause_4_forbids_the_empty_probe_set_only_where_something_is_enabled():
    assert is_probe_set(place(READ), {})
    assert not is_probe_set(place(READ), {}, symmetric=True)
    assert is_probe_set(place(entities("")), {}, symmetric=True)


def test_what_is_discharged_is_an_ideal():
    system = entities(
        "", action("a", creates="1"), action("b", reads="1", creates="2"), action("c", reads="2")
    )
    now = place(system, "ab")
    assert not is_probe_set(now, {"c": frozenset({1})})
    assert is_probe_set(now, {"c": frozenset({0, 1})})
    assert now.successor("c", frozenset({0, 1})) == Vector(frozenset("12"), ("c",))
    assert now.successor("c", frozenset({0})) == Vector(frozenset("1"), ("b", "c"))


def test_the_largest_images_are_what_is_caused_in_common():
    system = entities(
        "", action("a", creates="1"), action("b", reads="1"), action("c", reads="1"), action("d")
    )
    now = place(system, "a")
    assert largest_images(now, ["b"]) == {"b": EMPTY}
    assert largest_images(now, ["b", "d"]) == {"b": frozenset({0}), "d": EMPTY}


def test_what_is_discharged_is_not_repeated():
    now = place(entities("1", action("a", reads="1"), action("b", reads="1")), "a")
    assert repeats(now, {"a": EMPTY}) == ("a",)
    assert repeats(now, {"a": frozenset({0})}) == repeats(now, {"b": EMPTY}) == ()


def domains(sets):
    return ["".join(p) for p in sets]


def test_grown_sets_are_closed_under_what_disables():
    assert domains(grown_sets(place(READ))) == ["rd", "d", "x", "rdx"]
    assert domains(grown_sets(place(READ), symmetric=True)) == ["rd", "x", "rdx"]


def test_definition_39_takes_one_independent_action_or_everything():
    assert domains(independent_sets(place(READ))) == ["x", "rdx"]


def test_what_is_reversed_is_discharged_and_who_has_not_caused_it_joins():
    system = entities("1", action("d", deletes="1"), action("c", creates="1"), action("x", creates="2"))
    sets = reversing_free_sets(place(system, "d"), symmetric=True, least=True)
    assert domains(sets) == ["cx", "x", "cx"]
    assert sets[0] == {"c": frozenset({0}), "x": EMPTY}


def test_ages_grow_and_the_oldest_must_be_served():
    ages = reduced(grown({"a": 1}, ["a", "b"]), ["b"])
    assert ages == {"a": 2}
    assert oldest(grown(ages, ["c"])) == {"a"}
    assert satisfies(["a"], ages)
    assert not satisfies(["b"], ages)
    assert satisfies(["b"], {})


def test_an_action_that_changes_nothing_is_why_disabling_is_not_taken_for_reflexive():
    idle = entities("", action("a"))
    assert is_feasible(idle, ("a", "a"))
    assert is_consistent(idle, idle.initial)
    assert not is_feasible(READ, ("d", "r"))
    assert not is_feasible(READ, ("d", "d"))


def probing_of(system, parts):
    """The probe sets that a search chose, as far as its record tells."""
    record = published_search(system, parts, Watch())
    chosen = {}
    for key, vector in record.vectors.items():
        now = Place(system, normal(system, vector))
        after = [normal(system, s) for _, s in record.steps[key]]
        chosen[now.vector] = next(
            p
            for p in parts.candidates(now)
            if [normal(system, now.successor(a, gone)) for a, gone in p.items()] == after
        )
    return record, chosen


def test_a_fair_probing_refutes_theorem_16():
    """All that Definition 15 asks for holds, with Definition 13, and a run is lost all the same."""
    system = build("probe-thm16", {})
    record, probing = probing_of(system, MISTAKES["probe-thm16"])
    assert is_probing(system, probing, only_what_is_not_possible_now)
    assert is_fair(system, probing)
    graph = record.to_exploration(0.0).graph()
    found = CRITERIA["weak-prefix"](system, explore(system), graph, Context())
    assert (found.holds, found.witness) == (False, ("a", "c"))
    assert not is_probing(system, probing, all_fresh)


@pytest.mark.parametrize("without", range(4))
def test_a_probing_lacks_no_vector(without):
    system = build("probe-thm16", {})
    _, probing = probing_of(system, MISTAKES["probe-thm16"])
    lacking = dict(probing)
    del lacking[list(probing)[without]]
    assert len(probing) == 4
    assert not is_probing(system, lacking, lambda _system, _vector: [])


def test_who_is_disabled_without_being_explored_is_not_treated_fairly():
    system = entities("0", action("r", reads="0", creates="1"), action("d", deletes="0"))
    start, after = Vector(system.initial, ()), Vector(system.initial, ("d",))
    only_d = {start: {"d": EMPTY}, after: {}}
    assert is_probing(system, only_d, lambda _system, _vector: [])
    assert find_numbers(system, only_d) == {(start, "d"): 0}
    assert not is_fair(system, only_d)


def test_numbers_that_show_fairness_fall_towards_the_probe_set_that_has_the_action():
    system = entities("", action("a", creates="1"), action("c", creates="2"))
    start, a, ac = (Vector(system.initial, tuple(w)) for w in ("", "a", "ac"))
    probing = {start: {"a": EMPTY}, a: {"c": EMPTY}, ac: {}}
    numbers = find_numbers(system, probing)
    assert numbers == {(start, "a"): 0, (start, "c"): 1, (a, "c"): 0}
    assert are_numbers(system, probing, numbers)
    assert not are_numbers(system, probing, numbers | {(a, "c"): 1})
