"""The inclusion-minimal first sets of the maximal runs from each state of an explicit acyclic graph.

    [HLPW]  Definition 6.

A set of actions covers at a state iff it meets the first set of each maximal run from there, hence iff it
meets the inclusion-minimal ones.  These come from the successors, last states first: a run a·u has the first
set {a} ∪ {b ∈ first(u) : b independent of a}, which grows with first(u), so that minimal sets suffice at
every state.  A set of actions is an integer, a bit for each action in the order of the system.
"""

from collections.abc import Iterable
from typing import NamedTuple

from mazurka.errors import CyclicSystemError
from mazurka.limits import Watch
from mazurka.systems import State, StateGraph, System


class FirstSets(NamedTuple):
    """The minimal first sets of each node, or the limit that was reached before all were found.

    A deadlock has none: there is nothing to cover.
    """

    order: list[int]
    sets: list[list[int]]
    limit: str | None


def minimal_first_sets(
    system: System[State], full: StateGraph[State], watch: Watch | None = None
) -> FirstSets:
    """The table for a complete full graph, and its nodes in topological order; CyclicSystemError."""
    assert full.complete
    order = full.topological_order()
    if order is None:
        raise CyclicSystemError("a covering source set")
    bit = {a: 1 << i for i, a in enumerate(system.actions)}
    survives = {a: sum(bit[b] for b in bit if system.independent(a, b)) for a in bit}
    table: list[list[int]] = [[] for _ in full.states]
    for done, n in enumerate(reversed(order)):
        if watch is not None and (limit := watch.limit_reached(done)):
            return FirstSets(order, table, limit)
        table[n] = minimal(bit[a] | (f & survives[a]) for a, m in full.successors[n] for f in table[m] or [0])
    return FirstSets(order, table, None)


def minimal(sets: Iterable[int]) -> list[int]:
    """Those that include no other, smallest first."""
    found: list[int] = []
    for f in sorted(set(sets), key=lambda f: (f.bit_count(), f)):
        if not any(g & f == g for g in found):
            found.append(f)
    return found
