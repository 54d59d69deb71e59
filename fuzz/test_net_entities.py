"""Nets as entity systems do what the nets do, and their relations are what [KR] asks of them."""

from hypothesis import assume, given

from mazurka.errors import ModelError
from mazurka.fuzz.campaign import refusals_not_counted
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import nets
from mazurka.limits import Watch
from mazurka.reference import symbolic_relations as symbolic
from mazurka.reference.chosen_tokens import chosen_tokens
from mazurka.reference.explorer import explore, reach_plain
from mazurka.reference.independence import disagreement, find_invalid_diamond
from mazurka.reference.net_entities import on_nets
from mazurka.systems import PetriNet, Transition
from mazurka.systems.safe_net_entities import safe_net_to_entities
from mazurka.systems.token_entities import token_entities

FEW_ACTIONS = 40


def bounds_of(full):
    """The most tokens that each place holds in a reachable marking."""
    return tuple(map(max, zip(*full.states, strict=True)))


def definition_5(system, full):
    """[KR] Definition 5: (3) to (6), at every reachable state and for every two actions."""
    for s in full.states:
        enabled = set(system.enabled(s))
        for a in enabled:
            after = set(system.enabled(system.after(s, a)))
            for b in system.actions:
                assert not (system.stimulates(a, b) and b in enabled)  # (3)
                assert not (system.disables(a, b) and b in after)  # (4)
                assert not (b in after and not system.stimulates(a, b) and b not in enabled)  # (5)
                if a != b:  # ◀ is reflexive by convention
                    assert not (b in enabled and not system.disables(a, b) and b not in after)  # (6)


@given(net=nets())
def test_the_tokens_of_a_net_do_what_the_net_does_state_by_state(net):
    full = explore(net)
    assume(max(bounds_of(full), default=0) <= 12)
    for local in (True, False):
        system = token_entities(net, bounds_of(full), local=local)
        tokens = explore(system)
        assert [system.marking(s) for s in tokens.states] == full.states
        assert [[(system.transition[a], m) for a, m in out] for out in tokens.successors] == full.successors


@given(net=nets())
def test_a_net_explored_by_its_tokens_is_the_net_explored(net):
    with refusals_not_counted():  # it may have too many tokens
        found = on_nets(reach_plain)(net, {}, Watch())
    full = explore(net)
    assert (found.graph().states, found.graph().successors) == (full.states, full.successors)


@given(net=nets())
def test_tokens_are_consistent_and_complete(net):
    full = explore(net)
    assume(max(bounds_of(full), default=0) <= 4)
    for local in (True, False):
        system = token_entities(net, bounds_of(full), local=local)
        assume(len(system.actions) <= FEW_ACTIONS)
        tokens = explore(system)
        definition_5(system, tokens)
        assert find_invalid_diamond(system, tokens) is None


@given(net=nets())
def test_in_the_global_form_neighbours_that_swap_are_independent_by_the_arcs_of_the_net(net):
    full = explore(net)
    assume(max(bounds_of(full), default=0) <= 4)
    system = token_entities(net, bounds_of(full), local=False)
    for s in explore(system).states:
        for a in system.enabled(s):
            for b in system.enabled(system.after(s, a)):
                if system.independent(a, b):
                    assert net.independent(system.transition[a], system.transition[b])


@given(net=nets())
def test_chosen_tokens_do_what_the_net_does_but_for_their_names(net):
    full = explore(net)
    assume(max(bounds_of(full), default=0) <= 3)
    for as_printed in (False, True):
        system = chosen_tokens(net, bounds_of(full), as_printed=as_printed)
        assume(len(system.actions) <= FEW_ACTIONS)
        tokens = explore(system)
        steps = {
            (system.marking(tokens.states[n]), system.transition[a], system.marking(tokens.states[m]))
            for n, a, m in tokens.edges()
        }
        assert {system.marking(s) for s in tokens.states} == set(full.states)
        assert steps == {(full.states[n], a, full.states[m]) for n, a, m in full.edges()}
        if not as_printed:
            definition_5(system, tokens)
            assert find_invalid_diamond(system, tokens) is None


def with_weights_of_one(net):
    """The net with at most one token in each place, weights of 1, and only what may fire in a safe net."""
    transitions = []
    for t in net.transitions:
        consumes, produces, reads = (dict.fromkeys(x, 1) for x in (t.consumes, t.produces, t.reads))
        needed, inhibitors = {*consumes, *reads}, dict.fromkeys(t.inhibitors, 1)
        if needed.isdisjoint(inhibitors) and (produces.keys() - consumes).isdisjoint(reads):
            transitions.append(Transition(t.name, consumes, produces, reads, inhibitors))
    return PetriNet(net.name, net.places, tuple(transitions), tuple(min(k, 1) for k in net.initial))


@given(net=nets())
def test_a_net_does_the_same_as_its_entities_or_is_refused_because_it_is_unsafe(net):
    net = with_weights_of_one(net)
    system = safe_net_to_entities(net, safe=True)
    try:
        entities = explore(system)
    except ModelError:
        markings = within(net, 3000)
        assert markings is None or max(map(max, markings)) > 1
    else:
        full = explore(net)
        assert [system.marking(s) for s in entities.states] == full.states
        assert entities.successors == full.successors


@given(net=nets())
def test_what_is_globally_independent_both_ways_is_independent(net):
    full = explore(net)
    for s in full.states:
        for a in net.enabled(s):
            for b in net.actions:
                if symbolic.independent(net, a, b):
                    assert disagreement(net, s, a, b) is None


@given(net=nets())
def test_the_local_relations_are_consistent_and_complete_where_they_stand(net):
    """[KR] Definition 5 at one marking."""
    for m in explore(net).states:
        enabled = net.enabled(m)
        for a in enabled:
            after = net.enabled(net.after(m, a))
            for b in net.actions:
                assert not (symbolic.stimulates_in(net, m, a, b) and b in enabled)  # (3)
                assert not (symbolic.disables_in(net, m, a, b) and b in after)  # (4)
                if b in after and not symbolic.stimulates_in(net, m, a, b):
                    assert b in enabled  # (5)
                if a != b and b in enabled and not symbolic.disables_in(net, m, a, b):
                    assert b in after  # (6)


@given(net=nets())
def test_runs_that_differ_by_local_swaps_lead_to_the_same_marking_and_swap_back(net):
    m, w = net.initial, ()
    while len(w) < 5 and (enabled := net.enabled(m)):
        w = (*w, enabled[len(w) % len(enabled)])
        m = net.after(m, w[-1])
    for v in symbolic.local_trace(net, net.initial, w):
        end = net.initial
        for a in v:
            assert a in net.enabled(end)
            end = net.after(end, a)
        assert end == m
        assert w in symbolic.local_trace(net, net.initial, v)
