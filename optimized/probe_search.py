"""The search by probe sets that keeps every run as a weak prefix: one kernel for all selections.

    [KR]  Algorithms 1 and 2; [B] Algorithm 3, Definition 36.

A vector (q, w) is the number of the state q with the number of the normal form of w.  Vectors wait on a
stack, each with its word as it was found, whose last letter is the last step, and with the siblings of that
step, also a word.  A vector that is taken from the stack adds what it freshly missed as vectors (q↑v·a, ε);
then, if it was not expanded before, it is: its probe set is chosen, and the successors wait.  While there
are more than `settle` vectors for each state that they reach, a vector explores all of its base q instead,
(q↑a, ε) for each a enabled at q, and settles it: vectors of this base that are taken later are dropped.

Beside the vectors the kernel records what the graph is drawn from, see `probe_graph.py`: the steps, the words
discharged from bases, and the runs from bases to missed actions.

The kernel runs in slices.  A vector that finds an array full is taken up again as if it had not been begun.
"""

from typing import NamedTuple

import numpy as np

from mazurka.optimized.compiled import U32, U64, enabled_moves
from mazurka.optimized.jit import holds, jit
from mazurka.optimized.probe_choice import choose_domain, prepare, write_gone
from mazurka.optimized.probe_ideals import all_down, copy
from mazurka.optimized.probe_missed import FULL, change, fresh_missed
from mazurka.optimized.probe_words import EMPTY, S32, normal_form, number_of_word, pair, spell
from mazurka.optimized.store import NONE, Store, intern

DONE, BUDGET, ROOM, LETTERS, PAIRS, LIMIT = range(6)
"""Why a slice ended: done, budget spent, no room in an array, for a word, for missed pairs; a limit."""

TOP, EXPANDED, STEPS, TARGETS, DEADLOCKS, MORE, MORE_LETTERS = range(7)
"""Counters: height of the stack; vectors expanded; steps; distinct targets, and those that are deadlocks; the
room that is missing, for vectors and for rows of words."""


class Found(NamedTuple):
    """What is known, each once and with a number."""

    states: Store  # packed states: bases and targets
    words: Store  # see `probe_words.py`
    vectors: Store  # a base and the normal form of a word
    discharges: Store  # a base and a word
    detours: Store  # a base and a run


class Record(NamedTuple):
    """The stack, and what becomes of vectors."""

    stack: U32  # [capacity, 3]: a vector, its word as it was found, the siblings of its last letter
    is_target: np.ndarray[tuple[int], np.dtype[np.uint8]]  # of each state, whether it is that of a vector
    settled: np.ndarray[tuple[int], np.dtype[np.uint8]]  # of each state, whether it is a settled base
    place: U32  # of each vector, its place in the order of expansion, or NONE
    order: U32  # the vectors in the order of expansion
    first_step: np.ndarray[tuple[int], np.dtype[np.int64]]  # of each expanded vector
    action: U32  # of each step
    successor: U32  # the vector to which it leads


class Scratch(NamedTuple):
    """Working space: of a vector, and of a successor."""

    word: U32
    siblings: U32
    down: U64  # [letters, words of bits]
    base: U64
    target: U64
    state: U64
    letters: U32
    form: U32
    gone: U32
    key: U64


@jit
def search(system, tables, rules, found, record, enabled, causes, missed, scratch, counters, most, budget):
    """Take vectors from the stack until it is empty, or for one of the other reasons above.

    most: vectors to expand; 0 for no limit.
    """
    for _ in range(budget):
        top = counters[TOP]
        if top == 0:
            return DONE
        if 0 < most <= counters[EXPANDED]:
            return LIMIT
        vector = np.int64(record.stack[top - 1, 0])
        base = np.int64(found.vectors.rows[vector, 0] >> S32)
        if record.settled[base]:
            counters[TOP] -= 1
            continue
        n = spell(found.words, np.int64(record.stack[top - 1, 1]), scratch.word)
        siblings = spell(found.words, np.int64(record.stack[top - 1, 2]), scratch.siblings)
        if n < 0 or siblings < 0:
            return LETTERS
        copy(found.states.rows[base], scratch.base)
        copy(scratch.base, scratch.target)
        for i in range(n):
            change(system, scratch.target, np.int64(scratch.word[i]))
        all_down(tables.influences, scratch.word, n, scratch.down)
        pairs = np.int64(0)
        if n > 0:
            pairs = fresh_missed(
                system, tables, scratch.base, scratch.word, n, scratch.siblings, siblings, scratch.target,
                scratch.down, causes, missed,
            )  # fmt: skip
            if pairs == FULL:
                return PAIRS
        expanded = record.place[vector] != NONE
        settles = 0 < rules.settle * counters[TARGETS] < counters[EXPANDED]
        bounded = settles or 0 < rules.bound < n
        count = np.int64(0)
        if not expanded:
            count = enabled_moves(system, scratch.target, enabled.moves)
            stuck = count == 0
            if bounded:
                count = enabled_moves(system, scratch.base, enabled.moves)
        if not is_room(found, record, counters, pairs + 3 * count + 1, n + 1):
            return ROOM
        counters[TOP] -= 1
        for i in range(pairs):
            x = np.int64(missed.order[i])
            n_run = np.int64(missed.lengths[x]) + 1
            detour(system, found, record, scratch, counters, base, missed.words[x], n_run)
        if not expanded:
            expand(found, record, scratch, counters, vector, stuck)
            record.settled[base] = settles
            if bounded:
                for i in range(count):
                    scratch.letters[0] = enabled.moves[i]
                    detour(system, found, record, scratch, counters, base, scratch.letters, np.int64(1))
            else:
                prepare(tables, scratch.word, n, scratch.down, enabled, count)
                note_places(scratch.word, n, enabled, 1)
                choose_domain(rules, n, scratch.down, enabled, count)
                explore(system, tables, rules, found, record, scratch, counters, enabled, base, n, count)
                note_places(scratch.word, n, enabled, 0)
    return BUDGET


