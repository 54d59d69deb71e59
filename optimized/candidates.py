"""Candidate sets: stubborn or persistent sets of one state, the smallest first, until a proviso accepts one.

    [EP]  Figures 2 and 3, lines 4 and 5: all are tried before everything is explored.

There is a candidate for each enabled action, by closure or from a set of processes; deletion has one.  The
first of the smallest is found as cheaply as without a proviso.  Only when it is refused, and there are
others, are the sizes of all noted, and the sets, which are not kept, computed again in that order.

A candidate that holds a barred action (see `barred.py`) is none, unless it is all that is enabled.
"""

from typing import NamedTuple

import numpy as np

from mazurka.optimized import process_tables
from mazurka.optimized.closure import close
from mazurka.optimized.compiled import U32, U64, overflowing_field
from mazurka.optimized.deletion import choose_by_deletion
from mazurka.optimized.jit import holds, inlined, jit
from mazurka.optimized.lookups import Lookups, begin_node, look_up
from mazurka.optimized.net_tables import I64, NetTables, observe
from mazurka.optimized.process_tables import ProcessTables, inside
from mazurka.optimized.provisos import TWO_PHASE, is_dangerous, is_for_safety, looks
from mazurka.optimized.store import NONE

CLOSURE, DELETION, SMALLEST, PROCESSES = range(4)
ALGORITHMS = {"closure": CLOSURE, "deletion": DELETION, "smallest": SMALLEST}
"""Algorithms for nets by name; SMALLEST: first what deletion leaves, then the closures."""


class Candidates(NamedTuple):
    """How sets are found, what they must satisfy, and working space.

    One type for nets and processes, so that a loop is compiled once for both; the other's tables are empty.
    """

    algorithm: int
    proviso: int
    net: NetTables
    processes: ProcessTables
    barred: U64  # a bit set of actions
    mark: U32  # [capacity of nodes] where the proviso looks at them, see `provisos.py`
    size: I64  # scratch [moves]
    other: U32  # scratch [moves]
    known: Lookups  # where the moves lead that the proviso looked at


@inlined
def choose_candidate(system, store, s, node, moves, n, sets, level, successor, chosen):
    """The first candidate that the proviso accepts at a node, or all n moves; how many.

    level: of the node, in a search by depth.  A move that overflows a field is never refused: the field
    is widened, and the node taken up again.
    """
    width = np.int64(n)
    begin_node(sets.known)
    if n > 1:
        if sets.algorithm == CLOSURE:
            observe(system.action, s, moves, n, sets.net)
        width = smallest(system, s, moves, n, sets, chosen)
        if width < n:
            if is_accepted(system, store, s, node, sets, chosen, width, level, successor):
                return width
            if sets.algorithm == DELETION:
                width = np.int64(n)
            else:
                width = next_accepted(system, store, s, node, moves, n, sets, level, successor, chosen, width)
    if width == n:
        for i in range(n):
            chosen[i] = moves[i]
    return width


@inlined
def smallest(system, s, moves, n, sets, chosen):
    """Write the first of the smallest candidates; its size, or n when only everything is left."""
    best = np.int64(n)
    for i in range(number_of_candidates(sets, n)):
        width = candidate(system, s, moves, n, sets, i, best, sets.other)
        if width < best:
            best = width
            for k in range(width):
                chosen[k] = sets.other[k]
            if best == 1:
                break
    return best


@jit
def next_accepted(system, store, s, node, moves, n, sets, level, successor, chosen, width):
    """The first candidate that is accepted, all in order, where the smallest was refused; or n."""
    count = number_of_candidates(sets, n)
    for i in range(count):
        sets.size[i] = candidate(system, s, moves, n, sets, i, np.int64(n), sets.other)
    size = np.int64(0)
    while True:
        larger = np.int64(n)
        for i in range(count):
            if size < sets.size[i] < larger:
                larger = sets.size[i]
        if larger == n:
            return larger
        size = larger
        for i in range(count):
            if sets.size[i] == size:
                candidate(system, s, moves, n, sets, i, np.int64(n), sets.other)
                if size != width or not is_same(sets.other, chosen, size):
                    width = size
                    for k in range(size):
                        chosen[k] = sets.other[k]
                    if is_accepted(system, store, s, node, sets, chosen, width, level, successor):
                        return width


@inlined
def is_same(x, y, n):
    """Whether the first n moves are the same."""
    for k in range(n):
        if x[k] != y[k]:
            return False
    return True


@inlined
def number_of_candidates(sets, n):
    """How many candidates there are where n moves are enabled."""
    if sets.algorithm == DELETION:
        return np.int64(1)
    return np.int64(n + 1) if sets.algorithm == SMALLEST else np.int64(n)


@inlined
def candidate(system, s, moves, n, sets, i, enough, found):
    """Write candidate i; its size, or n unless it has fewer than `enough` moves, and none barred."""
    width = np.int64(0)
    if sets.algorithm == DELETION or (sets.algorithm == SMALLEST and i == 0):
        width = choose_by_deletion(system.action, s, moves, n, sets.net, found)
    elif sets.algorithm != PROCESSES:
        seed = moves[i] if sets.algorithm == CLOSURE else moves[i - 1]
        if close(sets.net, np.int64(system.action[seed]), enough) >= enough:
            return np.int64(n)
        for j in range(n):
            if sets.net.member[system.action[moves[j]]] == sets.net.stamp[0]:
                found[width] = moves[j]
                width += 1
    else:
        process_tables.close(sets.processes, s, np.int64(system.action[moves[i]]))
        for j in range(n):
            if inside(sets.processes, np.int64(system.action[moves[j]])) == 1:
                found[width] = moves[j]
                width += 1
    if width >= enough:
        return np.int64(n)
    for j in range(width):
        if holds(sets.barred, system.action[found[j]]):
            return np.int64(n)
    return width


@inlined
def is_accepted(system, store, s, node, sets, chosen, width, level, successor):
    """Whether the proviso lets a candidate that is not all stand in for all."""
    proviso = sets.proviso
    if not looks(proviso):
        return True
    if proviso == TWO_PHASE and width > 1:
        return False
    some = is_for_safety(proviso)
    for i in range(width):
        m = np.int64(chosen[i])
        if overflowing_field(system, s, m) >= 0:
            return True
        target = look_up(system, store, s, m, sets.known, successor)
        dangerous = target != NONE and is_dangerous(proviso, sets.mark, node, np.int64(target), level)
        if dangerous != some:
            return some
    return not some
