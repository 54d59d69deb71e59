"""The smallest graph by covering source sets: the fewest states that a reduction without sleep sets can keep.

    [HLPW]  Definition 6, Proposition 7.

A set K of states of the full graph is all that a reduction by covering source sets needs to visit iff the
initial state is in K and

    for each s in K and each minimal first set F of a maximal run from s,
    some a in F leads from s into K.

What makes K small is asked of RC2: a hard clause for each (s, F), and a soft one "s is not in K" for each s.
RC2 is guided by unsatisfiable cores: its cost grows from below, so that it is a lower bound whenever the time
is up.  A greedy choice gives a reduction at once, and so an upper bound.

The answer is for reductions *without* sleep sets.  With them a node need not cover what is asleep, and fewer
states can be enough: four philosophers (`dp`) need 404 of 624 states here, and 287 with sleep sets.
"""

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeAlias

from pysat.examples.rc2 import RC2
from pysat.formula import WCNF

from mazurka.limits import Watch
from mazurka.oracle.minimal_first_sets import FirstSets, minimal_first_sets
from mazurka.systems import State, StateGraph, System

Goals: TypeAlias = frozenset[int]
"""Nodes one of which must be kept."""

POLL_SECONDS = 0.05


@dataclass(frozen=True)
class SmallestReduction(Generic[State]):
    """The smallest reduction found, and a number of states that none can go below.

    graph: a covering reduction; its nodes are numbered breadth first.
    limit: what stopped the search before it was known to be the smallest, or None.
    """

    graph: StateGraph[State]
    lower_bound: int
    limit: str | None

    @property
    def states(self) -> int:
        """The number of states of the reduction found."""
        return len(self.graph.states)

    @property
    def optimal(self) -> bool:
        """Whether no covering reduction has fewer states."""
        return self.lower_bound == self.states


def smallest_reduction(
    system: System[State], full: StateGraph[State], watch: Watch | None = None
) -> SmallestReduction[State]:
    """The smallest covering reduction of an acyclic system, whose complete full graph is given.

    Within the limits of the watch; where one is reached, what is known by then.  CyclicSystemError.
    """
    watch = Watch() if watch is None else watch
    firsts = minimal_first_sets(system, full, watch)
    if firsts.limit is not None:
        return SmallestReduction(full, 1, firsts.limit)
    duties = relevant_duties(system, full, firsts)
    kept, cost, limit = fewest_kept(duties, watch)
    if kept is None:
        kept = greedily_kept(duties, firsts.order)
    found = reduction(full, duties, kept)
    return SmallestReduction(found, cost, limit)


def relevant_duties(system: System[Any], full: StateGraph[Any], firsts: FirstSets) -> dict[int, list[Goals]]:
    """For each node that first sets lead to: of which nodes one must be kept, for each minimal first set.

    An action in no minimal first set helps to cover nothing.
    """
    bit = {a: 1 << i for i, a in enumerate(system.actions)}
    duties: dict[int, list[Goals]] = {}
    waiting = [0]
    for n in waiting:
        if n not in duties:
            steps = [(bit[a], m) for a, m in full.successors[n]]
            duties[n] = [frozenset(m for b, m in steps if b & f) for f in firsts.sets[n]]
            waiting += sorted(frozenset[int]().union(*duties[n]))
    return duties


def greedily_kept(duties: dict[int, list[Goals]], order: list[int]) -> set[int]:
    """A set of nodes that fulfils the duties: by how much hangs on a node, and what is kept already."""
    weight: dict[int, float] = {}
    for n in reversed(order):
        if n in duties:
            weight[n] = 1.0 + sum(weight[m] for m in hitting(duties[n], weight, set()))
    kept = {0}
    for n in order:
        if n in kept:
            kept |= hitting(duties[n], weight, kept)
    return kept


def hitting(sets: Iterable[Goals], weight: dict[int, float], free: set[int]) -> set[int]:
    """A small hitting set: again and again the member that costs least for each set that it hits."""
    left = [f for f in sets if not f & free]
    chosen = {m for f in sets for m in f & free}
    while left:
        members = sorted(frozenset[int]().union(*left))
        best = min(members, key=lambda m: weight[m] / sum(m in f for f in left))
        chosen.add(best)
        left = [f for f in left if best not in f]
    return chosen


def surely_kept(duties: dict[int, list[Goals]]) -> set[int]:
    """The nodes that every covering reduction keeps for want of a choice, and the deadlocks."""
    kept = {0} | {n for n, sets in duties.items() if not sets}
    for n in (waiting := [0]):
        for f in duties[n]:
            if len(f) == 1 and not f <= kept:
                kept |= f
                waiting += f
    return kept


def fewest_kept(duties: dict[int, list[Goals]], watch: Watch) -> tuple[set[int] | None, int, str | None]:
    """A smallest set of nodes that fulfils the duties, or None; a lower bound; the limit reached."""
    surely = surely_kept(duties)
    if limit := watch.limit_reached(0):
        return None, len(surely), limit
    problem = WCNF()
    for n, sets in duties.items():
        if n in surely:
            problem.append([n + 1])
        else:
            problem.append([-n - 1], weight=1)
        for goals in sets:
            problem.append([-n - 1, *sorted(m + 1 for m in goals)])
    with RC2(problem, solver="g4") as solver, _interrupting(solver, watch) as reached:
        model = solver.compute(expect_interrupt=True)
        cost = int(solver.cost) + len(surely)
    kept = None if model is None else {v - 1 for v in model if v > 0}
    return kept, cost, None if kept is not None else reached[0]


@contextmanager
def _interrupting(solver: RC2, watch: Watch) -> Iterator[list[str]]:
    """While this holds, the solver is interrupted at the first limit reached, which is then in the list."""
    reached: list[str] = []
    done = threading.Event()
    watch = replace(watch, progress=None)  # there are no states to tell of

    def poll() -> None:
        while not done.wait(POLL_SECONDS):
            if not reached and (limit := watch.limit_reached(0)):
                reached.append(limit)
            if reached:
                solver.interrupt()  # again: one that comes between two calls of the solver is lost

    poller = threading.Thread(target=poll, daemon=True)
    poller.start()
    try:
        yield reached
    finally:
        done.set()
        poller.join()


def reduction(full: StateGraph[State], duties: dict[int, list[Goals]], kept: set[int]) -> StateGraph[State]:
    """The graph that visits kept nodes only and explores, at each, no more than its duties need."""
    graph: StateGraph[State] = StateGraph()
    number = {0: graph.add(full.states[0])}
    for n in (nodes := [0]):
        goals = needed(duties[n], kept)
        for a, m in full.successors[n]:
            if m in goals:
                if m not in number:
                    number[m] = graph.add(full.states[m])
                    nodes.append(m)
                graph.successors[number[n]].append((a, number[m]))
    return graph


def needed(sets: list[Goals], kept: set[int]) -> set[int]:
    """An inclusion-minimal part of the kept nodes that meets each set."""
    chosen = {m for f in sets for m in f & kept}
    for m in sorted(chosen, reverse=True):
        if all(f & chosen - {m} for f in sets):
            chosen.discard(m)
    return chosen
