"""What the campaign has found so far, in an SQLite file: one row for each round of each test.

A row is written when its round is over, in a transaction of its own, so that whatever stops the campaign
loses the rounds that were running and no other.  A round is a test with a seed: the same number, the same
systems, whoever runs it.
"""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from mazurka.errors import MazurkaError

_SCHEMA = """
create table if not exists rounds (
    test     text not null,     -- its name, with its parameters
    round    integer not null,  -- the seed
    reducer  text not null,     -- whose campaign it is; empty for that of the project
    version  text not null,     -- of mazurka
    outcome  text not null,     -- passed, failed, or lost: the process that ran it died
    examples integer not null,  -- systems drawn
    seconds  real not null,
    report   text not null,     -- what went wrong, and how to see it again
    worker   text not null,
    finished text not null default (strftime('%Y-%m-%dT%H:%M:%SZ', 'now')),
    primary key (test, round, reducer, version)
)
"""

_COLUMNS = "test, round, outcome, examples, seconds, report, worker"
UNREADABLE = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises over a damaged file; the latter where even the message of its error cannot be read."""
OUTCOMES = ("passed", "failed", "lost")


@dataclass(frozen=True)
class Round:
    """One test with one seed, and what came of it."""

    test: str
    round: int
    outcome: str
    examples: int = 0
    seconds: float = 0.0
    report: str = ""
    worker: str = ""

    @property
    def drew_nothing(self) -> bool:
        """Whether it passed without a random system: with any other seed it is the same."""
        return self.outcome == "passed" and self.examples == 0


@dataclass(frozen=True)
class Tally:
    """All rounds of a test."""

    test: str
    rounds: int
    failed: int
    lost: int
    examples: int
    seconds: float


class Ledger:
    """The file of results of one campaign: of a reducer's, or the project's, for one version of mazurka.

    MazurkaError when the file cannot be opened or is no such file.
    """

    def __init__(self, path: Path, *, reducer: str = "", version: str = "") -> None:
        self.path, self.reducer, self.version = path, reducer, version
        with self._connected() as file:
            file.execute(_SCHEMA)

    def record(self, done: Round) -> None:
        """Add a round; one that is there already is replaced."""
        assert done.outcome in OUTCOMES
        row = (
            done.test, done.round, self.reducer, self.version, done.outcome,
            done.examples, done.seconds, done.report, done.worker,
        )  # fmt: skip
        with self._connected() as file:
            file.execute(
                "insert or replace into rounds (test, round, reducer, version, outcome, examples, seconds,"
                " report, worker) values (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                row,
            )

    def done(self) -> set[tuple[str, int]]:
        """The rounds that need not be run again: what was lost must be."""
        return {(test, k) for test, k in self._rows("test, round", "and outcome <> 'lost'")}

    def drawing_nothing(self) -> set[str]:
        """The tests that passed without a random system."""
        return {test for (test,) in self._rows("test", "and outcome = 'passed' and examples = 0")}

    @staticmethod
    def rounds_in(path: Path) -> list[Round]:
        """All rounds in a file, of whatever campaign; none where there is no file."""
        if not path.is_file():
            return []
        with _Connection(path) as file:
            return [Round(*row) for row in file.execute(f"select {_COLUMNS} from rounds").fetchall()]

    def tallies(self) -> list[Tally]:
        """The rounds of each test summed up, by the name of the test."""
        sums = "test, count(*), sum(outcome = 'failed'), sum(outcome = 'lost'), sum(examples), sum(seconds)"
        return [Tally(*row) for row in self._rows(sums, "group by test order by test")]

    def failures(self) -> list[Round]:
        """The rounds that failed, by test and round."""
        return [Round(*row) for row in self._rows(_COLUMNS, "and outcome = 'failed' order by test, round")]

    def _rows(self, columns: str, rest: str) -> Iterator[tuple]:  # type: ignore[type-arg]
        with self._connected() as file:
            query = f"select {columns} from rounds where reducer = ? and version = ? {rest}"
            yield from file.execute(query, (self.reducer, self.version)).fetchall()

    def _connected(self) -> "_Connection":
        return _Connection(self.path)


class _Connection:
    """An open file for one transaction: several processes may write, and wait for one another."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> sqlite3.Connection:
        try:
            self._file = sqlite3.connect(self._path, timeout=60)
            self._file.execute("pragma schema_version").fetchone()
        except UNREADABLE as error:
            raise self._no_file(error) from error
        return self._file

    def __exit__(self, kind: object, error: object, _trace: object) -> None:
        with closing(self._file):
            if isinstance(error, UNREADABLE):
                raise self._no_file(error) from error
            if kind is None:
                self._file.commit()

    def _no_file(self, error: Exception) -> MazurkaError:
        return MazurkaError(
            f"{self._path}: {error}; expected a file of results (SQLite), or a name for a new one"
        )
