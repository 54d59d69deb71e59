"""Persistent sets from sets of processes, with sleep sets.

    [HLPW]  Definition 38 and Table 1; sleep sets and subsumption as in Listing 2.

The sets are computed in `process_tables.py`, sleep sets are kept by the search loop.
"""

from collections.abc import Mapping

from mazurka.errors import PreconditionError
from mazurka.limits import Watch
from mazurka.optimized.arrays import Request
from mazurka.optimized.driver import run_search
from mazurka.systems import ClientServerSystem, Exploration, System
from mazurka.systems.client_server import GlobalState


def reduce_pset_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`pset+sleep` of [HLPW] Table 1: the smallest persistent set, with sleep sets and subsumption.

    options: `order`, "dfs" (the default) or "bfs".  PreconditionError unless it is a client/server system.
    """
    if not isinstance(system, ClientServerSystem):
        raise PreconditionError(
            f"pset+sleep is for client/server systems, and {system.name} is a {system.formalism}"
        )
    return run_search(
        Request(system, "processes", sleeping=True, order=str(options.get("order", "dfs"))), watch
    )
