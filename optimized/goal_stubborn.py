"""Stubborn sets that keep every marking of a goal reachable, by shortest runs.

    [KSV]  question-guided stubborn sets, which are to contain the transitions that a question asks for.
    [E]    section 7.2.

A set U of transitions is *interesting* at a marking outside the goal when every run to the goal has one of U:
for an atom, the transitions that raise its sum; for a conjunction, those of one part that does not hold; for
a disjunction, those of all parts.  Let S be closed as in `stubborn_sets.py`, and U within S.  A run to the
goal has a first transition of S; it is enabled now, and can be fired first without change of where the run
ends, which then is one step nearer.  So no condition on cycles is needed, and shortest runs are kept.
Where S has no enabled transition, no run leads to the goal.
"""

import numpy as np

from mazurka.optimized.closure import admit
from mazurka.optimized.goal_tables import ALL, ATOM
from mazurka.optimized.jit import jit
from mazurka.optimized.net_tables import observe
from mazurka.optimized.scapegoats import scapegoat

TRIED = 8
"""How many parts of a goal that is a conjunction are tried; the one with fewest enabled members is taken."""


@jit
def choose_for_goal(system, s, moves, n, net, goal, chosen):
    """Write the enabled members of a closed set with interesting transitions; how many there are.

    `is_goal` has been asked about s, and has said no.
    """
    if n == 0:
        return np.int64(0)
    observe(system.action, s, moves, n, net)
    root = goal.kind.size - 1
    if goal.kind[root] != ALL:
        return closed_for(system, goal, net, root, moves, n, n + 1, chosen)
    best, tried = n + 1, np.int64(0)
    for k in range(goal.parts.start[root], goal.parts.start[root + 1]):
        part = goal.parts.pairs[k, 0]
        if goal.distance[part] > 0 and tried < TRIED and best > 1:
            tried += 1
            best = min(best, closed_for(system, goal, net, part, moves, n, best, chosen))
    return best


@jit
def closed_for(system, goal, net, node, moves, n, enough, chosen):
    """Close what is interesting for a node; the number of enabled members, written if fewer than `enough`."""
    net.stamp[0] += 1
    size = close_all(net, enter_interesting(goal, net, node), enough)
    width = np.int64(0)
    for j in range(size):
        width += net.enabled[net.queue[j]]
    if width >= enough:
        return enough
    k = 0
    for i in range(n):
        if net.member[system.action[moves[i]]] == net.stamp[0]:
            chosen[k] = moves[i]
            k += 1
    return width


@jit
def enter_interesting(goal, net, node):
    """Enter into the set what is interesting for a node that does not hold; the number of members."""
    weigh(goal, node)
    for i in range(node):
        goal.marked[i] = 0
    goal.marked[node] = 1
    size = np.int64(0)
    for i in range(node, -1, -1):
        if goal.marked[i] == 1:
            first, last = goal.parts.start[i], goal.parts.start[i + 1]
            if goal.kind[i] == ATOM:
                atom = goal.parts.pairs[first, 0]
                for k in range(goal.raisers.start[atom], goal.raisers.start[atom + 1]):
                    size = admit(net, goal.raisers.pairs[k, 0], size)
            elif goal.kind[i] == ALL:
                goal.marked[lightest(goal, i)] = 1
            else:
                for k in range(first, last):
                    goal.marked[goal.parts.pairs[k, 0]] = 1
    return size


@jit
def weigh(goal, node):
    """To `weight`, for each node up to this one that does not hold: how many transitions are interesting."""
    for i in range(node + 1):
        first, last = goal.parts.start[i], goal.parts.start[i + 1]
        if goal.distance[i] == 0:
            goal.weight[i] = 0
        elif goal.kind[i] == ATOM:
            atom = goal.parts.pairs[first, 0]
            goal.weight[i] = goal.raisers.start[atom + 1] - goal.raisers.start[atom]
        elif goal.kind[i] == ALL:
            goal.weight[i] = goal.weight[lightest(goal, i)]
        else:
            goal.weight[i] = 0
            for k in range(first, last):
                goal.weight[i] += goal.weight[goal.parts.pairs[k, 0]]


@jit
def lightest(goal, node):
    """The part that does not hold with the fewest interesting transitions, the first of equals."""
    best = np.int64(-1)
    for k in range(goal.parts.start[node], goal.parts.start[node + 1]):
        part = goal.parts.pairs[k, 0]
        if goal.distance[part] > 0 and (best < 0 or goal.weight[part] < goal.weight[best]):
            best = part
    return best


@jit
def close_all(net, size, enough):
    """Close the set of the first `size` members queued, until it has enough enabled ones; its size."""
    width, i = np.int64(0), np.int64(0)
    while i < size and width < enough:
        t = net.queue[i]
        i += 1
        if net.enabled[t] == 1:
            width += 1
            for k in range(net.conflicts.start[t], net.conflicts.start[t + 1]):
                size = admit(net, net.conflicts.pairs[k, 0], size)
        else:
            g = scapegoat(net, t, size)
            for k in range(net.helpers.start[g], net.helpers.start[g + 1]):
                if net.helpers.pairs[k, 1] <= net.level[g]:
                    size = admit(net, net.helpers.pairs[k, 0], size)
    return size
