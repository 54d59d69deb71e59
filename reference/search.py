"""The plain search that builds a state graph from a choice of actions at each state.

A state is stored once.  A node is expanded whole: all chosen successors are created, and numbered, in the
order of the choice.  The frontier is a queue (breadth first) or a stack (depth first: of the nodes that wait,
the one created last is expanded next).
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence

from mazurka.errors import OptionError
from mazurka.limits import Watch
from mazurka.reference.unbounded import SearchTree
from mazurka.systems import Action, State, StateGraph, System

ORDERS = ("bfs", "dfs")


def search_order(options: Mapping[str, object]) -> str:
    """The option `order`: bfs where it is not given."""
    order = options.get("order", "bfs")
    if order not in ORDERS:
        raise OptionError(f"option order: {order!r} is not one of {', '.join(ORDERS)}")
    return str(order)


def reduced_graph(
    system: System[State],
    choose: Callable[[State], Sequence[Action]],
    *,
    order: str = "bfs",
    watch: Watch | None = None,
    start: State | None = None,
) -> StateGraph[State]:
    """The graph of the states reached from `start` (by default the initial state) by chosen actions.

    UnboundedNetError where a net without inhibitor arcs shows that it has infinitely many markings.
    """
    watch = Watch() if watch is None else watch
    graph: StateGraph[State] = StateGraph()
    first = system.initial if start is None else start
    number = {first: graph.add(first)}
    tree = SearchTree(system, graph)
    frontier = deque([0])
    looked_at = 0
    while frontier:
        limit = watch.goal_reached(graph.states, looked_at)
        limit = limit or watch.limit_reached(len(graph.states), len(frontier))
        looked_at = len(graph.states)
        if limit:
            graph.complete, graph.limit, graph.unexpanded = False, limit, set(frontier)
            break
        n = frontier.popleft() if order == "bfs" else frontier.pop()
        s = graph.states[n]
        for a in choose(s):
            t = system.after(s, a)
            if t not in number:
                number[t] = graph.add(t)
                frontier.append(number[t])
                tree.add(number[t], n, a)
            graph.successors[n].append((a, number[t]))
    return graph
