"""Tests of successors that something else answers, such as a solver: what it is asked, and what it answered.

    [HLPW]  Listings 1 and 2, whose IFS test is an oracle.

The oracle is any object that can be called with a state t of the system and the set B of the actions enabled
there that do not sleep, and tells whether IFS(t, B).  It may approximate: a reduction keeps its promises as
long as the oracle says yes wherever IFS(t, B) holds.

A kernel cannot call it.  Before it expands a node it looks all successors up among the questions answered so
far, notes those that are new, and returns; each question is asked once in a search.
"""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.compiled import U64, unpack
from mazurka.optimized.encoding import Encoding
from mazurka.optimized.jit import U0, holds, inlined, jit, put
from mazurka.optimized.layout import Layout
from mazurka.optimized.store import Store, enlarged, grown, intern, new_store
from mazurka.systems import Action
from mazurka.systems.client_server import GlobalState

Oracle: TypeAlias = Callable[[GlobalState, frozenset[Action]], bool]

UNKNOWN, YES, NO = (np.uint8(k) for k in range(3))


class Asked(NamedTuple):
    """Questions: rows of the words of a packed state and of a set of actions."""

    questions: Store
    answers: NDArray[np.uint8]  # [capacity]: UNKNOWN, YES or NO
    question: U64  # scratch: one row


def no_questions(words: int, action_words: int) -> Asked:
    """Nothing has been asked yet."""
    questions = new_store(words + action_words)
    return Asked(
        questions,
        np.zeros(len(questions.rows), dtype=np.uint8),
        np.zeros(words + action_words, dtype=np.uint64),
    )


def with_room(asked: Asked, more: int) -> Asked:
    """The same with room for that many more questions; the old one must not be used again."""
    size = int(asked.questions.size[0])
    questions = grown(asked.questions, size + more)
    answers = asked.answers
    if len(answers) < len(questions.rows):
        answers = enlarged(answers, len(questions.rows), size)
        answers[size:] = UNKNOWN
    return Asked(questions, answers, asked.question)


def answer_all(asked: Asked, encoding: Encoding, layout: Layout, oracle: Oracle) -> None:
    """Ask the oracle whatever is unanswered, which are the latest questions."""
    last = first = int(asked.questions.size[0])
    while first > 0 and asked.answers[first - 1] == UNKNOWN:
        first -= 1
    rows = asked.questions.rows[first:last]
    states = encoding.decode(unpack(rows[:, : layout.words], layout))
    for i, (t, row) in enumerate(zip(states, rows, strict=True)):
        awake = members(row[layout.words :], encoding.system.actions)
        asked.answers[first + i] = YES if oracle(t, awake) else NO


def members(
    row: np.ndarray[tuple[int], np.dtype[np.uint64]], actions: tuple[Action, ...]
) -> frozenset[Action]:
    """A bit set of actions by name."""
    bits = np.unpackbits(row.astype("<u8").view(np.uint8), bitorder="little")
    return frozenset(actions[i] for i in np.flatnonzero(bits).tolist())


@inlined
def is_room(asked, more):
    """Whether that many questions can be added."""
    needed = asked.questions.size[0] + more
    return needed <= asked.answers.size and 4 * needed <= 3 * asked.questions.slots.size


@jit
def number_of(system, asked, t, later, n, sleep):
    """The number of the question about packed state t with n enabled moves, and what sleeps there."""
    for k in range(t.size):
        asked.question[k] = t[k]
    awake = asked.question[t.size :]
    for k in range(awake.size):
        awake[k] = U0
    for i in range(n):
        a = system.action[later[i]]
        if not holds(sleep, a):
            put(awake, a)
    return intern(asked.questions, asked.question)
