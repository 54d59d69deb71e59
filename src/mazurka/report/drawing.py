"""State spaces as pictures, SVG and PNG: the layout in layers, drawn by matplotlib.

An arrow from nowhere leads to the initial state; a deadlock has a double border.  What a reduction leaves out
is grey, and a deadlock that it loses keeps a border in the colour of deadlocks, dashed.  Colours are those of
Okabe and Ito.  One unit of the axes is an inch, so that letters and boxes keep their sizes.
"""

from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mazurka.formats import files
from mazurka.report.layers import layered
from mazurka.report.routes import Box, Line, label_places, routes
from mazurka.report.space import Arrow, Space

if TYPE_CHECKING:
    from matplotlib.axes import Axes

KINDS = (".svg", ".png")

_INK, _EDGE, _DEAD, _TINT = "#000000", "#0072B2", "#D55E00", "#FBEADF"
_PRUNED, _PRUNED_TEXT = "0.78", "0.62"
_NAME_SIZE, _LABEL_SIZE, _POINTS = 8.0, 7.0, 72.0
_LINE_HEIGHT = 1.25
_PADDING, _MARGIN, _TAIL = 0.07, 0.15, 0.32
_BORDER = 0.035
"""Between the two borders of a deadlock."""
_BESIDE, _BETWEEN, _FARTHEST = 0.3, 0.42, 1.2
_LABEL_LENGTH = 14
_AROUND = 0.05
"""Free space beside a label."""
_STYLE: Any = {"font.family": "DejaVu Sans", "svg.hashsalt": "mazurka"}


