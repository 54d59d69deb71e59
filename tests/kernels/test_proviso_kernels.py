"""Searches with a proviso on small systems: compiled, interpreted, with bounds checks."""

import pytest

from mazurka.limits import Watch
from mazurka.models import build
from mazurka.optimized import process_sets, stubborn_sets
from mazurka.optimized.barred import sticky_actions, visible_actions
from mazurka.optimized.provisos import ORDERS
from mazurka.reference import insertion, net_stubborn_sets
from mazurka.reference import process_sets as plain_process_sets
from mazurka.systems import ClientServerSystem, PetriNet, Process, Transition

KANBAN = build("kanban", {"n": 1})


def around(name, *steps):
    return Process(name, steps[0][0], steps)


TWO_LOOPS = ClientServerSystem(
    "two-loops",
    (around("c", ("0", "a", "1"), ("1", "b", "0")), around("d", ("0", "u", "1"), ("1", "v", "0"))),
    (around("p", ("0", "a", "1"), ("1", "b", "0")), around("q", ("0", "u", "0"), ("0", "v", "0"))),
    cyclic_clients=True,
)
"""Two pairs of processes that go around without one another."""


def beside_a_loop(*arcs, loops=1):
    """A client that goes through a graph, beside one that has loops and is ignored."""
    steps = tuple((x, f"g.{i}", y) for i, (x, y) in enumerate(arcs))
    loop = tuple(("0", f"l.{i}", "0") for i in range(loops))
    servers = (around("of g", *(("0", a, "0") for _, a, _ in steps)), around("of l", *loop))
    clients = (Process("g", arcs[0][0], steps), around("l", *loop))
    return ClientServerSystem("beside-a-loop", clients, servers, cyclic_clients=True)


GRAPHS = {
    "a node is started again and purple ones become red": (
        "01", "13", "12", "21", "23", "23", "31", "32"
    ),
    "a red node of a complete component may be reached": (
        "ac", "ax", "ap", "xc", "xy", "yy", "yr", "rx", "pr"
    ),
}  # fmt: skip
"""Arcs, two local states each."""


@pytest.mark.parametrize("arcs", GRAPHS.values(), ids=GRAPHS)
def test_dangerous_nodes_are_the_same_as_in_the_plain_search(arcs):
    system = beside_a_loop(*arcs)
    for proviso in ORDERS:
        options = {"proviso": proviso}
        expected = plain_process_sets.reduce_pset(system, options, Watch())
        assert process_sets.reduce_pset(system, options, Watch()).graph() == expected.graph()


def test_fewer_nodes_are_expanded_fully_the_more_a_proviso_knows_of_the_others():
    complete = beside_a_loop(*GRAPHS["a red node of a complete component may be reached"])
    edges = {
        name: process_sets.reduce_pset(complete, {"proviso": name}, Watch()).transitions
        for name in ("scc", "colour-anticipating", "colour", "stack", "two-phase")
    }
    assert edges == {"scc": 11, "colour-anticipating": 11, "colour": 12, "stack": 12, "two-phase": 13}


def test_only_a_terminal_component_explores_what_it_ignores():
    """The component of x and y does not: an arc of y leaves it."""
    system = beside_a_loop("xy", "yx", "yc", loops=3)
    found = process_sets.reduce_pset(system, {"proviso": "scc-safety"}, Watch())
    assert found.graph() == plain_process_sets.reduce_pset(system, {"proviso": "scc-safety"}, Watch()).graph()
    assert [len(edges) for edges in found.graph().successors] == [1, 2, 3]


@pytest.mark.parametrize(
    ("proviso", "order"), [(name, order) for name, orders in ORDERS.items() for order in orders]
)
def test_a_search_with_a_proviso_gives_the_graph_of_the_plain_one(proviso, order):
    for net, visible in ((KANBAN, ""), (KANBAN, KANBAN.places[0]), (build("peterson", {"n": 2}), "")):
        options = {"proviso": proviso, "order": order, "visible": visible}
        found = stubborn_sets.reduce_by_closure(net, options, Watch())
        assert found.graph() == net_stubborn_sets.reduce_by_closure(net, options, Watch()).graph()
        assert found.transitions == found.graph().number_of_edges
    options = {"proviso": proviso, "order": order}
    expected = plain_process_sets.reduce_pset(TWO_LOOPS, options, Watch())
    assert process_sets.reduce_pset(TWO_LOOPS, options, Watch()).graph() == expected.graph()


@pytest.mark.parametrize("scapegoat", ["enabled", "fewest", "first", "random"])
def test_scapegoats_by_a_rule_give_the_graph_of_the_plain_reducer(scapegoat):
    net, options = build("philosophers", {"n": 3}), {"scapegoat": scapegoat, "seed": 3}
    expected = insertion.reduce_by_insertion(net, options, Watch()).graph()
    assert stubborn_sets.reduce_by_insertion(net, options, Watch()).graph() == expected


def test_provisos_make_the_philosophers_of_figure_1_linear_where_the_stack_makes_them_exponential():
    """[EP] section 3: n + 1 states with the best proviso, O(2^n), here all 47 of them, with the stack."""
    net = build("philosophers-atomic", {"n": 8})
    states = {
        proviso: stubborn_sets.reduce_by_closure(net, {"proviso": proviso}, Watch()).states
        for proviso in ("none", "expanded-safety", "colour", "two-phase", "scc", "stack")
    }
    assert states.pop("stack") == 47
    assert set(states.values()) == {9}


def test_a_field_is_widened_and_arrays_grow_in_the_middle_of_a_stack():
    """A place that no invariant bounds, and a stack of some hundred nodes."""
    up = Transition("up", {}, {0: 1}, inhibitors={0: 200})
    down = Transition("down", {0: 3})
    forth, back = Transition("forth", {1: 1}, {2: 1}), Transition("back", {2: 1}, {1: 1})
    net = PetriNet("widening", ("n", "here", "there"), (up, down, forth, back), (0, 1, 0))
    for proviso in ("stack", "scc", "scc-safety", "open"):
        options = {"proviso": proviso}
        found = stubborn_sets.reduce_by_deletion(net, options, Watch())
        assert found.graph() == net_stubborn_sets.reduce_by_deletion(net, options, Watch()).graph()


def test_every_cycle_has_a_sticky_action():
    assert sticky_actions(TWO_LOOPS) == {0, 2}
    assert sticky_actions(build("philosophers-atomic", {"n": 4})) == {0, 2, 4, 6}


def test_an_action_is_visible_where_it_may_change_what_is_seen():
    names = TWO_LOOPS.actions
    assert {names[i] for i in visible_actions(TWO_LOOPS, ["c"])} == {"a", "b"}
    assert visible_actions(TWO_LOOPS, ["q"]) == set()
    assert len(visible_actions(KANBAN, [KANBAN.places[0]])) > 0
