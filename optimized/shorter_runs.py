"""Leaving out of a run to a goal what is not needed: halves, quarters, and so on, the last part first.

What comes before a part left out stays as it is, so that only what comes after is replayed, and that mostly
fails within a few steps.
"""

import numpy as np

from mazurka.formulas import Goal
from mazurka.optimized.compiled import overflowing_field, passes, step
from mazurka.optimized.goal_search import Compilation
from mazurka.optimized.goal_tables import goal_tables, is_goal
from mazurka.optimized.jit import inlined, jit
from mazurka.systems import Run

FIRINGS = 20_000_000
"""How many firings are replayed at most."""


def without_needless(compilation: Compilation, goal: Goal, run: Run) -> Run:
    """A run to the goal that is part of this one.

    A run whose steps the compiled net does not have, or which needs wider fields, is given back as it is.
    """
    net = compilation.net
    move = {net.transitions[int(t)].name: m for m, t in enumerate(compilation.moves.action)}
    if any(a not in move for a in run):
        return run
    moves = np.array([move[a] for a in run], dtype=np.int64)
    words = compilation.layout.words
    along = np.zeros((len(run) + 1, words), dtype=np.uint64)
    along[0] = compilation.moves.initial
    goals = goal_tables(net, goal, compilation.tables)
    s = np.zeros(words, dtype=np.uint64)
    left = np.array([FIRINGS], dtype=np.int64)
    n = len(run)
    with np.errstate(over="ignore"):
        if not replay(compilation.moves, along, moves, 0, 0, n, s, left):
            return run
        note(compilation.moves, along, moves, 0, n)
        size = max(1, n // 2)
        while size and left[0] > 0:
            n = leave_out(compilation.moves, compilation.tables, goals, along, moves, n, size, s, left)
            size //= 2
    return tuple(net.transitions[int(compilation.moves.action[m])].name for m in moves[:n])


@jit
def leave_out(system, net, goal, along, moves, n, size, s, left):
    """Leave out parts of that size, the last first; how many steps are left."""
    end = n
    while end > 0 and left[0] > 0:
        begin = max(np.int64(0), end - size)
        if replay(system, along, moves, begin, end, n, s, left) and is_goal(goal, net, s):
            for i in range(n - end):
                moves[begin + i] = moves[end + i]
            n -= end - begin
            note(system, along, moves, begin, n)
        end = begin
    return n


@jit
def replay(system, along, moves, begin, end, n, s, left):
    """Write to s where steps end, …, n − 1 lead from the marking before step begin; whether they can fire."""
    copy(along[begin], s)
    for i in range(end, n):
        left[0] -= 1
        if not passes(system, s, moves[i]) or overflowing_field(system, s, moves[i]) >= 0:
            return False
        add(system, s, moves[i])
    return True


@jit
def note(system, along, moves, begin, n):
    """Write to `along` the markings after step begin, …, n − 1."""
    for i in range(begin, n):
        step(system, along[i], moves[i], along[i + 1])


@inlined
def copy(x, y):
    """Copy row x to y."""
    for k in range(x.size):
        y[k] = x[k]


@inlined
def add(system, s, m):
    """Take move m in s."""
    for i in range(system.changed_start[m], system.changed_start[m + 1]):
        s[system.changed_word[i]] += system.changed_delta[i]
