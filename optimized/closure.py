"""Closed sets by closure: add what each member requires, from every enabled seed; keep the smallest.

Members are treated in order of arrival; a disabled one takes the scapegoat that adds fewest new members.
Definitions and sources: `stubborn_sets.py`.
"""

import numpy as np

from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.net_tables import NO_BOUND, has_scapegoat, observe


@jit
def choose_by_closure(system, s, moves, n, net, chosen):
    """The closure with fewest enabled transitions over all enabled seeds, the first of equals."""
    if n == 1:
        chosen[0] = moves[0]
        return np.int64(1)
    observe(system, s, moves, n, net)
    best = n + 1
    for i in range(n):
        width = close(net, np.int64(system.action[moves[i]]), best)
        if width < best:
            best = width
            k = 0
            for j in range(n):
                if net.member[system.action[moves[j]]] == net.stamp[0]:
                    chosen[k] = moves[j]
                    k += 1
            if best == 1:
                break
    return np.int64(best)


@jit
def close(net, seed, enough):
    """Close {seed}; the number of enabled members, or `enough` as soon as there are that many."""
    net.stamp[0] += 1
    stamp = net.stamp[0]
    net.member[seed] = stamp
    net.queue[0] = seed
    size, width, i = 1, net.enabled[seed], 0
    while i < size:
        t = net.queue[i]
        i += 1
        if net.enabled[t] == 1:
            for k in range(net.conflicts.start[t], net.conflicts.start[t + 1]):
                u = net.conflicts.item[k]
                if net.member[u] != stamp:
                    net.member[u] = stamp
                    net.queue[size] = u
                    size += 1
                    width += net.enabled[u]
        else:
            p, lacking = scapegoat(net, t, stamp)
            rows = net.raisers if lacking else net.lowerers
            for k in range(rows.start[p], rows.start[p + 1]):
                u = rows.item[k]
                if net.member[u] != stamp and comes_first(net, p, lacking, rows.number[k]):
                    net.member[u] = stamp
                    net.queue[size] = u
                    size += 1
                    width += net.enabled[u]
        if width >= enough:
            return np.int64(enough)
    return np.int64(width)


@inlined
def comes_first(net, p, lacking, number):
    """Whether a transition that changes p can be the first to do so, given its need or bound there."""
    if lacking:
        return number <= net.tokens[p]
    return number > net.tokens[p]


@jit
def scapegoat(net, t, stamp):
    """The scapegoat (place, whether it lacks tokens) of a disabled t that adds fewest new members."""
    best, place, lacks = np.int64(NO_BOUND), np.int64(-1), True
    for k in range(net.needs.start[t], net.needs.start[t + 1]):
        p = np.int64(net.needs.item[k])
        if has_scapegoat(net, p, True, net.needs.number[k]):
            new = 0
            for j in range(net.raisers.start[p], net.raisers.start[p + 1]):
                if net.member[net.raisers.item[j]] != stamp and net.raisers.number[j] <= net.tokens[p]:
                    new += 1
            if new < best:
                best, place, lacks = new, p, True
    for k in range(net.bounds.start[t], net.bounds.start[t + 1]):
        p = np.int64(net.bounds.item[k])
        if has_scapegoat(net, p, False, net.bounds.number[k]):
            new = 0
            for j in range(net.lowerers.start[p], net.lowerers.start[p + 1]):
                if net.member[net.lowerers.item[j]] != stamp and net.lowerers.number[j] > net.tokens[p]:
                    new += 1
            if new < best:
                best, place, lacks = new, p, False
    return place, lacks
