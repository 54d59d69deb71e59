"""`bench`: a table of a paper, rerun beside its published figures."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from mazurka.cli.options import Json, MaxMemory, MaxStates, Quiet, limits, names
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.errors import OptionError, UnknownNameError

if TYPE_CHECKING:
    from rich.live import Live

    from mazurka.bench.cell import Task
    from mazurka.bench.results import Results
    from mazurka.bench.stateful_por import Cell, Run
    from mazurka.bench.workers import Progress

TABLES = ("stateful-por",)
FIGURES = ("10", "11")

Table = Annotated[str, typer.Argument(metavar="TABLE", help="stateful-por.", show_default=False)]
Folder = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="DIR", help="Results; by default ./bench-TABLE.")
]
MaxSeconds = Annotated[
    float, typer.Option("--max-seconds", metavar="S", min=0, help="Stop each cell after this time.")
]
Rows = Annotated[str | None, typer.Option("--rows", metavar="bg:3,dp:10", help="Only these rows.")]
Families = Annotated[
    str | None, typer.Option("--families", metavar="A,B", help="Only rows of these families.")
]
Columns = Annotated[str | None, typer.Option("--columns", metavar="A,B", help="Only these reducers.")]
Again = Annotated[bool, typer.Option("--again", metavar="", help="Measure also what is known already.")]
Onwards = Annotated[
    bool, typer.Option("--onwards", metavar="", help="Go on to larger sizes after one reached its limit.")
]
Figures = Annotated[str | None, typer.Option("--figures", metavar="10,11", help="Draw these figures too.")]
Only = Annotated[bool, typer.Option("--no-table", metavar="", help="Run no rows: only draw figures.")]
Seeds = Annotated[int, typer.Option("--seeds", metavar="N", min=1, help="Seeds in figure 11.")]


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command()(bench)


def bench(
    table: Table,
    output: Folder = None,
    rows: Rows = None,
    families: Families = None,
    columns: Columns = None,
    figures: Figures = None,
    no_table: Only = False,
    seeds: Seeds = 51,
    again: Again = False,
    onwards: Onwards = False,
    max_seconds: MaxSeconds = 60,
    max_states: MaxStates = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Rerun a table of a paper beside its published figures; a run that was stopped goes on."""
    from mazurka.bench import stateful_por
    from mazurka.bench.results import Results

    pictures = names(figures) or []
    _require_known(table, pictures, no_table)
    show = Show.of(json, quiet)
    chosen = stateful_por.choose_rows(names(rows), names(families))
    reducers = stateful_por.choose_columns(names(columns))
    folder = output or Path(f"bench-{table}")
    results = Results(folder / "results.json", table)
    run = stateful_por.Run(limits(max_states, max_seconds, max_memory), again, onwards)
    tasks = [] if no_table else stateful_por.tasks(chosen, reducers)
    interrupted = False
    with Line(show) as line:
        try:
            run.measure(tasks, results, line.begin)
            for figure in pictures:
                _measure_figure(figure, folder, seeds, run, line)
        except KeyboardInterrupt:
            interrupted = True
    written = [path for figure in pictures for path in _draw(figure, folder, seeds)]
    written += _write_page(folder, results)
    cells = [] if no_table else stateful_por.table(chosen, reducers, results)
    return _outcome(show, table, cells, written, interrupted)


def _require_known(table: str, pictures: list[str], no_table: bool) -> None:
    if table not in TABLES:
        raise UnknownNameError("table", table, TABLES)
    if unknown := [f for f in pictures if f not in FIGURES]:
        raise UnknownNameError("figure", unknown[0], FIGURES)
    if no_table and not pictures:
        raise OptionError("--no-table leaves nothing to do; say which figures: --figures 10,11")


def _figure_results(figure: str, folder: Path) -> "Results":
    from mazurka.bench.figures import KEPT
    from mazurka.bench.results import Results

    return Results(folder / f"figure-{figure}.json", f"stateful-por, figure {figure}", KEPT)


def _measure_figure(figure: str, folder: Path, seeds: int, run: "Run", line: "Line") -> None:
    from mazurka.bench.figures import tasks_10, tasks_11

    tasks = tasks_10() if figure == "10" else tasks_11(seeds)
    run.measure(tasks, _figure_results(figure, folder), line.begin, fresh=False)


def _draw(figure: str, folder: Path, seeds: int) -> list[Path]:
    """The pictures of a figure, of all that is known so far; none of nothing."""
    from mazurka.bench import plots
    from mazurka.bench.figures import curves, scatter

    results = _figure_results(figure, folder)
    if not len(results):
        return []
    if figure == "10":
        halves = [("each eats once", curves(results, 1)), ("each eats twice", curves(results, 2))]
        return [results.path, *plots.draw_10(halves, folder)]
    return [results.path, *plots.draw_11(scatter(results, seeds), folder)]


def _write_page(folder: Path, results: "Results") -> list[Path]:
    """The page of everything that the folder holds, whatever was asked for this time."""
    from mazurka.bench.figures import caption
    from mazurka.bench.reports import markdown
    from mazurka.bench.results import write_at_once
    from mazurka.bench.stateful_por import known_rows, table
    from mazurka.bench.table1 import COLUMNS

    if not len(results):
        return []
    drawn = [f for f in FIGURES if (folder / f"figure-{f}.svg").exists()]
    pictures = {f"figure-{f}.svg": caption(f, _figure_results(f, folder)) for f in drawn}
    page = folder / "table.md"
    write_at_once(page, markdown(table(known_rows(results), COLUMNS, results), pictures))
    return [results.path, page]


def _outcome(show: Show, table: str, cells: "list[Cell]", written: list[Path], interrupted: bool) -> Outcome:
    from rich.text import Text

    from mazurka.bench import reports

    reached = any(c.measured is not None and c.measured.limit is not None for c in cells)
    status = Status.INTERRUPTED if interrupted else Status.LIMIT if reached else Status.DONE
    names = list(map(str, written))
    text = [*(reports.terminal(cells) if cells else ()), Text(f"Written: {', '.join(names) or 'nothing'}")]
    result = {"table": table, "complete": not interrupted, "cells": reports.data(cells), "written": names}
    notes = ["interrupted: what was measured is kept, the same command goes on"] if interrupted else []
    return Outcome(show, result, text if show is Show.TEXT else (), status, notes=notes)


class Line:
    """One line on the terminal: which cell of how many, what it is doing, and for how long."""

    def __init__(self, show: Show) -> None:
        self._wanted = show is not Show.QUIET and sys.stderr.isatty()
        self._live: Live | None = None

    def __enter__(self) -> "Line":
        if self._wanted:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._live is not None:
            self._live.stop()

    def begin(self, number: int, total: int, task: "Task") -> "Progress | None":
        """The task that begins; None where nobody looks."""
        if self._live is None:
            return None
        live, begun = self._live, time.monotonic()

        def show(phase: str, states: int, waiting: int) -> None:
            from rich.text import Text

            counts = f", {states:,} states, {waiting:,} waiting" if states else ""
            seconds = time.monotonic() - begun
            live.update(Text(f"{number}/{total} {task.key}: {phase}{counts}, {seconds:.0f} s"), refresh=True)

        show("starting", 0, 0)
        return show
