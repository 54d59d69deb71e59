"""Reducers that put an oracle of another line of code into a search.

    [HLPW]  Listings 1, 2 and 6, Definition 6.

Oracles for IFS by name: *exact* enumerates; *sat* asks a solver; *pifs-sat* asks the solver only where PIFS
says yes, which is where IFS can hold.  All three give the same graph.  When a limit is reached in the
middle of a question the answer is yes, which keeps every promise, and the search ends at its next look at
the clock.

    pifs-sat+sleep        Listing 6, whose test is exact
    minimum-source+sleep  at each node a smallest covering source set, given its sleep set; an exact test
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import contextmanager
from functools import partial

from mazurka.errors import PreconditionError
from mazurka.limits import Watch
from mazurka.optimized import closure_search
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.oracle.source_sets import find_covering
from mazurka.reference import client_server_search
from mazurka.reference.client_server_reducers import LISTING_6, with_options
from mazurka.reference.explorer import to_exploration
from mazurka.reference.includes_first_set import FirstSetOracle, Oracle
from mazurka.reference.local_runs import local_runs
from mazurka.reference.pifs import find_pifs
from mazurka.reference.sleep_sets import Rules, Sleep, search
from mazurka.systems import Action, ClientServerSystem, Exploration, System
from mazurka.systems.client_server import GlobalState

EXACT = ("exact", "sat", "pifs-sat")


def reduce_ifs_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`ifs+sleep`: Listing 2."""
    with oracle_for(system, options, watch) as oracle:
        return closure_search.reduce_ifs_sleep(system, options, watch, oracle)


def reduce_lex_tree(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`lex-tree`: Listing 1."""
    with oracle_for(system, options, watch) as oracle:
        return closure_search.reduce_lex_tree(system, options, watch, oracle)


def reduce_pifs_sat_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`pifs-sat+sleep`: min closure, ChooseAction by PIFS, sleep sets, and an exact test of successors."""
    known = required(system, "pifs-sat+sleep")
    with oracle_for(known, {"oracle": "pifs-sat"}, watch) as oracle:
        graph = client_server_search.closure_search(known, with_options(LISTING_6, options), watch, oracle)
    return to_exploration(graph, known, watch.seconds())


def reduce_minimum_source_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`minimum-source+sleep`: no node explores more than it must."""
    known = required(system, "minimum-source+sleep")
    with IncludesFirstSet(known) as oracle:

        def choose(s: GlobalState, sleep: Sleep) -> Sequence[Action]:
            covering = find_covering(oracle, s, sleep, watch)
            return known.enabled(s) if covering is None else covering

        def refuses(t: GlobalState, asleep: Sleep) -> bool:
            return not _unless_no(oracle, watch, t, frozenset(known.enabled(t)) - asleep)

        graph = search(known, Rules(choose, refuses, order=str(options.get("order", "dfs"))), watch)
    return to_exploration(graph, known, watch.seconds())


@contextmanager
def oracle_for(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Iterator[Oracle | None]:
    """The oracle that the options name, or None for an approximation that is a kernel."""
    name = str(options.get("oracle", "exact"))
    if name not in EXACT or not isinstance(system, ClientServerSystem):
        yield None
    elif name == "exact":
        yield FirstSetOracle(system)
    else:
        with IncludesFirstSet(system) as solver:
            asked = partial(_unless_no, solver, watch)
            yield asked if name == "sat" else _after_pifs(system, asked)


def required(system: System[GlobalState], name: str) -> ClientServerSystem:
    """The system, if it is client/server; PreconditionError otherwise."""
    if isinstance(system, ClientServerSystem):
        return system
    raise PreconditionError(f"{name} is for client/server systems, and {system.name} is none")


def _unless_no(oracle: IncludesFirstSet, watch: Watch, t: GlobalState, awake: Set[Action]) -> bool:
    return oracle.ask(t, awake, watch).holds is not False


def _after_pifs(system: ClientServerSystem, asked: Oracle) -> Oracle:
    table = local_runs(system)
    return lambda t, awake: find_pifs(table, t, awake).holds and asked(t, awake)
