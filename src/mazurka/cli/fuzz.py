"""`fuzz`: the differential campaign, round after round, until it is told to stop."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazurka.cli.options import Json, Quiet
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.errors import MazurkaError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from mazurka.fuzz.ledger import Ledger, Round

ReducerOfOnes = Annotated[
    str | None,
    typer.Option(
        "--reducer", metavar="NAME", help="Audit this reducer only; by default all of mazurka is tested."
    ),
]
Results = Annotated[
    Path,
    typer.Option(
        "--results", "-o", metavar="FILE.sqlite", help="Where to record; what is there is not run again."
    ),
]
Only = Annotated[str, typer.Option("--only", metavar="TEXT", help="Only tests with this in their name.")]
Rounds = Annotated[
    int | None,
    typer.Option("--rounds", metavar="N", min=1, help="Stop after round N; by default go on for ever."),
]
MaxSeconds = Annotated[
    float | None, typer.Option("--max-seconds", metavar="S", min=0, help="Begin no round after this time.")
]
Scheduler = Annotated[
    str | None,
    typer.Option("--scheduler", metavar="ADDRESS", help="A Dask cluster, such as tcp://host:8786."),
]
Workers = Annotated[
    int | None,
    typer.Option("--workers", metavar="N", min=1, help="Processes on this machine; by default one a core."),
]


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command()(fuzz)


def fuzz(
    reducer: ReducerOfOnes = None,
    results: Results = Path("mazurka-fuzz.sqlite"),
    only: Only = "",
    rounds: Rounds = None,
    max_seconds: MaxSeconds = None,
    scheduler: Scheduler = None,
    workers: Workers = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Run the campaign on random systems, on all cores or a cluster; stopped, it goes on where it was.

    Each test draws 400 systems a round; a round is its own seed, so that whoever runs it draws the same.
    """
    from mazurka import __version__

    _require_extras()
    from mazurka.fuzz.crew import Crew
    from mazurka.fuzz.ledger import Ledger
    from mazurka.fuzz.rounds import campaign_tests, to_run

    show = Show.of(json, quiet)
    name = _known(reducer)
    tests = campaign_tests(name, only=only)
    begun, interrupted = time.monotonic(), False
    ledger: Ledger | None = None
    with _display(show) as tell:
        try:
            with Crew(scheduler, workers) as crew:
                ledger = Ledger(results, reducer=name, version=__version__)
                tell(ledger, f"{len(tests)} tests on {crew.size} workers", begun)
                same = ledger.drawing_nothing()
                units = _until(to_run(tests, ledger.done(), rounds, same), begun, max_seconds)
                for done in crew.run(units, name):
                    ledger.record(done)
                    if done.drew_nothing:
                        same.add(done.test)
                    tell(ledger, f"{len(tests)} tests on {crew.size} workers", begun, done)
        except KeyboardInterrupt:
            interrupted = True
    if ledger is None:
        raise KeyboardInterrupt
    return _outcome(show, ledger, interrupted)


def _require_extras() -> None:
    try:
        import hypothesis  # noqa: F401
        import pytest  # noqa: F401
    except ImportError as error:
        raise MazurkaError(
            f"the campaign needs {error.name}; install it with mazurka: pip install 'mazurka[cluster]'"
        ) from error


def _known(reducer: str | None) -> str:
    """The name, after the reducer has been found; empty for the campaign of the project."""
    from mazurka.registry import find_reducer

    return "" if reducer is None else find_reducer(reducer).name


def _until(
    units: Iterator[tuple[str, int]], begun: float, seconds: float | None
) -> Iterator[tuple[str, int]]:
    for unit in units:
        if seconds is not None and time.monotonic() - begun > seconds:
            return
        yield unit


class _Display:
    """A table on a terminal; elsewhere a line for each failure."""

    def __init__(self, show: Show) -> None:
        self._live: Any = None
        self._told = show is not Show.QUIET

    def __call__(self, ledger: "Ledger", what: str, begun: float, done: "Round | None" = None) -> None:
        from mazurka.fuzz.rounds import last_words

        if self._live is not None:
            from rich.console import Group
            from rich.text import Text

            seconds = time.monotonic() - begun
            self._live.update(
                Group(_table(ledger), Text(f"{what}, {seconds:,.0f} s; Ctrl-C stops")), refresh=True
            )
        elif done is not None and done.outcome != "passed" and self._told:
            line = f"mazurka: {done.test}, round {done.round}: {done.outcome}: {last_words(done.report)}"
            print(line, file=sys.stderr)


@contextmanager
def _display(show: Show) -> Iterator[_Display]:
    display = _Display(show)
    if show is not Show.QUIET and sys.stderr.isatty():
        from rich.console import Console
        from rich.live import Live

        with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
            display._live = live
            yield display
    else:
        yield display


def _outcome(show: Show, ledger: "Ledger", interrupted: bool) -> Outcome:
    tallies, failures = ledger.tallies(), ledger.failures()
    data = {
        "results": str(ledger.path),
        "reducer": ledger.reducer or None,
        "complete": not interrupted,
        "systems": sum(t.examples for t in tallies),
        "tests": [vars(t) for t in tallies],
        "failures": [{"test": f.test, "round": f.round, "report": f.report} for f in failures],
    }
    lost = sum(t.lost for t in tallies)
    status = Status.FAILS if failures else Status.LIMIT if lost else Status.DONE
    notes = (
        [f"{lost} rounds were lost with their processes; the same command runs them again"] if lost else []
    )
    if interrupted:
        status = Status.INTERRUPTED
        notes.append("interrupted: what is done is recorded, the same command goes on")
    return Outcome(show, data, _text(ledger) if show is Show.TEXT else (), status, notes=notes)


def _text(ledger: "Ledger") -> list["RenderableType"]:
    from rich.text import Text

    parts: list[RenderableType] = [_table(ledger)]
    for failure in ledger.failures()[:5]:
        parts.append(Text(f"\n{failure.test}, round {failure.round}:\n\n{failure.report.strip()}"))
    more = len(ledger.failures()) - 5
    if more > 0:
        parts.append(Text(f"\n{more} more failures are in {ledger.path}"))
    return parts


def _table(ledger: "Ledger") -> "RenderableType":
    """A row for each file of tests, and one for all."""
    from mazurka.report.tables import new_table

    files: dict[str, list[float]] = {}
    for t in ledger.tallies():
        row = files.setdefault(t.test.partition("::")[0].removesuffix(".py").removeprefix("test_"), [0.0] * 6)
        for i, value in enumerate((1, t.rounds, t.examples, t.failed, t.lost, t.seconds)):
            row[i] += value
    files["all"] = [sum(values) for values in zip(*files.values(), strict=True)] or [0.0] * 6
    numbers = ("tests", "rounds", "systems", "failed", "lost", "seconds")
    table = new_table("notion", *numbers, right=numbers)
    for name, values in files.items():
        table.add_row(name, *(f"{value:,.0f}" for value in values))
    return table
