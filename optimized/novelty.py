"""Novelty: whether a marking has something that no marking as far from the goal had before.

    [LG]  best-first width search.

A marking has novelty 1 when one of its fields has a number for the first time at that distance, 2 when two
fields have a pair of numbers for the first time, and 3 otherwise.  Searching the most novel first leads away
from where a distance is no guide.  What was seen is kept as bits under a hash, so that now and then something
new is not noticed: novelty only orders a search.
"""

from typing import NamedTuple

import numpy as np

from mazurka.optimized.compiled import U64
from mazurka.optimized.jit import U0, U1, inlined, jit
from mazurka.optimized.layout import Layout

BITS = 1 << 24
"""How many bits tell what was seen."""

_MIX = np.uint64(0x9E3779B97F4A7C15)
_MIX1 = np.uint64(0xBF58476D1CE4E5B9)
_S29, _S40, _S6 = np.uint64(29), np.uint64(40), np.uint64(6)
_LOW6 = np.uint64(63)


class Novelty(NamedTuple):
    """The fields of a packed state, and what was seen of them."""

    fields: U64  # [fields, 3]: word, shift, mask
    seen: U64  # [BITS / 64], or nothing where nobody asks


def novelty_tables(layout: Layout, asked: bool) -> Novelty:
    """Nothing has been seen yet."""
    fields = [(f.word, f.shift, f.largest) for f in layout.fields if f.width]
    return Novelty(
        np.array(fields, dtype=np.uint64).reshape(-1, 3),
        np.zeros(BITS // 64 if asked else 0, dtype=np.uint64),
    )


@jit
def novelty(table, s, parent, distance):
    """The novelty of s, which from now on has been seen.  Pairs have a field in which s is not its parent."""
    value = np.int64(3)
    for i in range(table.fields.shape[0]):
        x = item(table, s, i, distance)
        if first_time(table, x):
            value = np.int64(1)
        if x != item(table, parent, i, distance):
            for j in range(table.fields.shape[0]):
                # A product, as a pair has no order.
                if j != i and first_time(table, x * item(table, s, j, distance)) and value == 3:
                    value = np.int64(2)
    return value


@inlined
def item(table, s, i, distance):
    """A word for the number in field i, at a distance; odd."""
    number = (s[table.fields[i, 0]] >> table.fields[i, 1]) & table.fields[i, 2]
    x = (number + (np.uint64(i) << _S40)) * _MIX + np.uint64(distance)
    x = (x ^ (x >> _S29)) * _MIX1
    return (x ^ (x >> _S29)) | U1


@inlined
def first_time(table, x):
    """Whether the bit of a word was not set; it is now."""
    x = (x ^ (x >> _S29)) * _MIX
    bit = x >> _S40  # 24 bits
    new = (table.seen[bit >> _S6] >> (bit & _LOW6)) & U1 == U0
    table.seen[bit >> _S6] |= U1 << (bit & _LOW6)
    return new
