"""Choices: which of the enabled moves of a node are explored.

A choice is a NamedTuple of the tables that it needs, and a kernel

    chooser(system, store, s, node, moves, n, tables, asleep, successor, chosen) → how many

that is given the n enabled moves of packed state s in order, and writes those to explore, in order, without
the sleeping ones (`asleep` is empty in a search without sleep sets); the states met so far, and room for one
more.  The type of the tables tells which
kernel is meant, so that the search loop is compiled for each choice apart and a search pays for no other.
"""

from collections.abc import Callable
from typing import Any, NamedTuple, cast

import numpy as np
from numba.extending import overload

from mazurka.optimized.action_choice import sort_by_pifs
from mazurka.optimized.candidates import Candidates, choose_candidate
from mazurka.optimized.closure import choose_by_closure
from mazurka.optimized.closure_sets import FRESHEST, choose_closure_set, weigh
from mazurka.optimized.compiled import U64, step
from mazurka.optimized.deletion import choose_by_deletion
from mazurka.optimized.jit import OPTIONS, U0, holds, inlined, jit
from mazurka.optimized.local_tables import LocalTables
from mazurka.optimized.lookups import enter_successor
from mazurka.optimized.net_tables import NetTables
from mazurka.optimized.process_tables import ProcessTables, choose_by_processes
from mazurka.optimized.provisos import CLOSED, keeps_marks
from mazurka.optimized.store import intern
from mazurka.optimized.trimming import Trimmed, trim


class All(NamedTuple):
    """Every enabled move."""

    nothing: U64


class Closure(NamedTuple):
    """A stubborn set of a net, by closure."""

    net: NetTables


class Deletion(NamedTuple):
    """A stubborn set of a net, by deletion."""

    net: NetTables


class Processes(NamedTuple):
    """A persistent set of a client/server system, from a set of processes."""

    processes: ProcessTables


class ClosureSet(NamedTuple):
    """A covering source set of a client/server system, Cl(s, a), and the order in which it is treated."""

    local: LocalTables
    closing: int  # NONE, or one of those of `closure_sets.py`
    by_pifs: bool  # in the order of `action_choice.py`


Choice = All | Closure | Deletion | Processes | ClosureSet | Trimmed | Candidates

NONE = -1
"""No closure."""


@jit
def choose_all(system, store, s, node, moves, n, tables, asleep, successor, chosen):
    """All enabled moves that do not sleep."""
    width = np.int64(0)
    for i in range(n):
        if asleep.size == 0 or not holds(asleep, system.action[moves[i]]):
            chosen[width] = moves[i]
            width += 1
    return width


@jit
def choose_closure(system, store, s, node, moves, n, tables, asleep, successor, chosen):
    """Nothing in a deadlock, else the smallest closure."""
    return choose_by_closure(system.action, s, moves, n, tables.net, chosen) if n > 0 else np.int64(0)


@jit
def choose_deletion(system, store, s, node, moves, n, tables, asleep, successor, chosen):
    """Nothing in a deadlock, else what deletion leaves."""
    return choose_by_deletion(system.action, s, moves, n, tables.net, chosen) if n > 0 else np.int64(0)


@jit
def choose_processes(system, store, s, node, moves, n, tables, asleep, successor, chosen):
    """The smallest persistent set, without the sleeping."""
    return choose_by_processes(system, s, moves, n, tables.processes, asleep, chosen)


@jit
def choose_closure_sets(system, store, s, node, moves, n, tables, asleep, successor, chosen):
    """A closure without the sleeping, or all that is awake, in the order asked for."""
    if tables.closing == NONE:
        width = choose_all(system, store, s, node, moves, n, tables, asleep, successor, chosen)
    else:
        weigh(system, store, s, moves, n, tables.local, tables.closing == FRESHEST, asleep, successor)
        width = choose_closure_set(system, s, moves, n, tables.local, tables.closing, asleep, chosen)
    if tables.by_pifs:
        sort_by_pifs(system, tables.local, s, moves, n, chosen, width)
    return width


