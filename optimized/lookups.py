"""Successors that a proviso has looked up: each is found in the hash table once, and entered from there.

A proviso asks where some moves of a node lead, before it is known which of them are explored.  What was found
is kept by move until the next node: the number of the successor, or the empty slot where it belongs.  While
nothing is removed from the table, a row that was not there can be in that slot or after it only.
"""

from typing import NamedTuple

import numpy as np

from mazurka.optimized.compiled import U32, U64, step
from mazurka.optimized.jit import inlined
from mazurka.optimized.net_tables import I64
from mazurka.optimized.store import NONE, intern, intern_at, number_at, slot_from, slot_of


class Lookups(NamedTuple):
    """By move; what was found at another node does not count."""

    node: I64  # [moves]: at which node, by stamp
    target: U32  # [moves]: the successor, or NONE
    slot: U64  # [moves]: where it is or belongs
    now: I64  # [2]: the stamp of the node at hand, and the move whose successor was written last


def new_lookups(moves: int) -> Lookups:
    """Nothing has been looked up."""
    return Lookups(
        np.zeros(moves, dtype=np.int64),
        np.zeros(moves, dtype=np.uint32),
        np.zeros(moves, dtype=np.uint64),
        np.zeros(2, dtype=np.int64),
    )


@inlined
def begin_node(known):
    """Another node is at hand."""
    known.now[0] += 1
    known.now[1] = -1


@inlined
def is_known(known, m):
    """Whether the successor by move m has been looked up."""
    return known.node[m] == known.now[0]


@inlined
def look_up(system, store, s, m, known, successor):
    """The successor of packed state s by move m, or NONE."""
    if not is_known(known, m):
        step(system, s, m, successor)
        known.now[1] = m
        known.node[m] = known.now[0]
        known.slot[m] = slot_of(store, successor)
        known.target[m] = number_at(store, known.slot[m])
    return known.target[m]


@inlined
def enter_successor(system, store, s, m, known, successor):
    """The number of the successor of packed state s by move m, which is added when it is new."""
    if not is_known(known, m):
        step(system, s, m, successor)
        known.now[1] = m
        return intern(store, successor)
    if known.target[m] != NONE:
        return np.int64(known.target[m])
    if known.now[1] != m:
        step(system, s, m, successor)
        known.now[1] = m
    return intern_at(store, successor, slot_from(store, successor, known.slot[m]))
