"""`bench`: a table of a paper, rerun beside its published figures."""

import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazurka.cli.options import Json, MaxMemory, MaxStates, Quiet, limits, names
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.errors import OptionError, UnknownNameError

if TYPE_CHECKING:
    from rich.live import Live

    from mazurka.bench.cell import Task
    from mazurka.bench.tables import Table as BenchTable
    from mazurka.bench.workers import Progress
    from mazurka.limits import Limits

Table = Annotated[
    str,
    typer.Argument(
        metavar="TABLE", help="stateful-por, probe-sets, ignoring-problem or guided.", show_default=False
    ),
]
Folder = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="DIR", help="Results; by default ./bench-TABLE.")
]
MaxSeconds = Annotated[
    float, typer.Option("--max-seconds", metavar="S", min=0, help="Stop each cell after this time.")
]
Rows = Annotated[str | None, typer.Option("--rows", metavar="FAMILY:SIZE,...", help="Only these rows.")]
Families = Annotated[
    str | None, typer.Option("--families", metavar="A,B", help="Only rows of these families.")
]
Columns = Annotated[str | None, typer.Option("--columns", metavar="A,B", help="Only these columns.")]
Again = Annotated[bool, typer.Option("--again", metavar="", help="Measure also what is known already.")]
Onwards = Annotated[
    bool, typer.Option("--onwards", metavar="", help="Go on to larger sizes after one reached its limit.")
]
Figures = Annotated[str | None, typer.Option("--figures", metavar="A,B", help="Draw these figures too.")]
Only = Annotated[bool, typer.Option("--no-table", metavar="", help="Run no rows: only draw figures.")]
Seeds = Annotated[
    int | None, typer.Option("--seeds", metavar="N", min=1, help="How often what is random is run.")
]


Nets = Annotated[
    Path | None, typer.Option("--nets", metavar="DIR", help="For guided: the folder of its nets.")
]


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
    seeds: Seeds = None,
    nets: Nets = None,
    again: Again = False,
    onwards: Onwards = False,
    max_seconds: MaxSeconds = 60,
    max_states: MaxStates = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Rerun a table of a paper beside its published figures; a run that was stopped goes on."""
    from mazurka.bench.runs import Run
    from mazurka.bench.tables import TABLES, results

    if table == "guided":
        bounds = limits(max_states, max_seconds, max_memory)
        return _guided(Show.of(json, quiet), output or Path("bench-guided"), names(rows), nets, bounds, again)
    if nets is not None:
        raise OptionError("--nets is for the table guided")
    pictures = names(figures) or []
    if table not in TABLES:
        raise UnknownNameError("table", table, [*TABLES, "guided"])
    chosen = TABLES[table]
    _require_known(pictures, chosen, no_table)
    show, folder, times = Show.of(json, quiet), output or Path(f"bench-{table}"), seeds or chosen.seeds
    asked = chosen.asked(names(rows), names(families), names(columns), times)
    known = results(chosen, folder)
    run = Run(limits(max_states, max_seconds, max_memory), again, onwards)
    interrupted = False
    with Line(show) as line:
        try:
            if not no_table:
                run.measure(asked.tasks, known, line.begin, fresh=chosen.fresh)
            for figure in pictures:
                chosen.measure_figure(
                    figure, folder, times, lambda t, points: run.measure(t, points, line.begin, fresh=False)
                )
        except KeyboardInterrupt:
            interrupted = True
    written = [path for figure in pictures for path in chosen.draw(figure, folder, times)]
    written += chosen.page(folder, times)
    cells = [] if no_table else asked.cells(known)
    reached = any(known.limited(t) for _, t in asked.tasks) and not no_table
    status = Status.INTERRUPTED if interrupted else Status.LIMIT if reached else Status.DONE
    return _outcome(show, chosen, cells, written, status)


def _guided(
    show: Show, folder: Path, rows: list[str] | None, nets: Path | None, bounds: "Limits", again: bool
) -> Outcome:
    """The tables of queries, whose nets are files."""
    from rich.text import Text

    from mazurka.bench import guided

    if nets is None:
        raise OptionError("guided takes its nets from a folder: give it with --nets DIR")
    chosen = guided.chosen_rows(rows)
    known = guided.rerun(chosen, nets, folder, bounds, again=again)
    page = guided.page(folder, known)
    text = [*guided.terminal(chosen, known), Text(f"Written: {page}")]
    data = {"table": "guided", "complete": True, "cells": guided.data(chosen, known), "written": [str(page)]}
    reached = any(known[row.key]["reachable"] is None for row in chosen)
    return Outcome(show, data, text if show is Show.TEXT else (), Status.LIMIT if reached else Status.DONE)


def _require_known(pictures: list[str], table: "BenchTable", no_table: bool) -> None:
    if unknown := [f for f in pictures if f not in table.figures]:
        raise UnknownNameError("figure", unknown[0], table.figures)
    if no_table and not pictures:
        raise OptionError(
            f"--no-table leaves nothing to do; say which figures: --figures {','.join(table.figures)}"
        )


def _outcome(
    show: Show, table: "BenchTable", cells: list[Any], written: list[Path], status: Status
) -> Outcome:
    from rich.text import Text

    files = list(map(str, written))
    text = [*(table.terminal(cells) if cells else ()), Text(f"Written: {', '.join(files) or 'nothing'}")]
    complete = status is not Status.INTERRUPTED
    data = {"table": table.name, "complete": complete, "cells": table.data(cells), "written": files}
    notes = [] if complete else ["interrupted: what was measured is kept, the same command goes on"]
    return Outcome(show, data, text if show is Show.TEXT else (), status, notes=notes)


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
