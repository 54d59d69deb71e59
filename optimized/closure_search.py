"""Stateful search guided by first sets: Listing 6, and what is left without a part of it.

    [HLPW]  Listings 4, 5 and 6, Table 1.

What each part means, to the order of treatment, stands in the docstring of `closure_search` of the plain
reducers; these build the same graphs.
"""

from collections.abc import Mapping
from dataclasses import replace

from mazurka.errors import OptionError, PreconditionError
from mazurka.limits import Watch
from mazurka.optimized.asked import Oracle
from mazurka.optimized.driver import run_search
from mazurka.optimized.requests import Request
from mazurka.systems import ClientServerSystem, Exploration, System
from mazurka.systems.client_server import GlobalState

CLOSURES = {"min": "smallest", "lex": "first"}


def reduce_full_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`full+sleep`: closure, PIFS test, choice of action by PIFS, sleep sets."""
    return _reduce("full+sleep", Request(system, "smallest", "dfs", True, test="pifs"), options, watch)


def reduce_full_without_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`full-sleep`: the same without sleep sets, one node a state."""
    request = Request(system, "smallest", "dfs", True, test="pifs", keeping=False)
    return _reduce("full-sleep", request, options, watch)


def reduce_minclosure_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`minclosure+sleep`: without the PIFS test; a successor that sleeps altogether is refused."""
    return _reduce("minclosure+sleep", Request(system, "smallest", "dfs", True), options, watch)


def reduce_apifs_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`apifs+sleep`: without the closure; the PIFS test alone says when to stop."""
    return _reduce("apifs+sleep", Request(system, "awake", "dfs", True, test="pifs"), options, watch)


def reduce_fresh_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`fresh+sleep`: Listing 6 with the closure that leads to fewest states not met yet."""
    return _reduce("fresh+sleep", Request(system, "freshest", "dfs", True, test="pifs"), options, watch)


def reduce_unfolded_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`unfolded+sleep`: Listing 6 with PIFS unfolded."""
    return _reduce(
        "unfolded+sleep", Request(system, "smallest", "dfs", True, test="unfolded"), options, watch
    )


def reduce_merged_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`merged+sleep`: the freshest closure, one node a state."""
    request = Request(system, "freshest", "dfs", True, merging=True, test="pifs")
    return _reduce("merged+sleep", request, options, watch)


def reduce_lean_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`lean+sleep`: one node a state, the freshest closure, trimmed, and PIFS unfolded."""
    request = Request(system, "trimmed", "dfs", True, merging=True, test="unfolded")
    return _reduce("lean+sleep", request, options, watch)


def reduce_ifs_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch, oracle: Oracle | None = None
) -> Exploration[GlobalState]:
    """`ifs+sleep`: Listing 2, all that is enabled in order, subsumption, and an oracle for IFS."""
    return _reduce("ifs+sleep", _by_oracle(system, options, oracle), options, watch)


def reduce_lex_tree(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch, oracle: Oracle | None = None
) -> Exploration[GlobalState]:
    """`lex-tree`: Listing 1, the same without subsumption: a tree."""
    request = replace(_by_oracle(system, options, oracle), sharing=False)
    return _reduce("lex-tree", request, options, watch)


TESTS = {"pifs": "pifs", "sleep": "awake"}
"""Approximate oracles that are kernels, by name."""


def _by_oracle(system: System[GlobalState], options: Mapping[str, object], oracle: Oracle | None) -> Request:
    """Listing 2 with an oracle, or with the approximation that the options name."""
    name = str(options.get("oracle", "pifs"))
    if oracle is None and name not in TESTS and isinstance(system, ClientServerSystem):
        raise OptionError(f"oracle is {' or '.join(TESTS)}, or an object is given; not {name!r}")
    test = "asked" if oracle else TESTS.get(name, "pifs")
    return Request(system, "awake", "dfs", True, test=test, by_pifs=False, oracle=oracle)


def _reduce(
    name: str, request: Request, options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    system = request.system
    if not isinstance(system, ClientServerSystem):
        raise PreconditionError(
            f"{name} is for client/server systems, and {system.name} is a {system.formalism} system"
        )
    request = replace(
        request,
        system=system.reordered(str(options.get("actions", "given"))),
        budget=_positive("budget", options.get("budget", request.budget)),
        form=str(options.get("form", "processes")),
        order=str(options.get("order", request.order)),
        choice=CLOSURES[str(options["closure"])] if "closure" in options else request.choice,
        by_pifs=request.by_pifs and options.get("choice", "pifs") == "pifs",
    )
    return run_search(request, watch)


def _positive(name: str, value: object) -> int:
    if not isinstance(value, int) or value < 1:
        raise OptionError(f"option {name}: {value!r} is not an integer above 0")
    return value
