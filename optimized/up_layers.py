"""UP layers: which transitions raise what an atom lacks, which help those, and so on.

    [E]  Definitions 4 to 10; variant: inhibitor arcs and read arcs count, and atoms are sums of places.

Layer 0 of an atom has the transitions that raise its sum.  Layer n + 1 has those in no earlier layer that
raise the level of a scapegoat of one in layer n: that add tokens to a place it needs, or take tokens from one
that inhibits it.  The layers of an atom depend on the net alone; they are found when first asked for.

UP*, the least layer with an enabled transition, over the atoms that do not hold: where an atom that must hold
has none, no run leads from there to the goal (Theorem 2).
"""

import numpy as np

from mazurka.optimized.goal_tables import ALL, ATOM, SOME
from mazurka.optimized.jit import jit

NEVER = np.uint16(0xFFFF)
"""The layer of a transition in no layer."""
DEEPEST = np.int64(0xFFFE)
"""Layers beyond are counted as this one."""

FAR = np.int64(1 << 40)
"""The distance of what cannot be reached; what can be reached is nearer, or is said to be."""


@jit
def layers_of(goal, net, atom):
    """The row of the layers of an atom, −1 where there is no room for it."""
    if goal.slot[atom] >= 0 or goal.used[0] == goal.layer.shape[0]:
        return goal.slot[atom]
    slot = goal.used[0]
    goal.used[0] += 1
    goal.slot[atom] = slot
    layer = goal.layer[slot]
    for t in range(layer.size):
        layer[t] = NEVER
    goal.stamp[0] += 1
    size, i = np.int64(0), np.int64(0)
    for k in range(goal.raisers.start[atom], goal.raisers.start[atom + 1]):
        layer[goal.raisers.pairs[k, 0]] = 0
        goal.waiting[size] = goal.raisers.pairs[k, 0]
        size += 1
    while i < size:
        t = goal.waiting[i]
        i += 1
        size = add_helpers(goal, net, layer, t, size)
    return slot


@jit
def add_helpers(goal, net, layer, t, size):
    """Enter the helpers of t that have no layer yet; how many transitions have one."""
    following = min(np.int64(layer[t]) + 1, DEEPEST)
    for k in range(net.stops.start[t], net.stops.start[t + 1]):
        g = net.stops.pairs[k, 0]
        if goal.seen[g] != goal.stamp[0]:
            goal.seen[g] = goal.stamp[0]
            for j in range(net.helpers.start[g], net.helpers.start[g + 1]):
                u = net.helpers.pairs[j, 0]
                if layer[u] == NEVER:
                    layer[u] = following
                    goal.waiting[size] = u
                    size += 1
    return size


@jit
def layer_distance(system, goal, net, moves, n):
    """The steps that each atom misses plus the layer of its best enabled move, FAR without; combined."""
    for node in range(goal.kind.size):
        if goal.kind[node] == ATOM:
            atom = goal.parts.pairs[goal.parts.start[node], 0]
            goal.distance[node] = atom_distance(system, goal, net, moves, n, atom)
    return combined(goal)


@jit
def atom_distance(system, goal, net, moves, n, atom):
    """The distance of one atom whose `missing` is known."""
    missing = goal.missing[atom]
    if missing == 0:
        return np.int64(0)
    best = NEVER
    slot = layers_of(goal, net, atom)
    if slot < 0:
        best = np.uint16(0)
    else:
        for i in range(n):
            best = min(best, goal.layer[slot, system.action[moves[i]]])
    if best == NEVER:
        return FAR
    most = np.int64(1)
    for k in range(goal.raisers.start[atom], goal.raisers.start[atom + 1]):
        most = max(most, goal.raisers.pairs[k, 1])
    return min(FAR - 1, (missing + most - 1) // most + np.int64(best))


@jit
def combined(goal):
    """From the distances of the atoms that of the goal: sums over all parts, least over some."""
    for node in range(goal.kind.size):
        kind = goal.kind[node]
        if kind != ATOM:
            value = np.int64(0) if kind == ALL else FAR
            for k in range(goal.parts.start[node], goal.parts.start[node + 1]):
                part = goal.distance[goal.parts.pairs[k, 0]]
                if kind == SOME:
                    value = min(value, part)
                elif part == FAR or value == FAR:
                    value = FAR
                else:
                    value = min(FAR - 1, value + part)
            goal.distance[node] = value
    return goal.distance[goal.kind.size - 1]


@jit
def by_layer(system, goal, net, moves, n, sorted_moves):
    """Write the moves, those of the last layer first and those in none before; `missing` is known.

    So the best move lies on top of a stack.  Counting sort, stable downwards.
    """
    count = goal.price
    layer = goal.queued
    top = np.int64(0)
    for i in range(n):
        t = system.action[moves[i]]
        best = NEVER
        for atom in range(goal.missing.size):
            if goal.missing[atom] > 0:
                slot = layers_of(goal, net, atom)
                if slot >= 0:
                    best = min(best, goal.layer[slot, t])
        layer[i] = min(np.int64(best), np.int64(count.size - 1))
        top = max(top, layer[i])
    for k in range(top + 1):
        count[k] = 0
    for i in range(n):
        count[layer[i]] += 1
    total = np.int64(0)
    for k in range(top, -1, -1):
        total, count[k] = total + count[k], total
    for i in range(n - 1, -1, -1):
        sorted_moves[count[layer[i]]] = moves[i]
        count[layer[i]] += 1
