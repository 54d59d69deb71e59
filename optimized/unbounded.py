"""Unbounded nets are found by a marking that strictly covers one on the way to it.

    [KM]  as in the construction of the tree of markings.

Without inhibitor arcs, what leads from a marking to a larger one can be repeated for ever.  The ways to
markings are known by their parents, which are kept for nets with a place that no invariant bounds; they
are looked through whenever such a place needs more bits, and whenever the number of states has doubled.
"""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from mazurka.errors import UnboundedNetError
from mazurka.optimized import search as kernel
from mazurka.optimized.compiled import unpack
from mazurka.systems import Marking, PetriNet, Run

if TYPE_CHECKING:
    from mazurka.optimized.arrays import Search


LATEST = 4096
"""How many markings of a long way are compared.  An infinite way has covering pairs without end."""
COMPARED = 64
"""How many of the last of them are compared with all before."""


def refuse_if_unbounded(search: "Search") -> None:
    """UnboundedNetError when the marking at hand, or one just before it, strictly covers an earlier one."""
    net = search.request.system
    assert isinstance(net, PetriNet)
    if any(t.inhibitors for t in net.transitions):
        return
    way = _way_to(search, _node_at_hand(search))
    tokens = np.array(_markings(search, way[-LATEST:]), dtype=np.int64)
    skipped = len(way) - len(tokens)
    for j in range(max(0, len(tokens) - COMPARED), len(tokens)):
        covered = np.flatnonzero((tokens[:j] <= tokens[j]).all(axis=1))
        if covered.size:
            i = int(covered[0])
            place = net.places[int(np.argmax(tokens[j] > tokens[i]))]
            run = _run_along(net, _markings(search, way[: skipped + j + 1]))
            raise UnboundedNetError(net.name, place, run[: skipped + i], run[skipped + i :])


def _node_at_hand(search: "Search") -> int:
    if search.plan.depth_first:
        return int(search.nodes.stack[search.counters[kernel.TOP] - 1])
    return int(search.counters[kernel.HEAD])


def _way_to(search: "Search", node: int) -> list[int]:
    """The nodes from the initial one to a node."""
    way = [node]
    while way[-1] != 0:
        way.append(int(search.nodes.parent[way[-1]]))
    return way[::-1]


def _markings(search: "Search", nodes: list[int]) -> list[Marking]:
    return search.encoding.decode(unpack(search.store.rows[np.array(nodes)], search.layout))


def _run_along(net: PetriNet, markings: list[Marking]) -> Run:
    """Transitions that lead from each marking to the next."""
    return tuple(
        next(t for t in net.enabled(m) if net.after(m, t) == later) for m, later in pairwise(markings)
    )
