"""Rerunning the comparison of provisos: which cells there are, and what is known of each.

    [EP]  Table 1; the provisos are those of sections 2, 4, 5 and 7.

Each proviso runs on stubborn sets by closure, smallest first, and on those by deletion, of which there is
one a state.  How the sets are computed, and which proviso is there, are two questions: the other kinds of
sets, the smaller of these two and those by insertion, stand beside them without a proviso only.  [EP] says
of its persistent sets only that they come from the net's arcs, so of the columns without and with a proviso
it is the ratio that compares, and not the numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from mazurka.bench.cell import Measured, Task
from mazurka.bench.choosing import Rows, chosen_columns
from mazurka.bench.differences import Difference, Kind, difference
from mazurka.bench.helena import COLUMNS as PUBLISHED
from mazurka.bench.helena import FAMILIES, ROWS, Row, parameters, size_of, unpublished
from mazurka.bench.results import Results
from mazurka.bench.table1 import Figure
from mazurka.registry.provisos import LIVENESS, SAFETY

TABLE = "ignoring-problem"
FULL = "reach"
PROVISOS = (*PUBLISHED[1:], *(p for p in (*SAFETY, *LIVENESS) if p not in PUBLISHED))
"""The provisos of the table, then the others; `none` is none."""
SETS = ("closure", "deletion")
"""How stubborn sets are computed; the columns of the first have no suffix."""
OTHER_SETS = ("smallest", "insertion")
"""The same, without a proviso only."""


@dataclass(frozen=True)
class Column:
    """A proviso on one kind of stubborn sets; or the full state space, which has neither."""

    name: str
    proviso: str | None = None
    sets: str | None = None

    @property
    def reducer(self) -> str:
        return "reach" if self.sets is None else f"stubborn/{self.sets}"

    @property
    def options(self) -> tuple[tuple[str, str | int], ...]:
        return () if self.proviso is None else (("proviso", self.proviso),)

    @property
    def published(self) -> str | None:
        """The column of [EP] that it stands for."""
        name = FULL if self.proviso is None else self.proviso
        return name if name in PUBLISHED and self.sets in (None, SETS[0]) else None


COLUMNS = (
    Column(FULL),
    *(Column(p if s == SETS[0] else f"{p}:{s}", p, s) for s in SETS for p in PROVISOS),
    *(Column(f"none:{s}", "none", s) for s in OTHER_SETS),
)
BY_NAME = {c.name: c for c in COLUMNS}


def _example(family: str) -> str:
    return f"{family}:c4s2" if parameters(family, "c4s2") else f"{family}:4"


TABLE_ROWS = Rows(TABLE, ROWS, FAMILIES, unpublished, _example)


def choose_columns(columns: Sequence[str] | None) -> tuple[Column, ...]:
    """The columns of these names, in their order; all for None."""
    return chosen_columns(TABLE, COLUMNS, columns)


def task(row: Row, column: Column) -> Task:
    """The task of a cell."""
    return Task(row.family, row.parameters, column.reducer, column.options)


def tasks(rows: Sequence[Row], columns: Sequence[Column]) -> list[tuple[str, Task]]:
    """The tasks of the table, row by row; a series is a family under a column."""
    return [(f"{row.family} {column.name}", task(row, column)) for row in rows for column in columns]


@dataclass
class Cell:
    """A cell of the table beside the published figure."""

    row: Row
    column: Column
    measured: Measured | None
    missing: str | None = None
    difference: Difference = field(init=False)

    def __post_init__(self) -> None:
        known = self.measured
        self.difference = difference(self.published, known, known.states if known else None)

    @property
    def published(self) -> Figure:
        """The published states, `timeout` where memory was not enough."""
        return self.row.states[self.column.published] if self.column.published else None

    @property
    def states(self) -> int | None:
        """The states of a search that was complete."""
        known = self.measured
        return known.states if known is not None and known.complete else None


def table(rows: Sequence[Row], columns: Sequence[Column], results: Results) -> list[Cell]:
    """All cells of these rows and columns, with what is known of them."""
    cells = []
    for row in rows:
        missing = task(row, columns[0]).missing_model()
        cells += [Cell(row, c, None if missing else results.get(task(row, c)), missing) for c in columns]
    return cells


def same_systems(cells: Sequence[Cell]) -> list[str]:
    """The rows whose full state spaces have the published size."""
    return [c.row.name for c in cells if c.column.name == FULL and c.difference.kind is Kind.EQUAL]


def known_rows(results: Results) -> tuple[Row, ...]:
    """The rows of which something is known."""
    return TABLE_ROWS.of({(t.family, size_of(t.parameters)) for t in results.tasks()})
