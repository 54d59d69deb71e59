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

from collections.abc import Callable, Mapping, Sequence

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
    graph: StateGraph[State] = StateGraph(treated=[])
    nodes_of: dict[State, list[int]] = {}
    stack: list[int] = []

    def add(s: State, sleep: Sleep) -> int:
        n = graph.add(s, sleep)
        graph.treated.append(())  # type: ignore[union-attr]
        nodes_of.setdefault(s, []).append(n)
        stack.append(n)
        return n

    add(system.initial, frozenset())
    assert graph.sleep is not None and graph.treated is not None
    while stack:
        if limit := watch.limit_reached(len(graph.states), len(stack)):
            graph.complete, graph.limit, graph.unexpanded = False, limit, set(stack)
            break
        n = stack.pop()
        s, sleep = graph.states[n], graph.sleep[n]
        treated = tuple(a for a in choose(s, sleep) if a not in sleep)
        graph.treated[n] = treated
        for i, a in enumerate(treated):
            t, asleep = system.after(s, a), sleep_after(system, sleep, treated[:i], a)
            if not is_sleep_blocked(system, t, asleep):
                subsuming = (m for m in nodes_of.get(t, ()) if graph.sleep[m] <= asleep)
                m = next(subsuming, None)
                graph.successors[n].append((a, add(t, asleep) if m is None else m))
    return graph


def reduce_plain(system: System[State], _options: Mapping[str, object], watch: Watch) -> Exploration[State]:
    """Sleep sets alone: every action enabled and not asleep is treated, in the order of actions."""
    graph = sleep_set_search(system, lambda s, _sleep: system.enabled(s), watch)
    return to_exploration(graph, system, watch.seconds())
