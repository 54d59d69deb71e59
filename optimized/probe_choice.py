"""Which probe set a vector explores: kernels.

    [KR]  Definition 14, section 4.3; [B] Definition 36.

A least domain grows from one enabled action: whatever disables a member joins it.  Of w the members
discharge at most what is in the prime cause of every enabled action outside, and in their own.  A domain is
admissible if no member occurs in what is left of w; so is all that is enabled, each with its prime cause.

The first admissible domain is taken, or that of the fewest members, or that whose longest successor is the
shortest.  Enabled actions go by their places in the list of enabled moves.
"""

from typing import NamedTuple

import numpy as np

from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.jit import U0, clear, holds, inlined, jit, lowest, ones, put, take
from mazurka.optimized.probe_ideals import cause_before, copy, join, meet

SMALLEST, FIRST, SHORTEST = range(3)


class Rules(NamedTuple):
    """What is open in the search.

    needed: of w only what must go lest a letter be there twice is discharged; if not, as much as can be.
    bound:  on the length of words; 0 for none.
    settle: vectors for each state beyond which bases are explored whole and settled; 0 for never.
    """

    selection: np.int64
    needed: bool
    bound: np.int64
    settle: np.int64


class Enabled(NamedTuple):
    """The enabled actions of a vector, and the domain that is chosen."""

    moves: U32
    place: U32  # of each action, its place in w, from 1 on; 0 where it does not occur
    causes: U64  # [enabled, words of bits] the prime cause of each, in w
    joining: U64  # [enabled, words of bits] the enabled ones that disable each
    waiting: U64  # members of a domain whose own disablers have not joined yet
    domain: U64
    best: U64  # the domain chosen
    shared: U64  # what is in the prime causes of all that is outside a domain
    best_shared: U64
    gone: U64  # what a member discharges


@jit
def prepare(tables, w, n, down, enabled, count):
    """Write the prime causes of the enabled actions and who joins whom."""
    for i in range(count):
        a = np.int64(enabled.moves[i])
        cause_before(tables.influences, w, n, down, a, enabled.causes[i])
        clear(enabled.joining[i])
        for j in range(count):
            if holds(tables.disables[np.int64(enabled.moves[j])], a):
                put(enabled.joining[i], j)


@jit
def choose_domain(rules, n, down, enabled, count):
    """Write the best admissible domain, and what its members may discharge."""
    everything(count, enabled.best, enabled.best_shared)
    least_weight = np.int64(-1)
    for i in range(count):
        size = least_domain(enabled, i)
        if rules.selection == SMALLEST and 0 <= least_weight <= size:
            continue
        if size == count:
            everything(count, enabled.domain, enabled.shared)
        elif not is_admissible(enabled, count):
            continue
        weight = size
        if rules.selection == SHORTEST:
            longest = longest_successor(rules, n, down, enabled, count, size)
            weight += longest * (count + 1)
        if least_weight < 0 or weight < least_weight:
            least_weight = weight
            copy(enabled.domain, enabled.best)
            copy(enabled.shared, enabled.best_shared)
        if rules.selection == FIRST or (rules.selection == SMALLEST and size == 1):
            return


@inlined
def everything(count, domain, shared):
    """Write the domain of all that is enabled."""
    clear(domain)
    for i in range(count):
        put(domain, i)
    for k in range(shared.size):
        shared[k] = ~U0


@jit
def least_domain(enabled, seed):
    """Write the least domain with that member; its size."""
    clear(enabled.domain)
    clear(enabled.waiting)
    put(enabled.domain, seed)
    put(enabled.waiting, seed)
    size = np.int64(1)
    k = 0
    while k < enabled.waiting.size:
        if enabled.waiting[k] == U0:
            k += 1
            continue
        i = 64 * k + lowest(enabled.waiting[k])
        take(enabled.waiting, i)
        for j in range(enabled.domain.size):
            new = enabled.joining[i, j] & ~enabled.domain[j]
            if new != U0:
                enabled.domain[j] |= new
                enabled.waiting[j] |= new
                size += ones(new)
                k = min(k, j)
    return size


@jit
def is_admissible(enabled, count):
    """Whether no member of the domain occurs in what is left of w; writes what may be discharged."""
    for k in range(enabled.shared.size):
        enabled.shared[k] = ~U0
    for i in range(count):
        if not holds(enabled.domain, i):
            meet(enabled.shared, enabled.causes[i])
    for i in range(count):
        if holds(enabled.domain, i):
            place = np.int64(enabled.place[enabled.moves[i]])
            if place > 0 and not holds(enabled.shared, place - 1):
                return False
    return True


@jit
def longest_successor(rules, n, down, enabled, count, size):
    """The length of the longest word among the successors."""
    longest = np.int64(0)
    for i in range(count):
        if holds(enabled.domain, i):
            write_gone(rules.needed and size < count, down, enabled, i, enabled.shared)
            length = n + 1
            for k in range(enabled.gone.size):
                length -= ones(enabled.gone[k])
            longest = max(longest, length)
    return longest


@jit
def write_gone(needed, down, enabled, i, shared):
    """Write what enabled action i discharges: all it may, or only what must go with its own occurrence."""
    if needed:
        clear(enabled.gone)
        place = np.int64(enabled.place[enabled.moves[i]])
        if place > 0:
            join(enabled.gone, down[place - 1])
    else:
        copy(enabled.causes[i], enabled.gone)
        meet(enabled.gone, shared)
