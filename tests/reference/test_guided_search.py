"""UP sets and layers, guided search, stubborn sets for a goal: figures, and what is wrong as printed."""

import pytest

from mazurka.formulas import AllOf, SomeOf, at_least, at_most, deadlock, disjuncts, parse
from mazurka.models import build
from mazurka.reference import up_as_printed as printed
from mazurka.reference.dependency_groups import dependency_groups
from mazurka.reference.goal_stubborn_sets import (
    closure_of,
    find_attractor,
    find_goal_stubborn,
    is_attractor,
    reduce_towards,
)
from mazurka.reference.guided_search import LOST, guided_search, with_groups
from mazurka.reference.net_stubborn_sets import arcs_of, enabled_among
from mazurka.reference.up_as_printed import Atom, printed_layers, printed_up_set
from mazurka.reference.up_layers import best_layer, enabled_layers, layers, layers_of
from mazurka.reference.up_sets import find_path_without, is_unavoidable, up_set
from mazurka.systems import PetriNet, Transition, replay

CHAIN = PetriNet(
    "chain",
    ("p", "q", "r", "s"),
    (
        Transition("t0", {0: 1}, {1: 1}),
        Transition("t1", {1: 1}, {2: 2}),
        Transition("t2", {2: 2}, {3: 1}),
        Transition("off", {0: 1}),
    ),
    (2, 0, 0, 0),
)


def test_an_up_set_raises_what_fails_and_nothing_else():
    goal = (at_least([3], 1), at_most([0], 1), at_least([1], 0))
    assert up_set(CHAIN, goal, CHAIN.initial) == {2, 0, 3}
    assert up_set(CHAIN, goal, (1, 0, 0, 0)) == {2}
    assert up_set(CHAIN, goal, (1, 0, 0, 1)) == frozenset()


def test_layers_go_back_from_the_goal():
    assert layers_of(CHAIN, at_least([3], 1)) == ({2}, {1}, {0})
    assert layers(CHAIN, (at_least([3], 1), at_most([0], 1)), CHAIN.initial) == ({2, 0, 3}, {1}, {0})
    assert best_layer(CHAIN, (at_least([3], 1),), CHAIN.initial) == {0}
    assert list(enabled_layers(CHAIN, (at_least([3], 1), at_most([0], 1)), CHAIN.initial)) == [(0, 3), (0,)]
    assert best_layer(CHAIN, (at_least([3], 1),), (0, 0, 1, 0)) == frozenset()


@pytest.mark.parametrize("relation", [">", "<"])
def test_theorem_1_fails_with_less_and_more_as_printed(relation):
    """[E] section 2.3.1: p > 0 fails where p holds no token, and Less(ℓ, M) asks for fewer."""
    net = printed.THEOREM_1
    atom = Atom(1, ">", 0) if relation == ">" else Atom(0, "<", 1)
    assert not atom.holds(net.initial)
    empty = printed_up_set(net, [atom], net.initial)
    assert empty == frozenset()
    assert find_path_without(net, atom.goal(), net.initial, empty) == ("t",)
    (goal,) = disjuncts(atom.goal())
    assert up_set(net, goal, net.initial) == {0}
    assert is_unavoidable(net, atom.goal(), net.initial, {0})


def test_lemma_1_fails_as_printed():
    """[E] Lemma 1: nothing of layer 1 is enabled, and a path fires it without layer 2."""
    net, atom = printed.LEMMA_1, Atom(2, ">=", 2)
    found = printed_layers(net, [atom], net.initial)
    assert found == ({0}, {1}, frozenset())
    assert net.enabled(net.initial) == ("v",)
    assert replay(net, ("v", "w")) == (1, 0, 1)


@pytest.mark.parametrize("net", [printed.THEOREM_2_INHIBITOR, printed.THEOREM_2_READ])
def test_theorem_2_fails_as_printed_with_read_and_inhibitor_arcs(net):
    """[E] Theorem 2: no printed layer holds an enabled transition, and yet u·t reaches the goal."""
    atom = Atom(1, ">=", 1)
    enabled = set(enabled_among(net, net.initial, range(2)))
    assert not any(enabled & layer for layer in printed_layers(net, [atom], net.initial))
    assert find_path_without(net, atom.goal(), net.initial, ()) == ("u", "t")
    assert best_layer(net, (at_least([1], 1),), net.initial) == {1}


