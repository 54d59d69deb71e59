"""PIFS unfolded: the test asked again after each first step, until the questions run out.

    After [HLPW] Definition 14 and Lemma 37; ours.  Why it may be asked like this: see `unfolding.py` of the
    plain reducers.

IFS(t, enabled ∖ Z) holds iff nothing enabled at t is in Z, or IFS holds at after(t, a) for Z ∖ D(a), where a
is some action outside Z of a covering source set: here of a closure with fewest such actions.  Where PIFS
fails, so does IFS.  First steps are tried in order, each to its end before the next; when as many questions
have been asked as the budget allows, and the last one holds, the answer is yes.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.closure_sets import WAKING, choose_closure_set, weigh_waking
from mazurka.optimized.compiled import U32, U64, enabled_moves, step
from mazurka.optimized.jit import holds, jit
from mazurka.optimized.local_tables import LocalTables
from mazurka.optimized.pifs import pifs_of_waking


class Unfolded(NamedTuple):
    """The tables of PIFS, and a frame for each state on the way down from the first."""

    local: LocalTables
    independent: U64  # [actions, words]
    budget: int
    states: U64  # [frames, words] packed
    asleep: U64  # [frames, action words]
    steps: U32  # [frames, moves] first steps to try
    width: NDArray[np.int64]  # [frames] how many
    tried: NDArray[np.int64]  # [frames] how many have been
    moves: U32  # [moves] scratch


def unfolded(local: LocalTables, independent: U64, budget: int, words: int, moves: int) -> Unfolded:
    """Room for a budget of questions about states of so many words and moves."""
    frames = budget + 1
    return Unfolded(
        local,
        independent,
        budget,
        np.zeros((frames, words), dtype=np.uint64),
        np.zeros((frames, independent.shape[1]), dtype=np.uint64),
        np.zeros((frames, moves), dtype=np.uint32),
        np.zeros(frames, dtype=np.int64),
        np.zeros(frames, dtype=np.int64),
        np.zeros(moves, dtype=np.uint32),
    )


@jit
def may_begin_awake(system, tables, t, sleep):
    """Whether, for all that the questions can tell, a maximal run from t has nothing of `sleep` first."""
    for k in range(t.size):
        tables.states[0, k] = t[k]
    for k in range(sleep.size):
        tables.asleep[0, k] = sleep[k]
    asked, depth, arriving = np.int64(0), np.int64(0), True
    while depth >= 0:
        s, asleep = tables.states[depth], tables.asleep[depth]
        if arriving:
            arriving = False
            n = enabled_moves(system, s, tables.moves)
            awake = waking(system, tables.moves, n, asleep)
            if awake == n:
                return True
            tables.width[depth] = tables.tried[depth] = 0
            if awake > 0:
                asked += 1
                if pifs_of_waking(system, tables.local, s, tables.moves, n, asleep):
                    if asked >= tables.budget:
                        return True
                    weigh_waking(system, tables.moves, n, tables.local, asleep)
                    tables.width[depth] = choose_closure_set(
                        system, s, tables.moves, n, tables.local, WAKING, asleep, tables.steps[depth]
                    )
        if tables.tried[depth] == tables.width[depth]:
            depth -= 1
            continue
        m = np.int64(tables.steps[depth, tables.tried[depth]])
        tables.tried[depth] += 1
        a = np.int64(system.action[m])
        step(system, s, m, tables.states[depth + 1])
        for k in range(asleep.size):
            tables.asleep[depth + 1, k] = asleep[k] & tables.independent[a, k]
        depth += 1
        arriving = True
    return False


@jit
def waking(system, moves, n, asleep):
    """How many of the n enabled moves have actions that do not sleep."""
    awake = np.int64(0)
    for i in range(n):
        if not holds(asleep, system.action[moves[i]]):
            awake += 1
    return awake
