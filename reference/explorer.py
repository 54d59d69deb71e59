"""The full state space: breadth first, states numbered as they are found.

Some notions are for acyclic systems only; what tells whether a system has a cycle is here as well.
"""

from collections.abc import Mapping
from typing import TypeVar

import networkx as nx

from mazurka.errors import CyclicSystemError
from mazurka.limits import Watch
from mazurka.reference.search import reduced_graph, search_order
from mazurka.systems import Action, ClientServerSystem, Exploration, PetriNet, Run, State, StateGraph, System

Node = TypeVar("Node")


def explore(
    system: System[State], watch: Watch | None = None, *, order: str = "bfs", start: State | None = None
) -> StateGraph[State]:
    """Every state reachable from the initial one, or from `start`, with all edges in the order enabled."""
    return reduced_graph(system, system.enabled, order=order, watch=watch, start=start)


def reach_plain(system: System[State], options: Mapping[str, object], watch: Watch) -> Exploration[State]:
    """The reducer that reduces nothing."""
    return to_exploration(explore(system, watch, order=search_order(options)), system, watch.seconds())


def to_exploration(graph: StateGraph[State], system: System[State], seconds: float) -> Exploration[State]:
    """The counts of a graph over the states of a system; a state with an edge is no deadlock."""
    states = set(graph.states)
    last = {s for n, s in enumerate(graph.states) if not graph.successors[n] and n not in graph.unexpanded}
    markings = list(states) if isinstance(system, PetriNet) else None
    return Exploration(
        states=len(states),
        nodes=len(graph.states),
        transitions=graph.number_of_edges,
        deadlocks=sum(not system.enabled(s) for s in last),
        complete=graph.complete,
        limit=graph.limit,
        seconds=seconds,
        graph=lambda: graph,
        max_tokens_per_place=max(max(m, default=0) for m in markings) if markings else None,
        max_tokens_in_marking=max(sum(m) for m in markings) if markings else None,
    )


def find_cycle_run(graph: StateGraph[State]) -> Run | None:
    """A run of the graph from node 0 to a cycle and once around it; None when there is no cycle."""
    if graph.topological_order() is not None:
        return None
    links: nx.DiGraph[int] = nx.DiGraph()
    links.add_edges_from((n, m, {"action": a}) for n, a, m in graph.edges())
    around = list(nx.find_cycle(links, source=0))
    cycle: list[Action] = [links.edges[n, m]["action"] for n, m in around]
    return graph.run_to(around[0][0]) + tuple(cycle)


def is_cycle_run(system: System[State], run: Run) -> bool:
    """Whether the run can be taken and its last step returns to a state met before."""
    met = [system.initial]
    for a in run:
        if a not in system.enabled(met[-1]):
            return False
        met.append(system.after(met[-1], a))
    return met[-1] in met[:-1]


def require_acyclic(system: System[State], notion: str, watch: Watch | None = None) -> str | None:
    """CyclicSystemError, with a run, when the system has a cycle.

    Client/server systems with acyclic clients are acyclic: [HLPW] Remark 4; those with a cyclic client are
    refused for it, whether or not it can go around.  Any other system is explored.
    When that reaches a limit before a cycle is found, the limit is returned: nobody knows.
    """
    if isinstance(system, ClientServerSystem):
        if system.cyclic_client is not None:
            raise CyclicSystemError(notion, client=system.cyclic_client)
        return None
    full = explore(system, watch)
    cycle = find_cycle_run(full)
    if cycle is not None:
        raise CyclicSystemError(notion, cycle)
    return full.limit
