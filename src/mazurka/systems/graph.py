"""A graph over the states of a system, as explorations and reductions build it.

A node has a state and, where the reduction uses sleep sets, a sleep set; several nodes may share a
state.  Successors are listed in the order in which the reducer treated them, since the sleep-set
condition depends on that order.  Node 0 is the initial node.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Generic

from mazurka.systems.protocol import Action, Run, State


@dataclass
class StateGraph(Generic[State]):
    """A full or reduced state space.

    states:     the state of each node.
    successors: for each node its outgoing edges (action, target node), in the order treated.
    sleep:      the sleep set of each node, or None when the reduction has none.
    treated:    for each node all actions in the order treated: those explored, and those whose successor a
                test refused, which have no edge and still count as "before" for later sleep sets;
                None when nothing is ever refused.
    complete:   False when the construction stopped at a limit (`limit` says which); the nodes in
                `unexpanded` then have no meaning as to what was explored.
    """

    states: list[State] = field(default_factory=list)
    successors: list[list[tuple[Action, int]]] = field(default_factory=list)
    sleep: list[frozenset[Action]] | None = None
    treated: list[tuple[Action, ...]] | None = None
    complete: bool = True
    limit: str | None = None
    unexpanded: set[int] = field(default_factory=set)

    def add(self, s: State, sleep: frozenset[Action] | None = None) -> int:
        """Append a node and return its number."""
        self.states.append(s)
        self.successors.append([])
        if sleep is not None:
            if self.sleep is None:
                self.sleep = []
            self.sleep.append(sleep)
        return len(self.states) - 1

    @property
    def number_of_edges(self) -> int:
        """The number of labelled edges."""
        return sum(len(out) for out in self.successors)

    def edges(self) -> Iterator[tuple[int, Action, int]]:
        """All edges (node, action, node)."""
        for n, out in enumerate(self.successors):
            for a, m in out:
                yield n, a, m

    def explored(self, n: int) -> tuple[Action, ...]:
        """The actions explored at node n, in order."""
        return tuple(a for a, _ in self.successors[n])

    def run_to(self, goal: int) -> Run:
        """A shortest run of the graph from node 0 to a node that is reachable in it."""
        parent: dict[int, tuple[int, Action] | None] = {0: None}
        queue = [0]
        for n in queue:
            if n == goal:
                break
            for a, m in self.successors[n]:
                if m not in parent:
                    parent[m] = (n, a)
                    queue.append(m)
        run: list[Action] = []
        step = parent[goal]
        while step is not None:
            run.append(step[1])
            step = parent[step[0]]
        return tuple(reversed(run))

    def number_of_paths(self) -> int | None:
        """The number of maximal paths from node 0, or None when the graph has a cycle."""
        order = self.topological_order()
        if order is None:
            return None
        paths = [0] * len(self.states)
        for n in reversed(order):
            paths[n] = sum(paths[m] for _, m in self.successors[n]) if self.successors[n] else 1
        return paths[0] if paths else 0

    def topological_order(self) -> list[int] | None:
        """The nodes, each before its successors; None when there is a cycle."""
        waiting = [0] * len(self.states)
        for _, _, m in self.edges():
            waiting[m] += 1
        order = [n for n, w in enumerate(waiting) if w == 0]
        for n in order:
            for _, m in self.successors[n]:
                waiting[m] -= 1
                if waiting[m] == 0:
                    order.append(m)
        return order if len(order) == len(self.states) else None
