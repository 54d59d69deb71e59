"""Nets as entity systems in the reference: what the two ways of [B] section 4.2 lack, and what it costs."""

from dataclasses import replace

import pytest

from mazurka.errors import PreconditionError, UnboundedNetError
from mazurka.limits import Watch
from mazurka.models import build
from mazurka.reference import symbolic_relations as symbolic
from mazurka.reference.chosen_tokens import chosen_tokens
from mazurka.reference.explorer import explore, reach_plain
from mazurka.reference.independence import disagreement, find_invalid_diamond
from mazurka.reference.net_entities import on_nets
from mazurka.reference.probe_sound import reduce_sound
from mazurka.systems import PetriNet, Transition
from mazurka.systems.token_entities import token_entities

PUT, TAKE = Transition("put", {}, {0: 1}), Transition("take", {0: 1})


def net(initial, *transitions):
    return PetriNet("n", tuple("pqr"[: len(initial)]), transitions, initial)


def reached(net):
    return on_nets(reach_plain)(net, {}, Watch())


CLOSING = net((1, 0, 1), Transition("move", {0: 1}, {1: 1}), Transition("end", {2: 1}, {}, inhibitors={1: 1}))
"""`end` is possible only before `move`: two deadlocks."""


def test_without_forbidden_entities_a_transition_that_inhibits_another_passes_for_independent():
    """[B] section 4.2.2, forbidden phase."""
    bounds = (1, 1, 1)
    printed = chosen_tokens(CLOSING, bounds, as_printed=True)
    found = find_invalid_diamond(printed)
    assert found is not None
    assert found.run == ()
    assert {printed.transition[found.a], printed.transition[found.b]} == {"move", "end"}
    assert "'move -p#0 +q#0' disables" in found.reason or "'end -r#0'" in found.reason
    assert find_invalid_diamond(chosen_tokens(CLOSING, bounds)) is None
    assert find_invalid_diamond(token_entities(CLOSING, bounds)) is None


def test_which_token_is_created_depends_on_those_that_exist():
    """[B] Algorithm 5: u puts q#0 before t does, and q#1 after it, which passes for independent of t."""
    two = net((1, 0, 1), Transition("t", {0: 1}, {1: 1}), Transition("u", {2: 1}, {1: 1}))
    printed = chosen_tokens(two, (1, 2, 1), as_printed=True)
    found = find_invalid_diamond(printed)
    assert found is not None
    assert found.reason == "'t -p#0 +q#0' enables 'u -r#0 +q#1'"
    assert find_invalid_diamond(chosen_tokens(two, (1, 2, 1))) is None


def test_chosen_tokens_multiply_the_actions_and_the_states():
    pool = net((3,), TAKE)
    chosen, counted = chosen_tokens(pool, (3,)), token_entities(pool, (3,))
    assert (len(chosen.actions), len(explore(chosen).states)) == (3, 8)
    assert (len(counted.actions), len(explore(counted).states)) == (3, 4)


def test_an_inhibitor_arc_forbids_every_token_that_the_place_may_hold():
    (end,) = (a for a in chosen_tokens(CLOSING, (1, 2, 1)).entity_actions if a.name.startswith("end"))
    assert end.forbids == {"q#0", "q#1"}


def test_the_bounds_of_a_net_are_found_out_on_the_way():
    found = reached(net((0, 5), Transition("t", {1: 1}, {0: 1})))
    assert (found.states, found.deadlocks) == (6, 1)
    assert found.graph().states == [(k, 5 - k) for k in range(6)]
    assert found.graph().successors[0] == [("t", 1)]


def test_an_unbounded_net_is_refused_with_a_run():
    with pytest.raises(UnboundedNetError, match="firing put again"):
        reached(net((0,), PUT, TAKE))


def test_a_net_with_too_many_tokens_is_refused():
    many = net((100, 0), Transition("t", {0: 1}, {1: 1}))
    with pytest.raises(PreconditionError, match=r"place 'p' may hold 100 tokens, .* more than 500 actions"):
        reached(many)
    # With a capacity, which is what inhibits it in the end, it is not unbounded.
    with pytest.raises(PreconditionError, match="place 'p' may hold 711 tokens"):
        reached(net((0, 0), replace(PUT, inhibitors={0: 2000})))


@pytest.mark.parametrize("printed", [True, False])
def test_a_reduction_that_forgets_inhibitor_arcs_loses_a_deadlock(printed):
    """[B] section 4.2.2 as printed, under the reduction that is sound: `end` comes first or not at all."""
    system = chosen_tokens(CLOSING, (1, 1, 1), as_printed=printed)
    found = reduce_sound(system, {}, Watch()).graph()
    ends = {system.marking(s) for s in found.states if not system.enabled(s)}
    assert ends == ({(0, 1, 1)} if printed else {(0, 1, 1), (0, 1, 0)})


def test_the_deadlocks_of_a_net_are_kept_by_its_tokens():
    found = on_nets(reduce_sound)(CLOSING, {}, Watch()).graph()
    assert {(0, 1, 1), (0, 1, 0)} <= set(found.states)


@pytest.mark.parametrize(
    ("family", "parameters"),
    [("file-system", {"n": 3}), ("indexer", {"n": 2}), ("szymanski", {"n": 3}), ("bakery", {"n": 2, "m": 2})],
)
def test_a_safe_net_is_reduced_like_its_entity_system(family, parameters):
    net, entities = build(family, parameters), build(f"{family}-entities", parameters)
    found, expected = on_nets(reduce_sound)(net, {}, Watch()), reduce_sound(entities, {}, Watch())
    assert (found.states, found.nodes, found.transitions) == (
        expected.states,
        expected.nodes,
        expected.transitions,
    )
    assert found.graph().successors == expected.graph().successors


@pytest.mark.parametrize("seed", [0, 3])
def test_bounds_grow_under_any_order_of_actions(seed):
    found = on_nets(reduce_sound)(net((0, 5), Transition("t", {1: 1}, {0: 1})), {"seed": seed}, Watch())
    assert (found.states, found.deadlocks) == (6, 1)


def test_the_global_relation_is_not_consistent():
    """[KR] Definition 5, (3) and (4): two tokens are enough for everybody."""
    pool = net((2,), PUT, TAKE, Transition("look", reads={0: 1}))
    assert symbolic.stimulates(pool, "put", "look")
    assert "look" in pool.enabled((2,))
    assert symbolic.disables(pool, "take", "look")
    assert "look" in pool.enabled(pool.after((2,), "take"))


def test_the_local_relation_as_printed_sees_no_disabling_beside_an_untouched_place():
    """[B] Definition 47: ∀p where ∃p is meant."""
    beside = net((1, 1), TAKE, Transition("look", reads={0: 1}))
    m = beside.initial
    assert disagreement(beside, m, "take", "look") == "'take' disables 'look'"
    assert symbolic.disables_in(beside, m, "take", "look")
    assert not symbolic.disables_in_as_printed(beside, m, "take", "look")


def test_the_local_relation_as_printed_forgets_inhibitor_arcs():
    one = net((0,), PUT, Transition("t", inhibitors={0: 1}))
    assert disagreement(one, (0,), "put", "t") == "'put' disables 't'"
    assert symbolic.disables_in(one, (0,), "put", "t")
    assert not symbolic.disables_in_as_printed(one, (0,), "put", "t")


def test_by_local_relations_a_transition_has_two_least_causes():
    either = net((0, 1, 1), Transition("x", {1: 1}, {0: 1}), Transition("y", {2: 1}, {0: 1}), TAKE)
    assert symbolic.least_causes(either, either.initial, ("x", "y"), "take") == [("x",), ("y",)]
