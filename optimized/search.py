"""The search loop: one kernel for every explorer and reducer, breadth first or depth first.

A node is taken from the frontier, its enabled moves are found, a *choice* selects those to explore, and
all their successors are entered at once.  In a search with sleep sets, a node is a state with a sleep set:

    [HLPW]  Listings 1, 2; Definition 16 (subsumption).
    variant: a successor that fails a test (its every enabled action sleeps, say) is refused: it gets no
             node, and its action still counts as explored before the later ones.

The kernel runs in slices and returns to Python when its budget is spent, when an array is full, when a
field is too narrow for a successor, or when an oracle must be asked about one; the node at hand is then
taken up again as if it had not been begun.
"""

from typing import NamedTuple

import numpy as np

from mazurka.optimized.choices import choose, entered, work
from mazurka.optimized.compiled import U32, U64, enabled_moves, overflowing_field, step
from mazurka.optimized.jit import clear, inlined, jit, put, within
from mazurka.optimized.store import NONE, intern
from mazurka.optimized.successor_tests import FAILS, UNANSWERED, apply_test, has_room_to_ask

DONE, BUDGET, GROW, WIDEN, ASK = range(5)
"""Why a slice ended."""

WORK_OF_A_NODE = np.uint64(32)
"""A slice ends where its nodes take more than that on average: some node may take thousands of times that."""

HEAD, TOP, NODES, EDGES, DEADLOCKS, EXPANDED, FIELD = range(7)
"""Counters: next node (breadth first), height of the stack, nodes, edges, deadlocks, field to widen."""


class Plan(NamedTuple):
    """What kind of search."""

    depth_first: bool
    sleeping: bool  # with sleep sets
    sharing: bool  # a node serves all sleep sets that contain its own; if not, the graph is a tree
    keeping: bool  # nodes keep their sleep sets; if not, what was treated before is forgotten after the test
    asking: bool  # the test of successors asks an oracle
    recording: bool  # edges are kept
    tracing: bool  # parents are kept


class Nodes(NamedTuple):
    """Nodes.  Without sleep sets, nodes are states and only `stack` and `parent` are used."""

    stack: U32  # the frontier of a depth-first search
    parent: U32  # the node from which a node was first reached
    state: U32  # of each node
    sleep: U32  # the number of its sleep set
    following: U32  # the next node of the same state, in order of arrival
    first: U32  # the first node of each state


class Edges(NamedTuple):
    """Recorded edges: node n has degree[n] of them from start[n] on.  A refused one has no target."""

    start: np.ndarray[tuple[int], np.dtype[np.int64]]
    degree: U32
    action: U32
    target: U32


class Scratch(NamedTuple):
    """Working space of the loop."""

    moves: U32  # enabled moves
    chosen: U32  # those to explore
    later: U32  # enabled moves of a successor
    successor: U64
    asleep: U64  # the sleep set of a node, with the actions treated so far
    sleep: U64  # the sleep set of a successor


@jit
def search(system, store, sleeps, nodes, edges, plan, independent, tables, test, scratch, counters, budget):
    """Explore until done, or one of the other reasons above.

    independent: uint64[actions, words], the actions independent of each; sleeps: the store of sleep sets;
    tables, test: those of a choice, see `choices.py`, and of a test, see `successor_tests.py`.
    """
    enough = work(tables) + np.uint64(budget) * WORK_OF_A_NODE
    for _ in range(budget):
        if work(tables) > enough:
            return BUDGET
        if plan.depth_first:
            if counters[TOP] == 0:
                return DONE
            node = np.int64(nodes.stack[counters[TOP] - 1])
        else:
            if counters[HEAD] == counters[NODES]:
                return DONE
            node = counters[HEAD]
        s = store.rows[nodes.state[node] if plan.sleeping else node]
        clear(scratch.asleep)
        if plan.sleeping:
            copy(sleeps.rows[nodes.sleep[node]], scratch.asleep)
        n = enabled_moves(system, s, scratch.moves)
        width = choose(
            system, store, s, node, scratch.moves, n, tables,
            scratch.asleep, scratch.successor, scratch.chosen,
        )  # fmt: skip
        if not enough_room(store, sleeps, nodes, edges, plan, counters, width):
            return GROW
        for i in range(width):
            field = overflowing_field(system, s, scratch.chosen[i])
            if field >= 0:
                counters[FIELD] = field
                return WIDEN
        if plan.asking:
            status = ask(system, independent, test, scratch, s, width)
            if status != DONE:
                return status
            copy(sleeps.rows[nodes.sleep[node]], scratch.asleep)
        if plan.depth_first:
            counters[TOP] -= 1
        else:
            counters[HEAD] += 1
        counters[EXPANDED] += 1
        if n == 0 and (not plan.sleeping or nodes.first[nodes.state[node]] == node):
            counters[DEADLOCKS] += 1
        if plan.recording:
            edges.start[node] = counters[EDGES]
            edges.degree[node] = width
        for i in range(width):
            m = np.int64(scratch.chosen[i])
            if plan.sleeping:
                step(system, s, m, scratch.successor)
                target = sleeping_successor(
                    system, store, sleeps, nodes, plan, independent, test, scratch, counters, m
                )
            else:
                target = np.int64(entered(system, store, s, m, tables, scratch.successor))
                if target == counters[NODES]:
                    begin(nodes, plan, counters, node, target)
            if plan.recording:
                edges.action[counters[EDGES]] = system.action[m]
                edges.target[counters[EDGES]] = target
            counters[EDGES] += 1
    return BUDGET


