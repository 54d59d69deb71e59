"""The missed actions that come with the last step of a vector, found by their causes: kernels.

    [KR]  Definition 13, in the form that keeps every run: a pair (v, a) of a prime cause and an action is
          missed along (q, w) if v·a is possible and was not taken, in any order, nor would be by w·a.
          It is fresh if it was not missed before the last letter of w.

Let the word be w·b.  A fresh pair is of one of two kinds:

    (i)   v = down(b) ∪ down(X), where b and the earlier positions X influence a;
    (ii)  a is enabled after w, v = ↓_a w, one of a and b disables the other, and a is no sibling of b.

The sets down(X) differ in a position that one of them has and that is not forced by those behind it.  So the
positions X are decided from the last to the first: each of those that is not there yet is taken or not.  That
yields every set once.
"""

from typing import NamedTuple

import numpy as np

from mazurka.optimized.compiled import U32, U64, enabled_moves, passes
from mazurka.optimized.jit import U0, holds, inlined, jit
from mazurka.optimized.probe_ideals import cause_before, copy, join
from mazurka.optimized.probe_words import normal_form

FULL = -1
"""More pairs than there is room for."""


class Missed(NamedTuple):
    """The pairs of one vector: row i is a prime cause in normal form, of that length, and then the action."""

    words: U32  # [pairs, letters]
    lengths: U32
    order: U32  # their order


class Causes(NamedTuple):
    """Working space: the sets down(b) ∪ down(X) as they are enumerated."""

    sets: U64  # [positions + 1, words of bits]: what is there, by the number of decisions made
    positions: U32  # those to be decided on, the last of them first
    decision: U32  # how often that many decisions have been gone on from: 0, 1, 2
    cause: U64  # a prime cause
    whole: U64  # that of an action which is still possible
    letters: U32  # of a set
    moves: U32  # enabled moves
    state: U64  # q↑v
    present: U64  # bits of a state that were 1 somewhere along the word, or in the base
    absent: U64  # those that were 0


@inlined
def change(system, s, m):
    """Take move m in packed state s."""
    for i in range(system.changed_start[m], system.changed_start[m + 1]):
        s[system.changed_word[i]] += system.changed_delta[i]


@jit
def fresh_missed(system, tables, q, w, n, siblings, number_of_siblings, target, down, causes, missed):
    """Write the fresh pairs of the vector (q, w), of n > 0 letters; how many there are, or FULL.

    (ii) by action; then (i) by action, then the shortest first, then by normal form.
    target: q↑w.
    """
    found = disabled_pairs(system, tables, q, w, n, siblings, number_of_siblings, down, causes, missed)
    if found == FULL:
        return found
    note_values(system, q, w, n, causes)
    b = np.int64(w[n - 1])
    for i in range(tables.influenced_start[b], tables.influenced_start[b + 1]):
        a = np.int64(tables.influenced[i])
        if was_possible(system, causes, a):
            first = found
            found = pairs_with_last(system, tables, q, w, n, target, a, down, causes, missed, found)
            if found == FULL:
                return found
            sort(missed, first, found)
    return found


@jit
def disabled_pairs(system, tables, q, w, n, siblings, number_of_siblings, down, causes, missed):
    """(ii)."""
    found = np.int64(0)
    b = np.int64(w[n - 1])
    copy(q, causes.state)
    for i in range(n - 1):
        change(system, causes.state, np.int64(w[i]))
    enabled = enabled_moves(system, causes.state, causes.moves)
    for i in range(enabled):
        a = np.int64(causes.moves[i])
        rival = holds(tables.disables[b], a) or holds(tables.disables[a], b)
        if a != b and rival and not is_among(siblings, number_of_siblings, a):
            if found == missed.lengths.size:
                return FULL
            cause_before(tables.influences, w, n - 1, down, a, causes.cause)
            found = enter(tables, w, n, causes, causes.cause, a, missed, found)
    return found