def draw(space: Space, names: Sequence[str], path: Path, *, title: str = "") -> None:
    """Draw a space, each state with its name; the suffix of the file says which format."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    kind = path.suffix.lower().lstrip(".")
    with mpl.rc_context(_STYLE):
        boxes, lines = _placed(space, names)
        labels = label_places(lines, _label_sizes(space), boxes)
        left, right, bottom, top = _extent([*boxes, *labels], lines)
        figure = Figure(figsize=(right - left, top - bottom))
        FigureCanvasAgg(figure)
        ax = figure.add_axes((0, 0, 1, 1), xlim=(left, right), ylim=(bottom, top))
        ax.set_axis_off()
        _draw_edges(ax, space, lines, labels)
        _draw_states(ax, space, names, boxes)
        picture = BytesIO()
        absent = "Date" if kind == "svg" else "Software"
        figure.savefig(picture, format=kind, dpi=200, metadata={absent: None, "Title": title})
    files.write_bytes(path, picture.getvalue())


def _placed(space: Space, names: Sequence[str]) -> tuple[list[Box], list[Line]]:
    sizes = []
    for n, name in enumerate(names):
        width, height = _size(name, _NAME_SIZE)
        more = 2 * (_PADDING + (_BORDER if n in space.deadlocks else 0))
        sizes.append((max(width, height) + more, height + more))
    edges = [(a.source, a.target) for a in space.arrows]
    labels = _label_sizes(space)
    longest = max((w for w, _ in labels), default=0.0)
    tallest = max((h for _, h in labels), default=0.0)
    narrowest = min(w for w, _ in sizes)
    layout = layered(
        [w for w, _ in sizes],
        [h for _, h in sizes],
        edges,
        beside=min(max(_BESIDE, longest - narrowest), _FARTHEST),
        between=_BETWEEN + tallest,
    )
    boxes = [Box(c, w, h) for c, (w, h) in zip(layout.centres, sizes, strict=True)]
    return boxes, routes(boxes, edges, layout)


def _label(arrow: Arrow) -> str:
    """The actions of an arrow; one below the other where they do not fit in a line."""
    line = ", ".join(arrow.actions)
    return line if len(line) <= _LABEL_LENGTH else ",\n".join(arrow.actions)


def _label_sizes(space: Space) -> list[tuple[float, float]]:
    sizes = (_size(_label(a), _LABEL_SIZE) for a in space.arrows)
    return [(w + 2 * _AROUND, h) for w, h in sizes]


def _size(text: str, points: float) -> tuple[float, float]:
    """Width and height of a text in inches."""
    from matplotlib.textpath import TextPath

    rows = text.split("\n")
    widths = [
        TextPath((0, 0), _plain(row), size=points).get_extents().width if row.strip() else 0.0 for row in rows
    ]
    return max(widths) / _POINTS, len(rows) * points * _LINE_HEIGHT / _POINTS


def _plain(text: str) -> str:
    """The text as it is: a dollar begins no formula."""
    return text.replace("$", r"\$")


def _extent(boxes: Sequence[Box], lines: Sequence[Line]) -> tuple[float, float, float, float]:
    """Left, right, bottom and top of everything, with the tail of the initial state and a margin."""
    points = [p for line in lines for p in line]
    for b in boxes:
        (x, y), w, h = b.centre, b.width / 2, b.height / 2
        points += [(x - w, y - h), (x + w, y + h)]
    (x, y), h = boxes[0].centre, boxes[0].height / 2
    points.append((x, y + h + _TAIL))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return min(xs) - _MARGIN, max(xs) + _MARGIN, min(ys) - _MARGIN, max(ys) + _MARGIN


def _draw_edges(ax: "Axes", space: Space, lines: Sequence[Line], labels: Sequence[Box]) -> None:
    """What is left out first, so that what is kept lies above it."""
    for arrow, line, box in sorted(zip(space.arrows, lines, labels, strict=True), key=lambda x: x[0].kept):
        _draw_line(ax, line, _EDGE if arrow.kept else _PRUNED, 1.1 if arrow.kept else 0.7, 1 + arrow.kept)
        ax.text(
            *box.centre,
            _plain(_label(arrow)),
            size=_LABEL_SIZE,
            color=_EDGE if arrow.kept else _PRUNED_TEXT,
            ha="center",
            va="center",
            linespacing=_LINE_HEIGHT,
            zorder=4 + arrow.kept,
            bbox={"facecolor": "white", "edgecolor": "none", "pad": 0.6},
        )


def _draw_line(ax: "Axes", line: Line, colour: str, width: float, above: float) -> None:
    from matplotlib.patches import FancyArrowPatch
    from matplotlib.path import Path as Drawn

    ax.add_patch(
        FancyArrowPatch(
            path=Drawn(line),
            arrowstyle="-|>,head_length=0.35,head_width=0.16",
            mutation_scale=14,
            color=colour,
            linewidth=width,
            joinstyle="miter",
            zorder=above,
        )
    )


def _draw_states(ax: "Axes", space: Space, names: Sequence[str], boxes: Sequence[Box]) -> None:
    (x, y), h = boxes[0].centre, boxes[0].height / 2
    _draw_line(ax, [(x, y + h + _TAIL), (x, y + h)], _INK, 1.1, 2)
    for n, (name, box) in enumerate(zip(names, boxes, strict=True)):
        kept, dead = space.kept[n], n in space.deadlocks
        colour = _DEAD if dead else _INK if kept else _PRUNED
        _draw_box(ax, box, 0.0, colour, _TINT if dead and kept else "white", dashed=dead and not kept)
        if dead:
            _draw_box(ax, box, _BORDER, colour, "none", dashed=not kept)
        ax.text(
            *box.centre,
            _plain(name),
            size=_NAME_SIZE,
            color=_INK if kept else _PRUNED_TEXT,
            ha="center",
            va="center",
            linespacing=_LINE_HEIGHT,
            zorder=7,
        )


def _draw_box(ax: "Axes", box: Box, inside: float, colour: str, fill: str, *, dashed: bool) -> None:
    from matplotlib.patches import FancyBboxPatch

    (x, y), w, h = box.centre, box.width - 2 * inside, box.height - 2 * inside
    ax.add_patch(
        FancyBboxPatch(
            (x - w / 2, y - h / 2),
            w,
            h,
            boxstyle=f"round,pad=0,rounding_size={min(0.09, h / 2)}",
            facecolor=fill,
            edgecolor=colour,
            linewidth=0.8,
            linestyle=(0, (3, 2)) if dashed else "-",
            zorder=6,
        )
    )
