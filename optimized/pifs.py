"""PIFS on bit sets: may a maximal run from s have its first set within B?

    [HLPW]  Definitions 31 and 33, Lemma 34, Listing 3.

Processes: P := dom(B); add q while some b = {p, q} sticks from P, s_q –b→, and s_p –c v b→ with dom(c v) ⊆ P.
Actions:   A := B; add b = {p, q} while s_q –b→ and s_p –c v b→ with c ∈ A and dom(v) ⊆ dom(A); P := dom(A).
Remote:    RPIFS, the first without the condition on dom(c v).
It holds iff P wraps B: every enabled action outside B has a process in P.
"""

import numpy as np

from mazurka.optimized.jit import U0, clear, holds, inlined, jit, lowest, ones, put, within
from mazurka.optimized.local_tables import can_step, row_of


@jit
def begin(tables):
    """Empty P and A."""
    clear(tables.inside)
    clear(tables.actions)


@jit
def join(tables, a):
    """Add action a to A and its processes to P."""
    put(tables.actions, a)
    put(tables.inside, tables.client[a])
    put(tables.inside, tables.server[a])


@jit
def grow(tables, s):
    """Add to P, or to A, what it reaches, until nothing changes."""
    inside = tables.inside
    grown = True
    while grown:
        grown = False
        for k in range(inside.size):
            members = inside[k]
            while members != U0:
                p = np.int64(64) * k + lowest(members)
                members &= members - np.uint64(1)
                row = row_of(tables, s, p)
                for i in range(tables.run_start[row], tables.run_start[row + 1]):
                    if adds(tables, s, i):
                        join(tables, tables.run_last[i])
                        grown = True


@inlined
def adds(tables, s, i):
    """Whether local run i, of a process in P, adds its last action or the other process of that."""
    b, q = tables.run_last[i], tables.run_partner[i]
    if tables.by_actions:
        if holds(tables.actions, b) or not holds(tables.actions, tables.run_first[i]):
            return False
    elif holds(tables.inside, q):
        return False
    return within(tables.run_through[i], tables.inside) and can_step(tables, s, q, b)


@inlined
def touches(tables, a):
    """Whether action a has a process in P."""
    return holds(tables.inside, tables.client[a]) or holds(tables.inside, tables.server[a])


@jit
def pifs_of_waking(system, tables, s, moves, n, asleep):
    """PIFS(s, enabled ∖ asleep), given the n enabled moves."""
    begin(tables)
    for i in range(n):
        a = np.int64(system.action[moves[i]])
        if not holds(asleep, a):
            join(tables, a)
    grow(tables, s)
    for i in range(n):
        a = np.int64(system.action[moves[i]])
        if holds(asleep, a) and not touches(tables, a):
            return False
    return True


@jit
def pifs_of_action(system, tables, s, moves, n, a):
    """PIFS(s, {a}): the size of P, or of A; negated when P wraps {a}."""
    begin(tables)
    join(tables, a)
    grow(tables, s)
    members = tables.actions if tables.by_actions else tables.inside
    size = np.int64(0)
    for k in range(members.size):
        size += ones(members[k])
    for i in range(n):
        if not touches(tables, np.int64(system.action[moves[i]])):
            return size
    return -size
