"""Conversions keep the meaning: the converted system has the same runs, up to the names of actions."""

import pytest
from hypothesis import given

from mazurka.errors import ModelError
from mazurka.formats import convert, read_model, write_model
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import client_server_systems, entity_systems, nets
from mazurka.systems import (
    ClientServerSystem,
    EntityAction,
    EntitySystem,
    Lts,
    PetriNet,
    Process,
    Transition,
    replay,
)


def runs_agree(system, other, name_of=lambda a: a, depth=6):
    """Whether both enable the same actions after every run of at most so many steps."""
    frontier = [(system.initial, other.initial)]
    seen = set(frontier)
    for _ in range(depth):
        following = []
        for s, t in frontier:
            steps = {name_of(b): b for b in other.enabled(t)}
            if len(steps) != len(other.enabled(t)) or set(steps) != set(system.enabled(s)):
                return False
            following += [(system.after(s, a), other.after(t, b)) for a, b in steps.items()]
        frontier = [pair for pair in dict.fromkeys(following) if pair not in seen]
        seen.update(frontier)
    return True


@given(system=client_server_systems())
def test_a_client_server_system_has_the_runs_of_its_net(system):
    net = convert(system, ".pnml")
    assert runs_agree(system, net, lambda t: net.labels.get(t, t))


@given(system=entity_systems())
def test_an_entity_system_has_the_runs_of_its_net_and_comes_back(system):
    net = convert(system, ".pnml")
    assert runs_agree(system, net)
    assert runs_agree(system, convert(net, ".es.json"))


def clipped(net, *, guarded):
    """The net with weights of 1, and with inhibitor arcs where a transition adds a token, if guarded."""
    transitions = []
    for t in net.transitions:
        consumes, produces, reads = (dict.fromkeys(x, 1) for x in (t.consumes, t.produces, t.reads))
        added = produces.keys() - consumes
        inhibitors = {**t.inhibitors, **(dict.fromkeys(added, 1) if guarded else {})}
        excluded = added | {p for p, weight in inhibitors.items() if weight == 1}
        if excluded.isdisjoint(consumes | reads):
            transitions.append(Transition(t.name, consumes, produces, reads, inhibitors))
    return PetriNet(net.name, net.places, tuple(transitions), tuple(min(k, 1) for k in net.initial))


@given(net=nets())
def test_a_safe_net_has_the_runs_of_its_entity_system(net):
    net, guarded = clipped(net, guarded=False), clipped(net, guarded=True)
    markings = within(net, 1000) or ()
    if markings and max(max(m) for m in markings) == 1:
        assert runs_agree(net, convert(net, ".es.json", safe=True))
    assert runs_agree(guarded, convert(guarded, ".es.json"))


def test_an_action_that_can_be_taken_in_several_ways_becomes_several_transitions():
    client = Process("c", "0", (("0", "a", "1"), ("1", "b", "2")))
    server = Process("s", "0", (("0", "a", "1"), ("1", "a", "0"), ("1", "b", "0")))
    net = convert(ClientServerSystem("n", (client,), (server,)), ".pnml")
    assert net.actions == ("a[0,0]", "a[0,1]", "b")
    assert net.labels == {"a[0,0]": "a", "a[0,1]": "a"}
    assert net.places == ("c.0", "c.1", "c.2", "s.0", "s.1")


def test_places_give_way_to_actions_that_have_their_names():
    step = (("0", "c.0", "1"),)
    net = convert(ClientServerSystem("n", (Process("c", "0", step),), (Process("s", "0", step),)), ".pnml")
    assert net.actions == ("c.0",)
    assert net.places == ("c.0'", "c.1", "s.0", "s.1")


def test_entities_give_way_to_actions_that_have_their_names():
    net = convert(
        EntitySystem("n", frozenset({"a"}), (EntityAction("a", deletes=frozenset({"a"})),)), ".pnml"
    )
    assert (net.actions, net.places, net.labels) == (("a",), ("a'",), {"a'": "a"})


def test_each_kind_of_arc_of_a_safe_net_has_its_set():
    net = PetriNet(
        "n",
        ("read", "loop", "gone", "new", "empty", "never full"),
        (
            Transition(
                "t",
                consumes={1: 1, 2: 1},
                produces={1: 1, 3: 1},
                reads={0: 1, 2: 1},
                inhibitors={3: 1, 4: 1, 5: 2},
            ),
        ),
        (1, 1, 1, 0, 0, 0),
    )
    (action,) = convert(net, ".es.json").entity_actions
    assert action == EntityAction(
        "t", frozenset({"read", "loop"}), frozenset({"empty"}), frozenset({"gone"}), frozenset({"new"})
    )


LOOP = PetriNet("n", ("p", "q"), (Transition("t", {0: 1}, {1: 1}), Transition("u", {1: 1}, {0: 1})), (1, 0))


def test_a_net_is_believed_to_be_safe_only_where_the_caller_says_so():
    with pytest.raises(
        ModelError, match=r"nothing in its arcs prevents a second token on place 'q'; .*explore"
    ):
        convert(LOOP, ".es.json")
    assert replay(convert(LOOP, ".es.json", safe=True), ["t", "u"]) == {"p"}


@pytest.mark.parametrize(
    ("transition", "initial", "said"),
    [
        (Transition("t"), (2,), "place 'p': it holds several tokens initially; only safe nets"),
        (Transition("t", {0: 2}), (1,), "transition 't': an arc of weight 2 at place 'p'"),
        (
            Transition("t", {0: 1}, inhibitors={0: 1}),
            (1,),
            "transition 't': it can never fire: it needs a token",
        ),
        (Transition("t", produces={0: 1}, reads={0: 1}, inhibitors={0: 1}), (1,), "it can never fire"),
    ],
)
def test_a_net_that_has_no_entity_system_is_told_why(transition, initial, said):
    with pytest.raises(ModelError, match=said):
        convert(PetriNet("n", ("p",), (transition,), initial), ".es.json", safe=True)


@pytest.mark.parametrize(
    ("system", "suffix"),
    [
        (LOOP, ".cs.json"),
        (LOOP, ".tck"),
        (LOOP, ".aut"),
        (LOOP, ".dot"),
        (Lts("n", 0, 1, ()), ".pnml"),
        (Lts("n", 0, 1, ()), ".es.json"),
        (EntitySystem("n", frozenset(), ()), ".cs.json"),
        (ClientServerSystem("n", (), ()), ".es.json"),
        (ClientServerSystem("n", (), ()), ".aut"),
    ],
)
def test_every_other_conversion_is_refused_and_the_possible_ones_are_listed(system, suffix):
    said = f"formalism {system.formalism} has no meaning-preserving form as {suffix}; it can be written as "
    with pytest.raises(ModelError, match=said):
        convert(system, suffix)


def test_writing_converts(tmp_path):
    step = (("0", "a", "1"),)
    system = ClientServerSystem("n", (Process("c", "0", step),), (Process("s", "0", step),))
    write_model(system, tmp_path / "model.pnml")
    write_model(system, tmp_path / "model.tck")
    assert read_model(tmp_path / "model.pnml") == convert(system, ".pnml")
    assert read_model(tmp_path / "model.tck") == system
