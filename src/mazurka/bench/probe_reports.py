"""The tables on probe sets for people, on the terminal and as Markdown, and as data for scripts."""

from collections.abc import Iterator, Mapping, Sequence
from statistics import median
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from mazurka.bench.costs import limits, rate
from mazurka.bench.differences import Kind
from mazurka.bench.probe_sets import Cell, Spread
from mazurka.bench.table1 import Figure
from mazurka.bench.terminal import Line, by_model
from mazurka.report.tables import number

FIGURES = ("states", "nodes", "touched")

_COLOURS = {True: "green", False: "red", None: ""}

LEGEND = (
    "The states of vectors; after a dot those that were looked at. Of several seeds the least, the middle "
    "and the greatest number, where they differ. In brackets the published nodes: ✓ where they lie between "
    "the fewest states and the most looked at, else by how much the nearest of these is smaller or larger. "
    "✗: the reduction loses deadlocks. limit: a run reached our limit; solved: it did so in [B], and not "
    "here; both: in both. A dash is what was not run: a column ends at the first size that reaches its limit."
)


def terminal(cells: Sequence[Cell]) -> list[RenderableType]:
    """Under each model its columns; in 80 columns."""
    figures = ("states", "vectors", "looked at", "published", "kept", "s")
    return by_model([c for c in cells if c.missing or c.runs], figures, _lines)


def _lines(cell: Cell) -> Iterator[Line]:
    counts = [spread_text(cell, f) for f in FIGURES]
    kept = Text(kept_text(cell), style=_COLOURS[cell.kept])
    yield f"  {cell.column.name}", *counts, _published(cell.published), kept, _seconds(cell)


def spread_text(cell: Cell, figure: str) -> str:
    """Least/middle/greatest, or the one number that all runs have."""
    found = cell.spread(figure)
    if found is not None:
        return _spread(found)
    if cell.failure is not None:
        return "failed"
    return "–" if cell.limit is None else "limit"


def _spread(s: Spread) -> str:
    return number(s.least) if s.least == s.greatest else f"{s.least:,}/{s.median:,.0f}/{s.greatest:,}"


def kept_text(cell: Cell) -> str:
    """Whether deadlocks are kept."""
    if cell.kept is False:
        return f"✗ {number(cell.lost)} of {number(cell.deadlocks)}"
    return "✓" if cell.kept else "?"


def _published(figure: Figure) -> str:
    return "–" if figure is None or isinstance(figure, str) else number(figure)


def _seconds(cell: Cell) -> str:
    known = [m.seconds for m in cell.runs if m.seconds is not None]
    return number(float(median(known))) if known else "–"


