"""The full state space of a system of any formalism."""

from collections.abc import Mapping
from typing import Any

from mazurka.limits import Watch
from mazurka.optimized.driver import run_search
from mazurka.optimized.requests import Request
from mazurka.systems import Exploration, System


def explore(
    system: System[Any], watch: Watch | None = None, *, order: str = "bfs", recording: bool = False
) -> Exploration[Any]:
    """Explore all reachable states; with `recording` the edges are kept, and the graph can be had.

    Nodes are numbered in order of discovery; order is "bfs" or "dfs".  UnboundedNetError when a net
    is found to be unbounded.
    """
    return run_search(Request(system, order=order, recording=recording), watch or Watch())


def reduce_reach(system: System[Any], options: Mapping[str, object], watch: Watch) -> Exploration[Any]:
    """`reach`: no reduction at all.  options: `order`, "bfs" (the default) or "dfs"."""
    return explore(system, watch, order=str(options.get("order", "bfs")), recording=True)
