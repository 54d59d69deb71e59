"""Searches whose arrays have hardly any room at first: they grow again and again, and nothing is lost.

What an array has beyond what is in use is anything; here it is a number that means something in most arrays.
"""

from contextlib import contextmanager

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.beside_a_loop import as_net, large_graphs_beside_a_loop
from mazurka.fuzz.crowds import crowds
from mazurka.fuzz.strategies import client_server_systems, cyclic_client_server_systems, nets, systems
from mazurka.fuzz.test_unreachability import goals
from mazurka.limits import Watch
from mazurka.optimized import (
    arrays,
    closure_search,
    explorer,
    frames,
    goal_search,
    process_sets,
    store,
    stubborn_sets,
)
from mazurka.optimized.candidates import Candidates
from mazurka.optimized.provisos import CLOSED, ORDERS
from mazurka.optimized.store import enlarged, new_store


@contextmanager
def little_room():
    """The arrays of a search begin with room for one or two of everything."""
    nodes, edges, stacks, tables = arrays._nodes, arrays._edges, arrays.new_frames, arrays.search_tables
    tree = goal_search._tree
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(arrays, "new_store", lambda words: new_store(words, 1))
        patch.setattr(arrays, "_nodes", lambda plan: shortened(nodes(plan)))
        patch.setattr(arrays, "_edges", lambda plan: shortened(edges(plan)))
        patch.setattr(arrays, "new_frames", lambda words: shortened(stacks(words)))
        patch.setattr(arrays, "search_tables", lambda *given: short_of_marks(*tables(*given)))
        patch.setattr(goal_search, "new_store", lambda words, rows=1: new_store(words, rows))
        patch.setattr(goal_search, "_tree", lambda _size, plan: tree(1, plan))
        for module in (arrays, frames, goal_search, store):
            patch.setattr(module, "enlarged", enlarged_with_anything)
        yield


def short_of_marks(choice, test):
    """The tables of a search with room for two marks."""
    return choice._replace(mark=choice.mark[:2].copy()) if isinstance(choice, Candidates) else choice, test


def enlarged_with_anything(array, needed, used):
    """What is not in use looks like the mark of a node that is closed."""
    larger = enlarged(array, needed, used)
    larger[used:] = CLOSED
    return larger


def shortened(group):
    """The arrays with two rows."""
    return type(group)(*(array[:2].copy() for array in group))


def assert_same(search, *arguments):
    known = search(*arguments, Watch()).graph()
    with little_room():
        assert search(*arguments, Watch()).graph() == known


@given(systems(), st.sampled_from(["bfs", "dfs"]))
def test_an_exploration_is_the_same(system, order):
    assert_same(lambda s, watch: explorer.explore(s, watch, order=order, recording=True), system)


@given(st.one_of(client_server_systems(), crowds()), st.sampled_from(["bfs", "dfs"]))
def test_a_search_with_sleep_sets_is_the_same(system, order):
    assert_same(process_sets.reduce_pset_sleep, system, {"order": order})
    assert_same(closure_search.reduce_full_sleep, system, {"order": order})


SEARCHES = [(proviso, order) for proviso, orders in ORDERS.items() for order in orders]
BY_MARKS = [("open", "stack"), ("open-safety", "stack"), ("queue", "bfs")]
"""Nodes are asked after before they are expanded."""


@given(st.one_of(nets(), large_graphs_beside_a_loop().map(as_net)), st.sampled_from(SEARCHES))
def test_a_search_with_a_proviso_is_the_same(net, search):
    for proviso, order in (*BY_MARKS, search):
        assert_same(stubborn_sets.reduce_by_closure, net, {"proviso": proviso, "order": order})


@given(cyclic_client_server_systems())
def test_a_search_arc_by_arc_of_processes_is_the_same(system):
    assert_same(process_sets.reduce_pset, system, {"proviso": "colour-anticipating"})


@given(st.data(), nets(), st.sampled_from(sorted(goal_search.PLANS)))
def test_a_search_for_a_goal_is_the_same(data, net, name):
    goal = data.draw(goals(net))
    known = goal_search.search_goal(net, goal, name, Watch())
    with little_room():
        assert goal_search.search_goal(net, goal, name, Watch()) == known