@inlined
def begin(nodes, plan, counters, node, target):
    """A new successor of a node, whose number is that of its state, in the frontier."""
    counters[NODES] += 1
    if plan.tracing:
        nodes.parent[target] = node
    if plan.depth_first:
        nodes.stack[counters[TOP]] = target
        counters[TOP] += 1


@jit
def sleeping_successor(system, store, sleeps, nodes, plan, independent, test, scratch, counters, m):
    """A node of the successor with a sleep set within the one it needs; NONE when it is refused."""
    if test_successor(system, independent, test, scratch, m) == FAILS:
        return NONE
    if not plan.keeping:
        clear(scratch.sleep)
    known = store.size[0]
    state = intern(store, scratch.successor)
    if state == known:
        nodes.first[state] = NONE
    last, other = NONE, nodes.first[state]
    while plan.sharing and other != NONE:
        if within(sleeps.rows[nodes.sleep[other]], scratch.sleep):
            return other
        last, other = other, nodes.following[other]
    return new_node(sleeps, nodes, plan, scratch, counters, state, last)


@inlined
def test_successor(system, independent, test, scratch, m):
    """The test of the successor by move m, with the sleep set that it needs; m has been treated then."""
    a = np.int64(system.action[m])
    for k in range(scratch.sleep.size):
        scratch.sleep[k] = scratch.asleep[k] & independent[a, k]
    put(scratch.asleep, a)
    later = enabled_moves(system, scratch.successor, scratch.later)
    return apply_test(system, test, scratch.successor, scratch.later, later, scratch.sleep)


@jit
def ask(system, independent, test, scratch, s, width):
    """DONE when the test knows all successors of packed state s by the chosen moves; else ASK or GROW."""
    if not has_room_to_ask(test, width):
        return GROW
    status = DONE
    for i in range(width):
        m = np.int64(scratch.chosen[i])
        step(system, s, m, scratch.successor)
        if test_successor(system, independent, test, scratch, m) == UNANSWERED:
            status = ASK
    return status


@jit
def new_node(sleeps, nodes, plan, scratch, counters, state, last):
    """A new node of a state, with the sleep set in scratch, after its last one, entered in the frontier."""
    node = np.uint32(counters[NODES])
    counters[NODES] += 1
    nodes.state[node] = state
    nodes.sleep[node] = intern(sleeps, scratch.sleep)
    nodes.following[node] = NONE
    if last != NONE:
        nodes.following[last] = node
    elif nodes.first[state] == NONE:
        nodes.first[state] = node
    if plan.depth_first:
        nodes.stack[counters[TOP]] = node
        counters[TOP] += 1
    return node


@jit
def enough_room(store, sleeps, nodes, edges, plan, counters, more):
    """Whether every array has room for that many more successors."""
    states = store.size[0] + more
    if states > store.rows.shape[0] or 4 * states > 3 * store.slots.size:
        return False
    new = counters[NODES] + more
    if plan.depth_first and counters[TOP] + more > nodes.stack.size:
        return False
    if plan.tracing and new > nodes.parent.size:
        return False
    if plan.recording and (new > edges.start.size or counters[EDGES] + more > edges.action.size):
        return False
    if plan.sleeping:
        sets = sleeps.size[0] + more
        if sets > sleeps.rows.shape[0] or 4 * sets > 3 * sleeps.slots.size:
            return False
        if new > nodes.state.size or states > nodes.first.size:
            return False
    return True


@jit
def copy(x, y):
    """Copy the words of x to y."""
    for k in range(x.size):
        y[k] = x[k]
