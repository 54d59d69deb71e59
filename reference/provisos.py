"""Provisos: that no action is put off for ever.

    [EP]  section 1.2, conditions C2S (safety), C2L and C2L′ (liveness).

    no-ignoring       C2S   every action enabled at a node is explored at some node reachable from it;
    cycle-expansion   C2L   on no cycle an action is enabled somewhere and explored nowhere;
                      C2L′  every cycle has a node that explores all that is enabled.

C2L speaks of every cycle, of which there may be exponentially many.  An action a breaks it exactly when, in
the graph without the nodes that explore a, some cycle passes a node where a is enabled: when a strongly
connected component of that graph has such a node and a cycle.
"""

from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

import networkx as nx

from mazurka.reference.finding import Context, Finding, expanded, fails, nothing_found
from mazurka.systems import Action, Run, State, StateGraph, System

if TYPE_CHECKING:
    Links = nx.DiGraph[int]

NO_IGNORING, CYCLE_EXPANSION = "no-ignoring", "cycle-expansion"


def ignored_at(system: System[State], reduced: StateGraph[State], n: int) -> tuple[Action, ...]:
    """The actions enabled at a node and not explored there."""
    explored = set(reduced.explored(n))
    return tuple(a for a in system.enabled(reduced.states[n]) if a not in explored)


def find_ignored(system: System[State], reduced: StateGraph[State]) -> tuple[int, Action] | None:
    """The first node with an action that is enabled there and explored nowhere from there on (C2S).

    A node from which an unexpanded node can be reached is left out: the action may yet be explored.
    """
    onward = _explored_onward(reduced)
    for n in expanded(reduced):
        later = onward[n]
        if later is not None:
            for a in ignored_at(system, reduced, n):
                if a not in later:
                    return n, a
    return None


def is_explored_from(reduced: StateGraph[State], n: int, a: Action) -> bool:
    """Whether a is explored at n or a node reachable from it: the definition."""
    return any(a in reduced.explored(m) for m in {n} | nx.descendants(_links(reduced), n))


def _links(graph: StateGraph[State]) -> "Links":
    links: Links = nx.DiGraph()
    links.add_nodes_from(range(len(graph.states)))
    links.add_edges_from((n, m) for n, _, m in graph.edges())
    return links


def _explored_onward(reduced: StateGraph[State]) -> list[frozenset[Action] | None]:
    """For each node the actions explored at nodes reachable from it; None where one of these is unexpanded.

    Components come with their successors first, so that one pass suffices.
    """
    onward: list[frozenset[Action] | None] = [frozenset()] * len(reduced.states)
    for component in nx.strongly_connected_components(_links(reduced)):
        found: set[Action] = set()
        known = component.isdisjoint(reduced.unexpanded)
        for n in component:
            for a, m in reduced.successors[n]:
                found.add(a)
                below = frozenset() if m in component else onward[m]
                known = known and below is not None
                found |= below or frozenset()
        shared = frozenset(found) if known else None
        for n in component:
            onward[n] = shared
    return onward


def find_ignoring_cycle(system: System[State], reduced: StateGraph[State]) -> tuple[int, Action, Run] | None:
    """A node, an action enabled there, and a cycle from the node that explores it nowhere (against C2L)."""
    links = _links(reduced)
    for component in sorted(cyclic_components(links), key=min):
        ignored = {n: ignored_at(system, reduced, n) for n in sorted(component - reduced.unexpanded)}
        for a in dict.fromkeys(a for n in ignored for a in ignored[n]):
            without = links.subgraph(n for n in ignored if a not in reduced.explored(n))
            for part in sorted(cyclic_components(without), key=min):
                for n in sorted(part):
                    if a in ignored[n]:
                        return n, a, cycle_through(reduced, n, part)
    return None


def cyclic_components(links: "Links") -> Iterator[set[int]]:
    """The strongly connected components in which there is a cycle."""
    for component in nx.strongly_connected_components(links):
        n = next(iter(component))
        if len(component) > 1 or links.has_edge(n, n):
            yield component


def cycle_through(graph: StateGraph[State], n: int, within: Collection[int]) -> Run:
    """A shortest cycle from n back to n inside a strongly connected set of nodes."""
    path: dict[int, Run] = {}
    for m in (queue := [n]):
        for a, target in graph.successors[m]:
            if target in within and target not in path:
                path[target] = (*path.get(m, ()), a) if m != n else (a,)
                queue.append(target)
    return path[n]


def find_unexpanded_cycle(system: System[State], reduced: StateGraph[State]) -> set[int] | None:
    """Nodes, none fully expanded, that are connected by a cycle (against C2L′)."""
    partial = [n for n in expanded(reduced) if ignored_at(system, reduced, n)]
    return min(cyclic_components(_links(reduced).subgraph(partial)), key=min, default=None)


def check_no_ignoring(
    system: System[State], _full: StateGraph[State], reduced: StateGraph[State], _context: Context
) -> Finding:
    """C2S at every node; the witness leads to a node from which on an enabled action is never explored."""
    nodes = len(reduced.states)
    if found := find_ignored(system, reduced):
        n, a = found
        reason = f"{a!r} is enabled here, and the reduction explores it neither here nor later on"
        return fails(NO_IGNORING, nodes, reduced.run_to(n), reason)
    return nothing_found(
        NO_IGNORING, reduced, nodes, f"at {nodes} nodes every enabled action is explored later on"
    )


def check_cycle_expansion(
    system: System[State], _full: StateGraph[State], reduced: StateGraph[State], _context: Context
) -> Finding:
    """C2L on every cycle, and in the reason C2L′; the witness goes to a cycle and once around it."""
    nodes = len(reduced.states)
    if found := find_ignoring_cycle(system, reduced):
        n, a, cycle = found
        around = f"the last {len(cycle)} steps are a cycle" if len(cycle) > 1 else "the last step is a loop"
        reason = f"{around} on which {a!r} is enabled and the reduction never explores it"
        return fails(CYCLE_EXPANSION, nodes, reduced.run_to(n) + cycle, reason)
    full_node = find_unexpanded_cycle(system, reduced) is None
    stronger = "every" if full_node else "not every"
    reason = f"no action is ignored along a cycle; {stronger} cycle has a fully expanded node (C2L′)"
    return nothing_found(CYCLE_EXPANSION, reduced, nodes, reason)