def data(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """The cells for scripts."""
    return [
        {
            "family": c.row.family,
            "size": c.row.size,
            "parameters": dict(c.row.parameters),
            "column": c.column.name,
            "reducer": c.column.reducer,
            "model": c.missing is None,
            "reason": c.missing,
            "runs": len(c.runs),
            "complete": c.complete,
            "limit": c.limit,
            "failure": c.failure,
            **{name: _numbers(c.spread(figure)) for name, figure in _NAMES.items()},
            "published": c.published,
            "compared": c.difference.kind.value,
            "difference": c.difference.by,
            "deadlocks": _numbers(c.spread("deadlocks")),
            "deadlocks_of_system": c.deadlocks,
            "deadlocks_kept": c.kept,
            "seconds": _numbers(c.spread("seconds")),
        }
        for c in cells
    ]


_NAMES = {"states": "states", "vectors": "nodes", "states_looked_at": "touched"}


def _numbers(s: Spread | None) -> dict[str, float] | None:
    return None if s is None else {"min": s.least, "median": s.median, "max": s.greatest, "mean": s.mean}


def markdown(cells: Sequence[Cell], pictures: Mapping[str, str]) -> str:
    """A page: a table for each of the models, the pictures with captions, and every cell."""
    return "\n".join(_page(cells, pictures)) + "\n"


def _page(cells: Sequence[Cell], pictures: Mapping[str, str]) -> Iterator[str]:
    yield "# Probe sets: Tables 5.1 to 5.4, A.1 and A.2, rerun"
    yield ""
    yield (
        "Burgman, *Partial-Order Reduction Based on Probe Sets*, chapter 5 and appendix A. Written by "
        "`mazurka bench probe-sets`."
    )
    yield ""
    yield (
        f"{limits(m for c in cells for m in c.runs)} Those of [B] were an hour and 20 GB. Its nodes are the "
        "states that its tool computed: those of vectors, and of those on the way as many as that takes it."
    )
    for table in dict.fromkeys(c.row.table for c in cells):
        yield from _section(table, [c for c in cells if c.row.table == table])
    yield ""
    yield LEGEND
    for picture, caption in pictures.items():
        yield ""
        yield f"![{picture.removesuffix('.svg')}]({picture})"
        yield ""
        yield caption
    yield ""
    yield from _details(cells)


def _section(table: str, cells: Sequence[Cell]) -> Iterator[str]:
    """A table of the thesis: ours beside published figures, then those of other tools."""
    columns = list(dict.fromkeys(c.column.name for c in cells))
    rows = list(dict.fromkeys(c.row.name for c in cells))
    others = list(dict.fromkeys(name for c in cells for name in c.row.others))
    yield ""
    yield f"## {table}: {cells[0].row.family}"
    yield ""
    yield "| size | " + " | ".join([*columns, *(f"{name}, published" for name in others)]) + " |"
    yield "| --- |" + " ---: |" * (len(columns) + len(others))
    for row in rows:
        here = [c for c in cells if c.row.name == row]
        printed = [_published(here[0].row.others.get(name)) for name in others]
        yield f"| {here[0].row.size} | " + " | ".join([*map(_entry, here), *printed]) + " |"


def _entry(cell: Cell) -> str:
    """Ours, the published figure, how they compare, and whether deadlocks are lost."""
    if cell.missing is not None:
        return "no model"
    if not cell.runs:
        return "–" if not isinstance(cell.published, int) else f"– ({number(cell.published)})"
    mark = cell.difference.mark if cell.difference.kind not in (Kind.NEW, Kind.UNKNOWN) else ""
    printed = f"({_published(cell.published)} {mark})" if isinstance(cell.published, int) else mark
    counts = [spread_text(cell, f) for f in ("states", "touched") if cell.spread(f) is not None]
    parts = [" · ".join(counts), printed, "✗" if cell.kept is False else ""]
    return " ".join(p for p in parts if p)


def _details(cells: Sequence[Cell]) -> Iterator[str]:
    yield "## Every cell"
    yield ""
    yield (
        "States are those of vectors, deadlocks those that are reached. Whether they are kept is known where "
        "the whole state space or `sound` was complete. Seconds are wall-clock, the middle of all runs, on a "
        "machine shared with other work."
    )
    yield ""
    columns = (
        "states",
        "vectors",
        "looked at",
        "deadlocks",
        "deadlocks kept?",
        "s",
        "vectors/s",
        "bytes/vector",
    )
    yield f"| model | reducer | {' | '.join(columns)} |"
    yield "| --- | --- |" + " ---: |" * len(columns)
    for c in cells:
        if c.runs:
            counts = [spread_text(c, f) for f in (*FIGURES, "deadlocks")]
            rates = [r for m in c.runs if (r := rate(m)) is not None]
            stored = [m.stored_bytes / m.nodes for m in c.runs if m.stored_bytes and m.nodes]
            costs = [_seconds(c), number(round(median(rates)) if rates else None)]
            costs.append(number(round(median(stored)) if stored else None))
            yield f"| {c.row.name} | {c.column.name} | {' | '.join([*counts, kept_text(c), *costs])} |"
