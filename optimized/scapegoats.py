"""Scapegoats: the reason, of several, that a stubborn set takes for a transition not being enabled.

    [VH]  section 4; the rules are ours.

    FEWEST   the one that adds fewest new members
    ENABLED  fewest new members that are enabled, then fewest new members
    FIRST    the first: places with too few tokens in order, then inhibitors
    RANDOM   any, as a number that is drawn from a seed, the transition and the size of the set says

Of equals the first.

The requirement of a scapegoat does not depend on the transition.  One that has been taken for another member
adds nothing, so that by the first two rules nothing else need be looked at.
"""

import numpy as np

from mazurka.optimized.jit import inlined, jit

FEWEST, ENABLED, FIRST, RANDOM = range(4)
RULES = {"fewest": FEWEST, "enabled": ENABLED, "first": FIRST, "random": RANDOM}
"""Rules by name."""

SEEDS = 1 << 20
"""Seeds are smaller than this."""

_MODULUS = 1 << 31


@inlined
def scapegoat(net, t, size):
    """The scapegoat, by the rule of the net, of a disabled t in a set with that many members.

    −1 where one has been taken already, and nothing is to be added.
    """
    if net.rule == FIRST or net.rule == RANDOM:
        return numbered(net, t, drawn(net, t, size) if net.rule == RANDOM else np.int64(0))
    first, end = np.int64(net.stops.start[t]), np.int64(net.stops.start[t + 1])
    for k in range(first, end):
        g = net.stops.pairs[k, 0]
        if net.taken[g] == net.stamp[0] and net.level[g] < net.stops.pairs[k, 1]:
            return np.int64(-1)
    most = np.int64(net.member.size + 1)
    best, found = most * most, np.int64(-1)
    for k in range(first, end):
        g = net.stops.pairs[k, 0]
        if net.level[g] < net.stops.pairs[k, 1]:
            cost = cost_of(net, g, most, best)
            if cost < best:
                best, found = cost, g
    net.taken[found] = net.stamp[0]
    return found


@inlined
def cost_of(net, g, most, enough):
    """What a scapegoat costs: new members, and above all enabled ones where the rule says so.

    What is not below `enough` is not told exactly.
    """
    cost = np.int64(0)
    for j in range(net.helpers.start[g], net.helpers.start[g + 1]):
        u = net.helpers.pairs[j, 0]
        if net.member[u] != net.stamp[0] and net.helpers.pairs[j, 1] <= net.level[g]:
            cost += 1 + (most * net.enabled[u] if net.rule == ENABLED else np.int64(0))
            if cost >= enough:
                break
    return cost


@jit
def drawn(net, t, size):
    """A number below that of the scapegoats of t."""
    count = np.int64(0)
    for k in range(net.stops.start[t], net.stops.start[t + 1]):
        if net.level[net.stops.pairs[k, 0]] < net.stops.pairs[k, 1]:
            count += 1
    x = (net.seed * 1000003 + t * 8191 + size * 131) % _MODULUS
    x = (x * 1103515245 + 12345) % _MODULUS
    return np.int64((x // 256) % count)


@jit
def numbered(net, t, number):
    """The scapegoat of t of that number."""
    for k in range(net.stops.start[t], net.stops.start[t + 1]):
        g = net.stops.pairs[k, 0]
        if net.level[g] < net.stops.pairs[k, 1]:
            if number == 0:
                return g
            number -= 1
    return np.int64(-1)
