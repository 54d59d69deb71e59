"""The tables that can be rerun, by name: what each measures, draws and writes."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from rich.console import RenderableType

from mazurka.bench.cell import Task
from mazurka.bench.results import Results, write_at_once

Names = Sequence[str] | None
Tasks = Sequence[tuple[str, Task]]
Measure = Callable[[Tasks, Results], None]
"""Measures tasks, each in a process that is kept as long as it lives."""


@dataclass(frozen=True)
class Asked:
    """What was asked for of a table: the runs, and the cells with what is known of them."""

    tasks: Tasks
    cells: Callable[[Results], list[Any]]


class Table(Protocol):
    """A table of a paper."""

    @property
    def name(self) -> str:
        """What the user calls it."""

    @property
    def figures(self) -> Sequence[str]:
        """Those that can be drawn."""

    @property
    def seeds(self) -> int:
        """How many there are where nothing is said."""

    @property
    def fresh(self) -> bool:
        """Whether each run has a process of its own, so that memory is told."""

    def asked(self, rows: Names, families: Names, columns: Names, seeds: int, /) -> Asked:
        """The cells of these rows and columns; UnknownNameError for others than the table has."""

    def measure_figure(self, figure: str, folder: Path, seeds: int, measure: Measure, /) -> None:
        """Measure what a figure shows and the table does not."""

    def draw(self, figure: str, folder: Path, seeds: int, /) -> list[Path]:
        """The files of a figure, of all that is known so far; none of nothing."""

    def page(self, folder: Path, seeds: int, /) -> list[Path]:
        """Write the page of everything that the folder holds, whatever was asked for this time."""

    def terminal(self, cells: list[Any]) -> list[RenderableType]:
        """The cells for people."""

    def data(self, cells: list[Any]) -> list[dict[str, Any]]:
        """The cells for scripts."""


def results(table: Table, folder: Path) -> Results:
    """What is known of a table."""
    return Results(folder / "results.json", table.name)


class StatefulPor:
    """[HLPW] Table 1, Figures 10 and 11."""

    name = "stateful-por"
    figures = ("10", "11")
    seeds = 51
    fresh = True

    def asked(self, rows: Names, families: Names, columns: Names, _seeds: int) -> Asked:
        from mazurka.bench import stateful_por

        chosen = stateful_por.choose_rows(rows, families)
        reducers = stateful_por.choose_columns(columns)
        tasks = stateful_por.tasks(chosen, reducers)
        return Asked(tasks, lambda known: stateful_por.table(chosen, reducers, known))

    def measure_figure(self, figure: str, folder: Path, seeds: int, measure: Measure) -> None:
        from mazurka.bench.figures import tasks_10, tasks_11

        measure(tasks_10() if figure == "10" else tasks_11(seeds), self._points(figure, folder))

    def _points(self, figure: str, folder: Path) -> Results:
        from mazurka.bench.figures import KEPT

        return Results(folder / f"figure-{figure}.json", f"stateful-por, figure {figure}", KEPT)

    def draw(self, figure: str, folder: Path, seeds: int) -> list[Path]:
        from mazurka.bench import plots
        from mazurka.bench.figures import curves, scatter

        points = self._points(figure, folder)
        if not len(points):
            return []
        if figure == "11":
            return [points.path, *plots.draw_11(scatter(points, seeds), folder)]
        halves = [("each eats once", curves(points, 1)), ("each eats twice", curves(points, 2))]
        return [
            points.path,
            *plots.draw_curves(halves, folder / "figure-10", ("philosophers", "nodes")),
        ]

    def page(self, folder: Path, _seeds: int) -> list[Path]:
        from mazurka.bench.figures import caption
        from mazurka.bench.reports import markdown
        from mazurka.bench.stateful_por import ALL, known_rows, table

        known = results(self, folder)
        if not len(known):
            return []
        pictures = {f"figure-{f}.svg": caption(f, self._points(f, folder)) for f in drawn(self, folder)}
        return written(known, folder, markdown(table(known_rows(known), ALL, known), pictures))

    def terminal(self, cells: list[Any]) -> list[RenderableType]:
        from mazurka.bench import reports

        return reports.terminal(cells)

    def data(self, cells: list[Any]) -> list[dict[str, Any]]:
        from mazurka.bench import reports

        return reports.data(cells)


class ProbeSets:
    """[B] Tables 5.1 to 5.4, A.1 and A.2, Figures 5.2, 5.3 and 5.5, which show the same runs."""

    name = "probe-sets"
    figures = ("5.2", "5.3", "5.5")
    seeds = 5
    fresh = False

    def asked(self, rows: Names, families: Names, columns: Names, seeds: int) -> Asked:
        from mazurka.bench import probe_sets

        chosen = probe_sets.TABLE_ROWS.chosen(rows, families)
        reducers = probe_sets.choose_columns(columns)
        tasks = probe_sets.tasks(chosen, reducers, seeds)
        return Asked(tasks, lambda known: probe_sets.table(chosen, reducers, known, seeds))

    def measure_figure(self, figure: str, folder: Path, seeds: int, measure: Measure) -> None:
        """The table has it all."""

    def draw(self, figure: str, folder: Path, seeds: int) -> list[Path]:
        from mazurka.bench.plots import draw_curves
        from mazurka.bench.probe_figures import LABELS, halves

        known = results(self, folder)
        if not len(known):
            return []
        path = folder / f"figure-{figure}"
        return draw_curves(
            halves(figure, known, seeds), path, ("threads", LABELS[figure]), logarithmic=figure != "5.5"
        )

    def page(self, folder: Path, seeds: int) -> list[Path]:
        from mazurka.bench.probe_figures import caption
        from mazurka.bench.probe_reports import markdown
        from mazurka.bench.probe_sets import COLUMNS, known_rows, table

        known = results(self, folder)
        if not len(known):
            return []
        pictures = {f"figure-{f}.svg": caption(f) for f in drawn(self, folder)}
        cells = table(known_rows(known), COLUMNS, known, seeds)
        return written(known, folder, markdown(cells, pictures))

    def terminal(self, cells: list[Any]) -> list[RenderableType]:
        from mazurka.bench import probe_reports

        return probe_reports.terminal(cells)

    def data(self, cells: list[Any]) -> list[dict[str, Any]]:
        from mazurka.bench import probe_reports

        return probe_reports.data(cells)


class IgnoringProblem:
    """[EP] Table 1 with further provisos, and what its Figure 1 stands for."""

    name = "ignoring-problem"
    figures = ("1",)
    seeds = 1
    fresh = False

    def asked(self, rows: Names, families: Names, columns: Names, _seeds: int) -> Asked:
        from mazurka.bench import ignoring_problem

        chosen = ignoring_problem.TABLE_ROWS.chosen(rows, families)
        provisos = ignoring_problem.choose_columns(columns)
        tasks = ignoring_problem.tasks(chosen, provisos)
        return Asked(tasks, lambda known: ignoring_problem.table(chosen, provisos, known))

    def measure_figure(self, figure: str, folder: Path, _seeds: int, measure: Measure) -> None:
        from mazurka.bench.ignoring_figures import tasks

        measure(tasks(), self._points(figure, folder))

    def _points(self, figure: str, folder: Path) -> Results:
        from mazurka.bench.ignoring_figures import KEPT

        return Results(folder / f"figure-{figure}.json", f"{self.name}, figure {figure}", KEPT)

    def draw(self, figure: str, folder: Path, _seeds: int) -> list[Path]:
        from mazurka.bench.ignoring_figures import halves
        from mazurka.bench.plots import draw_curves

        points = self._points(figure, folder)
        if not len(points):
            return []
        file, labels = folder / f"figure-{figure}", ("philosophers", "states")
        drawn_files = draw_curves(halves(points), file, labels, staggered=True)
        return [points.path, *drawn_files]

    def page(self, folder: Path, _seeds: int) -> list[Path]:
        from mazurka.bench.ignoring_audits import kept
        from mazurka.bench.ignoring_figures import CAPTION, rows
        from mazurka.bench.ignoring_page import markdown
        from mazurka.bench.ignoring_problem import COLUMNS, known_rows, table

        known = results(self, folder)
        if not len(known):
            return []
        pictures = {f"figure-{f}.svg": CAPTION for f in drawn(self, folder)}
        figure = rows(self._points("1", folder))
        cells = table(known_rows(known), COLUMNS, known)
        return written(known, folder, markdown(cells, kept(folder), figure, pictures))

    def terminal(self, cells: list[Any]) -> list[RenderableType]:
        from mazurka.bench import ignoring_reports

        return ignoring_reports.terminal(cells)

    def data(self, cells: list[Any]) -> list[dict[str, Any]]:
        from mazurka.bench import ignoring_reports

        return ignoring_reports.data(cells)


def drawn(table: Table, folder: Path) -> list[str]:
    """The figures that the folder holds."""
    return [f for f in table.figures if (folder / f"figure-{f}.svg").exists()]


def written(known: Results, folder: Path, text: str) -> list[Path]:
    """Write the page; the files that hold all that is known."""
    page = folder / "table.md"
    write_at_once(page, text)
    return [known.path, page]


TABLES: Mapping[str, Table] = {t.name: t for t in (StatefulPor(), ProbeSets(), IgnoringProblem())}
