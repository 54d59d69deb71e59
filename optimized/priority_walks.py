"""Walks by random priorities: one process goes on before all others, until priorities are drawn anew.

    [PCT]  priorities of threads, drawn at random and changed at random points.

A transition is of the process that it moves: of the fields in which a state is kept that it changes, the one
that stands for most places.  The rules of a walk are those of `reference/priority_walks.py`, with which it
agrees step by step.  A walk keeps nothing but itself, finds runs, and proves nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from mazurka.formulas import Goal
from mazurka.limits import Limits, Watch
from mazurka.optimized.compiled import (
    U32,
    U64,
    compile_moves,
    enabled_moves,
    overflowing_field,
    repack,
    step,
)
from mazurka.optimized.encoding import Encoding
from mazurka.optimized.goal_search import TINY, UNREACHABLE, Compilation, compile_net, wider
from mazurka.optimized.goal_tables import goal_tables, is_goal
from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.net_tables import I64, kept_places
from mazurka.optimized.slices import loading
from mazurka.systems import PetriNet, Run

TRIED = 8
"""So many transitions are tried at most, before one is fired that does harm."""
SHORTEST, LONGEST = 256, 65_536
"""The lengths of walks, from and to."""
SLICE = 4096
"""Steps between two looks at the limits."""
SEED = 0x9E3779B97F4A7C15
"""Whatever is drawn follows from it."""

BUDGET, WIDEN, FOUND, STUCK = range(4)
"""Why a slice ended; stuck is a net in which nothing is enabled at first."""

WALK, STEP, UNTIL, STEPS, FIELD, OVER = range(6)
"""Counters: number of the walk, steps that it has taken, step at which priorities change, steps of all walks,
field to widen, whether the walk is over."""

_S7, _S11, _S13, _S17 = (np.uint64(k) for k in (7, 11, 13, 17))


class Walk(NamedTuple):
    """A walk on its way, and working space."""

    group: U32  # [transitions]
    priority: I64  # [groups]
    kept: I64  # [atoms]: 1 for an atom of the goal that is to be kept
    held: I64  # scratch [atoms]: 1 for one of these that holds
    moves: U32  # scratch: enabled moves
    key: I64  # scratch: their priorities; −1 for what was tried
    state: U64
    successor: U64  # scratch
    trail: U32  # the transitions fired
    random: U64  # [1]


def groups_of(net: PetriNet, encoding: Encoding) -> list[int]:
    """For each transition the field of most places that it changes, the first among equals; 0 for none."""
    fields = [field for field, _ in encoding.items]
    places = Counter(fields)
    return [
        min((f for p in t.effect if (f := fields[p]) is not None), key=lambda f: (-places[f], f), default=0)
        for t in net.transitions
    ]


@inlined
def draw(random):
    """A random number of 53 bits, by xorshift."""
    x = random[0]
    x ^= x << _S13
    x ^= x >> _S7
    x ^= x << _S17
    random[0] = x
    return np.int64(x >> _S11)


@jit
def walk_on(system, net, goal, walk, counters, budget):
    """So many steps more, in this walk and the next ones, or one of the other reasons above."""
    for _ in range(budget):
        if counters[OVER] == 1:
            begin(system, net, goal, walk, counters)
        n = enabled_moves(system, walk.state, walk.moves)
        if n == 0:
            if counters[STEP] == 0:
                return STUCK
            counters[OVER] = 1
            continue
        for i in range(n):
            field = overflowing_field(system, walk.state, walk.moves[i])
            if field >= 0:
                counters[FIELD] = field
                return WIDEN
        order(system, walk, counters, n)
        m = choose(system, net, goal, walk, n)
        step(system, walk.state, m, walk.successor)
        for k in range(walk.state.size):
            walk.state[k] = walk.successor[k]
        walk.trail[counters[STEP]] = system.action[m]
        counters[STEP] += 1
        counters[STEPS] += 1
        if is_goal(goal, net, walk.state):
            return FOUND
        number = counters[WALK]
        if counters[STEP] == min(np.int64(LONGEST), SHORTEST * (number & -number)):
            counters[OVER] = 1
    return BUDGET


@jit
def begin(system, net, goal, walk, counters):
    """Begin the next walk."""
    counters[WALK] += 1
    counters[OVER] = 0
    counters[STEP] = 0
    counters[UNTIL] = 0
    for k in range(walk.state.size):
        walk.state[k] = system.initial[k]
    is_goal(goal, net, walk.state)
    for a in range(walk.kept.size):
        walk.kept[a] = np.int64(1) if draw(walk.random) % 4 != 0 else np.int64(0)


@jit
def order(system, walk, counters, n):
    """Give keys to the enabled moves."""
    if counters[STEP] == counters[UNTIL]:
        for g in range(walk.priority.size):
            walk.priority[g] = draw(walk.random) % 65536
        counters[UNTIL] = counters[STEP] + (np.int64(1) << (draw(walk.random) % 10))
    for i in range(n):
        priority = walk.priority[walk.group[system.action[walk.moves[i]]]]
        walk.key[i] = priority * 16 + draw(walk.random) % 16


@jit
def choose(system, net, goal, walk, n):
    """The first move by key that leads to the goal or keeps what is to be kept; else the first of all."""
    for a in range(walk.kept.size):
        walk.held[a] = walk.kept[a] if goal.missing[a] == 0 else np.int64(0)
    first = walk.moves[0]
    for tried in range(min(n, np.int64(TRIED))):
        best = np.int64(0)
        for i in range(1, n):
            if walk.key[i] > walk.key[best]:
                best = i
        m = walk.moves[best]
        if tried == 0:
            first = m
        walk.key[best] = -1
        step(system, walk.state, m, walk.successor)
        if is_goal(goal, net, walk.successor) or keeps(goal, walk):
            return m
    return first


@jit
def keeps(goal, walk):
    """Whether what was held does not fail at the marking that `is_goal` was asked about."""
    for a in range(walk.held.size):
        if walk.held[a] == 1 and goal.missing[a] > 0:
            return False
    return True


def load_kernels(watch: Watch) -> None:
    """Compile the kernels of walks, or load them: see `loading`."""
    with loading("priority_walks.walk_on", watch):
        walks = PriorityWalks(compile_net(TINY), UNREACHABLE)
        walks.advance(replace(watch, limits=Limits(), progress=None), 2)


class PriorityWalks:
    """Walks to a goal, which can be interrupted and taken up again.

    groups: for each transition its group;  seed: for what is drawn, at least 1.
    """

    def __init__(
        self, compilation: Compilation, goal: Goal, groups: Sequence[int] | None = None, seed: int = SEED
    ) -> None:
        self.net, self.encoding, self.layout = compilation.net, compilation.encoding, compilation.layout
        self.moves, self.tables = compilation.moves, compilation.tables
        self.goal = goal_tables(self.net, goal, self.tables)
        group = np.array(groups_of(self.net, self.encoding) if groups is None else groups, dtype=np.uint32)
        atoms, moves, words = len(self.goal.missing), len(self.moves.action) + 1, self.layout.words
        self.walk = Walk(
            group=group,
            priority=np.zeros(int(group.max(initial=0)) + 1, dtype=np.int64),
            kept=np.zeros(atoms, dtype=np.int64),
            held=np.zeros(atoms, dtype=np.int64),
            moves=np.zeros(moves, dtype=np.uint32),
            key=np.zeros(moves, dtype=np.int64),
            state=self.moves.initial.copy(),
            successor=np.zeros(words, dtype=np.uint64),
            trail=np.zeros(LONGEST, dtype=np.uint32),
            random=np.array([seed], dtype=np.uint64),
        )
        self.counters = np.zeros(6, dtype=np.int64)
        self.counters[OVER] = 1
        with np.errstate(over="ignore"):
            self.reachable: bool | None = True if is_goal(self.goal, self.tables, self.walk.state) else None

    @property
    def states(self) -> int:
        """The markings met, those that are met again counted again."""
        return int(self.counters[STEPS]) + 1

    @property
    def expanded(self) -> int:
        """The markings that a step was taken from, counted likewise."""
        return int(self.counters[STEPS])

    def advance(self, watch: Watch, states: int | None = None) -> str | None:
        """Walk on until that many markings are met; the limit that was reached first, or None."""
        ends = [end for end in (states, watch.limits.max_states) if end is not None]
        with watch.interruptible(), np.errstate(over="ignore"):
            while self.reachable is None and (states is None or self.states < states):
                if limit := watch.limit_reached(self.states, waiting=1):  # a walk can always go on
                    return limit
                left = min([SLICE, *(end - self.states for end in ends)])
                status = walk_on(self.moves, self.tables, self.goal, self.walk, self.counters, left)
                if status == FOUND:
                    self.reachable = True
                elif status == STUCK:
                    self.reachable = False
                elif status == WIDEN:
                    self._widen(int(self.counters[FIELD]))
        return None

    def _widen(self, field: int) -> None:
        """Give a field twice its bits, and pack the marking anew."""
        old = self.layout
        self.layout = wider(self.net, self.encoding, old, field)
        self.moves = compile_moves(self.encoding, self.layout)
        self.tables = self.tables._replace(kept=kept_places(self.encoding.items, self.layout))
        state = repack(self.walk.state.reshape(1, -1), old, self.layout)[0]
        moves = len(self.moves.action) + 1
        self.walk = self.walk._replace(
            state=state,
            successor=np.zeros_like(state),
            moves=np.zeros(moves, dtype=np.uint32),
            key=np.zeros(moves, dtype=np.int64),
        )

    def run(self) -> Run:
        """The run to the goal that was found."""
        assert self.reachable
        fired = self.walk.trail[: int(self.counters[STEP])]
        return tuple(self.net.transitions[int(t)].name for t in fired)
