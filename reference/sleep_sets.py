"""Sleep sets, in a depth-first search with subsumption.

    [HLPW]  section 6 and Definition 16, after Godefroid.

A node is a state with a *sleep set* Z: actions whose runs from here are covered elsewhere.  At a node the
chosen actions outside Z are treated in order; the successor by a has the sleep set
(Z ∪ those treated before a) ∖ D(a), where D(a) are the actions dependent on a.

A successor that enables something, but nothing outside its sleep set, is *refused*: it gets no node and no
edge.  Its action has been treated all the same and puts itself to sleep for those that follow.
Subsumption: a node of the same state with fewer actions asleep does what a new node would do;
the edge then leads to the oldest such node.

The invariant, for every node (s, Z) whose choice is a covering source set: each maximal run w from s with
first(w) ∩ Z = ∅ has an equivalent path from the node.  Induction on the length of w, not empty.  Some action
treated is in first(w); let a be the earliest, w ≃ a·u.  If c were in first(u) and asleep after a, it would be
independent of a, hence in first(w), hence neither in Z nor earlier than a: contradiction.  So first(u) avoids
the successor's sleep set.  It follows that the successor is not refused, and that u has its path.

The induction needs runs to end.  With a cycle, sleep sets can put off an action for ever.  The smallest
example: a loops at the initial state, and c, independent, leads to another state where a loops.  Treating
a and then c, the successor by c has a asleep, is refused, and c is never seen.  So cyclic systems are
refused by name.
"""

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Generic

from mazurka.limits import Watch
from mazurka.reference.explorer import require_acyclic, to_exploration
from mazurka.systems import Action, Exploration, State, StateGraph, System

Sleep = frozenset[Action]


def sleep_after(system: System[State], sleep: Sleep, before: Sequence[Action], a: Action) -> Sleep:
    """(Z ∪ before) ∖ D(a)."""
    return frozenset(b for b in sleep.union(before) if system.independent(a, b))


def is_sleep_blocked(system: System[State], s: State, sleep: Sleep) -> bool:
    """Whether something is enabled at s, and all of it asleep."""
    enabled = system.enabled(s)
    return bool(enabled) and sleep.issuperset(enabled)


def sleep_set_search(
    system: System[State], choose: Callable[[State, Sleep], Sequence[Action]], watch: Watch | None = None
) -> StateGraph[State]:
    """The graph of nodes (state, sleep set) under a choice of actions at each node.

    Nodes are expanded whole and wait on a stack.  CyclicSystemError for a cyclic system.
    """
    watch = Watch() if watch is None else watch
    limit = require_acyclic(system, "a search with sleep sets", watch)
    if limit is None:
        return unguarded_search(system, choose, watch)
    return StateGraph(
        [system.initial], [[]], [frozenset()], [()], complete=False, limit=limit, unexpanded={0}
    )


def unguarded_search(
    system: System[State], choose: Callable[[State, Sleep], Sequence[Action]], watch: Watch
) -> StateGraph[State]:
    """The search itself, which ends for cyclic systems too but then promises nothing."""
    return search(system, Rules(choose, partial(is_sleep_blocked, system)), watch)


@dataclass(frozen=True)
class Rules(Generic[State]):
    """What may differ from one search with sleep sets to another.

    choose:  the actions to treat at a node (s, Z), in order; those in Z are skipped.
    refuses: whether a successor (t, asleep) gets no node.
    asleep:  whether nodes keep their sleep sets.  If not, `refuses` is still asked with what would be asleep
             had the node nothing asleep: those treated before, without D(a).
    shared:  whether a new node may be linked to an older one that subsumes it; if not, the graph is a tree.
    order:   dfs, where of the nodes that wait the one created last is expanded next, or bfs.
    nodes:   the nodes of each state met so far; filled by the search, for `choose` to look into.
    """

    choose: Callable[[State, Sleep], Sequence[Action]]
    refuses: Callable[[State, Sleep], bool]
    asleep: bool = True
    shared: bool = True
    order: str = "dfs"
    nodes: dict[State, list[int]] = field(default_factory=dict)


def search(system: System[State], rules: Rules[State], watch: Watch) -> StateGraph[State]:
    """The graph of nodes that the rules lead to.

    A node is expanded whole: its successors are refused, linked or created, and numbered, in the order
    treated.  Of several older nodes that subsume a new one the oldest is linked.
    """
    graph: StateGraph[State] = StateGraph(treated=[])
    frontier: deque[int] = deque()

    def add(s: State, sleep: Sleep) -> int:
        n = graph.add(s, sleep)
        graph.treated.append(())  # type: ignore[union-attr]
        rules.nodes.setdefault(s, []).append(n)
        frontier.append(n)
        return n

    add(system.initial, frozenset())
    assert graph.sleep is not None and graph.treated is not None
    while frontier:
        if limit := watch.limit_reached(len(graph.states), len(frontier)):
            graph.complete, graph.limit, graph.unexpanded = False, limit, set(frontier)
            break
        n = frontier.popleft() if rules.order == "bfs" else frontier.pop()
        s, sleep = graph.states[n], graph.sleep[n]
        treated = tuple(a for a in rules.choose(s, sleep) if a not in sleep)
        graph.treated[n] = treated
        for i, a in enumerate(treated):
            t, asleep = system.after(s, a), sleep_after(system, sleep, treated[:i], a)
            if rules.refuses(t, asleep):
                continue
            kept = asleep if rules.asleep else frozenset()
            candidates = rules.nodes.get(t, []) if rules.shared else []
            m = next((m for m in candidates if graph.sleep[m] <= kept), None)
            graph.successors[n].append((a, add(t, kept) if m is None else m))
    return graph


def reduce_plain(system: System[State], _options: Mapping[str, object], watch: Watch) -> Exploration[State]:
    """Sleep sets alone: every action enabled and not asleep is treated, in the order of actions."""
    graph = sleep_set_search(system, lambda s, _sleep: system.enabled(s), watch)
    return to_exploration(graph, system, watch.seconds())
