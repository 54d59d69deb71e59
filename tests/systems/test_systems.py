"""The formalisms: what their constructors refuse, what is enabled, what is independent."""

from itertools import product

import pytest

from mazurka.errors import ModelError
from mazurka.systems import (
    ClientServerSystem,
    EntityAction,
    EntitySystem,
    Lts,
    PetriNet,
    Process,
    StateGraph,
    Transition,
    replay,
)

CLIENT = Process("c", "0", (("0", "a", "1"),))
CYCLIC = Process("c", "0", (("0", "a", "1"), ("1", "a", "0")))
SERVER = Process("s", "0", (("0", "a", "0"),))


@pytest.mark.parametrize(
    ("clients", "servers", "order", "message"),
    [
        (
            [Process("c", "0", (("0", "a", "1"), ("1", "a", "0")))],
            [SERVER],
            None,
            "client 'c': it has a cycle",
        ),
        ([CLIENT, Process("d", "0", (("0", "a", "1"),))], [SERVER], None, "'a': it belongs to two clients"),
        ([CLIENT], [SERVER, Process("t", "0", (("0", "a", "0"),))], None, "'a': it belongs to two servers"),
        ([CLIENT], [], None, "action 'a': it belongs to no server"),
        ([], [SERVER], None, "action 'a': it belongs to no client"),
        ([CLIENT], [Process("c", "0", (("0", "a", "0"),))], None, "'c': two processes have this name"),
        ([Process("c", "0", (("0", "a", "1"), ("0", "a", "2")))], [SERVER], None, "two transitions leave"),
        ([CLIENT], [SERVER], ("a", "a"), "action_order"),
        ([CLIENT], [SERVER], ("b",), "action_order"),
    ],
)
def test_a_client_server_system_that_breaks_a_rule_is_refused(clients, servers, order, message):
    with pytest.raises(ModelError, match=message) as caught:
        ClientServerSystem("x", tuple(clients), tuple(servers), order)
    assert caught.value.cure


def test_a_client_may_have_a_cycle_where_that_is_declared():
    with pytest.raises(ModelError, match="or declare cyclic_clients"):
        ClientServerSystem("x", (CYCLIC,), (SERVER,))
    system = ClientServerSystem("x", (CYCLIC,), (SERVER,), cyclic_clients=True)
    assert replay(system, "aaa") == ("1", "0")
    assert system.cyclic_client == "c"
    assert ClientServerSystem("x", (CLIENT,), (SERVER,), cyclic_clients=True).cyclic_client is None


@pytest.mark.parametrize(
    ("places", "transitions", "initial", "message"),
    [
        (("p", "p"), (), (0, 0), "'p': two nodes"),
        (("p",), (Transition("p"),), (0,), "'p': two nodes"),
        (("p",), (), (-1,), "place 'p': -1 tokens"),
        (("p",), (), (), "0 token counts for 1 places"),
        (("p",), (Transition("t", consumes={1: 1}),), (0,), "transition 't': an arc to place number 1"),
        (
            ("p",),
            (Transition("t", produces={0: 0}),),
            (0,),
            "transition 't': an arc of weight 0 at",
        ),
        (("p",), (Transition("t", inhibitors={0: -2}),), (0,), "an arc of weight -2"),
    ],
)
def test_a_net_that_breaks_a_rule_is_refused(places, transitions, initial, message):
    with pytest.raises(ModelError, match=message) as caught:
        PetriNet("x", places, transitions, initial)
    assert caught.value.cure


def test_an_entity_action_whose_sets_meet_is_refused():
    with pytest.raises(ModelError, match="entity 'e' is in both 'reads' and 'deletes'"):
        EntityAction("a", reads=frozenset("e"), deletes=frozenset("e"))
    with pytest.raises(ModelError, match="'a': two actions"):
        EntitySystem("x", frozenset(), (EntityAction("a"), EntityAction("a")))


@pytest.mark.parametrize(
    ("initial", "edges", "pairs", "message"),
    [
        (2, ((0, "a", 1),), (), "initial state 2 does not exist"),
        (0, ((0, "a", 2),), (), "leaves the states"),
        (0, ((0, "a", 0), (0, "a", 1)), (), "two edges labelled 'a'"),
        (0, ((0, "a", 1),), (("a", "a"),), "not a pair of two actions"),
        (0, ((0, "a", 1),), (("a", "b"),), "not a pair of two actions"),
    ],
)
def test_a_transition_system_that_breaks_a_rule_is_refused(initial, edges, pairs, message):
    with pytest.raises(ModelError, match=message):
        Lts("x", initial, 2, edges, frozenset(frozenset(p) for p in pairs))