@pytest.mark.parametrize("relation", ["=", "!=", "<", ">", "<=", ">="])
def test_an_atom_is_the_goal_that_says_the_same(relation):
    atom = Atom(0, relation, 2)
    assert [atom.holds((k,)) for k in range(5)] == [atom.goal().holds((k,)) for k in range(5)]


def test_algorithm_1_as_printed_misses_a_goal_and_with_a_last_set_it_does_not():
    """[E] Algorithm 1: dependency groups do without what enables their disabled members."""
    (goal,) = disjuncts(parse("a <= 1 & b >= 1", LOST))
    missed = guided_search(LOST, goal, printed=True)
    assert (missed.run, missed.complete) == (None, True)
    found = guided_search(LOST, goal)
    assert found.run == ("u", "v", "t")
    assert LOST.enabled(LOST.initial) == ("u", "t")


def test_figure_4_5_transitions_that_share_input_places_are_one_group():
    """[E] Figure 4.5: t1 and t5 cannot disable one another, and both can disable t2."""
    arcs = {"t1": {0: 1}, "t2": {0: 1, 1: 1}, "t3": {2: 1}, "t4": {3: 1}, "t5": {1: 1}}
    net = PetriNet("figure-4.5", tuple("abcd"), tuple(Transition(t, x) for t, x in arcs.items()), (1,) * 4)
    assert dependency_groups(net) == ((0, 1, 4), (2,), (3,))
    assert with_groups(dependency_groups(net), (0, 2)) == {0, 1, 2, 4}


def test_guided_search_finds_a_goal_among_few_states():
    net = build("philosophers", {"n": 4})
    eating = next(p for p in range(len(net.places)) if net.places[p].startswith("eat"))
    found = guided_search(net, (at_least([eating], 1),))
    assert at_least([eating], 1).holds(replay(net, found.run))
    assert (len(found.run), found.states) == (8, 10)


def test_a_depth_limit_leaves_the_question_open():
    goal = (at_least([3], 1),)
    found = guided_search(CHAIN, goal, max_depth=2)
    assert (found.run, found.complete) == (None, False)
    assert guided_search(CHAIN, goal, max_depth=4).run == ("off", "t0", "t1", "t2")


def test_where_no_layer_helps_nothing_is_explored():
    dead = PetriNet("dead", ("p", "q"), (Transition("t", {0: 1}, {0: 1}),), (1, 0))
    found = guided_search(dead, (at_least([1], 1),))
    assert (found.run, found.complete, found.states) == (None, True, 1)


def test_an_attractor_is_that_of_one_part_of_a_conjunction_and_of_all_of_a_disjunction():
    goal = AllOf((SomeOf((at_least([3], 1), at_most([0], 1))), at_least([1], 1)))
    assert find_attractor(CHAIN, goal, CHAIN.initial) == {0}
    assert find_attractor(CHAIN, goal.parts[0], CHAIN.initial) == {0, 2, 3}
    assert is_attractor(CHAIN, goal, CHAIN.initial, {0})
    assert not is_attractor(CHAIN, goal, CHAIN.initial, {1, 2, 3})


def test_dependency_groups_are_no_closed_set():
    """[E] section 4.2.2: u is missing, which brings what v lacks."""
    goal = parse("a <= 1 & b >= 1", LOST)
    assert with_groups(dependency_groups(LOST), (2,)) == {1, 2}
    assert set(find_goal_stubborn(arcs_of(LOST), goal, LOST.initial)) == {0, 1, 2}
    assert closure_of(arcs_of(LOST), LOST.initial, (2,)) == (2, 1, 0)


def test_a_goal_is_reached_with_few_markings():
    net = build("philosophers", {"n": 5})
    graph = reduce_towards(net, deadlock(net))
    assert any(deadlock(net).holds(m) for m in graph.states)
    assert reduce_towards(net, parse("false", net)).states == [net.initial]
