"""One node a state: sleep sets of the same state are intersected, and what that wakes is treated.

    After Godefroid's combination of sleep sets with state caching; ours.  Why no run is lost: see
    `merged_nodes.py` of the plain reducers.

A node is a state.  When a node that has been expanded loses from its sleep set something enabled, it is
opened again: all that woke since it was last expanded is treated, before what was treated then.  Its edges
lie in *batches*, one for each time it was expanded, the newest first.

Waiting nodes lie in lists by rank.  All have rank 0 depth first and breadth first; else the rank is the sum
of the longest local runs of the clients, and the highest comes first.  Successors have lower ranks.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.choices import choose, work
from mazurka.optimized.compiled import U32, U64, enabled_moves, step
from mazurka.optimized.jit import holds, inlined, jit, within
from mazurka.optimized.layout import Layout
from mazurka.optimized.local_tables import places_of
from mazurka.optimized.search import (
    BUDGET,
    DEADLOCKS,
    DONE,
    EDGES,
    EXPANDED,
    GROW,
    HEAD,
    NODES,
    TOP,
    WORK_OF_A_NODE,
    copy,
    test_successor,
)  # fmt: skip
from mazurka.optimized.store import NONE, enlarged, intern
from mazurka.optimized.successor_tests import FAILS
from mazurka.systems import ClientServerSystem, Process

BATCHES = 7
"""One more counter: of batches.  HEAD is here the highest rank of a node that may wait, TOP how many wait."""


class Merged(NamedTuple):
    """Nodes n = 0 …, batches and edges."""

    sleep: U32  # [nodes] the number of the sleep set
    slept: U32  # [nodes] that with which the node was last expanded; NONE before
    waiting: NDArray[np.uint8]  # [nodes]
    next: U32  # [nodes] the next waiting one of the same rank
    batch: U32  # [nodes] the newest batch
    start: NDArray[np.int64]  # [batches]
    degree: U32  # [batches]
    older: U32  # [batches] the batch before, of the same node
    action: U32  # [edges]
    target: U32  # [edges]
    first: U32  # [ranks] the first waiting node
    last: U32  # [ranks]
    last_in_first_out: bool
    place: U64  # [clients, 3] as in `LocalTables`; none where all ranks are 0
    base: U32  # [clients] the entry of local state 0 in the next
    ahead: U32  # [local states of all clients] the length of the longest local run


def merged_nodes(system: ClientServerSystem, layout: Layout, order: str) -> Merged:
    """No nodes yet, in one of the orders dfs, bfs and ranked."""
    ahead: list[int] = []
    base: list[int] = []
    ranks = 1
    for client in system.clients if order == "ranked" else ():
        runs = longest_runs(client)
        base.append(len(ahead))
        ahead += runs
        ranks += max(runs)
    none = np.empty(0, dtype=np.uint32)
    return Merged(
        sleep=none,
        slept=none,
        waiting=np.empty(0, dtype=np.uint8),
        next=none,
        batch=none,
        start=np.empty(0, dtype=np.int64),
        degree=none,
        older=none,
        action=none,
        target=none,
        first=np.full(ranks, NONE, dtype=np.uint32),
        last=np.full(ranks, NONE, dtype=np.uint32),
        last_in_first_out=order == "dfs",
        place=places_of(layout)[: len(base)],
        base=np.array(base, dtype=np.uint32),
        ahead=np.array(ahead, dtype=np.uint32),
    )


def longest_runs(client: Process) -> list[int]:
    """The length of the longest local run from each local state of an acyclic process."""
    found = dict.fromkeys(client.local_states, 0)
    changed = True
    while changed:
        changed = False
        for x, _, y in reversed(client.transitions):
            if found[x] <= found[y]:
                found[x] = found[y] + 1
                changed = True
    return [found[x] for x in client.local_states]


def with_room(merged: Merged, nodes: int, batches: int, edges: int, more: int) -> Merged:
    """Room for one more expansion, of that many successors."""
    used = {"start": batches, "degree": batches, "older": batches, "action": edges, "target": edges}
    used |= dict.fromkeys(("sleep", "slept", "waiting", "next", "batch"), nodes)
    larger: dict[str, Any] = {
        name: enlarged(array, k + more, k)
        for name, k in used.items()
        if k + more > len(array := getattr(merged, name))
    }
    return merged._replace(**larger)


@inlined
def rank_of(merged, s):
    """The rank of packed state s."""
    rank = np.int64(0)
    for c in range(merged.base.size):
        local = (s[merged.place[c, 0]] >> merged.place[c, 1]) & merged.place[c, 2]
        rank += np.int64(merged.ahead[np.int64(merged.base[c]) + np.int64(local)])
    return rank


@jit
def push(merged, counters, node, rank):
    """Let a node wait that does not."""
    merged.waiting[node] = 1
    counters[TOP] += 1
    if rank > counters[HEAD]:
        counters[HEAD] = rank
    empty = merged.first[rank] == NONE
    if merged.last_in_first_out:
        merged.next[node] = merged.first[rank]
        merged.first[rank] = node
        return
    merged.next[node] = NONE
    if empty:
        merged.first[rank] = node
    else:
        merged.next[merged.last[rank]] = node
    merged.last[rank] = node


@inlined
def first_waiting(merged, counters):
    """The node that is next."""
    while merged.first[counters[HEAD]] == NONE:
        counters[HEAD] -= 1
    return np.int64(merged.first[counters[HEAD]])


@jit
def search_merged(system, store, sleeps, merged, independent, tables, test, scratch, counters, budget):
    """Explore until done, or the budget is spent, or an array is full.  As `search` in `search.py`."""
    enough = work(tables) + np.uint64(budget) * WORK_OF_A_NODE
    for _ in range(budget):
        if work(tables) > enough:
            return BUDGET
        if counters[TOP] == 0:
            return DONE
        node = first_waiting(merged, counters)
        s = store.rows[node]
        copy(sleeps.rows[merged.sleep[node]], scratch.asleep)
        n = enabled_moves(system, s, scratch.moves)
        opened = merged.slept[node] != NONE
        if opened:
            width = woken(system, sleeps, merged, node, scratch.moves, n, scratch.chosen)
        else:
            width = choose(
                system, store, s, node, scratch.moves, n, tables,
                scratch.asleep, scratch.successor, scratch.chosen,
            )  # fmt: skip
        if not enough_room(store, sleeps, merged, counters, width):
            return GROW
        merged.first[counters[HEAD]] = merged.next[node]
        merged.waiting[node] = 0
        counters[TOP] -= 1
        counters[EXPANDED] += 1
        if n == 0 and not opened:
            counters[DEADLOCKS] += 1
        merged.slept[node] = merged.sleep[node]
        batch = counters[BATCHES]
        counters[BATCHES] += 1
        merged.older[batch] = merged.batch[node]
        merged.batch[node] = batch
        merged.start[batch] = counters[EDGES]
        merged.degree[batch] = width
        for i in range(width):
            m = np.int64(scratch.chosen[i])
            step(system, s, m, scratch.successor)
            target = NONE
            if test_successor(system, independent, test, scratch, m) != FAILS:
                target = arrive(system, store, sleeps, merged, scratch, counters)
            merged.action[counters[EDGES]] = system.action[m]
            merged.target[counters[EDGES]] = target
            counters[EDGES] += 1
    return BUDGET


@jit
def woken(system, sleeps, merged, node, moves, n, chosen):
    """Write the enabled moves whose actions slept when the node was last expanded, and do not any more."""
    slept, asleep = sleeps.rows[merged.slept[node]], sleeps.rows[merged.sleep[node]]
    width = np.int64(0)
    for i in range(n):
        a = system.action[moves[i]]
        if holds(slept, a) and not holds(asleep, a):
            chosen[width] = moves[i]
            width += 1
    return width


@jit
def arrive(system, store, sleeps, merged, scratch, counters):
    """The node of the successor, in scratch with the sleep set that it needs."""
    known = store.size[0]
    node = intern(store, scratch.successor)
    if node == known:
        counters[NODES] += 1
        merged.sleep[node] = intern(sleeps, scratch.sleep)
        merged.slept[node] = NONE
        merged.batch[node] = NONE
        push(merged, counters, node, rank_of(merged, scratch.successor))
        return np.uint32(node)
    asleep = sleeps.rows[merged.sleep[node]]
    if not within(asleep, scratch.sleep):
        for k in range(asleep.size):
            scratch.sleep[k] &= asleep[k]
        merged.sleep[node] = intern(sleeps, scratch.sleep)
        if merged.slept[node] != NONE and merged.waiting[node] == 0:
            n = enabled_moves(system, scratch.successor, scratch.later)
            if woken(system, sleeps, merged, node, scratch.later, n, scratch.later) > 0:
                push(merged, counters, node, rank_of(merged, scratch.successor))
    return np.uint32(node)


@jit
def enough_room(store, sleeps, merged, counters, more):
    """Whether every array has room for one more batch, of that many successors."""
    states, sets = store.size[0] + more, sleeps.size[0] + more
    return (
        states <= store.rows.shape[0]
        and 4 * states <= 3 * store.slots.size
        and sets <= sleeps.rows.shape[0]
        and 4 * sets <= 3 * sleeps.slots.size
        and states <= merged.sleep.size
        and counters[BATCHES] < merged.start.size
        and counters[EDGES] + more <= merged.action.size
    )


@jit
def lay_out_edges(merged, nodes, start, degree, action, target):
    """Write the edges node by node, the newest batch of each first."""
    k = np.int64(0)
    for n in range(nodes):
        start[n] = k
        batch = merged.batch[n]
        while batch != NONE:
            for i in range(merged.start[batch], merged.start[batch] + merged.degree[batch]):
                action[k] = merged.action[i]
                target[k] = merged.target[i]
                k += 1
            batch = merged.older[batch]
        degree[n] = k - start[n]
