"""Reductions made elsewhere: graphs that come with labels only, such as an Aldebaran file.

The states are found by walking the graph beside the system.  What cannot be walked is no reduction of
this system, and the finding says where: a step that is not enabled; a node that two paths reach in different
states; a node that no path reaches.
"""

from collections.abc import Iterable
from typing import Generic, NamedTuple

from mazurka.reference.finding import Finding, fails, holds
from mazurka.reference.soundness import NAME
from mazurka.systems import Action, Run, State, StateGraph, System


class Attached(NamedTuple, Generic[State]):
    """The graph with its states, the initial node first, or None; and the finding on its soundness."""

    graph: StateGraph[State] | None
    finding: Finding


def attach_states(
    system: System[State], nodes: int, initial: int, edges: Iterable[tuple[int, Action, int]]
) -> Attached[State]:
    """Give each node the state that the system is in after any path to it.

    nodes: their number; they are called 0 … nodes − 1 in the edges, of which the order at each node is kept.
    """
    out: list[list[tuple[Action, int]]] = [[] for _ in range(nodes)]
    for n, a, m in edges:
        out[n].append((a, m))
    graph: StateGraph[State] = StateGraph()
    number = {initial: graph.add(system.initial)}
    run_to: dict[int, Run] = {initial: ()}
    for n in (queue := [initial]):
        s = graph.states[number[n]]
        for a, m in out[n]:
            run = (*run_to[n], a)
            if a not in system.enabled(s):
                return _unsound(
                    run_to[n], f"the graph goes from node {n} by {a!r}, which the system does not enable"
                )
            t = system.after(s, a)
            if m not in number:
                number[m], run_to[m] = graph.add(t), run
                queue.append(m)
            elif graph.states[number[m]] != t:
                return _unsound(
                    run, f"node {m} is reached in another state by {' '.join(run_to[m]) or 'the empty run'}"
                )
            graph.successors[number[n]].append((a, number[m]))
    if len(queue) < nodes:
        lonely = min(set(range(nodes)) - set(queue))
        return _unsound(
            (), f"no path leads from the initial node {initial} to node {lonely}: its state is unknown"
        )
    edges_checked = graph.number_of_edges
    return Attached(graph, holds(NAME, edges_checked, f"all {edges_checked} edges are steps of the system"))


def _unsound(run: Run, reason: str) -> Attached[State]:
    return Attached(None, fails(NAME, len(run), run, reason))
