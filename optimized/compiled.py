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
from mazurka.optimized.layout import Layout

U64 = NDArray[np.uint64]
U32 = NDArray[np.uint32]

INDEXED_WIDTH = 24
"""Fields up to this width may be indexed by their number."""


class Compiled(NamedTuple):
    """Moves m = 0 …, sorted by action; words k = 0 …; all tables unsigned."""

    action: U32  # [moves]
    tested_start: U32  # [moves + 1] into the next three: the words of which a move wants bits
    tested_word: U32
    tested_mask: U64
    tested_value: U64
    changed_start: U32  # [moves + 1] into the next two: the words that a move changes
    changed_word: U32
    changed_delta: U64
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
    parts = [
        np.array([m.action for m, _ in pairs], dtype=np.uint32),
        *_rows([_tested(tests, layout) for _, tests in pairs], "IQQ"),
        *_rows([_changed(m, layout) for m, _ in pairs], "IQ"),
        pack(encoding.initial, layout),
        *_rows([_further(tests, layout) for _, tests in pairs], "IQQIQ"),
        *_rows([_room(m, layout) for m, _ in pairs], "IQQQI"),
        *_index([tests for _, tests in pairs], layout),
    ]
    return Compiled(*parts)


def _tested(tests: list[tuple[int, Test, int]], layout: Layout) -> list[tuple[int, int, int]]:
    """Word, mask and value of the equalities, word by word."""
    words: dict[int, tuple[int, int]] = {}
    for f, test, k in tests:
        if test is Test.EQUAL:
            field = layout.fields[f]
            mask, value = words.get(field.word, (0, 0))
            words[field.word] = (mask | field.largest << field.shift, value | k << field.shift)
    return [(w, mask, value) for w, (mask, value) in sorted(words.items())]


def _changed(move: Move, layout: Layout) -> list[tuple[int, int]]:
    """Word and what is added to it, modulo 2^64."""
    words: dict[int, int] = {}
    for f, d in move.changes:
        field = layout.fields[f]
        words[field.word] = words.get(field.word, 0) + (d << field.shift)
    return [(w, d % (1 << 64)) for w, d in sorted(words.items())]


def _further(tests: list[tuple[int, Test, int]], layout: Layout) -> list[tuple[int, int, int, int, int]]:
    """The tests that are no equalities."""
    return [
        (layout.fields[f].word, layout.fields[f].shift, layout.fields[f].largest, int(test), k)
        for f, test, k in tests
        if test is not Test.EQUAL
    ]


def _room(move: Move, layout: Layout) -> list[tuple[int, int, int, int, int]]:
    """The fields that the move raises and that are not proven to have room."""
    rows = []
    for f, d in move.changes:
        field = layout.fields[f]
        if d > 0 and not field.proven:
            assert d <= field.largest, "a field is at least as wide as every change of it"
            rows.append((field.word, field.shift, field.largest, field.largest - d, f))
    return rows


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


def _rows(rows: Sequence[Sequence[tuple[int, ...]]], kinds: str) -> list[NDArray[Any]]:
    """Rows of tuples as a table of starts and one array for each component; I is uint32, Q is uint64."""
    starts = np.cumsum([0, *map(len, rows)]).astype(np.uint32)
    flat = [entry for row in rows for entry in row]
    types = {"I": np.uint32, "Q": np.uint64}
    return [starts, *(np.array([e[i] for e in flat], dtype=types[kind]) for i, kind in enumerate(kinds))]


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
    for i in range(system.tested_start[m], system.tested_start[m + 1]):
        if (s[system.tested_word[i]] & system.tested_mask[i]) != system.tested_value[i]:
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
        successor[k] = s[k]
    for i in range(system.changed_start[m], system.changed_start[m + 1]):
        successor[system.changed_word[i]] += system.changed_delta[i]
