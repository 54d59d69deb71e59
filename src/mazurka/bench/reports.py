"""The table for people: as a table on the terminal, as Markdown, and as the data for scripts."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from mazurka.bench.costs import limits, rate
from mazurka.bench.differences import Kind, large
from mazurka.bench.stateful_por import Cell
from mazurka.bench.table1 import COLUMNS, OWN, WITH_PATHS, Figure
from mazurka.bench.terminal import Line, by_model
from mazurka.report.tables import number, size

_COLOURS = {Kind.EQUAL: "green", Kind.SOLVED: "bold green", Kind.LARGER: "yellow", Kind.FAILED: "red"}

LEGEND = (
    "✓ the published number exactly; −123 or +123: that many nodes fewer or more than published; solved: a "
    "timeout in the paper; new: a blank in the paper; limit: our limit was reached, where the paper has a "
    "number or a blank; both: a limit here and a timeout there."
)


def terminal(cells: Sequence[Cell]) -> list[RenderableType]:
    """Under each model its columns, beside the published figures; in 80 columns, so in thousands and MB."""
    figures = ("nodes", "published", "difference", "s", "k/s", "MB")
    shown = [c for c in cells if c.missing or c.measured]
    return by_model(shown, figures, _lines, Text("k/s: thousand nodes a second", "dim"))


def _lines(cell: Cell) -> Iterator[Line]:
    mark = Text(cell.nodes.mark, style=_COLOURS.get(cell.nodes.kind, ""))
    yield f"  {cell.column}", _ours(cell), _published(cell), mark, *_short_costs(cell)
    if cell.paths is not None and cell.measured and cell.measured.paths is not None:
        mark = Text(cell.paths.mark, style=_COLOURS.get(cell.paths.kind, ""))
        yield "    paths", large(cell.measured.paths), number(cell.row.paths), mark


def _ours(cell: Cell) -> str:
    known = cell.measured
    if known is None or known.nodes is None:
        return "–"
    return ("" if known.complete else "> ") + number(known.nodes)


def _published(cell: Cell) -> str:
    return _figure(cell.row.nodes.get(cell.column))


def _figure(figure: Figure) -> str:
    return figure if isinstance(figure, str) else number(figure)


def _costs(cell: Cell) -> tuple[str, str, str]:
    known = cell.measured
    if known is None:
        return ("–", "–", "–")
    memory = "–" if known.peak_bytes is None else size(known.peak_bytes)
    return (number(known.seconds), number(rate(known)), memory)


def _short_costs(cell: Cell) -> tuple[str, str, str]:
    known, nodes = cell.measured, rate(cell.measured)
    if known is None:
        return ("–", "–", "–")
    thousands = "–" if nodes is None else f"{nodes / 1e3:.{0 if nodes >= 100_000 else 1}f}"
    memory = "–" if known.peak_bytes is None else f"{known.peak_bytes / 1e6:.0f}"
    return (number(known.seconds), thousands, memory)


def data(cells: Sequence[Cell]) -> list[dict[str, Any]]:
    """The cells for scripts."""
    return [
        {
            "family": c.row.family,
            "n": c.row.n,
            "reducer": c.column,
            "model": c.missing is None,
            "reason": c.missing,
            "published": c.row.nodes.get(c.column),
            "compared": c.nodes.kind.value,
            "difference": c.nodes.by,
            **(c.measured.to_json() if c.measured else {}),
            **_paths(c),
            "nodes_per_second": rate(c.measured),
        }
        for c in cells
    ]


def _paths(cell: Cell) -> dict[str, Any]:
    if cell.column != WITH_PATHS or cell.paths is None:
        return {}
    return {
        "published_paths": cell.row.paths,
        "compared_paths": cell.paths.kind.value,
        "difference_paths": cell.paths.by,
    }


def markdown(cells: Sequence[Cell], pictures: Mapping[str, str]) -> str:
    """A page: what agrees, the table of nodes, every cell with its costs, the pictures with captions."""
    return "\n".join(_page(cells, pictures)) + "\n"


def _page(cells: Sequence[Cell], pictures: Mapping[str, str]) -> Iterator[str]:
    yield "# Stateful partial-order reduction: Table 1, rerun"
    yield ""
    yield (
        "Herbreteau, Larroze-Jardiné, Point, Walukiewicz, *Revisiting Stateful Partial-Order Reduction*, "
        "arXiv:2411.16921, section 11. Written by `mazurka bench stateful-por`."
    )
    yield ""
    yield f"{limits(c.measured for c in cells)} The paper's limit was 15 minutes. {_summary(cells)}"
    yield ""
    yield from _nodes([c for c in cells if c.column in COLUMNS])
    yield ""
    yield LEGEND
    yield "A dash is what was not run: as in the paper, a column ends at the first size of a family that"
    yield "reaches its limit."
    yield ""
    yield from _own(cells)
    yield ""
    yield from _details(cells)
    for picture, caption in pictures.items():
        yield ""
        yield f"![{picture.removesuffix('.svg')}]({picture})"
        yield ""
        yield caption


def _summary(cells: Sequence[Cell]) -> str:
    """How many cells agree, of families that may be the paper's."""
    others = _other_systems(cells)
    kinds = [c.nodes.kind for c in cells if c.column in COLUMNS and c.row.family not in others]
    numbers = sum(kinds.count(k) for k in (Kind.EQUAL, Kind.SMALLER, Kind.LARGER))
    counts = (
        f"Of {numbers} cells with a number both here and there {kinds.count(Kind.EQUAL)} are equal, "
        f"{kinds.count(Kind.SMALLER)} smaller, {kinds.count(Kind.LARGER)} larger; "
        f"{kinds.count(Kind.SOLVED)} timeouts of the paper are solved."
    )
    if not others:
        return counts
    return (
        f"{counts} That leaves out {' and '.join(others)}: their full state spaces have other sizes than "
        "published, so that here and there are different systems."
    )


