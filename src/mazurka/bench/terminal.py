"""A table on the terminal: under each model the lines of its cells."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol, TypeVar

from rich.console import RenderableType
from rich.text import Text

from mazurka.report.tables import new_table


class Row(Protocol):
    """A model, by the name that heads its lines."""

    @property
    def name(self) -> str: ...


class Cell(Protocol):
    """A cell of a table; `missing` says why there is no model."""

    @property
    def row(self) -> Row: ...

    missing: str | None


Line = Sequence[RenderableType]
CellT = TypeVar("CellT", bound=Cell)


def by_model(
    cells: Iterable[CellT],
    figures: Sequence[str],
    lines: Callable[[CellT], Iterable[Line]],
    note: RenderableType | None = None,
) -> list[RenderableType]:
    """The cells in 80 columns; figures: the headings after the first, which has the names of columns."""
    table = new_table("", *figures, right=figures)
    table.padding = (0, 0, 0, 1)
    row: Row | None = None
    for cell in cells:
        if cell.row is not row:
            row = cell.row
            table.add_row(Text(row.name, style="bold"), *(["no model"] if cell.missing else []))
        for line in () if cell.missing else lines(cell):
            table.add_row(*line)
    if row is None:
        return [Text("Nothing measured.")]
    return [table] if note is None else [table, note]
