"""Closed sets by deletion: begin with everything, and delete while the rest is closed and not dead.

    Valmari.  State space generation: efficiency and practicality.  1988.

Deleting t deletes every enabled transition in conflict with it, and every disabled one whose last scapegoat
required it.  Enabled transitions are tried from the last to the first: on the nets of the Model Checking
Contest that leaves fewer states than the other way round more often than not.
Definitions and sources: `stubborn_sets.py`.
"""

import numpy as np

from mazurka.optimized.jit import jit
from mazurka.optimized.net_tables import has_scapegoat, observe


@jit
def choose_by_deletion(system, s, moves, n, net, chosen):
    """Begin with all transitions; delete enabled ones in order while the set stays stubborn.

    Deleting t deletes every enabled transition in conflict with it, and every disabled one whose last
    scapegoat required it.  A deletion that would leave no enabled transition is taken back.
    """
    if n == 1:
        chosen[0] = moves[0]
        return np.int64(1)
    observe(system, s, moves, n, net)
    for t in range(net.member.size):
        net.member[t] = 1
        net.usable[t] = 0 if net.enabled[t] == 1 else scapegoats(net, t)
    for p in range(net.spoiled.size):
        net.spoiled[p] = 0
    left = n
    for i in range(n - 1, -1, -1):
        t = np.int64(system.action[moves[i]])
        if net.member[t] == 1 and left > 1:
            left -= delete(net, t, left)
    width = np.int64(0)
    for i in range(n):
        if net.member[system.action[moves[i]]] == 1:
            chosen[width] = moves[i]
            width += 1
    return width


@jit
def scapegoats(net, t):
    """How many scapegoats a disabled transition has."""
    count = 0
    for k in range(net.needs.start[t], net.needs.start[t + 1]):
        if has_scapegoat(net, net.needs.item[k], True, net.needs.number[k]):
            count += 1
    for k in range(net.bounds.start[t], net.bounds.start[t + 1]):
        if has_scapegoat(net, net.bounds.item[k], False, net.bounds.number[k]):
            count += 1
    return count


@jit
def delete(net, t, left):
    """Delete t and what falls with it; how many enabled ones went, 0 when all was taken back."""
    net.member[t] = 0
    net.queue[0] = t
    size, gone, spoilt, i = 1, 1, 0, 0
    while i < size and gone < left:
        u = net.queue[i]
        i += 1
        for k in range(net.conflicts.start[u], net.conflicts.start[u + 1]):
            v = net.conflicts.item[k]
            if net.enabled[v] == 1 and net.member[v] == 1:
                net.member[v] = 0
                net.queue[size] = v
                size += 1
                gone += 1
        for k in range(net.adds.start[u], net.adds.start[u + 1]):
            p = np.int64(net.adds.item[k])
            if net.adds.number[k] <= net.tokens[p] and net.spoiled[p] == 0:
                net.trail[spoilt] = p
                spoilt += 1
                size = spoil(net, p, size)
        for k in range(net.takes.start[u], net.takes.start[u + 1]):
            p = np.int64(net.takes.item[k])
            if net.takes.number[k] > net.tokens[p] and net.spoiled[net.tokens.size + p] == 0:
                net.trail[spoilt] = net.tokens.size + p
                spoilt += 1
                size = spoil(net, net.tokens.size + p, size)
    if gone < left:
        return gone
    for i in range(size):
        net.member[net.queue[i]] = 1
    for i in range(spoilt):
        restore(net, net.trail[i])
    return 0


@jit
def spoil(net, scapegoat, size):
    """Take a scapegoat from all disabled transitions that have it; those left without one are deleted."""
    net.spoiled[scapegoat] = 1
    lacking = scapegoat < net.tokens.size
    p = scapegoat if lacking else scapegoat - net.tokens.size
    rows = net.needers if lacking else net.inhibited
    for k in range(rows.start[p], rows.start[p + 1]):
        t = rows.item[k]
        if has_scapegoat(net, p, lacking, rows.number[k]):
            net.usable[t] -= 1
            if net.usable[t] == 0 and net.member[t] == 1:
                net.member[t] = 0
                net.queue[size] = t
                size += 1
    return size


@jit
def restore(net, scapegoat):
    """Undo `spoil`."""
    net.spoiled[scapegoat] = 0
    lacking = scapegoat < net.tokens.size
    p = scapegoat if lacking else scapegoat - net.tokens.size
    rows = net.needers if lacking else net.inhibited
    for k in range(rows.start[p], rows.start[p + 1]):
        if has_scapegoat(net, p, lacking, rows.number[k]):
            net.usable[rows.item[k]] += 1