def _other_systems(cells: Sequence[Cell]) -> list[str]:
    """Families whose number of states, that of `reach`, is not the published one."""
    differing = (Kind.SMALLER, Kind.LARGER)
    return list(
        dict.fromkeys(c.row.family for c in cells if c.column == "reach" and c.nodes.kind in differing)
    )


def _nodes(cells: Sequence[Cell]) -> Iterator[str]:
    columns = list(dict.fromkeys(c.column for c in cells))
    yield "| nodes | " + " | ".join(columns) + " | paths, full+sleep |"
    yield "| --- |" + " ---: |" * (len(columns) + 1)
    for row in dict.fromkeys(c.row.name for c in cells):
        here = [c for c in cells if c.row.name == row]
        entries = ["no model" if c.missing else _entry(c) for c in here]
        yield f"| {row} | " + " | ".join(entries) + f" | {_path_entry(here)} |"


def _own(cells: Sequence[Cell]) -> Iterator[str]:
    """The columns that the paper does not have, and each as a part of full+sleep."""
    yield "## Beside the paper's columns"
    yield ""
    yield "Nodes, and as part of those of full+sleep. `:actions` has PIFS in the form of actions, with"
    yield "✓ where that gives the published number; where the forms differ, on qo and lz, it is this one that"
    yield "does. The other columns are ours, see `mazurka reducers`."
    yield ""
    yield "| nodes | full+sleep | " + " | ".join(OWN) + " |"
    yield "| --- |" + " ---: |" * (len(OWN) + 1)
    for row in dict.fromkeys(c.row.name for c in cells):
        here = {c.column: c for c in cells if c.row.name == row and c.column in (WITH_PATHS, *OWN)}
        full = here.get(WITH_PATHS)
        if any(c.measured and c.column in OWN for c in here.values()) and full is not None:
            entries = [_quotient(here[name], full) if name in here else "–" for name in OWN]
            yield f"| {row} | {_plain(full)} | " + " | ".join(entries) + " |"


def _plain(cell: Cell) -> str:
    """Ours, or that a limit was reached."""
    return _ours(cell) if cell.measured is None or cell.measured.complete else "limit"


def _quotient(cell: Cell, full: Cell) -> str:
    """Ours, and as a part of full+sleep where both are known."""
    known, whole = cell.measured, full.measured
    if not (known and known.complete and known.nodes and whole and whole.complete and whole.nodes):
        return _plain(cell)
    mark = " ✓" if cell.nodes.kind is Kind.EQUAL else ""
    return f"{_plain(cell)} ({known.nodes / whole.nodes:.2g}){mark}"


def _entry(cell: Cell) -> str:
    """Ours, and how it compares."""
    if cell.measured is None:
        return "–"
    if not cell.measured.complete:
        return cell.nodes.mark
    return f"{_ours(cell)} {cell.nodes.mark}".strip()


def _path_entry(cells: Sequence[Cell]) -> str:
    for c in cells:
        if c.paths is not None and c.measured and c.measured.paths is not None:
            mark = "" if c.paths.kind is Kind.NEW else c.paths.mark
            return f"{large(c.measured.paths)} {mark}".strip()
    return "–"


def _details(cells: Sequence[Cell]) -> Iterator[str]:
    yield "Seconds are wall-clock, of encoding and search with kernels compiled before, on a machine shared"
    yield "with other work: orders of magnitude, no more. Memory is the peak of the process, which is 160 MB"
    yield "before it begins."
    yield ""
    yield "| model | reducer | nodes | published | difference | s | nodes/s | memory |"
    yield "| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |"
    for c in cells:
        if c.measured is not None:
            cost = " | ".join(_costs(c))
            figures = f"{_ours(c)} | {_published(c)} | {c.nodes.mark}"
            yield f"| {c.row.name} | {c.column} | {figures} | {cost} |"
