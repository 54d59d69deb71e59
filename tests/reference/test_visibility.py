"""What is visible, and what a reduction with a proviso keeps of it."""

import pytest

from mazurka.audit import audit
from mazurka.errors import UnknownNameError
from mazurka.limits import Limits, Watch
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.visibility import visible_actions, visible_names
from mazurka.registry import find_reducer
from mazurka.systems import Lts, PetriNet, StateGraph, Transition
from tests.cli.small_systems import rival_entities, two_clients, two_loops


def test_what_is_visible_is_read_off_the_system():
    net = two_loops()
    assert visible_actions(net, net.places[:1]) == {t.name for t in net.transitions if 0 in t.effect}
    clients = two_clients()
    for p in clients.processes:
        moves = {a for s, a, t in p.transitions if s != t}
        assert visible_actions(clients, [p.name]) == moves
    entities = rival_entities()
    e = min(entities.initial)
    changing = {a.name for a in entities.entity_actions if e in a.creates | a.deletes}
    assert visible_actions(entities, [e]) == changing
    loop = Lts.from_edges("loop", [(0, "a", 0), (0, "b", 1)], ())
    assert visible_actions(loop, list(loop.local_states(0))) == {"b"}
    assert visible_actions(net, ()) == frozenset()
    with pytest.raises(UnknownNameError, match="no component is called 'nix'"):
        visible_actions(net, ["nix"])


def test_a_self_loop_on_a_place_is_not_visible():
    net = PetriNet("x", ("p",), (Transition("t", consumes={0: 1}, produces={0: 1}),), (1,))
    assert visible_actions(net, ["p"]) == frozenset()


def test_names_have_commas_between_them():
    assert visible_names({"visible": " p, q,"}) == ("p", "q")
    assert visible_names({}) == ()


# a and b put one token and two on p, and are independent: after a alone p has one, after b alone two.
PUTS = PetriNet(
    "puts",
    ("p", "i", "j"),
    (Transition("a", {1: 1}, {0: 1}), Transition("b", {2: 1}, {0: 2})),
    (0, 1, 1),
)


def test_a_place_may_lose_a_value_unless_it_is_visible():
    reducer, options = find_reducer("plain/stubborn/closure"), {"proviso": "colour"}
    lost = audit(PUTS, reducer, options=options, criteria=["local-states"]).findings[-1]
    assert (lost.holds, lost.witness) == (False, ("b",))
    seen = audit(PUTS, reducer, options=options, visible=["p"], criteria=["local-states", "reachable-views"])
    assert seen.verdict == "pass"


def judge(net, reduced, visible=("p", "i"), full=None):
    return CRITERIA["reachable-views"](net, full or explore(net), reduced, Context(visible=visible))


def test_a_lost_view_is_reported_with_a_run_to_it():
    some = StateGraph([(0, 1, 1), (1, 0, 1), (3, 0, 0)], [[("a", 1)], [("b", 2)], []])
    found = judge(PUTS, some)
    assert (found.holds, found.witness) == (False, ("b",))
    assert "p = 2, i = 1 here, and nowhere in the reduction" in found.reason
    assert judge(PUTS, some, ("j",)).holds is True
    assert judge(PUTS, explore(PUTS)).holds is True


def test_what_is_not_known_of_views_is_not_answered():
    begun = explore(PUTS, Watch(Limits(max_states=2)))
    assert judge(PUTS, begun).holds is None
    assert judge(PUTS, explore(PUTS), None).holds is None
    assert judge(PUTS, explore(PUTS), full=begun).holds is None
