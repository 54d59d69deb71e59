"""Readings of [HLPW] that lose runs: negative controls of the tests and closures of client/server systems.

    [HLPW]  Definitions 31, 33 and 36, where the printed words leave room for them.

Not for use.  Each is one search of `client_server_search.py` with one wrong part, and claims what the right
one keeps, so that an audit that passes it is itself at fault.
"""

from collections.abc import Mapping, Set
from dataclasses import replace

from mazurka.limits import Watch
from mazurka.reference.client_server_reducers import LISTING_6, reduce_by_parts
from mazurka.reference.closure_sets import Actions, close
from mazurka.reference.local_runs import LocalRuns
from mazurka.reference.pifs import Pifs, grow_actions, grow_processes
from mazurka.systems import Action, Exploration, System
from mazurka.systems.client_server import GlobalState


def find_pifs_of_disabled(table: LocalRuns, s: GlobalState, b: Set[Action]) -> Pifs:
    """PIFS where only what is not enabled at s can stick.

    WRONG: what is enabled now can also stick later.  The smallest case: a server does a and then b, or b at
    once; the client of b can do d instead.  The first set of a b is {a}, and d is enabled.
    """
    enabled = frozenset(table.system.enabled(s))
    return grow_processes(table, s, b, lambda c: c not in enabled)


def find_action_pifs_with_new_processes(table: LocalRuns, s: GlobalState, b: Set[Action]) -> Pifs:
    """PIFS in the form of actions where each action added must bring a new process.

    WRONG: an action within dom(A) may be what an action of A needs to get on to one that sticks.
    """
    return grow_actions(table, s, b, lambda inside, q: q not in inside)


def covering_set_without_rivals(table: LocalRuns, s: GlobalState, a: Action) -> Actions:
    """Cl(s, a) ∩ enabled(s) where Cl is the least set with a and (3): Definition 36 as it is printed.

    WRONG: what a process of a can do instead of a is missing, and with it every run in which it does that.
    """
    closed = close(table, s, {a})
    return tuple(b for b in table.system.enabled(s) if b in closed)


def reduce_without_what_is_enabled(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """apifs+sleep with the first wrong test."""
    parts = replace(LISTING_6, closure="none", choice="first", pifs=find_pifs_of_disabled)
    return reduce_by_parts("broken/pifs-of-disabled", parts, system, options, watch)


def reduce_with_new_processes(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """apifs+sleep with the second wrong test."""
    parts = replace(LISTING_6, closure="none", choice="first", pifs=find_action_pifs_with_new_processes)
    return reduce_by_parts("broken/pifs-new-process", parts, system, options, watch)


def reduce_without_rivals(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """minclosure+sleep with the wrong closure."""
    parts = replace(LISTING_6, test="sleep", choice="first", cover=covering_set_without_rivals)
    return reduce_by_parts("broken/closure-without-rivals", parts, system, options, watch)
