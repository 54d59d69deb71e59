"""Unbounded nets are found by a marking that strictly covers one on the way to it.

    [KM]  as in the construction of the tree of markings.

What leads from a marking to a larger one can be repeated for ever, unless it changes a place that inhibits
one of its transitions.  The ways to
markings are known by their parents, which are kept for nets with a place that no invariant bounds; they
are looked through whenever such a place needs more bits, and whenever the number of states has doubled.
"""

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

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
    """UnboundedNetError when a pump leads to the marking at hand, or to one just before it."""
    net = search.request.system
    assert isinstance(net, PetriNet)
    way = _way_to(search, _node_at_hand(search))
    tokens = np.array(_markings(search, way[-LATEST:]), dtype=np.int64)
    skipped = len(way) - len(tokens)
    stops = _inhibiting(net, _markings(search, way[-LATEST:]))
    for j in range(max(0, len(tokens) - COMPARED), len(tokens)):
        covered = np.flatnonzero((tokens[:j] <= tokens[j]).all(axis=1)).tolist()
        i = next((i for i in covered if _leaves(tokens[i] == tokens[j], stops[i:j])), None)
        if i is not None:
            place = net.places[int(np.argmax(tokens[j] > tokens[i]))]
            run = _run_along(net, _markings(search, way[: skipped + j + 1]))
            raise UnboundedNetError(net.name, place, run[: skipped + i], run[skipped + i :])


def _inhibiting(net: PetriNet, markings: list[Marking]) -> list[frozenset[int]]:
    """For each step of the way the places that inhibit it; nothing where there are no inhibitor arcs."""
    if not any(t.inhibitors for t in net.transitions):
        return []
    return [frozenset(net.transition[a].inhibitors) for a in _run_along(net, markings)]


def _leaves(same: NDArray[np.bool_], stops: list[frozenset[int]]) -> bool:
    """Whether all places that inhibit a step have the same tokens before and after."""
    return all(same[p] for places in dict.fromkeys(stops) for p in places)


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
