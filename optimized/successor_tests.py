"""Tests of a successor in a search with sleep sets: is there anything new to be found from it?

A test is a NamedTuple of the tables that it needs, and a kernel

    tester(system, tables, t, later, n, sleep) → PASSES, FAILS, or UNANSWERED for the time being

that is given the n enabled moves of packed state t, and what sleeps there.  As for choices, the type of the
tables tells which kernel is meant.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numba.extending import overload

from mazurka.optimized.asked import UNKNOWN, YES, Asked, is_room, number_of
from mazurka.optimized.compiled import U64
from mazurka.optimized.jit import OPTIONS, holds, jit
from mazurka.optimized.local_tables import LocalTables
from mazurka.optimized.pifs import pifs_of_waking
from mazurka.optimized.unfolding import Unfolded, may_begin_awake


class Awake(NamedTuple):
    """Nothing is enabled, or something that does not sleep."""

    nothing: U64


class Pifs(NamedTuple):
    """PIFS(t, enabled ∖ asleep): by local runs, a maximal run could begin with nothing that sleeps."""

    local: LocalTables


SuccessorTest = Awake | Pifs | Asked | Unfolded

FAILS, PASSES, UNANSWERED = range(3)


@jit
def is_awake(system, tables, t, later, n, sleep):
    """Nothing is enabled, or something that does not sleep."""
    for i in range(n):
        if not holds(sleep, system.action[later[i]]):
            return PASSES
    return PASSES if np.int64(n) == 0 else FAILS


@jit
def passes_pifs(system, tables, t, later, n, sleep):
    """PIFS(t, enabled ∖ asleep)."""
    return PASSES if pifs_of_waking(system, tables.local, t, later, n, sleep) else FAILS


@jit
def answered(system, tables, t, later, n, sleep):
    """What the oracle has answered."""
    answer = tables.answers[number_of(system, tables, t, later, n, sleep)]
    if answer == UNKNOWN:
        return UNANSWERED
    return PASSES if answer == YES else FAILS


@jit
def passes_unfolded(system, tables, t, later, n, sleep):
    """PIFS unfolded."""
    return PASSES if may_begin_awake(system, tables, t, sleep) else FAILS


TESTERS: dict[type, Callable[..., Any]] = {
    Awake: is_awake,
    Pifs: passes_pifs,
    Asked: answered,
    Unfolded: passes_unfolded,
}


def apply_test(system, tables, t, later, n, sleep):
    """The test for the type of the tables: here for the interpreter, below for the compiler."""
    return TESTERS[type(tables)](system, tables, t, later, n, sleep)


@overload(apply_test, jit_options=cast(Any, OPTIONS))
def compiled_test(system, tables, t, later, n, sleep):
    """The same, settled when the search loop is compiled."""
    tester = TESTERS[tables.instance_class]

    def tested(system, tables, t, later, n, sleep):
        return tester(system, tables, t, later, n, sleep)

    return tested


@jit
def always_room(tables, more):
    """No oracle is asked."""
    return True


ROOM: dict[type, Callable[..., Any]] = {
    Awake: always_room,
    Pifs: always_room,
    Asked: is_room,
    Unfolded: always_room,
}


def has_room_to_ask(tables, more):
    """Whether that many more questions can be kept."""
    return ROOM[type(tables)](tables, more)


@overload(has_room_to_ask, jit_options=cast(Any, OPTIONS))
def compiled_room(tables, more):
    """The same, settled when the search loop is compiled."""
    kept = ROOM[tables.instance_class]

    def room(tables, more):
        return kept(tables, more)

    return room
