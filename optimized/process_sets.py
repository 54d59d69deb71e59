"""Persistent sets from sets of processes, with sleep sets or with a proviso.

    [HLPW]  Definition 38 and Table 1; sleep sets and subsumption as in Listing 2.

The sets are computed in `process_tables.py`, sleep sets are kept by the search loop.
"""

from collections.abc import Mapping

from mazurka.errors import PreconditionError
from mazurka.limits import Watch
from mazurka.optimized.driver import run_search
from mazurka.optimized.requests import Request, with_proviso
from mazurka.systems import ClientServerSystem, Exploration, System
from mazurka.systems.client_server import GlobalState


def reduce_pset_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`pset+sleep` of [HLPW] Table 1: the smallest persistent set, with sleep sets and subsumption.

    options: `order`, "dfs" (the default) or "bfs".  PreconditionError unless it is a client/server system.
    """
    return _reduce("pset+sleep", "processes", system, options, watch)


def reduce_pset_next_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`pset-next+sleep`: the same with sets of processes closed for the next step only."""
    return _reduce("pset-next+sleep", "next-processes", system, options, watch)


def reduce_pset(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`pset`: the smallest persistent set, without sleep sets; clients may be cyclic.

    options: `proviso`, `order` and `visible`, see `provisos.py`; `closed`, "ahead" (the default) or "next".
    """
    if not isinstance(system, ClientServerSystem):
        raise PreconditionError(
            f"pset is for client/server systems, and {system.name} is a {system.formalism} system"
        )
    choice = "next-processes" if options.get("closed", "ahead") == "next" else "processes"
    return run_search(with_proviso(Request(system, choice), options), watch)


def _reduce(
    name: str, choice: str, system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    if not isinstance(system, ClientServerSystem):
        raise PreconditionError(
            f"{name} is for client/server systems, and {system.name} is a {system.formalism} system"
        )
    return run_search(Request(system, choice, sleeping=True, order=str(options.get("order", "dfs"))), watch)
