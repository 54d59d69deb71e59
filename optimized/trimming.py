"""Covering source sets made smaller: what may be left out because the rest covers already.

    After [HLPW] Definitions 6 and 14; ours.  Why: see `trimming.py` of the plain reducers.

Of actions C that cover at (s, Z), a may be left out if IFS(s, enabled ∖ Z ∖ (C ∖ {a})) fails: by the unfolded
test, with Z ∪ C ∖ {a} asleep.  First come actions that lead to states not met yet.
"""

from typing import NamedTuple

import numpy as np

from mazurka.optimized.compiled import U64, step
from mazurka.optimized.jit import jit, put, take
from mazurka.optimized.store import is_stored
from mazurka.optimized.unfolding import Unfolded, may_begin_awake


class Trimmed(NamedTuple):
    """The closure that leads to fewest states not met yet, trimmed."""

    test: Unfolded
    asleep: U64  # [action words] scratch


@jit
def trim(system, store, s, tables, asleep, successor, chosen, width):
    """Leave out of the `width` chosen moves what the rest covers; how many are left, in the same order."""
    met = tables.test.local.rank
    for k in range(asleep.size):
        tables.asleep[k] = asleep[k]
    for i in range(width):
        m = np.int64(chosen[i])
        put(tables.asleep, system.action[m])
        step(system, s, m, successor)
        met[i] = 1 if is_stored(store, successor) else 0
    for round in range(2):
        for i in range(width):
            if met[i] == round:
                a = system.action[chosen[i]]
                take(tables.asleep, a)
                if may_begin_awake(system, tables.test, s, tables.asleep):
                    put(tables.asleep, a)
                else:
                    met[i] = LEFT_OUT
    left = np.int64(0)
    for i in range(width):
        if met[i] != LEFT_OUT:
            chosen[left] = chosen[i]
            left += 1
    return left


LEFT_OUT = np.int64(-1)
