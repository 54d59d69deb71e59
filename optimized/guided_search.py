"""The search for a goal: one kernel for breadth first, for UP layers, and for the best first.

    [E]  Algorithm 1, section 7.2.

A node is a marking, entered once, with the node and the transition that it was first reached by.  The
search ends with the first goal entered.  Expanded next is the earliest node (breadth first), the latest
(depth first, where the successors of a node are entered by UP layers, the best one last), or the one of
least key (best first), its key being a weighted sum of depth and distance.  What is so far from the goal
that no run leads there is not kept waiting.

variant of Algorithm 1: a node is expanded once, with all its layers and, last, what is in none; so nothing
is lost that the printed algorithm finds when it comes back to a node for its next layer.
"""

from typing import NamedTuple

import numpy as np

from mazurka.optimized.compiled import U32, U64, enabled_moves, overflowing_field, step
from mazurka.optimized.goal_stubborn import choose_for_goal
from mazurka.optimized.goal_tables import is_goal
from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.net_tables import I64, observe
from mazurka.optimized.novelty import novelty
from mazurka.optimized.potentials import INFINITE, state_equation_bound
from mazurka.optimized.relaxed_distance import relaxed_distance
from mazurka.optimized.store import intern
from mazurka.optimized.up_layers import FAR, by_layer, layer_distance

DONE, BUDGET, GROW, WIDEN, FOUND = range(5)
"""Why a slice ended."""

BREADTH, DEPTH, BEST = range(3)
"""Orders."""

NO_DISTANCE, LAYERS, RELAXED, EQUATION = range(4)
"""Distances; EQUATION is the state-equation bound, and where it is equal RELAXED."""

EQUAL = np.int64(1 << 19)
"""Relaxed distances beyond count as this one, where they decide between equal bounds."""

HEAD, WAITING, FIELD, CUT, GOAL, EXPANDED, HOPELESS = range(7)
"""Counters: next node (breadth first), nodes that wait (other orders), field to widen, nodes beyond the depth
allowed, goal found, nodes expanded, nodes from which no run leads to the goal."""


class Plan(NamedTuple):
    """What kind of search.  All numbers, so that one compiled kernel serves all kinds."""

    order: int
    distance: int
    stubborn: int  # 1: stubborn sets for the goal, 0: all enabled moves
    depth: int  # nodes that deep are not expanded; 0: no limit
    depth_weight: int
    distance_weight: int
    novel: int  # 1: the most novel first, and then by distance


class Tree(NamedTuple):
    """Nodes, and those that wait: a stack, or a heap by key."""

    parent: U32
    action: U32
    depth: U32
    waiting: U32
    key: I64


class Scratch(NamedTuple):
    """Working space of the loop."""

    moves: U32  # enabled moves
    chosen: U32  # those to explore
    later: U32  # enabled moves of a successor
    successor: U64


@jit
def search_goal(system, store, tree, net, goal, seen, plan, scratch, counters, budget):
    """Explore until done, or one of the other reasons above.  seen: what `novelty` has seen."""
    for _ in range(budget):
        if plan.order == BREADTH:
            if counters[HEAD] == store.size[0]:
                return DONE
            node = counters[HEAD]
        else:
            if counters[WAITING] == 0:
                return DONE
            node = np.int64(tree.waiting[0 if plan.order == BEST else counters[WAITING] - 1])
        width = choose_moves(system, store.rows[node], net, goal, plan, scratch)
        if not has_room(store, tree, width):
            return GROW
        for i in range(width):
            field = overflowing_field(system, store.rows[node], scratch.chosen[i])
            if field >= 0:
                counters[FIELD] = field
                return WIDEN
        drop(tree, plan, counters)
        if plan.depth > 0 and np.int64(tree.depth[node]) >= plan.depth:
            counters[CUT] += 1
            continue
        counters[EXPANDED] += 1
        for i in range(width):
            m = scratch.chosen[i]
            if enter(system, store, tree, net, goal, seen, plan, scratch, counters, node, m):
                return FOUND
    return BUDGET


