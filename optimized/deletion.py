"""Closed sets by deletion: begin with everything, and delete while the rest is closed and not dead.

    [V88], [VH].

Deleting t deletes every enabled transition in conflict with it, and every disabled one whose last scapegoat
required it.  Enabled transitions are tried from the last to the first: on most nets of the Model Checking
Contest that leaves no more states than the other way round.

Few are enabled where many are in conflict.  So while at most 63 are enabled each transition has its foes,
those that it is in conflict with, as bits; with more enabled they are found among its conflicts.
Definitions and sources: `stubborn_sets.py`.
"""

import numpy as np

from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.net_tables import observe

FOES = 63
"""Bits of a number, without its sign."""


@jit
def choose_by_deletion(action, s, moves, n, net, chosen):
    """What is left after trying to delete each enabled transition, the last first."""
    if n == 1:
        chosen[0] = moves[0]
        return np.int64(1)
    observe(action, s, moves, n, net)
    for t in range(net.member.size):
        net.member[t] = 1
        net.usable[t] = 0
        for k in range(net.stops.start[t], net.stops.start[t + 1]):
            if net.level[net.stops.pairs[k, 0]] < net.stops.pairs[k, 1]:
                net.usable[t] += 1
    for g in range(net.spoiled.size):
        net.spoiled[g] = 0
    if n <= FOES:
        note_foes(action, moves, n, net)
    left = np.int64(n)
    for i in range(n):
        t = np.int64(action[moves[n - 1 - i]])
        if net.member[t] == 1 and left > 1:
            left -= delete(net, t, left, action, moves, n)
    width = np.int64(0)
    for i in range(n):
        if net.member[action[moves[i]]] == 1:
            chosen[width] = moves[i]
            width += 1
    return width


@jit
def note_foes(action, moves, n, net):
    """For each transition the enabled ones in conflict with it, by their position, as bits."""
    for t in range(net.foes.size):
        net.foes[t] = 0
    for i in range(n):
        v = np.int64(action[moves[i]])
        for k in range(net.conflicts.start[v], net.conflicts.start[v + 1]):
            net.foes[net.conflicts.pairs[k, 0]] |= np.int64(1) << np.int64(i)


@inlined
def delete(net, t, left, action, moves, n):
    """Delete t and what falls with it; how many enabled ones went, 0 when all was taken back."""
    net.member[t] = 0
    net.queue[0] = t
    size, gone, spoilt, i = 1, 1, 0, 0
    while i < size and gone < left:
        u = net.queue[i]
        i += 1
        fallen = size
        if n > FOES:
            for k in range(net.conflicts.start[u], net.conflicts.start[u + 1]):
                size = fell(net, net.conflicts.pairs[k, 0], size)
        elif net.foes[u] != 0:
            for j in range(n):
                if (net.foes[u] >> np.int64(j)) & 1 == 1:
                    size = fell(net, np.int64(action[moves[j]]), size)
        gone += size - fallen
        for k in range(net.helps.start[u], net.helps.start[u + 1]):
            g = net.helps.pairs[k, 0]
            if net.helps.pairs[k, 1] <= net.level[g] and net.spoiled[g] == 0:
                net.trail[spoilt] = g
                spoilt += 1
                size = spoil(net, g, size)
    if gone < left:
        return np.int64(gone)
    for i in range(size):
        net.member[net.queue[i]] = 1
    for i in range(spoilt):
        restore(net, net.trail[i])
    return np.int64(0)


@inlined
def fell(net, v, size):
    """Delete v if it is enabled and was left."""
    if net.enabled[v] == 1 and net.member[v] == 1:
        net.member[v] = 0
        net.queue[size] = v
        size += 1
    return size


@inlined
def spoil(net, g, size):
    """Take scapegoat g from all transitions that it stops; those left without one are deleted."""
    net.spoiled[g] = 1
    for k in range(net.stopped.start[g], net.stopped.start[g + 1]):
        t = net.stopped.pairs[k, 0]
        if net.level[g] < net.stopped.pairs[k, 1]:
            net.usable[t] -= 1
            if net.usable[t] == 0 and net.member[t] == 1:
                net.member[t] = 0
                net.queue[size] = t
                size += 1
    return size


@inlined
def restore(net, g):
    """Undo `spoil`."""
    net.spoiled[g] = 0
    for k in range(net.stopped.start[g], net.stopped.start[g + 1]):
        if net.level[g] < net.stopped.pairs[k, 1]:
            net.usable[net.stopped.pairs[k, 0]] += 1
