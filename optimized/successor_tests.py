"""Tests of a successor in a search with sleep sets: is there anything new to be found from it?

A test is a NamedTuple of the tables that it needs, and a kernel

    tester(system, tables, t, later, n, sleep) → whether the successor gets a node

that is given the n enabled moves of packed state t, and what sleeps there.  As for choices, the type of the
tables tells which kernel is meant.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numba.extending import overload

from mazurka.optimized.compiled import U64
from mazurka.optimized.jit import OPTIONS, holds, jit
from mazurka.optimized.local_tables import LocalTables
from mazurka.optimized.pifs import pifs_of_waking


class Awake(NamedTuple):
    """Nothing is enabled, or something that does not sleep."""

    nothing: U64


class Pifs(NamedTuple):
    """PIFS(t, enabled ∖ asleep): by local runs, a maximal run could begin with nothing that sleeps."""

    local: LocalTables


SuccessorTest = Awake | Pifs


@jit
def is_awake(system, tables, t, later, n, sleep):
    """Nothing is enabled, or something that does not sleep."""
    for i in range(n):
        if not holds(sleep, system.action[later[i]]):
            return True
    return np.int64(n) == 0


@jit
def passes_pifs(system, tables, t, later, n, sleep):
    """PIFS(t, enabled ∖ asleep)."""
    return pifs_of_waking(system, tables.local, t, later, n, sleep)


TESTERS: dict[type, Callable[..., Any]] = {Awake: is_awake, Pifs: passes_pifs}


def passes_test(system, tables, t, later, n, sleep):
    """The test for the type of the tables: here for the interpreter, below for the compiler."""
    return TESTERS[type(tables)](system, tables, t, later, n, sleep)


@overload(passes_test, jit_options=cast(Any, OPTIONS))
def compiled_test(system, tables, t, later, n, sleep):
    """The same, settled when the search loop is compiled."""
    tester = TESTERS[tables.instance_class]

    def tested(system, tables, t, later, n, sleep):
        return tester(system, tables, t, later, n, sleep)

    return tested