def test_an_action_is_enabled_when_client_and_server_can_take_it():
    client = Process("c", "0", (("0", "a", "1"), ("0", "b", "1")))
    server = Process("s", "0", (("0", "b", "1"), ("1", "a", "0")))
    system = ClientServerSystem("x", (client,), (server,))
    assert system.enabled(system.initial) == ("b",)
    assert system.after(system.initial, "b") == ("1", "1")
    assert system.enabled(("1", "1")) == ()
    assert not system.independent("a", "b")


def test_the_given_order_of_actions_is_that_of_the_enabled_ones():
    clients = tuple(Process(n, "0", (("0", n, "1"),)) for n in "ab")
    servers = tuple(Process(n + n, "0", ((("0", n, "0"),))) for n in "ab")
    assert ClientServerSystem("x", clients, servers).enabled(("0",) * 4) == ("a", "b")
    system = ClientServerSystem("x", clients, servers, ("b", "a"))
    assert system.enabled(system.initial) == ("b", "a")
    assert system.independent("a", "b")


def test_weights_reads_and_inhibitors_decide_what_is_enabled():
    t = Transition("t", consumes={0: 2}, produces={1: 3}, reads={0: 4}, inhibitors={1: 2})
    net = PetriNet("x", ("p", "q"), (t,), (5, 0))
    assert [net.enabled((p, q)) for p, q in ((3, 0), (4, 0), (4, 1), (4, 2))] == [(), ("t",), ("t",), ()]
    assert net.after((5, 0), "t") == (3, 3)


KINDS = ("consumes", "produces", "reads", "inhibitors")
SMALL = [
    dict(
        zip(("consumes", "produces", "reads", "inhibitors"), ({0: k} if k else {} for k in arcs), strict=True)
    )
    for arcs in product((0, 1, 2), (0, 1, 3), (0, 2), (0, 2))
]


def test_disabling_and_enabling_are_exact_at_one_place():
    """All pairs of transitions at one place with small arcs, against all token counts up to 8."""
    for a, b in product(SMALL, SMALL):
        t, u = Transition("t", **a), Transition("u", **b)
        net = PetriNet("x", ("p",), (t, u), (0,))
        before = [(m,) for m in range(9) if t.is_enabled((m,))]
        disables = any(u.is_enabled(m) and not u.is_enabled(net.after(m, "t")) for m in before)
        enables = any(not u.is_enabled(m) and u.is_enabled(net.after(m, "t")) for m in before)
        assert (net.can_disable("t", "u"), net.can_enable("t", "u")) == (disables, enables), (t, u)


def test_a_self_loop_only_reads():
    loop, reader = (Transition(n, consumes={0: 1}, produces={0: 1}) for n in "ab")
    assert PetriNet("x", ("p",), (loop, reader), (1,)).independent("a", "b")


def test_stimulation_and_disabling_of_entities():
    make = EntityAction("make", creates=frozenset("e"))
    use = EntityAction("use", deletes=frozenset("e"))
    shun = EntityAction("shun", forbids=frozenset("e"))
    system = EntitySystem("x", frozenset(), (make, use, shun))
    assert system.stimulates("make", "use")
    assert system.disables("make", "shun")
    assert system.influences("shun", "make")
    assert not system.influences("make", "shun")
    assert not system.independent("make", "shun")
    assert system.enabled(frozenset()) == ("make", "shun")


def test_replay_names_the_step_that_is_not_enabled():
    system = Lts.from_edges("x", [(0, "a", 1)])
    assert replay(system, ["a"]) == 1
    with pytest.raises(ValueError, match="step 2: 'a' is not enabled"):
        replay(system, ["a", "a"])


def test_paths_of_a_graph_are_counted_unless_it_has_a_cycle():
    diamond: StateGraph[int] = StateGraph([0, 1, 2, 3], [[("a", 1), ("b", 2)], [("b", 3)], [("a", 3)], []])
    assert diamond.number_of_paths() == 2
    assert diamond.run_to(3) == ("a", "b")
    diamond.successors[3].append(("c", 0))
    assert diamond.number_of_paths() is None
