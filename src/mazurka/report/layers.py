"""Layouts in layers: each node at its distance from node 0, few crossings, neighbours above one another.

    [STT]  nodes in layers, bends where an edge passes a layer, orders by barycentres.

Variant: layers are distances, not longest paths.  So no edge down passes a layer, and only those that lead
up, back to what was met before, have bends.  Lengths are those of the widths given.
"""

from bisect import bisect_right, insort
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

Point = tuple[float, float]

_ROUNDS = 12
_BEND = 0.12
"""The width that is kept free for an edge that passes a layer."""
_STRAIGHT = 3
"""How much more the parts of one edge are drawn together than a node and its neighbour."""


@dataclass(frozen=True)
class Layout:
    """centres: of the nodes, the y of node 0 is 0 and the others are below it.
    bends:   for each edge the points through which it passes.
    """

    centres: list[Point]
    bends: list[list[Point]]


@dataclass
class _Items:
    """Nodes and bends, numbered; in each layer an order of them, and links from each layer to the next."""

    widths: list[float]
    layers: list[list[int]]
    links: list[tuple[int, int]] = field(default_factory=list)
    bends: list[list[int]] = field(default_factory=list)

    def neighbours(self) -> tuple[list[list[int]], list[list[int]]]:
        """For each item those that it is linked to above, and those below."""
        above: list[list[int]] = [[] for _ in self.widths]
        below: list[list[int]] = [[] for _ in self.widths]
        for u, v in self.links:
            above[v].append(u)
            below[u].append(v)
        return above, below


def layered(
    widths: Sequence[float],
    heights: Sequence[float],
    edges: Sequence[tuple[int, int]],
    *,
    beside: float,
    between: float,
) -> Layout:
    """Places for nodes of these sizes, all reachable from node 0.

    beside:  the space between two nodes of a layer.
    between: the least space between two layers; where edges are flat there is more.
    """
    items = _items(widths, edges)
    _order(items)
    xs = _across(items, beside)
    depth = {i: d for d, layer in enumerate(items.layers) for i in layer}
    ys = _down(items, xs, heights, between)
    centres = [(xs[n], ys[depth[n]]) for n in range(len(widths))]
    return Layout(centres, [[(xs[b], ys[depth[b]]) for b in bends] for bends in items.bends])


def distances(nodes: int, edges: Sequence[tuple[int, int]]) -> list[int]:
    """How far each node is from node 0, from which all can be reached."""
    out: list[list[int]] = [[] for _ in range(nodes)]
    for u, v in edges:
        out[u].append(v)
    depth = {0: 0}
    queue = [0]
    for u in queue:
        for v in out[u]:
            if v not in depth:
                depth[v] = depth[u] + 1
                queue.append(v)
    return [depth[n] for n in range(nodes)]


def _items(widths: Sequence[float], edges: Sequence[tuple[int, int]]) -> _Items:
    depth = distances(len(widths), edges)
    items = _Items(list(widths), [[] for _ in range(max(depth) + 1)])
    for n, d in enumerate(depth):
        items.layers[d].append(n)
    for u, v in edges:
        chain = [u]
        for d in range(depth[u] - 1, depth[v], -1):
            items.widths.append(_BEND)
            chain.append(len(items.widths) - 1)
            items.layers[d].append(chain[-1])
        items.bends.append(chain[1:])
        if depth[u] != depth[v]:
            steps = pairwise([*chain, v])
            items.links += steps if depth[u] < depth[v] else ((y, x) for x, y in steps)
    return items


def _order(items: _Items) -> None:
    """The order in the layers with the fewest crossings that sweeps by barycentres come to."""
    above, below = items.neighbours()
    best, fewest = [list(layer) for layer in items.layers], crossings(items.layers, below)
    for sweep in range(_ROUNDS):
        down = sweep % 2 == 0
        near, order = (above, items.layers) if down else (below, items.layers[::-1])
        for before, layer in pairwise(order):
            place = {i: k for k, i in enumerate(before)}
            at = {i: k for k, i in enumerate(layer)}
            layer.sort(key=lambda i, at=at, place=place: _mean([place[j] for j in near[i]], at[i]))  # type: ignore[misc]
        if (found := crossings(items.layers, below)) < fewest:
            best, fewest = [list(layer) for layer in items.layers], found
    items.layers[:] = best


def crossings(layers: Sequence[Sequence[int]], below: Sequence[Sequence[int]]) -> int:
    """How many pairs of links cross."""
    found = 0
    for layer, following in pairwise(layers):
        place = {i: k for k, i in enumerate(following)}
        seen: list[int] = []
        for i in layer:
            ends = sorted(place[j] for j in below[i])
            found += sum(len(seen) - bisect_right(seen, e) for e in ends)
            for e in ends:
                insort(seen, e)
    return found


def _across(items: _Items, beside: float) -> list[float]:
    """Each item as near to the middle of its neighbours as the order and the widths let it be."""
    above, below = items.neighbours()
    xs = [0.0] * len(items.widths)
    for layer in items.layers:
        _set(xs, layer, [0.0] * len(layer), items.widths, beside)
    bends = {b for chain in items.bends for b in chain}
    for sweep in range(4 * _ROUNDS):
        for layer in items.layers if sweep % 2 == 0 else items.layers[::-1]:
            wishes = []
            for i in layer:
                near = above[i] + below[i]
                pulled = near + [j for j in near if i in bends or j in bends] * (_STRAIGHT - 1)
                wishes.append(_mean([xs[j] for j in pulled], xs[i]))
            _set(xs, layer, wishes, items.widths, beside)
    return xs


def _set(
    xs: list[float], layer: Sequence[int], wishes: Sequence[float], widths: Sequence[float], beside: float
) -> None:
    """The places nearest to the wishes, by least squares, at which nothing overlaps."""
    offset, offsets = 0.0, [0.0]
    for i, j in pairwise(layer):
        offset += (widths[i] + widths[j]) / 2 + beside
        offsets.append(offset)
    for i, x, o in zip(
        layer, isotonic([w - o for w, o in zip(wishes, offsets, strict=True)]), offsets, strict=True
    ):
        xs[i] = x + o


def isotonic(wishes: Sequence[float]) -> list[float]:
    """The ascending sequence nearest to the given one: neighbours that violate the order share their mean."""
    blocks: list[tuple[float, int]] = []
    for wish in wishes:
        total, size = wish, 1
        while blocks and blocks[-1][0] / blocks[-1][1] > total / size:
            more, of = blocks.pop()
            total, size = total + more, size + of
        blocks.append((total, size))
    return [total / size for total, size in blocks for _ in range(size)]


def _down(items: _Items, xs: Sequence[float], heights: Sequence[float], between: float) -> list[float]:
    """The y of each layer: the flatter its edges would be, the more space there is above a layer."""
    depth = {i: d for d, layer in enumerate(items.layers) for i in layer}
    tallest = [max((heights[i] for i in layer if i < len(heights)), default=0.0) for layer in items.layers]
    flattest = [0.0] * len(items.layers)
    for u, v in items.links:
        flattest[depth[v]] = max(flattest[depth[v]], abs(xs[u] - xs[v]))
    ys = [0.0]
    for d in range(1, len(items.layers)):
        room = between + min(flattest[d] / 5, 2 * between)
        ys.append(ys[-1] - (tallest[d - 1] + tallest[d]) / 2 - room)
    return ys


def _mean(values: Sequence[float], otherwise: float) -> float:
    return sum(values) / len(values) if values else otherwise
