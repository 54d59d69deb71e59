"""Abstractions by sums of places: what they answer, and what shows it."""

import pytest

from mazurka.formulas import parse
from mazurka.limits import Watch
from mazurka.models import build
from mazurka.optimized.abstraction import Abstraction
from mazurka.query.shortening import is_run_to
from mazurka.reference.abstract_invariant import AbstractInvariant, find_fault
from mazurka.systems import PetriNet, Transition

PHILOSOPHERS = build("philosophers", {"n": 30})
BOTH_EAT = parse("eats_1 = 1 & eats_2 = 1", PHILOSOPHERS)
EATS = parse("eats_1 = 1", PHILOSOPHERS)

LOCK = PetriNet(
    "lock",
    ("out_1", "in_1", "out_2", "in_2", "free"),
    tuple(
        transition
        for n in (0, 2)
        for transition in (
            Transition(f"enter_{n}", {n: 1, 4: 1}, {n + 1: 1}),
            Transition(f"leave_{n}", {n + 1: 1}, {n: 1, 4: 1}),
        )
    ),
    (1, 0, 1, 0, 1),
)
BOTH_IN = parse("in_1 + in_2 >= 2", LOCK)

BY_HAND = AbstractInvariant(({1: 1}, {3: 1}, {4: 1}), frozenset({(0, 0, 1), (1, 0, 0), (0, 1, 0)}))
"""Who is in, and whether the lock is free."""


def searched(net, goal, vectors=1_000):
    """The abstraction after so many vectors."""
    found = Abstraction(net, goal)
    found.advance(Watch(), vectors)
    return found


def test_a_question_about_two_of_thirty_is_answered_by_a_handful_of_vectors():
    no = searched(PHILOSOPHERS, BOTH_EAT)
    assert no.reachable is False
    assert len(no.vectors) < 10
    sums = tuple(dict(y) for y in no.sums)
    assert find_fault(PHILOSOPHERS, BOTH_EAT, AbstractInvariant(sums, frozenset(no.vectors))) is None
    yes = searched(PHILOSOPHERS, EATS)
    assert yes.reachable
    assert is_run_to(PHILOSOPHERS, EATS, yes.run)


def test_places_that_stop_a_run_come_to_matter():
    chain = PetriNet(
        "chain",
        ("a", "b", "c", "d"),
        (
            Transition("t", {}, {1: 1}, {0: 2}),
            Transition("u", {1: 1}, {2: 1}),
            Transition("v", {2: 1}, {3: 1}),
        ),
        (1, 0, 0, 0),
    )
    found = searched(chain, parse("d >= 1", chain))
    assert found.reachable is False
    assert found.places == {0, 1, 2, 3}


def test_without_an_answer_the_search_goes_on_later():
    found = Abstraction(LOCK, parse("in_1 = 1 & in_2 = 0 & free = 0", LOCK))
    assert found.advance(Watch(), 1) is None
    assert found.reachable is None
    interrupted = Watch()
    interrupted.interrupted.set()
    assert found.advance(interrupted, 100) == "interrupt"
    assert found.advance(Watch(), 100) is None
    assert found.reachable
    assert found.run == ("enter_0",)


def test_an_invariant_by_hand_shows_what_it_shows_and_no_more():
    assert find_fault(LOCK, BOTH_IN, BY_HAND) is None
    assert find_fault(LOCK, parse("in_1 = 1", LOCK), BY_HAND) == "(3) vector (1, 0, 0) is in the goal"


@pytest.mark.parametrize(
    ("sums", "vectors", "fault"),
    [
        (BY_HAND.sums, {(1, 0, 0), (0, 1, 0)}, "(1)"),
        (BY_HAND.sums, {(0, 0, 1), (1, 0, 0)}, "(2) transition 'enter_2'"),
        (({1: 1}, {3: 1, 4: 1}), {(0, 1), (1, 0)}, "(3) a place"),
        (({1: 2}, {3: 1}, {4: 1}), {(0, 0, 1), (2, 0, 0), (0, 1, 0)}, "(3) a place"),
        (({1: 1}, {3: 1}, {4: -1}), {(0, 0, -1), (1, 0, 0), (0, 1, 0)}, "a weight"),
        (BY_HAND.sums, BY_HAND.vectors | {(0, 0)}, "a vector"),
    ],
)
def test_what_is_wrong_with_an_invariant_is_named(sums, vectors, fault):
    assert find_fault(LOCK, BOTH_IN, AbstractInvariant(sums, frozenset(vectors))).startswith(fault)


def test_an_inhibitor_counts_where_its_place_is_a_sum_alone():
    guarded = PetriNet(
        "guarded",
        ("p", "q", "r"),
        (Transition("t", {}, {0: 1}, {}, {0: 1}), Transition("u", {}, {2: 1})),
        (0, 0, 0),
    )
    goal = parse("p >= 2", guarded)
    assert find_fault(guarded, goal, AbstractInvariant(({0: 1},), frozenset({(0,), (1,)}))) is None
    assert searched(guarded, goal).reachable is False
    together = AbstractInvariant(({0: 1, 1: 1},), frozenset({(0,), (1,)}))
    assert find_fault(guarded, goal, together).startswith("(2)")
