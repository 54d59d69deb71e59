"""Covering source sets at a state, with and without sleep sets.

    [HLPW]  Definition 6, Proposition 7.

A set of actions is a *covering source set* at a state when every maximal run from that state can be
reordered, by swapping neighbouring independent actions, into a run that begins in the set.  Exploring
only such a set loses no trace.

With a sleep set Z at the state, runs that could begin in Z are somebody else's: only the maximal runs w
with first(w) ∩ Z = ∅ must be covered.

For acyclic systems; CyclicSystemError elsewhere ([HLPW] Remark 9 shows what is lost there).
"""

from collections.abc import Set
from itertools import combinations

from mazurka.errors import CyclicSystemError
from mazurka.reference.explorer import explore, find_cycle_run
from mazurka.reference.traces import first, maximal_runs
from mazurka.systems import Action, Run, State, StateGraph, System

FirstSets = frozenset[frozenset[Action]]


def is_covering(
    system: System[State], s: State, chosen: Set[Action], sleep: Set[Action] = frozenset()
) -> bool:
    """Whether the chosen actions cover at s: the definition, which lists every maximal run.

    At a state with nothing enabled there is nothing to cover: every set will do.
    """
    return all(
        first(system.independent, run) & chosen
        for run in maximal_runs(system, s)
        if run and not first(system.independent, run) & sleep
    )


def first_sets_by_enumeration(system: System[State], s: State) -> FirstSets:
    """The first sets of the maximal runs from s: the definition.  At a deadlock it is {∅}."""
    return frozenset(first(system.independent, run) for run in maximal_runs(system, s))


def first_sets(system: System[State], s: State) -> FirstSets:
    """The same from the states instead of the runs: see `first_set_table`."""
    return first_set_table(system, explore(system, start=s))[0]


def first_set_table(system: System[State], full: StateGraph[State]) -> list[FirstSets]:
    """For each node of a full state space the first sets of the maximal runs from it."""
    table: list[FirstSets] = [frozenset()] * len(full.states)
    for n in bottom_up(full):
        table[n] = first_sets_from_successors(system, full, table, n)
    return table


def bottom_up(full: StateGraph[State]) -> list[int]:
    """The nodes, each after its successors; CyclicSystemError where there is no such order."""
    order = full.topological_order()
    if order is None:
        raise CyclicSystemError("a covering source set", find_cycle_run(full) or ())
    return order[::-1]


def first_sets_from_successors(
    system: System[State], full: StateGraph[State], table: list[FirstSets], n: int
) -> FirstSets:
    """F(s) = {first(a·u) : a enabled at s, first(u) ∈ F(after(s, a))}: first sets are fewer than runs."""
    if not full.successors[n]:
        return frozenset({frozenset()})
    return frozenset(prefixed(system, a, f) for a, m in full.successors[n] for f in table[m])


def prefixed(system: System[State], a: Action, f: Set[Action]) -> frozenset[Action]:
    """first(a·u) where first(u) = f: it is {a} ∪ {b ∈ f : b independent of a}."""
    return frozenset({a, *(b for b in f if system.independent(a, b))})


def covers(chosen: Set[Action], firsts: FirstSets, sleep: Set[Action] = frozenset()) -> bool:
    """Whether the chosen actions meet every non-empty first set that avoids the sleep set."""
    return all(f & chosen for f in firsts if f and not f & sleep)


def find_covering(system: System[State], s: State, sleep: Set[Action] = frozenset()) -> tuple[Action, ...]:
    """A smallest covering source set of enabled actions, the first in order among these: brute force."""
    firsts = first_sets(system, s)
    enabled = system.enabled(s)
    candidates = (x for size in range(len(enabled) + 1) for x in combinations(enabled, size))
    return next(x for x in candidates if covers(frozenset(x), firsts, sleep))


def run_with_first_set(
    system: System[State], full: StateGraph[State], table: list[FirstSets], n: int, f: frozenset[Action]
) -> Run:
    """A maximal run from node n whose first set is f, which must be in the table there."""
    run: list[Action] = []
    while full.successors[n]:
        a, n, f = next(
            (a, m, g)
            for a, m in full.successors[n]
            if a in f
            for g in sorted(table[m], key=sorted)
            if prefixed(system, a, g) == f
        )
        run.append(a)
    return tuple(run)
