"""Closed sets by closure: add what each member requires, from every enabled seed; keep the smallest.

Members are treated in order of arrival; a disabled one takes a scapegoat by the rule of the net.
Definitions and sources: `stubborn_sets.py`, `scapegoats.py`.
"""

import numpy as np

from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.net_tables import observe
from mazurka.optimized.scapegoats import scapegoat


@jit
def choose_by_closure(action, s, moves, n, net, chosen):
    """The closure with fewest enabled transitions over all enabled seeds, the first of equals."""
    if n == 1:
        chosen[0] = moves[0]
        return np.int64(1)
    observe(action, s, moves, n, net)
    best = n + 1
    for i in range(n):
        width = close(net, np.int64(action[moves[i]]), best)
        if width < best:
            best = width
            k = 0
            for j in range(n):
                if net.member[action[moves[j]]] == net.stamp[0]:
                    chosen[k] = moves[j]
                    k += 1
            if best == 1:
                break
    return np.int64(best)


@jit
def close(net, seed, enough):
    """Close {seed}; the number of enabled members, or `enough` as soon as there are that many."""
    net.stamp[0] += 1
    net.member[seed] = net.stamp[0]
    net.queue[0] = seed
    size, width, i = 1, net.enabled[seed], 0
    while i < size and width < enough:
        t = net.queue[i]
        i += 1
        before = size
        if net.enabled[t] == 1:
            for k in range(net.conflicts.start[t], net.conflicts.start[t + 1]):
                size = admit(net, net.conflicts.pairs[k, 0], size)
        else:
            g = scapegoat(net, t, size)
            if g >= 0:
                for k in range(net.helpers.start[g], net.helpers.start[g + 1]):
                    if net.helpers.pairs[k, 1] <= net.level[g]:
                        size = admit(net, net.helpers.pairs[k, 0], size)
        for j in range(before, size):
            width += net.enabled[net.queue[j]]
    return np.int64(min(width, enough))


@inlined
def admit(net, t, size):
    """Add t to the set unless it is a member; the number of members."""
    if net.member[t] == net.stamp[0]:
        return size
    net.member[t] = net.stamp[0]
    net.queue[size] = t
    return size + 1
