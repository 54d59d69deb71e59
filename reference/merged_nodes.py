"""One node a state: sleep sets of the same state are intersected, and what that wakes is treated.

    After Godefroid's combination of sleep sets with state caching ([HLPW] has subsumption instead,
    Definition 16, and several nodes a state).

A successor whose state has a node becomes an edge to it, whose sleep set Z becomes Z ∩ Z' for the new Z'.  A
node that has been expanded is opened once more when this wakes something: the actions W that were in Z when
it was last expanded and are not any more.  All of W are then treated, before what was treated
already: the successors by W get the sleep set (Z ∪ those of W treated before) ∖ D(a), the others keep theirs.

What sleeps is enabled: it was so when it was put to sleep, and only what is independent of it came since.

Why this is a search with sleep sets all the same, `sleep_sets.py`: what was treated earlier, with Z ∪ W
asleep, is treated now with Z asleep and all of W before it, and (Z ∪ W ∪ before) ∖ D(a) is what it had.  As
for the choice, a maximal run w with first(w) ∩ Z = ∅ has an action of W in first(w), or avoids Z ∪ W, and
then the choice made earlier has one of first(w).

    dfs, bfs  as in `sleep_sets.py`; a node that is opened again waits like a new one
    ranked    of the nodes that wait one whose clients have most steps to go, the sum of their longest local
              runs; the first among equals.  Each step makes that sum smaller, so a state is expanded after
              all that leads to it, and never opened again.

There are never more nodes than states.
"""

from collections.abc import Sequence
from heapq import heappop, heappush

import networkx as nx

from mazurka.limits import Watch
from mazurka.reference.sleep_sets import Rules, Sleep, sleep_after
from mazurka.systems import Action, ClientServerSystem, Process, StateGraph
from mazurka.systems.client_server import GlobalState


def longest_runs(client: Process) -> dict[str, int]:
    """The number of steps of the longest local run from each local state."""
    graph = nx.DiGraph((x, y) for x, _, y in client.transitions)
    graph.add_nodes_from(client.local_states)
    found: dict[str, int] = {}
    for x in reversed(list(nx.topological_sort(graph))):
        found[x] = max((1 + found[y] for y in graph.successors(x)), default=0)
    return found


class Frontier:
    """The nodes that wait to be expanded, none twice."""

    def __init__(self, system: ClientServerSystem, order: str) -> None:
        self.waiting: set[int] = set()
        self._queue: list[tuple[int, int, int]] = []
        self._order = order
        self._pushed = 0
        self._to_go = [longest_runs(c) for c in system.clients]

    def push(self, n: int, s: GlobalState) -> None:
        if n in self.waiting:
            return
        self._pushed += 1
        ahead = sum(steps[x] for steps, x in zip(self._to_go, s, strict=False))
        place = {"dfs": (0, -self._pushed), "bfs": (0, self._pushed), "ranked": (-ahead, self._pushed)}
        heappush(self._queue, (*place[self._order], n))
        self.waiting.add(n)

    def pop(self) -> int:
        n = heappop(self._queue)[-1]
        self.waiting.remove(n)
        return n


def woken(system: ClientServerSystem, s: GlobalState, slept: Sleep, sleep: Sleep) -> tuple[Action, ...]:
    """W, in the order of actions: what slept when s was last expanded and does not any more."""
    return tuple(a for a in system.enabled(s) if a in slept and a not in sleep)


def merged_search(
    system: ClientServerSystem, rules: Rules[GlobalState], watch: Watch
) -> StateGraph[GlobalState]:
    """The graph of nodes, one a state, that the rules lead to; their `choose` must cover."""
    graph: StateGraph[GlobalState] = StateGraph(sleep=[], treated=[])
    assert graph.sleep is not None and graph.treated is not None
    frontier = Frontier(system, rules.order)
    slept: dict[int, Sleep] = {}  # the sleep set with which a node was last expanded

    def arrive(s: GlobalState, sleep: Sleep) -> int:
        if s not in rules.nodes:
            rules.nodes[s] = [graph.add(s, sleep)]
            graph.treated.append(())  # type: ignore[union-attr]
            frontier.push(rules.nodes[s][0], s)
        (n,) = rules.nodes[s]
        graph.sleep[n] &= sleep  # type: ignore[index]
        if n in slept and woken(system, s, slept[n], graph.sleep[n]):  # type: ignore[index]
            frontier.push(n, s)
        return n

    def treated_now(n: int) -> Sequence[Action]:
        s, sleep = graph.states[n], graph.sleep[n]  # type: ignore[index]
        chosen = woken(system, s, slept[n], sleep) if n in slept else rules.choose(s, sleep)
        return tuple(a for a in chosen if a not in sleep)

    arrive(system.initial, frozenset())
    while frontier.waiting:
        if limit := watch.limit_reached(len(graph.states), len(frontier.waiting)):
            graph.complete, graph.limit, graph.unexpanded = False, limit, set(frontier.waiting)
            break
        n = frontier.pop()
        s, sleep, treated = graph.states[n], graph.sleep[n], treated_now(n)
        slept[n] = sleep
        edges = []
        for i, a in enumerate(treated):
            t, asleep = system.after(s, a), sleep_after(system, sleep, treated[:i], a)
            if not rules.refuses(t, asleep):
                edges.append((a, arrive(t, asleep if rules.asleep else frozenset())))
        graph.successors[n][:0] = edges
        graph.treated[n] = (*treated, *graph.treated[n])
    return graph
