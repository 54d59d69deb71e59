"""Nets as entity systems: safe ones by their places, any by their tokens."""

import pytest

from mazurka.errors import ModelError, TokenOverflowError
from mazurka.systems import EntityAction, PetriNet, Transition
from mazurka.systems.safe_net_entities import safe_net_to_entities
from mazurka.systems.token_entities import token_entities

EMPTY = frozenset()


def net(initial, *transitions):
    return PetriNet("n", tuple("pqr"[: len(initial)]), transitions, initial)


def sets(*actions):
    """The actions by name, each as R, N, D, C."""
    return {
        a.name: tuple(" ".join(sorted(x)) for x in (a.reads, a.forbids, a.deletes, a.creates))
        for a in actions
    }


def test_a_safe_net_is_refused_where_it_turns_out_to_be_unsafe():
    twice = net((1, 0), Transition("t", {}, {1: 1}, reads={0: 1}), Transition("u", {1: 1}, {}))
    system = safe_net_to_entities(twice, safe=True)
    assert system.enabled(frozenset("p")) == ("t",)
    with pytest.raises(
        ModelError, match="place 'q': transition 't' puts a second token there; only safe nets"
    ):
        system.enabled(frozenset("pq"))


def test_the_last_tokens_are_taken_and_the_next_ones_put():
    system = token_entities(net((2, 0), Transition("t", {0: 1}, {1: 2})), (2, 1))
    assert sets(*system.entity_actions) == {
        "t@1,0": ("", "p#1", "p#0", "q#0 q#1"),
        "t@1,1": ("q#0", "p#1", "p#0", "q#1 q#2"),
        "t@2,0": ("", "p#2", "p#1", "q#0 q#1"),
        "t@2,1": ("q#0", "p#2", "p#1", "q#1 q#2"),
    }


def test_what_is_needed_and_not_changed_is_read_and_an_inhibitor_arc_forbids():
    t = Transition("t", {0: 2}, {0: 2}, reads={1: 1}, inhibitors={2: 3})
    assert sets(*token_entities(net((2, 1, 0), t), (2, 1, 2)).entity_actions) == {
        "t": ("p#1 q#0", "r#2", "", "")
    }


def test_a_place_that_is_changed_and_inhibits_has_fewer_tokens_than_the_weight():
    t = Transition("t", {}, {0: 1}, inhibitors={0: 2})
    assert sets(*token_entities(net((0,), t), (3,)).entity_actions) == {
        "t@0": ("", "", "", "p#0"),
        "t@1": ("p#0", "", "", "p#1"),
    }


def test_a_state_is_a_marking():
    system = token_entities(net((2, 1), Transition("t", {0: 1}, {1: 1})), (2, 3))
    s = system.initial
    assert (s, system.marking(s)) == ({"p#0", "p#1", "q#0"}, (2, 1))
    (a,) = system.enabled(s)
    assert (system.transition[a], system.marking(system.after(s, a))) == ("t", (1, 2))


def test_actions_that_use_different_tokens_of_a_place_do_not_disable_each_other():
    take, look = Transition("take", {0: 1}), Transition("look", reads={0: 1})
    system = token_entities(net((2,), take, look), (2,))
    assert not system.disables("take@2", "look")
    assert system.disables("take@1", "look")
    assert not net((2,), take, look).independent("take", "look")


def test_a_state_with_more_tokens_than_a_bound_is_refused():
    system = token_entities(net((0,), Transition("t", {}, {0: 1})), (1,))
    one = system.after(system.initial, "t@0")
    beyond = system.after(one, *system.enabled(one))
    with pytest.raises(TokenOverflowError, match="place 'p' could hold more than 1 tokens"):
        system.enabled(beyond)


def test_too_many_concretisations_are_refused_before_they_are_made():
    t = Transition("t", {}, dict.fromkeys(range(3), 1))
    with pytest.raises(TokenOverflowError, match="more than 60 tokens"):
        token_entities(net((0, 0, 0), t), (60, 60, 60))


def test_a_concretisation_gives_way_to_a_transition_that_has_its_name():
    system = token_entities(net((0,), Transition("t", {}, {0: 1}), Transition("t@0", {0: 1})), (1,))
    assert system.actions == ("t@0'", "t@1", "t@0")
    assert EntityAction("t@0", EMPTY, frozenset({"p#1"}), frozenset({"p#0"})) in system.entity_actions
