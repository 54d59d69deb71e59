"""The compiled form of a system: its moves as masks, values and differences over packed states.

A move is enabled when, word by word, `state & mask == value`, and its few further tests hold (token counts
above or below a bound).  Taking it adds `delta` word by word, without carry between fields.

Enabled moves are found through an index: each move lies in the bucket of one number of one field that it
requires, so that a state looks only at the moves its own local states could take.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.encoding import Encoding, Move, Test
from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.layout import Field, Layout

U64 = NDArray[np.uint64]
U32 = NDArray[np.uint32]

INDEXED_WIDTH = 24
"""Fields up to this width may be indexed by their number."""


class Compiled(NamedTuple):
    """Moves m = 0 …, sorted by action; words k = 0 …; all tables unsigned."""

    mask: U64  # [moves, words]
    value: U64  # [moves, words]
    delta: U64  # [moves, words]
    action: U32  # [moves]
    initial: U64  # [words]
    test_start: U32  # [moves + 1] into the next five
    test_word: U32
    test_shift: U64
    test_mask: U64
    test_kind: U32  # as in Test
    test_number: U64
    room_start: U32  # [moves + 1] into the next five: fields that this move might overflow
    room_word: U32
    room_shift: U64
    room_mask: U64
    room_largest: U64  # the largest number to which the move can be added
    room_field: U32
    key_word: U32  # [keys]: the fields by which moves are indexed
    key_shift: U64
    key_mask: U64
    key_bucket: U32  # [keys] the bucket of number 0 of the field
    bucket_start: U32  # [buckets + 1] into bucket_move; the last bucket holds the moves without key
    bucket_move: U32


def compile_moves(encoding: Encoding, layout: Layout) -> Compiled:
    """The tables of a system for a layout.  Moves that no number in the layout can enable are left out."""
    pairs = [(m, t) for m in encoding.moves if (t := _normal_tests(m, layout)) is not None]
    shape = (len(pairs), layout.words)
    mask, value, delta = (np.zeros(shape, dtype=np.uint64) for _ in range(3))
    tests: list[list[tuple[int, int, int, int, int]]] = []
    room: list[list[tuple[int, int, int, int, int]]] = []
    for i, (move, normal) in enumerate(pairs):
        tests.append([])
        for f, test, k in normal:
            field = layout.fields[f]
            if test is Test.EQUAL:
                mask[i, field.word] |= np.uint64(field.largest << field.shift)
                value[i, field.word] |= np.uint64(k << field.shift)
            else:
                tests[i].append((field.word, field.shift, field.largest, int(test), k))
        words = [0] * layout.words
        for f, d in move.changes:
            words[layout.fields[f].word] += d << layout.fields[f].shift
        delta[i] = [w % (1 << 64) for w in words]
        raised = [(f, d) for f, d in move.changes if d > 0 and not layout.fields[f].proven]
        room.append([_room(layout.fields[f], f, d) for f, d in raised])
    return Compiled(
        mask, value, delta,
        np.array([m.action for m, _ in pairs], dtype=np.uint32),
        pack(encoding.initial, layout),
        *_rows(tests, (np.uint32, np.uint64, np.uint64, np.uint32, np.uint64)),
        *_rows(room, (np.uint32, np.uint64, np.uint64, np.uint64, np.uint32)),
        *_index([normal for _, normal in pairs], layout),
    )  # fmt: skip


def pack(numbers: Sequence[int], layout: Layout) -> U64:
    """The packed state with these numbers in its fields."""
    words = [0] * layout.words
    for k, field in zip(numbers, layout.fields, strict=True):
        words[field.word] |= k << field.shift
    return np.array(words, dtype=np.uint64)


def unpack(states: U64, layout: Layout) -> NDArray[np.int64]:
    """The numbers int64[states, fields] of packed states uint64[states, words]."""
    numbers = np.empty((len(states), len(layout.fields)), dtype=np.int64)
    for i, field in enumerate(layout.fields):
        numbers[:, i] = (states[:, field.word] >> np.uint64(field.shift)) & np.uint64(field.largest)
    return numbers


def repack(states: U64, old: Layout, new: Layout) -> U64:
    """Packed states in another layout of the same fields."""
    moved = np.zeros((len(states), new.words), dtype=np.uint64)
    for f, g in zip(old.fields, new.fields, strict=True):
        number = (states[:, f.word] >> np.uint64(f.shift)) & np.uint64(f.largest)
        moved[:, g.word] |= number << np.uint64(g.shift)
    return moved


def _room(field: Field, f: int, d: int) -> tuple[int, int, int, int, int]:
    assert d <= field.largest, "a field is at least as wide as every change of it"
    return (field.word, field.shift, field.largest, field.largest - d, f)


def _normal_tests(move: Move, layout: Layout) -> list[tuple[int, Test, int]] | None:
    """The tests of a move, as equalities where the width of the field allows; None when one cannot hold."""
    normal = []
    for f, test, k in move.tests:
        largest = layout.fields[f].largest
        if k > largest:
            if test in (Test.EQUAL, Test.AT_LEAST):
                return None
            continue
        if test is Test.AT_LEAST and k == largest:
            test = Test.EQUAL
        elif test is Test.BELOW and k == 1:
            test, k = Test.EQUAL, 0
        elif test is Test.NOT_EQUAL and largest == 1:
            test, k = Test.EQUAL, 1 - k
        normal.append((f, test, k))
    required: dict[int, int] = {}
    for f, test, k in normal:
        if test is Test.EQUAL and required.setdefault(f, k) != k:
            return None
    return normal


def _rows(rows: Sequence[Sequence[tuple[int, ...]]], types: Sequence[type]) -> list[NDArray[Any]]:
    """Rows of tuples as a table of starts and one array for each component."""
    starts = np.cumsum([0, *map(len, rows)]).astype(np.uint32)
    flat = [entry for row in rows for entry in row]
    return [starts, *(np.array([e[i] for e in flat], dtype=t) for i, t in enumerate(types))]


def _index(tests: list[list[tuple[int, Test, int]]], layout: Layout) -> list[NDArray[Any]]:
    """Each move under its most selective equality: the widest field, then the least filled bucket."""
    filled: Counter[tuple[int, int] | None] = Counter()
    keys: list[tuple[int, int] | None] = []
    for normal in tests:
        choices = [
            (f, k) for f, test, k in normal if test is Test.EQUAL and layout.fields[f].width <= INDEXED_WIDTH
        ]
        key = min(choices, key=lambda x: (-layout.fields[x[0]].width, filled[x], x)) if choices else None
        filled[key] += 1
        keys.append(key)
    fields = sorted({key[0] for key in keys if key is not None})
    sizes = [layout.fields[f].largest + 1 for f in fields]
    first = dict(zip(fields, np.cumsum([0, *sizes]).tolist(), strict=False))
    bucket = np.array([sum(sizes) if k is None else first[k[0]] + k[1] for k in keys], dtype=np.int64)
    counts = np.bincount(bucket, minlength=sum(sizes) + 1)
    return [
        np.array([layout.fields[f].word for f in fields], dtype=np.uint32),
        np.array([layout.fields[f].shift for f in fields], dtype=np.uint64),
        np.array([layout.fields[f].largest for f in fields], dtype=np.uint64),
        np.array([first[f] for f in fields], dtype=np.uint32),
        np.concatenate(([0], np.cumsum(counts))).astype(np.uint32),
        np.argsort(bucket, kind="stable").astype(np.uint32),
    ]


@inlined
def passes(system, s, m):
    """Whether move m is enabled in packed state s."""
    for k in range(s.size):
        if (s[k] & system.mask[m, k]) != system.value[m, k]:
            return False
    for i in range(system.test_start[m], system.test_start[m + 1]):
        number = (s[system.test_word[i]] >> system.test_shift[i]) & system.test_mask[i]
        kind = system.test_kind[i]
        if kind == 1:
            if number == system.test_number[i]:
                return False
        elif kind == 2:
            if number < system.test_number[i]:
                return False
        elif number >= system.test_number[i]:
            return False
    return True


@inlined
def insert(moves, n, m):
    """Insert m into the n sorted moves; how many there are now."""
    i = n
    while i > 0 and moves[i - 1] > m:
        moves[i] = moves[i - 1]
        i -= 1
    moves[i] = m
    return n + 1


@jit
def enabled_moves(system, s, moves):
    """Write the enabled moves of packed state s into `moves`, ascending; how many there are."""
    n = 0
    for key in range(system.key_word.size):
        number = (s[system.key_word[key]] >> system.key_shift[key]) & system.key_mask[key]
        bucket = np.int64(system.key_bucket[key]) + np.int64(number)
        for i in range(system.bucket_start[bucket], system.bucket_start[bucket + 1]):
            m = np.int64(system.bucket_move[i])
            if passes(system, s, m):
                n = insert(moves, n, m)
    last = system.bucket_start.size - 2
    for i in range(system.bucket_start[last], system.bucket_start[last + 1]):
        m = np.int64(system.bucket_move[i])
        if passes(system, s, m):
            n = insert(moves, n, m)
    return n


@inlined
def overflowing_field(system, s, m):
    """The field that move m would overflow in packed state s, or −1."""
    for i in range(system.room_start[m], system.room_start[m + 1]):
        number = (s[system.room_word[i]] >> system.room_shift[i]) & system.room_mask[i]
        if number > system.room_largest[i]:
            return np.int64(system.room_field[i])
    return np.int64(-1)


@inlined
def step(system, s, m, successor):
    """Write the packed state after move m in s."""
    for k in range(s.size):
        successor[k] = s[k] + system.delta[m, k]
