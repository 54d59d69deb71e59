"""Searches with a proviso: the plain reducers and the compiled ones build the same graph."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.errors import OptionError, UnknownNameError
from mazurka.fuzz.beside_a_loop import as_net, large_graphs_beside_a_loop
from mazurka.fuzz.cyclic_clients import cyclic_client_server_system
from mazurka.fuzz.dice import dice
from mazurka.fuzz.strategies import client_server_systems, nets
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.optimized import process_sets as compiled_processes
from mazurka.optimized import stubborn_sets as compiled_nets
from mazurka.optimized.provisos import ORDERS
from mazurka.reference import insertion as insertion
from mazurka.reference import net_stubborn_sets as plain_nets
from mazurka.reference import process_sets as plain_processes

NET_REDUCERS = {
    "closure": (plain_nets.reduce_by_closure, compiled_nets.reduce_by_closure),
    "deletion": (plain_nets.reduce_by_deletion, compiled_nets.reduce_by_deletion),
    "smallest": (plain_nets.reduce_by_smallest, compiled_nets.reduce_by_smallest),
    "insertion": (insertion.reduce_by_insertion, compiled_nets.reduce_by_insertion),
}
SEARCHES = [(proviso, order) for proviso, orders in ORDERS.items() for order in orders]


def options(components: tuple[str, ...]) -> st.SearchStrategy[dict[str, Any]]:
    """A proviso, an order that it is for, and some visible components; now and then none of these."""
    visible = st.lists(st.sampled_from(components), unique=True, max_size=2).map(",".join)
    return st.builds(
        lambda search, seen: {"proviso": search[0], "order": search[1], "visible": seen},
        st.sampled_from(SEARCHES),
        st.just("") | visible,
    )


def same_graph(plain, compiled, system, chosen, limit):
    watches = [Watch(Limits(max_states=limit)) for _ in range(2)]
    expected, found = plain(system, chosen, watches[0]), compiled(system, chosen, watches[1])
    assert (found.complete, found.transitions) == (expected.complete, expected.transitions)
    assert found.graph() == expected.graph()


CYCLIC = dice(96).map(lambda d: cyclic_client_server_system(d))
LIMITS = st.none() | st.none() | st.integers(1, 40)


@pytest.mark.parametrize("name", NET_REDUCERS)
@given(net=nets(), data=st.data())
def test_the_same_graph_of_a_net(name, net, data):
    chosen = data.draw(options(net.places))
    if name == "insertion":
        chosen["scapegoat"] = data.draw(st.sampled_from(["enabled", "fewest", "first", "random"]))
        chosen["seed"] = data.draw(st.integers(0, 9))
    same_graph(*NET_REDUCERS[name], net, chosen, data.draw(LIMITS))


@given(st.one_of(client_server_systems(), CYCLIC), st.data())
def test_the_same_graph_of_processes(system, data):
    chosen = data.draw(options(tuple(p.name for p in system.processes)))
    chosen["closed"] = data.draw(st.sampled_from(["ahead", "next"]))
    plain, compiled = plain_processes.reduce_pset, compiled_processes.reduce_pset
    same_graph(plain, compiled, system, chosen, data.draw(LIMITS))


@given(large_graphs_beside_a_loop(), st.sampled_from(sorted(NET_REDUCERS)), st.sampled_from(["", "g", "l"]))
@settings(max_examples=max(settings().max_examples // 2, 1))
def test_the_same_graphs_where_nodes_are_dangerous_and_searches_start_them_again(system, name, visible):
    for proviso, order in SEARCHES:
        chosen = {"proviso": proviso, "order": order, "visible": visible}
        same_graph(plain_processes.reduce_pset, compiled_processes.reduce_pset, system, chosen, None)
        chosen["visible"] = visible and f"0 of {visible}"
        same_graph(*NET_REDUCERS[name], as_net(system), chosen, None)


def test_a_proviso_for_another_order_is_refused_by_name():
    net = build("peterson", {"n": 2})
    with pytest.raises(OptionError, match="the proviso queue is for order=bfs, not for 'dfs'"):
        compiled_nets.reduce_by_closure(net, {"proviso": "queue", "order": "dfs"}, Watch())
    with pytest.raises(OptionError, match="the proviso stack is for order=dfs, not for 'bfs'"):
        compiled_nets.reduce_by_closure(net, {"proviso": "stack", "order": "bfs"}, Watch())


def test_an_unknown_visible_component_is_named():
    with pytest.raises(UnknownNameError, match="no component is called 'here'"):
        compiled_nets.reduce_by_deletion(build("peterson", {"n": 2}), {"visible": "here"}, Watch())