@jit
def choose_moves(system, s, net, goal, plan, scratch):
    """Write to `chosen` the moves to explore from s, in the order of their entry; how many there are."""
    n = enabled_moves(system, s, scratch.moves)
    if plan.stubborn == 1 or plan.order == DEPTH:
        is_goal(goal, net, s)
    width = n
    if plan.stubborn == 1:
        width = choose_for_goal(system, s, scratch.moves, n, net, goal, scratch.chosen)
    if plan.order == DEPTH:
        if plan.stubborn == 1:
            for i in range(width):
                scratch.moves[i] = scratch.chosen[i]
        by_layer(system, goal, net, scratch.moves, width, scratch.chosen)
    elif plan.stubborn == 0:
        for i in range(n):
            scratch.chosen[i] = scratch.moves[i]
    return width


@inlined
def has_room(store, tree, more):
    """Whether that many nodes can be entered."""
    size = store.size[0] + more
    return size <= min(store.rows.shape[0], tree.parent.size) and 4 * size <= 3 * store.slots.size


@jit
def enter(system, store, tree, net, goal, seen, plan, scratch, counters, node, m):
    """Enter the successor of a node by move m, if it is new; whether it is in the goal."""
    s = scratch.successor
    step(system, store.rows[node], m, s)
    new = store.size[0]
    if intern(store, s) != new:
        return False
    tree.parent[new] = node
    tree.action[new] = system.action[m]
    tree.depth[new] = tree.depth[node] + 1
    if is_goal(goal, net, s):
        counters[GOAL] = new
        return True
    if plan.order != BREADTH:
        distance = distance_of(system, s, net, goal, plan, scratch)
        if distance == FAR:
            counters[HOPELESS] += 1
        else:
            depth = np.int64(tree.depth[new])
            key = plan.depth_weight * depth + plan.distance_weight * distance
            if plan.novel == 1:
                key = min(key, FAR - 1) + FAR * novelty(seen, s, store.rows[node], distance)
            insert(tree, plan, counters, new, key)
    return False


@jit
def distance_of(system, s, net, goal, plan, scratch):
    """The distance of s, of which `is_goal` has been asked; FAR where no run leads to the goal."""
    if plan.distance == LAYERS:
        n = enabled_moves(system, s, scratch.later)
        return layer_distance(system, goal, net, scratch.later, n)
    if plan.distance == RELAXED:
        observe(system.action, s, scratch.later, 0, net)
        return relaxed_distance(goal, net)
    if plan.distance == EQUATION:
        observe(system.action, s, scratch.later, 0, net)
        bound = state_equation_bound(goal.potentials, net)
        distance = relaxed_distance(goal, net)
        if bound == INFINITE or distance == FAR:
            return FAR
        return min(bound, EQUAL - 1) * EQUAL + min(distance, EQUAL - 1)
    return np.int64(0)


@jit
def insert(tree, plan, counters, node, key):
    """Have a node wait.  Of equal keys the latest comes first."""
    i = counters[WAITING]
    counters[WAITING] += 1
    if plan.order == BEST:
        while i > 0:
            above = (i - 1) // 2
            if not before(key, node, tree.key[above], tree.waiting[above]):
                break
            tree.key[i], tree.waiting[i] = tree.key[above], tree.waiting[above]
            i = above
        tree.key[i] = key
    tree.waiting[i] = node


@inlined
def before(key, node, other_key, other):
    """Whether a node is to be expanded before another."""
    return key < other_key or (key == other_key and node > other)


@jit
def drop(tree, plan, counters):
    """The node at hand no longer waits."""
    if plan.order == BREADTH:
        counters[HEAD] += 1
        return
    counters[WAITING] -= 1
    if plan.order == BEST:
        sink(tree, counters[WAITING])


@jit
def sink(tree, last):
    """Close the gap at the root of the heap with the entry at `last`."""
    key, node = tree.key[last], tree.waiting[last]
    i = np.int64(0)
    while 2 * i + 1 < last:
        child = 2 * i + 1
        if child + 1 < last and before(
            tree.key[child + 1], tree.waiting[child + 1], tree.key[child], tree.waiting[child]
        ):
            child += 1
        if not before(tree.key[child], tree.waiting[child], key, node):
            break
        tree.key[i], tree.waiting[i] = tree.key[child], tree.waiting[child]
        i = child
    tree.key[i], tree.waiting[i] = key, node