@inlined
def is_among(letters, n, a):
    """Whether a is one of n letters."""
    for i in range(n):
        if letters[i] == a:
            return True
    return False


@jit
def note_values(system, q, w, n, causes):
    """Note which entities were present, and which absent, in the base or after a letter that changed them."""
    copy(q, causes.state)
    for k in range(q.size):
        causes.present[k] = q[k]
        causes.absent[k] = ~q[k]
    for i in range(n):
        m = np.int64(w[i])
        change(system, causes.state, m)
        for j in range(system.changed_start[m], system.changed_start[m + 1]):
            k = system.changed_word[j]
            causes.present[k] |= causes.state[k]
            causes.absent[k] |= ~causes.state[k]


@inlined
def was_possible(system, causes, a):
    """Whether what a needs was present at some time, and what it excludes absent at some time."""
    for i in range(system.tested_start[a], system.tested_start[a + 1]):
        k, mask, value = system.tested_word[i], system.tested_mask[i], system.tested_value[i]
        if (value & ~causes.present[k]) | (mask & ~value & ~causes.absent[k]) != U0:
            return False
    return True


@jit
def pairs_with_last(system, tables, q, w, n, target, a, down, causes, missed, found):
    """(i) for one action."""
    still = passes(system, target, a)
    if still:
        cause_before(tables.influences, w, n, down, a, causes.whole)
    copy(down[n - 1], causes.sets[0])
    open_positions = 0
    for i in range(n - 2, -1, -1):
        if not holds(down[n - 1], i) and holds(tables.influences[w[i]], a):
            causes.positions[open_positions] = i
            open_positions += 1
    made = 0
    causes.decision[0] = 0
    while made >= 0:
        v = causes.sets[made]
        if made == open_positions:
            if not (still and equal(v, causes.whole)) and is_possible_after(system, q, w, n, v, a, causes):
                if found == missed.lengths.size:
                    return FULL
                found = enter(tables, w, n, causes, v, a, missed, found)
            made -= 1
        elif causes.decision[made] < 2:
            i = np.int64(causes.positions[made])
            following = causes.sets[made + 1]
            copy(v, following)
            if causes.decision[made] == 1:
                join(following, down[i])
            causes.decision[made] += 2 if holds(v, i) else 1
            made += 1
            causes.decision[made] = 0
        else:
            made -= 1
    return found


@inlined
def equal(x, y):
    """Whether two sets are equal."""
    for k in range(x.size):
        if x[k] != y[k]:
            return False
    return True


@jit
def is_possible_after(system, q, w, n, v, a, causes):
    """Whether a is enabled at q↑v, for an ideal v of w."""
    copy(q, causes.state)
    for i in range(n):
        if holds(v, i):
            change(system, causes.state, np.int64(w[i]))
    return passes(system, causes.state, a)


@jit
def enter(tables, w, n, causes, v, a, missed, found):
    """Enter the pair of the ideal v of w and a; how many there are now."""
    length = np.int64(0)
    for i in range(n):
        if holds(v, i):
            causes.letters[length] = w[i]
            length += 1
    normal_form(tables.depends, causes.letters, length, missed.words[found])
    missed.words[found, length] = a
    missed.lengths[found] = length
    missed.order[found] = found
    return found + 1


@jit
def sort(missed, first, end):
    """Put pairs of one action in order: the shortest first, then by normal form."""
    for i in range(first + 1, end):
        x = missed.order[i]
        j = i
        while j > first and comes_before(missed, x, missed.order[j - 1]):
            missed.order[j] = missed.order[j - 1]
            j -= 1
        missed.order[j] = x


@inlined
def comes_before(missed, x, y):
    """Whether pair x comes before pair y."""
    if missed.lengths[x] != missed.lengths[y]:
        return missed.lengths[x] < missed.lengths[y]
    for k in range(missed.lengths[x]):
        if missed.words[x, k] != missed.words[y, k]:
            return missed.words[x, k] < missed.words[y, k]
    return False
