"""Rerunning the tables on probe sets: which cells there are, and what is known of each.

    [B]  Tables 5.1–5.4, A.1, A.2; section 5.3 says how they were made.

The reducers of [B] choose at random, so a cell is several runs with different seeds.  What [B] prints as
nodes are the states of vectors, and of those on the way as many as its tool computed.  So they are to lie
between the fewest states of vectors and the most states that were looked at here.  A column ends at the first
size at which a run reaches a limit.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from mazurka.bench.cell import Measured, Task
from mazurka.bench.choosing import Rows, chosen_columns
from mazurka.bench.differences import Difference, difference
from mazurka.bench.results import Results
from mazurka.bench.table1 import Figure
from mazurka.bench.thesis import FAMILIES, ROWS, Row, size_of, unpublished

TABLE = "probe-sets"
SEEDS = 5


@dataclass(frozen=True)
class Column:
    """A reducer with its options under the name of its column; `seeded` if it chooses at random."""

    name: str
    reducer: str
    seeded: bool = False
    touched: bool = True
    options: tuple[tuple[str, str | int], ...] = ()


_NO_LIMIT = (("vectors", 0),)


COLUMNS = (
    Column("all", "reach", touched=False),
    Column("rev+age", "probe/drop:reversing-free,ageing", seeded=True, options=_NO_LIMIT),
    Column("rev+nodup", "probe/drop:reversing-free,no-duplicates", seeded=True),
    Column("indep+age", "probe/drop:independent-action,ageing", seeded=True, options=_NO_LIMIT),
    Column("indep+nodup", "probe/drop:independent-action,no-duplicates", seeded=True),
    Column("sound", "probe/sound"),
)
BY_NAME = {c.name: c for c in COLUMNS}


def _example(family: str) -> str:
    return "bakery:p2m3" if family == "bakery" else f"{family}:5"


TABLE_ROWS = Rows(TABLE, ROWS, FAMILIES, unpublished, _example)


def choose_columns(columns: Sequence[str] | None) -> tuple[Column, ...]:
    """The columns of these names, in their order; all for None."""
    return chosen_columns(TABLE, COLUMNS, columns)


def task(row: Row, column: Column, seed: int) -> Task:
    """A run of a cell."""
    options = (*column.options, *([("seed", seed)] if column.seeded else []))
    return Task(f"{row.family}-entities", row.parameters, column.reducer, options, touched=column.touched)


def runs(row: Row, column: Column, seeds: int) -> list[Task]:
    """The runs of a cell, one for each seed if there is something to choose."""
    return [task(row, column, seed) for seed in range(1, (seeds if column.seeded else 1) + 1)]


def tasks(rows: Sequence[Row], columns: Sequence[Column], seeds: int) -> list[tuple[str, Task]]:
    """The tasks of the tables, row by row; a series is a family, with as many processes, under a column."""
    return [
        (f"{series(row)} {column.name}", t)
        for row in rows
        for column in columns
        for t in runs(row, column, seeds)
    ]


def series(row: Row) -> str:
    """What grows along a column: a family, of bakeries those with as many processes."""
    return row.name.partition("m")[0] if row.family == "bakery" else row.family


@dataclass(frozen=True)
class Spread:
    """A figure over several runs."""

    least: int
    median: float
    greatest: int
    mean: float


@dataclass
class Cell:
    """A cell of the tables: its runs, beside the published figure.

    wanted:    how many runs there are to be.
    deadlocks: those of the system, where a run is complete that keeps them.
    missing:   why there is no model, or None.
    """

    row: Row
    column: Column
    runs: list[Measured]
    wanted: int
    deadlocks: int | None = None
    missing: str | None = None

    @property
    def limit(self) -> str | None:
        """The limit that a run reached."""
        return next((m.limit for m in self.runs if m.limit is not None), None)

    @property
    def failure(self) -> str | None:
        """What went wrong in a run."""
        return next((m.failure for m in self.runs if m.failure is not None), None)

    @property
    def complete(self) -> bool:
        """Whether all runs are there and ended by themselves."""
        return len(self.runs) == self.wanted and all(m.complete for m in self.runs)

    def spread(self, figure: str) -> Spread | None:
        """A figure over all runs, `nodes` say; None unless all are complete and have it."""
        values = [v for m in self.runs if (v := getattr(m, figure)) is not None]
        if not self.complete or len(values) < self.wanted:
            return None
        return Spread(min(values), median(values), max(values), sum(values) / len(values))

    @property
    def published(self) -> Figure:
        return self.row.nodes.get(self.column.name)

    @property
    def difference(self) -> Difference:
        """How the published number stands to the runs: by how much the nearest end of them is off."""
        states, touched = self.spread("states"), self.spread("touched")
        if states is None:
            stopped = next((m for m in self.runs if not m.complete), None)
            return difference(self.published, stopped, None)
        nearest, most = states.least, max(states.greatest, touched.greatest if touched else 0)
        if isinstance(self.published, int):
            nearest = min(max(self.published, nearest), most)
        return difference(self.published, self.runs[0], nearest)

    @property
    def kept(self) -> bool | None:
        """Whether every run reached every deadlock; None where that is not known."""
        if self.deadlocks is None:
            return None
        if any(m.complete and m.deadlocks != self.deadlocks for m in self.runs):
            return False
        return True if self.complete else None

    @property
    def lost(self) -> int:
        """The most deadlocks that a run lost."""
        found = [m.deadlocks for m in self.runs if m.complete and m.deadlocks is not None]
        return max((self.deadlocks or 0) - min(found), 0) if found else 0


def table(rows: Sequence[Row], columns: Sequence[Column], results: Results, seeds: int) -> list[Cell]:
    """All cells of these rows and columns, with what is known of them."""
    cells = []
    for row in rows:
        deadlocks = _deadlocks(row, results)
        for column in columns:
            wanted = runs(row, column, seeds)
            known = [m for t in wanted if (m := results.get(t)) is not None]
            missing = wanted[0].missing_model()
            cells.append(Cell(row, column, known, len(wanted), deadlocks, missing))
    return cells


def _deadlocks(row: Row, results: Results) -> int | None:
    """The number of deadlocks, from the whole state space or from the reduction that is to keep them."""
    for name in ("all", "sound"):
        known = results.get(task(row, BY_NAME[name], 1))
        if known is not None and known.complete:
            return known.deadlocks
    return None


def known_rows(results: Results) -> tuple[Row, ...]:
    """The rows of which something is known."""
    return TABLE_ROWS.of(
        {(t.family.removesuffix("-entities"), size_of(t.parameters)) for t in results.tasks()}
    )