@jit
def expand(found, record, scratch, counters, vector, stuck):
    """Count the vector among those expanded, and its target."""
    record.place[vector] = counters[EXPANDED]
    record.order[counters[EXPANDED]] = vector
    record.first_step[counters[EXPANDED]] = counters[STEPS]
    counters[EXPANDED] += 1
    t = number_of_state(found, record, scratch.target)
    if record.is_target[t] == 0:
        record.is_target[t] = 1
        counters[TARGETS] += 1
        if stuck:
            counters[DEADLOCKS] += 1


@jit
def detour(system, found, record, scratch, counters, base, run, n):
    """A run of n letters from a base to a start, which waits."""
    copy(scratch.base, scratch.state)
    for i in range(n):
        change(system, scratch.state, np.int64(run[i]))
    pair(base, number_of_word(found.words, run, n, scratch.key), scratch.key)
    intern(found.detours, scratch.key)
    s = number_of_state(found, record, scratch.state)
    start = number_of_vector(found, record, s, EMPTY, scratch.key)
    push(record, counters, start, EMPTY, EMPTY)


@jit
def explore(system, tables, rules, found, record, scratch, counters, enabled, base, n, count):
    """The successors by the chosen domain wait."""
    size = np.int64(0)
    for i in range(count):
        if holds(enabled.best, i):
            scratch.letters[size] = enabled.moves[i]
            size += 1
    siblings = number_of_word(found.words, scratch.letters, size, scratch.key)
    for i in range(count):
        if holds(enabled.best, i):
            write_gone(rules.needed and size < count, scratch.down, enabled, i, enabled.best_shared)
            a = np.int64(enabled.moves[i])
            word, vector = successor(system, tables, found, record, scratch, enabled.gone, base, n, a)
            record.action[counters[STEPS]] = a
            record.successor[counters[STEPS]] = vector
            counters[STEPS] += 1
            push(record, counters, vector, word, siblings)


@jit
def successor(system, tables, found, record, scratch, gone, base, n, a):
    """The word of (q↑p(a), (w·a) − p(a)) with a as its last letter, and the vector; p(a) is what is gone."""
    left = discharged = np.int64(0)
    copy(scratch.base, scratch.state)
    for i in range(n):
        if holds(gone, i):
            scratch.gone[discharged] = scratch.word[i]
            discharged += 1
            change(system, scratch.state, np.int64(scratch.word[i]))
        else:
            scratch.letters[left] = scratch.word[i]
            left += 1
    scratch.letters[left] = a
    left += 1
    if discharged > 0:
        pair(base, number_of_word(found.words, scratch.gone, discharged, scratch.key), scratch.key)
        intern(found.discharges, scratch.key)
    q = number_of_state(found, record, scratch.state)
    normal_form(tables.depends, scratch.letters, left, scratch.form)
    form = number_of_word(found.words, scratch.form, left, scratch.key)
    vector = number_of_vector(found, record, q, form, scratch.key)
    return number_of_word(found.words, scratch.letters, left, scratch.key), vector


@jit
def number_of_state(found, record, s):
    """The number of a packed state."""
    known = found.states.size[0]
    number = intern(found.states, s)
    if number == known:
        record.is_target[number] = record.settled[number] = 0
    return number


@jit
def number_of_vector(found, record, q, form, key):
    """The number of a vector, by those of its base and of the normal form of its word."""
    known = found.vectors.size[0]
    pair(q, form, key)
    number = intern(found.vectors, key)
    if number == known:
        record.place[number] = NONE
    return number


@jit
def push(record, counters, vector, word, siblings):
    """A vector waits."""
    top = counters[TOP]
    record.stack[top, 0] = vector
    record.stack[top, 1] = word
    record.stack[top, 2] = siblings
    counters[TOP] = top + 1


@jit
def note_places(w, n, enabled, sign):
    """Note of each letter its place in w, or, with sign 0, take the notes back."""
    for i in range(n):
        enabled.place[w[i]] = sign * (i + 1)


@jit
def is_room(found, record, counters, more, letters):
    """Whether every array has room for that many more vectors and words; else what is missing is noted."""
    counters[MORE] = more
    counters[MORE_LETTERS] = more * letters
    expanded, steps = counters[EXPANDED] + 1, counters[STEPS] + more
    states, vectors = found.states.size[0] + more, found.vectors.size[0] + more
    return (
        counters[TOP] + more <= record.stack.shape[0]
        and expanded <= record.order.size
        and expanded <= record.first_step.size
        and steps <= record.action.size
        and steps <= record.successor.size
        and states <= record.is_target.size
        and states <= record.settled.size
        and vectors <= record.place.size
        and has_rows(found.states, more)
        and has_rows(found.words, more * letters)
        and has_rows(found.vectors, more)
        and has_rows(found.discharges, more)
        and has_rows(found.detours, more)
    )


@jit
def has_rows(store, more):
    """Whether that many rows can be added."""
    needed = store.size[0] + more
    return needed <= store.rows.shape[0] and 4 * needed <= 3 * store.slots.size
