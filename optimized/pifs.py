"""PIFS by local search: may a maximal run from s have its first set within B?

    [HLPW]  Definitions 31 and 33, Lemma 34, Listing 3.

Processes: P := dom(B); add q while some b = {p, q} sticks from P, s_q –b→, and s_p –c v b→ with dom(c v) ⊆ P.
Actions:   A := B; add b = {p, q} while s_q –b→ and s_p –c v b→ with c ∈ A and dom(v) ⊆ dom(A); P := dom(A).
Remote:    RPIFS, the first without the condition on dom(c v).
It holds iff P wraps B: every enabled action outside B has a process in P.

Each process of P walks its local edges from s_p as far as P allows.  An edge whose other process is not in P
waits in a list of that process, and is walked when that joins.  So a local edge is looked at once, or twice
where a run comes back to s_p.  The walk ends when P wraps B, as P only grows.
"""

import numpy as np

from mazurka.optimized.jit import holds, inlined, jit
from mazurka.optimized.local_tables import ACTIONS, REMOTE, begin, can_step, row_of
from mazurka.optimized.store import NONE


@jit
def pifs_of_waking(system, tables, s, moves, n, asleep):
    """PIFS(s, enabled ∖ asleep), given the n enabled moves."""
    now = begin(tables)
    left = np.int64(0)
    for i in range(n):
        a = system.action[moves[i]]
        if holds(asleep, a):
            tables.untouched[left] = a
            left += 1
    if left == 0:
        return True
    tail = np.int64(0)
    for i in range(n):
        a = system.action[moves[i]]
        if not holds(asleep, a):
            tail = enter(tables, now, a, tail)
    return grow(tables, s, now, tail, still_untouched(tables, now, left)) < 0


@jit
def pifs_of_action(system, tables, s, moves, n, a):
    """PIFS(s, {a}): negative when it holds; otherwise how many are in P, or in A in the form of actions."""
    now = begin(tables)
    tail = enter(tables, now, a, np.int64(0))
    for i in range(n):
        tables.untouched[i] = system.action[moves[i]]
    return grow(tables, s, now, tail, still_untouched(tables, now, n))


@inlined
def enter(tables, now, a, tail):
    """Add action a to B: the length of the queue, of processes, or of actions in the form of actions."""
    p, q = tables.client[a], tables.server[a]
    if tables.form == ACTIONS:
        tables.joined[p] = now
        tables.joined[q] = now
        return admit(tables, now, a, tail)
    return join(tables, now, q, join(tables, now, p, tail))


@inlined
def join(tables, now, q, tail):
    """Add process q to P and to the queue."""
    if tables.joined[q] == now:
        return tail
    tables.joined[q] = now
    tables.processes[tail] = q
    return tail + 1


@inlined
def admit(tables, now, a, tail):
    """Add action a to A and to the queue."""
    if tables.member[a] == now:
        return tail
    tables.member[a] = now
    tables.actions[tail] = a
    return tail + 1


@inlined
def reach(tables, now, row, height):
    """Put a row on the stack, unless it has been there; its height."""
    if tables.visited[row] == now:
        return height
    tables.visited[row] = now
    tables.rows[height] = row
    return height + 1


@inlined
def walk(tables, now, edge, height):
    """Walk a local edge, or let it wait for its other process."""
    q = tables.edge_partner[edge]
    if tables.joined[q] == now or tables.form == REMOTE:
        return reach(tables, now, tables.edge_target[edge], height)
    tables.following[edge] = tables.first[q] if tables.waiting[q] == now else NONE
    tables.first[q] = edge
    tables.waiting[q] = now
    return height


@inlined
def release(tables, now, p, height):
    """Walk the local edges that waited for process p."""
    if tables.waiting[p] == now:
        edge = tables.first[p]
        while edge != NONE:
            height = reach(tables, now, tables.edge_target[edge], height)
            edge = tables.following[edge]
    return height


@inlined
def still_untouched(tables, now, left):
    """Keep of the first `left` untouched actions those without a process in P; how many."""
    i = np.int64(0)
    while i < left:
        a = tables.untouched[i]
        if tables.joined[tables.client[a]] == now or tables.joined[tables.server[a]] == now:
            left -= 1
            tables.untouched[i] = tables.untouched[left]
        else:
            i += 1
    return left


@inlined
def grow(tables, s, now, tail, left):
    """Let P grow from B, of which the queue has `tail`, until it touches `left` more actions or stops.

    Negative when all are touched; otherwise the size of P, or of A.
    """
    if tables.form == ACTIONS:
        return grow_actions(tables, s, now, tail, left)
    return grow_processes(tables, s, now, tail, left)


@jit
def grow_processes(tables, s, now, tail, left):
    """The forms of processes and remote."""
    head, height = np.int64(0), np.int64(0)
    while left > 0:
        if height > 0:
            height -= 1
            row = np.int64(tables.rows[height])
            p = tables.owner[row]
            back = row == row_of(tables, s, p)  # its edges have been walked, or wait
            for edge in range(tables.edge_start[row], tables.edge_start[row + 1]):
                q = tables.edge_partner[edge]
                if tables.joined[q] != now and can_step(tables, s, q, tables.edge_action[edge]):
                    tail = join(tables, now, q, tail)
                    left = still_untouched(tables, now, left)
                if not back:
                    height = walk(tables, now, edge, height)
        elif head < tail:
            p = tables.processes[head]
            head += 1
            height = release(tables, now, p, height)
            row = row_of(tables, s, p)
            for edge in range(tables.edge_start[row], tables.edge_start[row + 1]):
                height = walk(tables, now, edge, height)
        else:
            return tail
    return np.int64(-1)


@jit
def grow_actions(tables, s, now, tail, left):
    """The form of actions."""
    head, height = np.int64(0), np.int64(0)
    while left > 0:
        if height > 0:
            height -= 1
            row = np.int64(tables.rows[height])
            for edge in range(tables.edge_start[row], tables.edge_start[row + 1]):
                b = tables.edge_action[edge]
                if tables.member[b] != now and can_step(tables, s, tables.edge_partner[edge], b):
                    tail = admit(tables, now, b, tail)
                height = walk(tables, now, edge, height)
        elif head < tail:
            a = tables.actions[head]
            head += 1
            for p in (tables.client[a], tables.server[a]):
                if tables.joined[p] != now:
                    tables.joined[p] = now
                    left = still_untouched(tables, now, left)
                    height = release(tables, now, p, height)
                row = row_of(tables, s, p)
                edge = edge_of(tables, row, a)
                if edge < tables.edge_start[row + 1]:
                    height = reach(tables, now, tables.edge_target[edge], height)
        else:
            return tail
    return np.int64(-1)


@inlined
def edge_of(tables, row, a):
    """The local edge of a row with action a, or the end of the row."""
    low, high = np.int64(tables.edge_start[row]), np.int64(tables.edge_start[row + 1])
    end = high
    while low < high:
        middle = (low + high) // 2
        if tables.edge_action[middle] < a:
            low = middle + 1
        else:
            high = middle
    return low if low < end and tables.edge_action[low] == a else end
