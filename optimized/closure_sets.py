"""The closure Cl(s, a): a covering source set that need not be persistent.

    [HLPW]  Definition 36, Lemma 37, Listing 4; variant: with the actions dependent on a that a process of a
            can take instead, without which it is not covering.

The least set with a; with every b that a process of a can take locally, the *next* actions of that process;
and for b = {p, q} in it with s_p –b→ every c with s_q –c v b→ where nothing in c v involves p.

A closure is chosen by the cost of its enabled actions:

    SMALLEST  one each: the fewest actions
    FIRST     that of the first action awake, whatever it costs
    FRESHEST  ours: fewest actions awake that lead to states not met yet, then fewest awake
    WAKING    fewest actions awake, whatever the seed

The closure of a set of actions is the union of the closures of its members.  So the closure of a seed
contains that of the next actions of either of its processes, and equals it where the other process has no
choice.  A process is *settled* when the closure of its next actions is known to cost no less than the best
one; then a seed of that process, and a closure that comes to contain all its next actions, can be given up.
Of a thousand clients that wait for one server, one is a seed that is closed.
"""

import numpy as np

from mazurka.optimized.compiled import step
from mazurka.optimized.jit import holds, inlined, jit
from mazurka.optimized.local_tables import begin, can_step, row_of
from mazurka.optimized.store import is_stored

SMALLEST, FIRST, FRESHEST, WAKING = range(4)

TOO_LARGE = np.int64(-1)
NO_LIMIT = np.int64(1) << np.int64(62)


@inlined
def next_actions(tables, s, p):
    """How many actions process p can take locally."""
    row = row_of(tables, s, p)
    return np.int64(tables.edge_start[row + 1]) - np.int64(tables.edge_start[row])


@inlined
def is_full(tables, s, now, p):
    """Whether all next actions of process p are members."""
    return tables.counted[p] == now and np.int64(tables.taken[p]) == next_actions(tables, s, p)


@inlined
def contains_settled(tables, s, now, node, p):
    """Note one more next action of process p; whether p is settled, and all its next actions are members."""
    if tables.counted[p] != now:
        tables.counted[p] = now
        tables.taken[p] = 0
    tables.taken[p] += np.uint32(1)
    return tables.settled[p] == node and is_full(tables, s, now, p)


@inlined
def admit(tables, s, now, node, size, c):
    """Add action c: its cost, none unless it is enabled; or TOO_LARGE if the closure is known to be."""
    tables.member[c] = now
    tables.actions[size] = c
    sides = np.int64(0)
    for p in (tables.client[c], tables.server[c]):
        if can_step(tables, s, p, c):
            sides += 1
            if contains_settled(tables, s, now, node, p):
                return TOO_LARGE
    return np.int64(tables.weight[c]) if sides == 2 else np.int64(0)


@jit
def close(tables, s, a, now, node, limit):
    """Mark Cl(s, a) in tables.member; what it costs, or TOO_LARGE if `limit` or more."""
    size, cost = np.int64(0), np.int64(0)
    for p in (tables.client[a], tables.server[a]):
        row = row_of(tables, s, p)
        for edge in range(tables.edge_start[row], tables.edge_start[row + 1]):
            c = tables.edge_action[edge]
            if tables.member[c] != now:
                more = admit(tables, s, now, node, size, c)
                if more < 0 or cost + more >= limit:
                    return TOO_LARGE
                size += 1
                cost += more
    i = np.int64(0)
    while i < size:
        b = tables.actions[i]
        i += 1
        for side in range(2):
            p = tables.server[b] if side else tables.client[b]
            q = tables.client[b] if side else tables.server[b]
            row = row_of(tables, s, q)
            if not can_step(tables, s, p, b) or not holds(tables.ahead[row], b) or is_full(tables, s, now, q):
                continue
            for edge in range(tables.edge_start[row], tables.edge_start[row + 1]):
                c = tables.edge_action[edge]
                if tables.member[c] == now or tables.edge_partner[edge] == p:
                    continue
                if holds(tables.ahead[tables.edge_target[edge]], b):
                    more = admit(tables, s, now, node, size, c)
                    if more < 0 or cost + more >= limit:
                        return TOO_LARGE
                    size += 1
                    cost += more
    return cost


@inlined
def settle(tables, s, node, a):
    """After the closure of seed a: settle the process whose next actions alone have the same closure."""
    p, q = tables.client[a], tables.server[a]
    if next_actions(tables, s, p) == 1:
        tables.settled[q] = node
    if next_actions(tables, s, q) == 1:
        tables.settled[p] = node


@jit
def weigh(system, store, s, moves, n, tables, fresh, asleep, successor):
    """Give the enabled actions their weights: for the FRESHEST closure, or one each."""
    for i in range(n):
        a = system.action[moves[i]]
        tables.weight[a] = 1
        if fresh and asleep.size > 0 and holds(asleep, a):
            tables.weight[a] = 0
        elif fresh:
            step(system, s, np.int64(moves[i]), successor)
            if not is_stored(store, successor):
                tables.weight[a] = n + 1


@jit
def weigh_waking(system, moves, n, tables, asleep):
    """The weights for WAKING: one for each action awake."""
    for i in range(n):
        a = system.action[moves[i]]
        tables.weight[a] = 0 if holds(asleep, a) else 1


@inlined
def is_seed(closing, turn, sleeps):
    """Whether an enabled action is a seed in this turn: those asleep come after the others, or not at all."""
    if closing == WAKING:
        return turn == 0
    return sleeps == (turn == 1) and (turn == 0 or closing == FRESHEST)


@jit
def choose_closure_set(system, s, moves, n, tables, closing, asleep, chosen):
    """Of Cl(s, a) ∩ enabled, a enabled, one of least weight, the first of equals.

    Writes what is awake of it, in order; how many.
    """
    node = begin(tables)
    least = np.int64(1) if closing == SMALLEST else np.int64(0)
    best, width = NO_LIMIT, np.int64(0)
    for turn in range(2):
        for i in range(n):
            a = system.action[moves[i]]
            if best <= least or not is_seed(closing, turn, asleep.size > 0 and holds(asleep, a)):
                continue
            if tables.settled[tables.client[a]] == node or tables.settled[tables.server[a]] == node:
                continue
            now = begin(tables)
            cost = close(tables, s, a, now, node, best)
            settle(tables, s, node, a)
            if cost >= 0:
                best = cost
                width = awake_members(system, tables, now, moves, n, asleep, chosen)
                if closing == FIRST:
                    return width
    return width


@inlined
def awake_members(system, tables, now, moves, n, asleep, chosen):
    """Write the enabled members that do not sleep, in order; how many."""
    width = np.int64(0)
    for i in range(n):
        a = system.action[moves[i]]
        if tables.member[a] == now and not (asleep.size > 0 and holds(asleep, a)):
            chosen[width] = moves[i]
            width += 1
    return width
