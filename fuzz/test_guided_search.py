"""UP sets, UP layers, guided search and stubborn sets for a goal, on whole state spaces."""

from hypothesis import given
from hypothesis import strategies as st

from mazurka.formulas import AllOf, at_least, at_most
from mazurka.fuzz.formulas import conjunctions, goals
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, nets
from mazurka.reference.goal_stubborn_sets import find_goal_stubborn, is_attractor, reduce_towards
from mazurka.reference.guided_search import LOST, guided_search
from mazurka.reference.net_stubborn_sets import arcs_of, is_closed
from mazurka.reference.stubborn_sets import find_violation_of_d1, find_violation_of_d2
from mazurka.reference.up_layers import best_layer, layers
from mazurka.reference.up_sets import is_unavoidable, up_set
from mazurka.systems import replay


@given(st.data(), nets())
def test_theorems_1_and_2_no_path_leads_around_an_up_set_or_the_best_layer(data, net):
    """[E] Theorems 1 and 2, with read arcs, inhibitor arcs and weights."""
    markings = within(net, LARGEST)
    most = [(at_least([p], max(m[p] for m in markings)),) for p in range(len(net.places))]
    for goal in (data.draw(conjunctions(net)), *most):
        for m in markings[:6]:
            if not AllOf(goal).holds(m):
                assert is_unavoidable(net, AllOf(goal), m, up_set(net, goal, m))
                assert is_unavoidable(net, AllOf(goal), m, best_layer(net, goal, m))


@given(st.data(), nets())
def test_lemma_2_layers_are_few_and_layer_0_is_the_up_set(data, net):
    """[E] Lemma 2."""
    goal = data.draw(conjunctions(net))
    found = layers(net, goal, net.initial)
    assert all(found)
    assert len(found) <= len(net.transitions)
    assert (found[0] if found else frozenset()) == up_set(net, goal, net.initial)


@given(st.data(), nets())
def test_guided_search_reaches_what_can_be_reached(data, net):
    goal = data.draw(conjunctions(net))
    found = guided_search(net, goal)
    reachable = any(AllOf(goal).holds(m) for m in within(net, LARGEST))
    assert found.complete
    assert (found.run is not None) == reachable
    assert found.run is None or AllOf(goal).holds(replay(net, found.run))
    printed = guided_search(net, goal, printed=True)
    assert printed.run is None or reachable
    cut = guided_search(net, goal, max_depth=2)
    assert cut.run is not None or not cut.complete or not reachable


def test_guided_search_tries_what_is_in_no_layer_last():
    """`LOST`: random nets are hardly ever like it."""
    goal = (at_least([LOST.places.index("b")], 1), at_most([LOST.places.index("a")], 1))
    assert guided_search(LOST, goal).run is not None
    assert any(AllOf(goal).holds(m) for m in within(LOST, LARGEST))


@given(st.data(), nets())
def test_stubborn_sets_for_a_goal_reach_it_iff_the_system_does(data, net):
    """[KSV]"""
    goal = data.draw(goals(net))
    reachable = any(goal.holds(m) for m in within(net, LARGEST))
    assert any(goal.holds(m) for m in reduce_towards(net, goal).states) == reachable


@given(st.data(), nets())
def test_each_such_set_holds_an_attractor_and_keeps_d1_and_d2(data, net):
    goal = data.draw(goals(net))
    m = data.draw(st.sampled_from(within(net, LARGEST)))
    arcs = arcs_of(net)
    members = find_goal_stubborn(arcs, goal, m)
    if not goal.holds(m):
        assert is_attractor(net, goal, m, members)
        names = frozenset(net.transitions[t].name for t in members)
        assert find_violation_of_d1(net, m, names) is None
        assert find_violation_of_d2(net, m, names) is None
        assert not any(net.transitions[t].is_enabled(m) for t in members) or is_closed(arcs, m, set(members))
