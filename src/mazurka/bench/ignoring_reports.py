"""The comparison of provisos on the terminal, and as data for scripts."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from mazurka.bench.cell import Measured
from mazurka.bench.differences import Kind
from mazurka.bench.ignoring_problem import Cell
from mazurka.bench.table1 import Figure
from mazurka.bench.terminal import Line, by_model
from mazurka.report.tables import number, percent

_COLOURS = {Kind.EQUAL: "green", Kind.SOLVED: "bold green", Kind.FAILED: "red"}

LEGEND = (
    "In brackets the published states; ✓ where they are equal. oom: the published search ran out of memory. "
    "limit: ours reached its limit. ≠: the full state space has another size than published, as the model is "
    "written from a description, so that only proportions within a row compare. A dash is what was not run."
)


def terminal(cells: Sequence[Cell]) -> list[RenderableType]:
    """Under each model its columns; in 80 columns."""
    figures = ("states", "published", "of that", "s", "MB")
    return by_model([c for c in cells if c.missing or c.measured], figures, _lines)


def _lines(cell: Cell) -> Iterator[Line]:
    if cell.measured is not None:
        costs = (number(cell.measured.processor_seconds), megabytes(cell))
        mark = Text(_share(cell), style=_COLOURS.get(cell.difference.kind, ""))
        yield f"  {cell.column.name}", own_states(cell), figure(cell.published), mark, *costs


def own_states(cell: Cell) -> str:
    known = cell.measured
    if known is None or known.states is None:
        return "–" if known is None or known.failure is None else "failed"
    return ("" if known.complete else "> ") + number(known.states)


def rate(known: Measured | None) -> int | None:
    """States a second, where there is enough to tell."""
    seconds = known.processor_seconds if known is not None else None
    return round(known.states / seconds) if known and known.states and seconds and seconds >= 0.01 else None


def _share(cell: Cell) -> str:
    """How many of the published states ours are."""
    if cell.states is None or not isinstance(cell.published, int):
        return cell.difference.mark
    return "✓" if cell.states == cell.published else percent(cell.states, cell.published)


def figure(figure: Figure) -> str:
    return "oom" if isinstance(figure, str) else number(figure)


def megabytes(cell: Cell) -> str:
    known = cell.measured
    if known is None or not known.stored_bytes:
        return "–"
    amount = known.stored_bytes / 1e6
    return f"{amount:.1f}" if amount < 100 else f"{amount:.0f}"


def data(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """The cells for scripts."""
    return [
        {
            "family": c.row.family,
            "size": c.row.size,
            "parameters": dict(c.row.parameters),
            "column": c.column.name,
            "reducer": c.column.reducer,
            "options": dict(c.column.options),
            "model": c.missing is None,
            "reason": c.missing,
            "published": c.published,
            "published_megabytes": c.row.megabytes[c.column.published] if c.column.published else None,
            "compared": c.difference.kind.value,
            "difference": c.difference.by,
            **(c.measured.to_json() if c.measured else {}),
            "states_per_second": rate(c.measured),
        }
        for c in cells
    ]
