"""A distance to the goal that adds up what must be fired, if nothing that fires does any harm.

    [HN]  the additive estimate of planning, over counts of tokens instead of facts.

The price of a transition is 1 plus, for each scapegoat that stops it, what its level lacks times the unit
price of raising it; that is the least price of a helper, divided by its gain.  Prices are the least ones with
these properties.  A transition without a price can never fire, so that an atom that misses something and has
no raiser with a price cannot be reached: the distance is then FAR, and that is exact.
"""

import numpy as np

from mazurka.optimized.goal_tables import ATOM
from mazurka.optimized.jit import jit
from mazurka.optimized.up_layers import FAR, combined

ROUNDS = 4
"""So many times the number of transitions are prices lowered; then only new prices spread."""


@jit
def relaxed_distance(goal, net):
    """The distance of the marking that `observe` and `is_goal` have noted."""
    spread_prices(goal, net)
    for node in range(goal.kind.size):
        if goal.kind[node] == ATOM:
            atom = goal.parts.pairs[goal.parts.start[node], 0]
            missing = goal.missing[atom]
            best = np.int64(0) if missing == 0 else FAR
            for k in range(goal.raisers.start[atom], goal.raisers.start[atom + 1]):
                price = goal.price[goal.raisers.pairs[k, 0]]
                if price < best:
                    gain = goal.raisers.pairs[k, 1]
                    best = min(best, min(FAR - 1, price + (missing - 1) // gain))
            goal.distance[node] = best
    return combined(goal)


@jit
def spread_prices(goal, net):
    """The prices of all transitions at the levels noted."""
    transitions = goal.price.size
    for g in range(goal.unit.size):
        goal.unit[g] = FAR
    size, head = np.int64(0), np.int64(0)
    for t in range(transitions):
        goal.price[t] = price_of(goal, net, t)
        goal.queued[t] = 0
        if goal.price[t] < FAR:
            goal.waiting[size] = t
            goal.queued[t] = 1
            size += 1
    done = np.int64(0)
    room = goal.waiting.size
    while size > 0:
        t = goal.waiting[head]
        head = (head + 1) % room
        size -= 1
        goal.queued[t] = 0
        done += 1
        for k in range(net.helps.start[t], net.helps.start[t + 1]):
            g = net.helps.pairs[k, 0]
            unit = max(np.int64(1), goal.price[t] // goal.gain[k])
            if unit < goal.unit[g] and (goal.unit[g] == FAR or done <= ROUNDS * transitions):
                goal.unit[g] = unit
                size = reprice(goal, net, g, head, size)


@jit
def reprice(goal, net, g, head, size):
    """Lower the prices of those that scapegoat g stops; how many transitions wait to spread theirs."""
    room = goal.waiting.size
    for k in range(net.stopped.start[g], net.stopped.start[g + 1]):
        if net.level[g] < net.stopped.pairs[k, 1]:
            t = net.stopped.pairs[k, 0]
            price = price_of(goal, net, t)
            if price < goal.price[t]:
                goal.price[t] = price
                if goal.queued[t] == 0:
                    goal.queued[t] = 1
                    goal.waiting[(head + size) % room] = t
                    size += 1
    return size


@jit
def price_of(goal, net, t):
    """The price of t at the units known so far."""
    price = np.int64(1)
    for k in range(net.stops.start[t], net.stops.start[t + 1]):
        g = net.stops.pairs[k, 0]
        lacking = net.stops.pairs[k, 1] - net.level[g]
        if lacking > 0:
            if goal.unit[g] == FAR:
                return FAR
            most = FAR // goal.unit[g]  # beyond, the product could be too large for 64 bits
            price = min(FAR - 1, price + min(lacking, most) * goal.unit[g])
    return price
