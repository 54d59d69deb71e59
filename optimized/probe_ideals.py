"""Ideals of a word as bits of positions: the least one with a position, and prime causes.

[KR]  section 3.1; [B] Definitions 16–17.

down(i)   row i of a table that is made once for a word
cause     the positions of ↓_a w: the union of those rows whose letter influences a
"""

import numpy as np

from mazurka.optimized.jit import clear, holds, inlined, jit, put


@inlined
def join(x, y):
    """Add the members of y to x."""
    for k in range(x.size):
        x[k] |= y[k]


@inlined
def meet(x, y):
    """Leave in x only members of y."""
    for k in range(x.size):
        x[k] &= y[k]


@jit
def all_down(influences, w, n, down):
    """Write down(i) for each position of a word of n letters."""
    for i in range(n):
        cause_before(influences, w, i, down, np.int64(w[i]), down[i])
        put(down[i], i)


@jit
def cause_before(influences, w, n, down, a, cause):
    """Write the prime cause of a in the first n letters."""
    clear(cause)
    for i in range(n - 1, -1, -1):
        if not holds(cause, i) and holds(influences[w[i]], a):
            join(cause, down[i])


@inlined
def copy(x, y):
    """Copy the words of x to y."""
    for k in range(x.size):
        y[k] = x[k]
