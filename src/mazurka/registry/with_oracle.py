"""Reducers that put an oracle of another line of code into the compiled search.

[HLPW]  Listings 1 and 2.
"""

from collections.abc import Callable, Mapping

from mazurka.limits import Watch
from mazurka.optimized import closure_search
from mazurka.optimized.asked import Oracle
from mazurka.reference.includes_first_set import FirstSetOracle
from mazurka.systems import ClientServerSystem, Exploration, System
from mazurka.systems.client_server import GlobalState

ORACLES: Mapping[str, Callable[[ClientServerSystem], Oracle]] = {"exact": FirstSetOracle}
"""Oracles for IFS by the name of the option, beside the approximations that are kernels."""


def reduce_ifs_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`ifs+sleep`: Listing 2."""
    return closure_search.reduce_ifs_sleep(system, options, watch, oracle_for(system, options))


def reduce_lex_tree(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`lex-tree`: Listing 1."""
    return closure_search.reduce_lex_tree(system, options, watch, oracle_for(system, options))


def oracle_for(system: System[GlobalState], options: Mapping[str, object]) -> Oracle | None:
    """The oracle that the options name, or None for an approximation that is a kernel."""
    make = ORACLES.get(str(options.get("oracle", "exact")))
    return make(system) if make is not None and isinstance(system, ClientServerSystem) else None
