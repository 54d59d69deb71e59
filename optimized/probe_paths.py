"""The vectors that runs from bases pass, and the states that they reach.

A run is a row of a base and a word, as they are recorded by `probe_search.py`.  After its first letters v′ it
is at the vector (q, v′).
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.compiled import U64
from mazurka.optimized.jit import jit
from mazurka.optimized.probe_arrays import ProbeSearch, reserve
from mazurka.optimized.probe_ideals import copy
from mazurka.optimized.probe_missed import change
from mazurka.optimized.probe_search import number_of_state, number_of_vector
from mazurka.optimized.probe_words import EMPTY, LOW32, S32, insert_letter, number_of_word, spell


class Paths(NamedTuple):
    """Run i passes the vectors passed[start[i]], …, passed[start[i + 1] − 1], by the letters beside them.

    The letter beside the last of them says nothing.
    """

    start: list[int]
    passed: list[int]
    letters: list[int]


def ends(search: ProbeSearch, runs: U64) -> NDArray[np.uint32]:
    """The states that the runs reach, by their numbers."""
    reserve(search, len(runs), 0)
    reached = np.zeros(len(runs), dtype=np.uint32)
    write_ends(search.compiled, search.found, search.record, runs, search.scratch, reached)
    return reached


def starts(search: ProbeSearch, states: NDArray[np.uint32]) -> list[int]:
    """The vectors (s, ε) of states s."""
    reserve(search, len(states), 0)
    vectors = np.zeros(len(states), dtype=np.uint32)
    write_starts(search.found, search.record, states, search.scratch, vectors)
    return vectors.tolist()


def paths(search: ProbeSearch, runs: U64) -> Paths:
    """What the runs pass."""
    start = np.zeros(len(runs) + 1, dtype=np.int64)
    write_sizes(search.found.words, runs, search.scratch, start)
    start = np.cumsum(start)
    # A prefix has a normal form that may be a word not known yet: at most the square of a length.
    longest = int(np.diff(start).max(initial=0))
    reserve(search, int(start[-1]), int(start[-1]) * longest)
    passed, letters = (np.zeros(int(start[-1]), dtype=np.uint32) for _ in range(2))
    write_paths(search.tables, search.found, search.record, runs, search.scratch, start, passed, letters)
    return Paths(start.tolist(), passed.tolist(), letters.tolist())


@jit
def write_ends(system, found, record, runs, scratch, reached):
    """Write the number of the state that each run reaches."""
    for i in range(runs.shape[0]):
        n = spell(found.words, np.int64(runs[i, 0] & LOW32), scratch.word)
        copy(found.states.rows[np.int64(runs[i, 0] >> S32)], scratch.state)
        for k in range(n):
            change(system, scratch.state, np.int64(scratch.word[k]))
        reached[i] = number_of_state(found, record, scratch.state)


@jit
def write_starts(found, record, states, scratch, vectors):
    """Write the number of the vector (s, ε) for each state s."""
    for i in range(states.size):
        vectors[i] = number_of_vector(found, record, np.int64(states[i]), EMPTY, scratch.key)


@jit
def write_sizes(words, runs, scratch, sizes):
    """Write how many vectors each run passes, its ends among them, from place 1 on."""
    for i in range(runs.shape[0]):
        sizes[i + 1] = spell(words, np.int64(runs[i, 0] & LOW32), scratch.word) + 1


@jit
def write_paths(tables, found, record, runs, scratch, start, passed, letters):
    """Write what each run passes."""
    for i in range(runs.shape[0]):
        base = np.int64(runs[i, 0] >> S32)
        n = spell(found.words, np.int64(runs[i, 0] & LOW32), scratch.word)
        for k in range(n + 1):
            number = number_of_word(found.words, scratch.form, k, scratch.key)
            passed[start[i] + k] = number_of_vector(found, record, base, number, scratch.key)
            if k < n:
                letters[start[i] + k] = scratch.word[k]
                insert_letter(tables.depends, scratch.form, k, np.int64(scratch.word[k]))
