"""Rerunning Table 1: which cells there are, in which order, and what is known of each.

    [HLPW]  section 11, Table 1.

As in the paper a column ends at the first size of a family at which its algorithm reaches a limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mazurka.bench.cell import Measured, Task
from mazurka.bench.differences import Difference, difference
from mazurka.bench.results import Results
from mazurka.bench.table1 import COLUMNS, FAMILIES, OWN, ROWS, WITH_PATHS, Row, unpublished
from mazurka.errors import OptionError, UnknownNameError

TABLE = "stateful-por"
ALL = (*COLUMNS, *OWN)

OTHER_FORM = ":actions"
"""Columns of this name have PIFS in the form of actions; the paper does not say which form it used."""


def choose_rows(rows: Sequence[str] | None, families: Sequence[str] | None) -> tuple[Row, ...]:
    """The rows given as `bg:3`, and those of the families; all when neither is given.

    A size may be one that the table does not have.  UnknownNameError for a family that it does not have.
    """
    if rows is None and families is None:
        return ROWS
    for family in families or ():
        _known_family(family)
    named = [_named_row(text) for text in rows or ()]
    chosen = {(r.family, r.n): r for r in ROWS if r.family in (families or ())}
    chosen |= {(r.family, r.n): r for r in named}
    return tuple(sorted(chosen.values(), key=_place))


def _named_row(text: str) -> Row:
    family, colon, size = text.partition(":")
    _known_family(family)
    if not colon or not size.isdecimal():
        raise OptionError(f"{text!r} is no row; write FAMILY:SIZE, {family}:5 say")
    printed = (r for r in ROWS if (r.family, r.n) == (family, int(size)))
    return next(printed, unpublished(family, int(size)))


def _known_family(name: str) -> None:
    if name not in FAMILIES:
        raise UnknownNameError(f"family of {TABLE}", name, FAMILIES)


def known_rows(results: Results) -> tuple[Row, ...]:
    """The rows of which something is known, and those without a model."""
    sizes = {(t.family, dict(t.parameters)["n"]) for t in results.tasks() if t.family in FAMILIES}
    rows = {
        (r.family, r.n): r for r in ROWS if (r.family, r.n) in sizes or task(r, COLUMNS[0]).missing_model()
    }
    rows |= {key: unpublished(*key) for key in sizes if key not in rows}
    return tuple(sorted(rows.values(), key=_place))


def _place(row: Row) -> tuple[int, int]:
    return FAMILIES.index(row.family), row.n


def choose_columns(columns: Sequence[str] | None) -> tuple[str, ...]:
    """The columns of these names, in the order of the table; all for None."""
    for name in columns or ():
        if name not in ALL:
            raise UnknownNameError(f"column of {TABLE}", name, ALL)
    return ALL if columns is None else tuple(c for c in ALL if c in columns)


def task(row: Row, column: str) -> Task:
    """The task of a cell."""
    reducer, options = OWN.get(column, (column, ()))
    return Task(row.family, (("n", row.n),), reducer, options, paths=column == WITH_PATHS)


def tasks(rows: Sequence[Row], columns: Sequence[str]) -> list[tuple[str, Task]]:
    """The tasks of a table, row by row; a series is a family under a column."""
    return [(f"{row.family} {column}", task(row, column)) for row in rows for column in columns]


@dataclass
class Cell:
    """A cell of the table beside the published figure."""

    row: Row
    column: str
    measured: Measured | None
    missing: str | None = None
    nodes: Difference = field(init=False)
    paths: Difference | None = field(init=False)

    def __post_init__(self) -> None:
        known = self.measured
        self.nodes = difference(
            self.row.nodes.get(self.column.removesuffix(OTHER_FORM)), known, known.nodes if known else None
        )
        self.paths = None
        if self.column == WITH_PATHS:
            self.paths = difference(self.row.paths, known, known.paths if known else None)


def table(rows: Sequence[Row], columns: Sequence[str], results: Results) -> list[Cell]:
    """All cells of these rows and columns, with what is known of them."""
    cells = []
    for row in rows:
        missing = task(row, columns[0]).missing_model()
        cells += [Cell(row, c, None if missing else results.get(task(row, c)), missing) for c in columns]
    return cells
