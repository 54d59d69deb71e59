"""Persistent sets from sets of processes, on bit sets.

    [HLPW]  Definition 38, after Farzan, Klumpp, Podelski.

pset(s, a): the least P ⊇ dom(a) such that p ∈ P and s_p –v b→ imply dom(b) ⊆ P; then the enabled actions
whose domains lie within P.  Which processes the actions still ahead of p in s_p belong to is known once
and for all: a bit set for each local state.

variant, ours: for v empty only.  Persistent all the same, see `process_sets.py` of the plain reducers.
"""

from functools import reduce
from operator import or_
from typing import NamedTuple

import numpy as np

from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.jit import U0, U1, clear, holds, jit, lowest
from mazurka.optimized.layout import Layout, split_words, words_for
from mazurka.optimized.local_tables import places_of, row_of
from mazurka.systems import ClientServerSystem, Process


class ProcessTables(NamedTuple):
    """Processes p = 0 …, clients first; actions in their order."""

    client: U32  # [actions]
    server: U32  # [actions]
    place: U64  # [processes, 3]: word, shift, mask of the local state in a packed state
    base: U32  # [processes]: the row of local state 0
    ahead: U64  # [local states of all processes, words]: processes of the actions ahead, as bits
    closed: U64  # [words] scratch: the set P
    todo: U64  # [words] scratch: its members not yet looked at


def process_tables(system: ClientServerSystem, layout: Layout, *, next_only: bool = False) -> ProcessTables:
    """The tables of a system whose process i is field i of the layout; next_only: for v empty only."""
    find = _processes_next if next_only else _processes_ahead
    words = words_for(len(system.processes))
    ahead: list[list[int]] = []
    base = []
    for p in system.processes:
        base.append(len(ahead))
        ahead += [split_words(bits, words) for bits in find(system, p)]
    domains = [system.domain[a] for a in system.actions]
    return ProcessTables(
        np.array([c for c, _ in domains], dtype=np.uint32),
        np.array([q for _, q in domains], dtype=np.uint32),
        places_of(layout),
        np.array(base, dtype=np.uint32),
        np.array(ahead, dtype=np.uint64).reshape(len(ahead), words),
        np.zeros(words, dtype=np.uint64),
        np.zeros(words, dtype=np.uint64),
    )


def no_process_tables() -> ProcessTables:
    """Tables of no processes."""
    return process_tables(ClientServerSystem("none", (), ()), Layout((), 1))


def _processes_ahead(system: ClientServerSystem, p: Process) -> list[int]:
    """For each local state of p, the processes of all actions that p can still take from there, as bits."""
    ahead = dict.fromkeys(p.local_states, 0)
    steps = [(s, sum(1 << i for i in system.domain[a]), t) for s, a, t in reversed(p.transitions)]
    changed = True
    while changed:
        changed = False
        for s, domain, t in steps:
            more = ahead[s] | domain | ahead[t]
            changed |= more != ahead[s]
            ahead[s] = more
    return list(ahead.values())


def _processes_next(system: ClientServerSystem, p: Process) -> list[int]:
    """For each local state of p, the processes of all actions that p can take next, as bits."""
    domain = {a: sum(1 << i for i in system.domain[a]) for a in p.actions}
    return [reduce(or_, (domain[a] for a in p.steps[x]), 0) for x in p.local_states]


@jit
def close(tables, s, a):
    """Compute the set P of action a in packed state s into tables.closed."""
    closed, todo = tables.closed, tables.todo
    clear(closed)
    clear(todo)
    for p in (np.uint64(tables.client[a]), np.uint64(tables.server[a])):
        closed[p >> np.uint64(6)] |= U1 << (p & np.uint64(63))
        todo[p >> np.uint64(6)] |= U1 << (p & np.uint64(63))
    busy = True
    while busy:
        busy = False
        for k in range(todo.size):
            while todo[k] != U0:
                busy = True
                p = np.int64(64) * k + lowest(todo[k])
                todo[k] &= todo[k] - U1
                row = tables.ahead[row_of(tables, s, p)]
                for j in range(row.size):
                    new = row[j] & ~closed[j]
                    closed[j] |= new
                    todo[j] |= new


@jit
def choose_by_processes(system, s, moves, n, tables, asleep, chosen):
    """The smallest pset of an enabled action that does not sleep, the first of equals, without sleepers."""
    best, seed = n + 1, np.int64(-1)
    for i in range(n):
        a = np.int64(system.action[moves[i]])
        if asleep.size > 0 and holds(asleep, a):
            continue
        close(tables, s, a)
        size = 0
        for j in range(n):
            size += inside(tables, np.int64(system.action[moves[j]]))
        if size < best:
            best, seed = size, a
            if size == 1:
                break
    width = np.int64(0)
    if seed < 0:
        return width
    close(tables, s, seed)
    for j in range(n):
        a = np.int64(system.action[moves[j]])
        if inside(tables, a) == 1 and not (asleep.size > 0 and holds(asleep, a)):
            chosen[width] = moves[j]
            width += 1
    return width


@jit
def inside(tables, a):
    """1 when both processes of action a are in the set P at hand, else 0."""
    if holds(tables.closed, tables.client[a]) and holds(tables.closed, tables.server[a]):
        return np.int64(1)
    return np.int64(0)
