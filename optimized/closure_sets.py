"""The closure Cl(s, a) on bit sets: a covering source set that need not be persistent.

    [HLPW]  Definition 36, Lemma 37, Listing 4; variant: with the actions dependent on a that a process of a
            can take instead, without which it is not covering.

The least set with a; with every b that a process of a can take locally; and for b = {p, q} in it with
s_p –b→ every head of b at s_q, see `local_tables.py`.
"""

import numpy as np

from mazurka.optimized.jit import U0, clear, holds, inlined, jit, lowest, put
from mazurka.optimized.local_tables import can_step, row_of


@inlined
def admit(tables, c, size):
    """Add action c to the set unless it is a member; the number of members."""
    if holds(tables.actions, c):
        return size
    put(tables.actions, c)
    tables.queue[size] = c
    return size + 1


@jit
def admit_rivals(tables, s, p, size):
    """Add every action that process p can take locally."""
    row = tables.can[row_of(tables, s, p)]
    for k in range(row.size):
        members = row[k]
        while members != U0:
            size = admit(tables, np.uint32(64 * k + lowest(members)), size)
            members &= members - np.uint64(1)
    return size


@jit
def admit_heads(tables, s, q, b, size):
    """Add the heads of b at process q."""
    row = row_of(tables, s, q)
    low, high = np.int64(tables.head_start[row]), np.int64(tables.head_start[row + 1])
    end = high
    while low < high:
        middle = (low + high) // 2
        if tables.head_action[middle] < b:
            low = middle + 1
        else:
            high = middle
    while low < end and tables.head_action[low] == b:
        size = admit(tables, tables.head[low], size)
        low += 1
    return size


@jit
def close_from(tables, s, a):
    """Compute Cl(s, a) into tables.actions."""
    clear(tables.actions)
    size = admit(tables, np.uint32(a), np.int64(0))
    size = admit_rivals(tables, s, tables.client[a], size)
    size = admit_rivals(tables, s, tables.server[a], size)
    i = 0
    while i < size:
        b = tables.queue[i]
        i += 1
        p, q = tables.client[b], tables.server[b]
        if can_step(tables, s, p, b):
            size = admit_heads(tables, s, q, b, size)
        if can_step(tables, s, q, b):
            size = admit_heads(tables, s, p, b, size)


@jit
def choose_closure_set(system, s, moves, n, tables, smallest, asleep, chosen):
    """Of Cl(s, a) ∩ enabled for the enabled a that do not sleep the smallest, or else the first.

    Writes it, in order and without the sleeping ones; how many are left.
    """
    best, seed = n + 1, np.int64(-1)
    for i in range(n):
        a = np.int64(system.action[moves[i]])
        if asleep.size > 0 and holds(asleep, a):
            continue
        close_from(tables, s, a)
        size = 0
        for j in range(n):
            if holds(tables.actions, system.action[moves[j]]):
                size += 1
        if size < best:
            best, seed = size, a
            if size == 1 or not smallest:
                break
    width = np.int64(0)
    if seed < 0:
        return width
    close_from(tables, s, seed)
    for j in range(n):
        a = np.int64(system.action[moves[j]])
        if holds(tables.actions, a) and not (asleep.size > 0 and holds(asleep, a)):
            chosen[width] = moves[j]
            width += 1
    return width
