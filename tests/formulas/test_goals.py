"""Goals over markings: negation, simplification, normal forms and their limit, what a net says of itself."""

from itertools import product

import pytest

from mazurka.formulas import (
    FALSE,
    TRUE,
    AllOf,
    Inequality,
    SomeOf,
    all_of,
    at_least,
    at_most,
    deadlock,
    disjuncts,
    fireable,
    linear,
    marking,
    negation,
    places_of,
    some_of,
)
from mazurka.systems import PetriNet, Transition

P, Q, R = (at_least([p], 1) for p in range(3))
MARKINGS = list(product(range(4), repeat=2))


def test_a_goal_holds_where_its_inequalities_say_so():
    goal = AllOf((Inequality(((0, 2), (1, -1)), 1), SomeOf((at_least([1], 2), at_most([0], 1)))))
    assert [m for m in MARKINGS if goal.holds(m)] == [
        m for m in MARKINGS if 2 * m[0] - m[1] >= 1 and (m[1] >= 2 or m[0] <= 1)
    ]


def test_negation_turns_a_goal_over_and_has_no_node_of_its_own():
    goal = SomeOf((at_least([0], 2), AllOf((at_most([1], 1), TRUE))))
    assert negation(goal) == AllOf((at_most([0], 1), SomeOf((at_least([1], 2), FALSE))))
    assert negation(negation(goal)) == goal


def test_what_every_marking_agrees_on_is_true_or_false():
    assert linear({0: 1}, 0) == TRUE
    assert linear({0: 1, 1: 0}, 1) == P
    assert linear({0: -2}, 1) == FALSE
    assert linear({}, 1) == FALSE
    assert linear({0: 2, 1: 4}, 3) == Inequality(((0, 1), (1, 2)), 2)
    assert all_of((P, TRUE, AllOf((Q, P)))) == AllOf((P, Q))
    assert all_of((P, FALSE)) == FALSE
    assert some_of((P, TRUE)) == TRUE
    assert some_of((P, some_of((P, FALSE)))) == P


def test_a_normal_form_has_a_conjunction_for_each_choice():
    assert disjuncts(AllOf((P, SomeOf((Q, R))))) == ((P, Q), (P, R))
    assert disjuncts(TRUE) == ((),)
    assert disjuncts(FALSE) == ()


def test_a_normal_form_leaves_out_what_cannot_hold_or_says_no_more():
    assert disjuncts(AllOf((P, at_most([0], 0)))) == ()
    assert disjuncts(SomeOf((P, AllOf((P, Q))))) == ((P,),)
    assert disjuncts(AllOf((P, at_least([0], 3)))) == ((at_least([0], 3),),)
    assert disjuncts(SomeOf((AllOf((Q, P)), AllOf((P, Q))))) == ((Q, P),)


def test_past_its_limit_there_is_no_normal_form():
    pairs = AllOf(tuple(SomeOf((at_least([2 * k], 1), at_least([2 * k + 1], 1))) for k in range(40)))
    assert disjuncts(pairs) is None
    few = AllOf(pairs.parts[:3])
    assert len(disjuncts(few)) == 8
    assert disjuncts(few, limit=31) is None
    assert len(disjuncts(few, limit=32)) == 8


def test_places_are_those_that_occur():
    assert places_of(AllOf((at_least([4, 2], 1), SomeOf((Q,)), TRUE))) == (1, 2, 4)


NET = PetriNet(
    "n",
    ("a", "b"),
    (Transition("t", {0: 2}, {1: 1}, {1: 1}, {1: 3}), Transition("u", {1: 2}, {0: 1})),
    (2, 1),
)


@pytest.mark.parametrize("m", MARKINGS)
def test_what_a_net_says_of_itself_is_so(m):
    assert [fireable(t).holds(m) for t in NET.transitions] == [t.is_enabled(m) for t in NET.transitions]
    assert deadlock(NET).holds(m) == (not NET.enabled(m))
    assert [x for x in MARKINGS if marking(m).holds(x)] == [m]
