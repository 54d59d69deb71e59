"""Curves and clouds as pictures, SVG and PNG.

Colours are those of Okabe and Ito, which the colour-blind can tell apart; markers say the same again.
matplotlib is imported when something is drawn.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

from mazurka.bench.figures import LOCKS_EACH, ZOOM, Scatter
from mazurka.errors import MazurkaError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_STYLE: Any = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.titlesize": 9,
    "legend.frameon": False,
    "legend.handletextpad": 0.4,
    "xtick.direction": "out",
    "grid.color": "0.9",
    "grid.linewidth": 0.5,
    "axes.grid": True,
    "axes.axisbelow": True,
    "svg.hashsalt": "mazurka",
}
_CURVES = {
    "reach": ("#000000", "s", ":"),
    "pset+sleep": ("#D55E00", "^", "--"),
    "full+sleep": ("#0072B2", "o", "-"),
    "all": ("#000000", "s", ":"),
    "rev+age": ("#E69F00", "^", "--"),
    "rev+nodup": ("#D55E00", "v", "--"),
    "indep+age": ("#56B4E9", "D", "-."),
    "indep+nodup": ("#0072B2", "o", "-"),
    "sound": ("#009E73", "P", "-"),
    "best": ("#009E73", "v", ":"),
    "median": ("#0072B2", "o", "-"),
    "mean": ("#E69F00", "D", "-."),
    "worst": ("#D55E00", "^", ":"),
    "none": ("#999999", "x", "-"),
    "stack-safety": ("#D55E00", "^", "--"),
    "expanded-safety": ("#0072B2", "o", "-"),
    "scc-safety": ("#009E73", "P", "-"),
    "queue-safety": ("#E69F00", "v", "--"),
    "open-safety": ("#56B4E9", "D", "-."),
    "stack": ("#D55E00", "^", "--"),
    "colour": ("#0072B2", "o", "-"),
    "colour-anticipating": ("#56B4E9", "D", "-."),
    "scc": ("#009E73", "P", "-"),
    "queue": ("#E69F00", "v", "--"),
    "open": ("#CC79A7", ">", "-."),
    "sticky": ("#F0E442", "*", "-"),
    "two-phase": ("#CC79A7", "<", ":"),
}
PUBLISHED = " [published]"
"""Ends the name of a curve that was published."""
_CLOUDS = {1: ("#009E73", "^"), 2: ("#E69F00", "s"), 3: ("#0072B2", "o")}
_WIDE = (6.8, 3.1)
_MANY = 8
"""More curves than this, or curves of several names, need a smaller legend."""
_LABEL = 30
"""Characters of a line in a legend."""
_IN_A_ROW = 5
_HOLLOW, _LARGEST, _SMALLEST = 5.0, 5.0, 3.0
"""Sizes of markers."""


@contextmanager
def _page(*, sharing: bool) -> Iterator[tuple["Figure", list["Axes"]]]:
    """Two pictures side by side, without any display; `sharing` one vertical axis."""
    import matplotlib as mpl
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    with mpl.rc_context(_STYLE):
        figure = Figure(figsize=_WIDE, layout="constrained")
        FigureCanvasAgg(figure)
        yield figure, list(figure.subplots(1, 2, sharey=sharing))


def draw_curves(
    halves: Sequence[tuple[str, Mapping[str, Sequence[tuple[int, float]]]]],
    path: Path,
    labels: tuple[str, str],
    *,
    logarithmic: bool = True,
    staggered: bool = False,
) -> list[Path]:
    """Two pictures of curves over sizes; a title and curves for each, and the labels of both axes.

    What is `PUBLISHED` is hollow markers in the colour of the curve.  The legend is below the pictures,
    unless they show different curves.  A curve of several names, with commas between them, looks like the
    first.  staggered: each curve has its markers at sizes of its own, for curves that nearly coincide.
    """
    from matplotlib.ticker import MaxNLocator

    with _page(sharing=logarithmic) as (figure, axes):
        for ax, (title, curves) in zip(axes, halves, strict=True):
            _draw_half(ax, curves, staggered=staggered)
            if logarithmic:
                ax.set_yscale("log")
            ax.set_title(title)
            ax.set_xlabel(labels[0])
            ax.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes[0].set_ylabel(labels[1])
        if [*halves[0][1]] == [*halves[1][1]]:
            _legend_below(figure, axes[0], [*halves[0][1]])
        else:
            for ax, (_, curves) in zip(axes, halves, strict=True):
                long = staggered or len(curves) > _MANY
                small = {"fontsize": 7, "labelspacing": 0.25} if long else {}
                ax.legend(loc="upper left", **small)
        return _saved(figure, path)


def _draw_half(
    ax: "Axes", curves: Mapping[str, Sequence[tuple[int, float]]], *, staggered: bool = False
) -> None:
    """The curves, each with smaller markers than the one before, which so is seen where they meet."""
    solid = [name for name in curves if not name.endswith(PUBLISHED)]
    for name, points in curves.items():
        colour, marker, line = _CURVES[name.removesuffix(PUBLISHED).partition(", ")[0]]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        if name.endswith(PUBLISHED):
            ax.plot(xs, ys, "", color=colour, marker=marker, markersize=_HOLLOW, mfc="none", linewidth=0)
        else:
            number = solid.index(name)
            size = _LARGEST - (_LARGEST - _SMALLEST) * number / max(len(solid) - 1, 1)
            ax.plot(
                xs,
                ys,
                line,
                color=colour,
                marker=marker,
                markersize=_LARGEST if staggered else size,
                markevery=(number, len(solid)) if staggered else None,
                linewidth=1.2,
                label="\n".join(wrap(name, _LABEL, break_on_hyphens=False)),
            )


def _legend_below(figure: "Figure", ax: "Axes", names: Sequence[str]) -> None:
    """The legend of both pictures, which explains hollow markers if there are any."""
    from matplotlib.lines import Line2D

    handles, shown = ax.get_legend_handles_labels()
    if any(name.endswith(PUBLISHED) for name in names):
        handles.append(Line2D([], [], color="0.3", marker="o", markersize=_HOLLOW, mfc="none", linewidth=0))
        shown.append("hollow: as published")
    columns = len(shown) if len(shown) <= _IN_A_ROW else (len(shown) + 1) // 2
    figure.legend(handles, shown, loc="outside lower center", ncols=columns)


def draw_11(scatter: Scatter, folder: Path) -> list[Path]:
    """Figure 11: each system a point, pset+sleep across and full+sleep up, both logarithmic; and the zoom."""
    with _page(sharing=False) as (figure, axes):
        points = [p for k in LOCKS_EACH for p in scatter.points[k]]
        most = 2 * max((max(p) for p in points), default=10)
        for ax, low, high in ((axes[0], 1, most), (axes[1], 0, ZOOM)):
            ax.plot([low, high], [low, high], color="0.6", linewidth=0.8, zorder=1)
            for k in LOCKS_EACH:
                shown = [p for p in scatter.points[k] if max(p) <= high]
                _cloud(ax, k, shown)
            ax.set_xlabel("nodes of pset+sleep")
            ax.set_aspect("equal")
        axes[0].set_xscale("log")
        axes[0].set_yscale("log")
        axes[0].set(xlim=(5, most), ylim=(5, most), ylabel="nodes of full+sleep")
        axes[1].set(xlim=(0, ZOOM), ylim=(0, ZOOM), title=f"at most {ZOOM:,} nodes")
        axes[0].set_title(f"{len(points)} of {scatter.systems} systems")
        axes[0].legend(loc="upper left", title="locks per client", alignment="left")
        return _saved(figure, folder / "figure-11")


def _cloud(ax: "Axes", k: int, points: Sequence[tuple[int, int]]) -> None:
    colour, marker = _CLOUDS[k]
    xs, ys = [x for x, _ in points], [y for _, y in points]
    ax.scatter(
        xs,
        ys,
        s=11,
        marker=marker,
        facecolors="none",
        edgecolors=colour,
        linewidths=0.7,
        label=str(k),
        zorder=2,
    )


def _saved(figure: "Figure", path: Path) -> list[Path]:
    """The same picture in both formats, without the date, so that equal pictures are equal files."""
    files = [path.with_name(f"{path.name}.{kind}") for kind in ("svg", "png")]
    try:
        figure.savefig(files[0], metadata={"Date": None})
        figure.savefig(files[1], dpi=200, metadata={"Software": None})
    except OSError as error:
        raise MazurkaError(f"{path}: cannot be written: {error.strerror}") from error
    return files
