"""Missed actions and their relatives, on the smallest systems that tell one reading from another."""

from mazurka.reference.fresh_missed import fresh_missed
from mazurka.reference.missed_actions import (
    all_fresh,
    all_missed,
    fresh_as_printed,
    is_missed,
    missed_as_printed,
    weak_prefixes,
)
from mazurka.reference.potentially_missed import (
    is_potentially_missed,
    is_weakly_enabled,
    missed_by_prime_causes,
    weakly_after,
)
from mazurka.reference.reversing_actions import are_reversing, is_reversing_free, reversing_actions
from mazurka.reference.vectors import Missed, Vector
from tests.reference.entity_systems import action, entities

ASYMMETRIC = entities(
    "1 2", action("b", reads="1", deletes="2"), action("a", creates="0"), action("c", reads="0", deletes="1")
)
HIDDEN = entities(
    "0 1 2", action("c", deletes="0 1"), action("b", deletes="2", creates="3"), action("a", deletes="0 3")
)
TWICE = entities(
    "0 1 2 3 4",
    action("a", reads="1", deletes="0 4"),
    action("d", deletes="1 2"),
    action("b", reads="0", deletes="3"),
)


def vector(system, w):
    return Vector(system.initial, tuple(w))


def runs(missed):
    return ["".join(m.run) for m in missed]


def test_weak_prefixes_are_listed_once_for_each_class():
    assert ["".join(v) for v in weak_prefixes(ASYMMETRIC, ("b", "a"))] == ["", "b", "a", "ba"]
    assert ["".join(v) for v in weak_prefixes(HIDDEN, ("c", "b"))] == ["", "c", "b", "cb"]


def test_what_is_possible_now_is_missed_before_what_it_disables():
    now = vector(ASYMMETRIC, "ba")
    assert "c" in ASYMMETRIC.enabled(frozenset("01"))
    assert runs(all_missed(ASYMMETRIC, now)) == ["ac"]
    assert runs(missed_as_printed(ASYMMETRIC, now, taken_too=False)) == []


def test_definition_13_to_the_letter_calls_missed_what_was_taken():
    now = vector(ASYMMETRIC, "ba")
    assert set(runs(missed_as_printed(ASYMMETRIC, now))) == {"a", "b"}
    assert not is_missed(ASYMMETRIC, now, Missed((), "b"))


def test_a_disabler_in_the_prime_cause_hides_a_prefix():
    now = vector(HIDDEN, "cb")
    assert runs(all_fresh(HIDDEN, now)) == runs(fresh_missed(HIDDEN, now)) == ["ba"]
    assert is_reversing_free(HIDDEN, now.word)
    assert is_potentially_missed(HIDDEN, now, "a", disabled_too=True, with_last=True)
    assert runs(missed_by_prime_causes(HIDDEN, now, disabled_too=True, with_last=True)) == []


def test_the_entities_that_have_appeared_must_be_those_of_the_whole_word():
    now = vector(HIDDEN, "cb")
    assert not is_weakly_enabled(HIDDEN, weakly_after(HIDDEN, HIDDEN.initial, ("c",)), "a")
    assert is_weakly_enabled(HIDDEN, weakly_after(HIDDEN, HIDDEN.initial, ("c", "b")), "a")
    assert not is_potentially_missed(HIDDEN, now, "a", disabled_too=True)


def test_a_second_prime_cause_is_fresh_and_the_action_is_not():
    """After d, a is missed at once; after d·b it is missed after b, too."""
    before, now = vector(TWICE, "d"), vector(TWICE, "db")
    assert runs(all_fresh(TWICE, before)) == ["a"]
    assert runs(all_fresh(TWICE, now)) == ["ba"]
    assert runs(fresh_as_printed(TWICE, now, taken_too=False)) == []


def test_siblings_are_not_missed():
    rivals = entities("0", action("a", deletes="0"), action("b", deletes="0"))
    assert runs(fresh_missed(rivals, vector(rivals, "a"))) == ["b"]
    assert runs(fresh_missed(rivals, vector(rivals, "a"), ("a", "b"))) == []


def test_nothing_is_missed_along_the_empty_word():
    assert list(fresh_missed(TWICE, vector(TWICE, ""))) == all_fresh(TWICE, vector(TWICE, "")) == []


def test_reversing_actions_undo_each_other():
    system = entities("0", action("a", deletes="0"), action("b", creates="0"), action("c", reads="0"))
    assert are_reversing(system, "a", "b")
    assert are_reversing(system, "b", "a")
    assert not are_reversing(system, "a", "c")
    assert reversing_actions(system, ("a", "c", "b"), "b") == {"a"}
    assert not is_reversing_free(system, ("a", "c", "b"))
    assert is_reversing_free(system, ("c", "b"))


def test_the_example_of_the_papers_against_long_prime_causes():
    """[KR] section 4.1: along b·c·b, a was possible after b alone, which is less than its prime cause."""
    system = entities("1", action("a", reads="1 2"), action("b", creates="2"), action("c", deletes="1 2"))
    now = vector(system, "bcb")
    assert "ba" in runs(all_missed(system, now))
    assert runs(missed_by_prime_causes(system, now, disabled_too=True)) == []