@jit
def choose_trimmed(system, store, s, node, moves, n, tables, asleep, successor, chosen):
    """The closure that leads to fewest states not met yet, without the sleeping, trimmed, in order."""
    local = tables.test.local
    weigh(system, store, s, moves, n, local, True, asleep, successor)
    width = choose_closure_set(system, s, moves, n, local, FRESHEST, asleep, chosen)
    return trim(system, store, s, tables, asleep, successor, chosen, width)


@jit
def choose_candidates(system, store, s, node, moves, n, tables, asleep, successor, chosen):
    """The first candidate that a proviso accepts at a node that is expanded whole, and so is open no more."""
    if keeps_marks(tables.proviso):
        tables.mark[node] = CLOSED
    return choose_candidate(system, store, s, node, moves, n, tables, np.int64(0), successor, chosen)


CHOOSERS: dict[type, Callable[..., Any]] = {
    All: choose_all,
    Closure: choose_closure,
    Deletion: choose_deletion,
    Processes: choose_processes,
    ClosureSet: choose_closure_sets,
    Trimmed: choose_trimmed,
    Candidates: choose_candidates,
}


def choose(system, store, s, node, moves, n, tables, asleep, successor, chosen):
    """The chooser for the type of the tables: here for the interpreter, below for the compiler."""
    return CHOOSERS[type(tables)](system, store, s, node, moves, n, tables, asleep, successor, chosen)


@overload(choose, jit_options=cast(Any, OPTIONS))
def compiled_choose(system, store, s, node, moves, n, tables, asleep, successor, chosen):
    """The same choice, made when the search loop is compiled."""
    chooser = CHOOSERS[tables.instance_class]

    def chosen_moves(system, store, s, node, moves, n, tables, asleep, successor, chosen):
        return chooser(system, store, s, node, moves, n, tables, asleep, successor, chosen)

    return chosen_moves


@jit
def no_work(tables):
    """A choice whose costs hardly differ from node to node."""
    return U0


@jit
def work_of_closures(tables):
    """Computations over local tables."""
    return tables.local.number[0]


@jit
def work_of_trimming(tables):
    """Computations over local tables, of the test too."""
    return tables.test.local.number[0]


WORK: dict[type, Callable[..., Any]] = {
    **dict.fromkeys((All, Closure, Deletion, Processes, Candidates), no_work),
    ClosureSet: work_of_closures,
    Trimmed: work_of_trimming,
}


def work(tables):
    """How much has been computed so far, in a unit of the choice."""
    return WORK[type(tables)](tables)


@overload(work, jit_options=cast(Any, OPTIONS))
def compiled_work(tables):
    """The same, settled when the search loop is compiled."""
    counted = WORK[tables.instance_class]

    def spent(tables):
        return counted(tables)

    return spent


@inlined
def enter_unknown(system, store, s, m, tables, successor):
    """The number of the successor by move m, which no choice has looked up."""
    step(system, s, m, successor)
    return intern(store, successor)


@inlined
def enter_known(system, store, s, m, tables, successor):
    """The number of the successor by move m, which a proviso may have looked up."""
    return enter_successor(system, store, s, m, tables.known, successor)


ENTERED: dict[type, Callable[..., Any]] = {
    **dict.fromkeys((All, Closure, Deletion, Processes, ClosureSet, Trimmed), enter_unknown),
    Candidates: enter_known,
}


def entered(system, store, s, m, tables, successor):
    """The number of the successor of packed state s by move m, which is added when it is new."""
    return ENTERED[type(tables)](system, store, s, m, tables, successor)


@overload(entered, jit_options=cast(Any, {**OPTIONS, "forceinline": True}))
def compiled_entered(system, store, s, m, tables, successor):
    """The same, settled when the search loop is compiled; inlined, as tables are many arguments."""
    enter = ENTERED[tables.instance_class]

    def number(system, store, s, m, tables, successor):
        return enter(system, store, s, m, tables, successor)

    return number
