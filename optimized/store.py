"""Interned rows of words: each distinct row is kept once and has a number, in order of arrival.

A hash table of numbers lies beside the rows: open addressing, at most three quarters full, four bytes a
slot.  With rows of one word that is 13 to 19 bytes a row.  Growing the table needs no copy of it, as the
rows hold all it knew.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.jit import U0, U1, inlined, jit

NONE = np.uint32(0xFFFFFFFF)
"""No number."""

_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_MIX2 = np.uint64(0x94D049BB133111EB)
_S27, _S29, _S32 = np.uint64(27), np.uint64(29), np.uint64(32)

_LAZY = 1 << 24
"""From this many words on, room is reserved far ahead: pages that are not written cost nothing."""


class Store(NamedTuple):
    """Row i is rows[i]; a slot holds a number + 1, and 0 when it is empty; size[0] rows are stored."""

    rows: U64  # [capacity, words]
    slots: U32  # [power of two]
    size: NDArray[np.int64]  # [1], survives between slices


def new_store(words: int, capacity: int = 1 << 10) -> Store:
    """An empty store for rows of that many words."""
    return Store(
        np.empty((capacity, words), dtype=np.uint64),
        np.zeros(_slots_for(capacity), dtype=np.uint32),
        np.zeros(1, dtype=np.int64),
    )


def grown(store: Store, needed: int) -> Store:
    """The store with room for `needed` rows or more; the old one must not be used again."""
    assert needed < NONE, "numbers of rows have 32 bits"
    rows, slots = store.rows, store.slots
    if needed > len(rows):
        rows = enlarged(rows, needed, int(store.size[0]))
    if 4 * needed > 3 * len(slots):
        slots.resize(_slots_for(max(needed, len(slots))), refcheck=False)
        slots.fill(0)
        with np.errstate(over="ignore"):
            rehash(rows, slots, store.size[0])
    return Store(rows, slots, store.size)


def enlarged(array: NDArray[Any], needed: int, used: int) -> NDArray[Any]:
    """A copy of the first `used` rows in an array for `needed` rows or more."""
    ahead = 2 if array.size < _LAZY else 8
    while True:
        try:
            larger = np.empty((max(needed, ahead * len(array)), *array.shape[1:]), dtype=array.dtype)
            break
        except MemoryError:
            if ahead == 1:
                raise
            ahead //= 2
    larger[:used] = array[:used]
    return larger


def has_room(store: Store, more: int) -> bool:
    """Whether that many rows can be added."""
    needed = int(store.size[0]) + more
    return needed <= len(store.rows) and 4 * needed <= 3 * len(store.slots)


def _slots_for(rows: int) -> int:
    slots = 16
    while 3 * slots < 4 * rows:
        slots *= 2
    return slots


@inlined
def hash_row(row):
    """A hash of a row of words."""
    h = U0
    for k in range(row.size):
        h = (h ^ row[k]) * _MIX1
        h ^= h >> _S29
    h = (h ^ (h >> _S27)) * _MIX2
    return h ^ (h >> _S32)


@inlined
def same(x, y):
    """Whether two rows are equal."""
    for k in range(x.size):
        if x[k] != y[k]:
            return False
    return True


@inlined
def slot_of(store, row):
    """The slot of a row, or the empty one where it would be."""
    return slot_from(store, row, hash_row(row) & np.uint64(store.slots.size - 1))


@inlined
def slot_from(store, row, j):
    """The same, where it is not before slot j."""
    mask = np.uint64(store.slots.size - 1)
    while store.slots[j] != 0 and not same(store.rows[np.int64(store.slots[j]) - 1], row):
        j = (j + U1) & mask
    return j


@inlined
def intern(store, row):
    """The number of a row, which is added when it is new.  The caller has made room."""
    return intern_at(store, row, slot_of(store, row))


@inlined
def intern_at(store, row, j):
    """The same, where slot j is that of the row."""
    if store.slots[j] != 0:
        return np.int64(store.slots[j]) - 1
    i = store.size[0]
    for k in range(row.size):
        store.rows[i, k] = row[k]
    store.slots[j] = i + 1
    store.size[0] = i + 1
    return i


@inlined
def number_of(store, row):
    """The number of a row, or NONE."""
    return number_at(store, slot_of(store, row))


@inlined
def number_at(store, j):
    """The number in a slot, or NONE."""
    if store.slots[j] == 0:
        return NONE
    return np.uint32(np.int64(store.slots[j]) - 1)


@inlined
def is_stored(store, row):
    """Whether a row has a number."""
    return number_of(store, row) != NONE


@jit
def rehash(rows, slots, count):
    """Enter the first `count` rows, which are distinct, into empty slots."""
    mask = np.uint64(slots.size - 1)
    for i in range(count):
        j = hash_row(rows[i]) & mask
        while slots[j] != 0:
            j = (j + U1) & mask
        slots[j] = i + 1
