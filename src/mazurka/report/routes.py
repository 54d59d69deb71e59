"""The lines of a picture: how an edge gets from one box to another, and where its label is put.

A line is a list of points; of a curve they are so close that it looks smooth.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot

from mazurka.report.layers import Layout, Point

Line = list[Point]

_STEPS = 16
_BULGE = 0.16
"""How far a curve is from the straight line, in parts of its length."""
_LOOP = 0.4
_ALONG = (0.5, 0.44, 0.56, 0.38, 0.62, 0.32, 0.68, 0.26, 0.74, 0.2)
"""Where a label may be, in parts of the line, the best place first."""


@dataclass(frozen=True)
class Box:
    """A rectangle by its centre and its size."""

    centre: Point
    width: float
    height: float

    def holds(self, p: Point) -> bool:
        """Whether the point is inside."""
        (x, y), (cx, cy) = p, self.centre
        return abs(x - cx) < self.width / 2 and abs(y - cy) < self.height / 2

    def overlap(self, other: "Box") -> float:
        """The area that two boxes share."""
        (x, y), (u, v) = self.centre, other.centre
        across = (self.width + other.width) / 2 - abs(x - u)
        down = (self.height + other.height) / 2 - abs(y - v)
        return max(0.0, min(across, self.width, other.width)) * max(0.0, min(down, self.height, other.height))


def routes(boxes: Sequence[Box], edges: Sequence[tuple[int, int]], layout: Layout) -> list[Line]:
    """A line for each edge, from the border of one box to that of the other.

    Edges between the same two nodes, in either direction, and edges within a layer are curved; those with
    bends are smooth; all others are straight.
    """
    together = Counter(frozenset(e) for e in edges)
    drawn: Counter[tuple[int, int]] = Counter()
    lines = []
    for (u, v), bends in zip(edges, layout.bends, strict=True):
        p, q = boxes[u].centre, boxes[v].centre
        drawn[u, v] += 1
        if u == v:
            lines.append(_loop(boxes[u], drawn[u, v]))
            continue
        if bends:
            line = smooth([p, *bends, q])
        elif together[frozenset((u, v))] > 1 or p[1] == q[1]:
            line = _curve(p, q, _BULGE * (1 if drawn[u, v] == 1 else -1))
        else:
            line = [p, q]
        lines.append(clipped(line, boxes[u], boxes[v]))
    return lines


def smooth(points: Sequence[Point]) -> Line:
    """A curve through all the points: the splines of Catmull and Rom."""
    ends = [points[0], *points, points[-1]]
    line = [points[0]]
    for a, b, c, d in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        for k in range(1, _STEPS + 1):
            t = k / _STEPS
            x, y = (_spline(a[i], b[i], c[i], d[i], t) for i in (0, 1))
            line.append((x, y))
    return line


def clipped(line: Line, begin: Box, end: Box) -> Line:
    """The part of a line, from the centre of one box to that of another, that is outside of both."""
    return _outside(_outside(line, begin)[::-1], end)[::-1]


def label_places(
    lines: Sequence[Line], sizes: Sequence[tuple[float, float]], boxes: Sequence[Box]
) -> list[Box]:
    """A place on each line for a label of a size, where it hides least; short lines choose first."""
    placed: dict[int, Box] = {}
    for k in sorted(range(len(lines)), key=lambda k: (length(lines[k]), k)):
        candidates = [Box(at(lines[k], t), *sizes[k]) for t in _ALONG]
        placed[k] = min(candidates, key=lambda box: _hidden(box, k, placed, lines, boxes))
    return [placed[k] for k in range(len(lines))]


def length(line: Line) -> float:
    """The length of a line."""
    return sum(hypot(u - x, v - y) for (x, y), (u, v) in pairwise(line))


def at(line: Line, part: float) -> Point:
    """The point at a part of the length of a line."""
    left = part * length(line)
    for (x, y), (u, v) in pairwise(line):
        step = hypot(u - x, v - y)
        if step and step >= left:
            return x + (u - x) * left / step, y + (v - y) * left / step
        left -= step
    return line[-1]


def _hidden(
    box: Box, mine: int, placed: dict[int, Box], lines: Sequence[Line], boxes: Sequence[Box]
) -> float:
    """How much a label would hide: other labels and nodes above all, then other lines."""
    area = box.width * box.height
    shared = sum(box.overlap(other) for other in (*placed.values(), *boxes))
    crossed = sum(k != mine and _crosses(line, box) for k, line in enumerate(lines))
    return round(20 * shared / area + crossed, 3)


def _crosses(line: Line, box: Box) -> bool:
    """Whether a line enters a box, tested at points a third of its height apart."""
    (x, y), w, h = box.centre, box.width / 2, box.height / 2
    for (a, b), (c, d) in pairwise(line):
        if max(a, c) < x - w or min(a, c) > x + w or max(b, d) < y - h or min(b, d) > y + h:
            continue
        steps = 1 + int(hypot(c - a, d - b) / max(box.height / 3, 1e-6))
        if any(box.holds((a + (c - a) * k / steps, b + (d - b) * k / steps)) for k in range(steps + 1)):
            return True
    return False


def _curve(p: Point, q: Point, bulge: float) -> Line:
    """An arc to the left of the way from p to q."""
    (x, y), (u, v) = p, q
    middle = ((x + u) / 2 - 2 * bulge * (v - y), (y + v) / 2 + 2 * bulge * (u - x))
    line = []
    for k in range(_STEPS + 1):
        t = k / _STEPS
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        line.append((a * x + b * middle[0] + c * u, a * y + b * middle[1] + c * v))
    return line


def _loop(box: Box, number: int) -> Line:
    """From the right side of a box back to it."""
    (x, y), reach = box.centre, _LOOP * number
    x += box.width / 2
    up = box.height / 4
    return smooth(
        [(x, y + up), (x + reach * 0.7, y + up + 0.1), (x + reach * 0.7, y - up - 0.1), (x, y - up)]
    )


def _outside(line: Line, box: Box) -> Line:
    """The line from where it leaves the box on."""
    first = next((k for k, p in enumerate(line) if not box.holds(p)), len(line) - 1)
    if first == 0:
        return line
    inner, outer = line[first - 1], line[first]
    for _ in range(24):
        middle = ((inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2)
        inner, outer = (middle, outer) if box.holds(middle) else (inner, middle)
    return [outer, *line[first:]]


def _spline(a: float, b: float, c: float, d: float, t: float) -> float:
    return (
        2 * b + (c - a) * t + (2 * a - 5 * b + 4 * c - d) * t * t + (3 * b - a - 3 * c + d) * t * t * t
    ) / 2
