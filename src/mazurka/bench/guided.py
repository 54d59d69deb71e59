"""Tables 6.1 and 6.2 of [E] rerun: `mazurka query` on each net and criterion, in a process of its own.

Runtime and memory are those of the whole process, from its start to its end, with reading the net; kernels
have been compiled before.  The nets are not part of the project: a folder of them is given.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.console import RenderableType

from mazurka.bench.guided_rows import COLUMNS, ROWS, Row
from mazurka.bench.results import write_at_once
from mazurka.errors import MazurkaError, OptionError, UnknownNameError
from mazurka.limits import Limits
from mazurka.report.tables import new_table

Cell = Mapping[str, Any]
"""What was measured of a row."""

KEPT = ("reachable", "trace_length", "states", "method", "certified", "limit", "seconds")


def chosen_rows(names: Sequence[str] | None) -> list[Row]:
    """The rows of these names, NET or NET:CRITERION; UnknownNameError for others."""
    if names is None:
        return list(ROWS)
    known = [*dict.fromkeys(x for row in ROWS for x in (row.net, row.key))]
    for name in names:
        if name not in known:
            raise UnknownNameError("row", name, known)
    return [row for row in ROWS if row.net in names or row.key in names]


def rerun(
    rows: Sequence[Row],
    nets: Path,
    output: Path,
    limits: Limits,
    *,
    again: bool = False,
    begin: Callable[[int, int, str], None] = lambda _n, _of, _key: None,
) -> dict[str, Cell]:
    """Measure what is not known yet, and write results.json after each row; all that is known.

    OptionError where the folder lacks a net.
    """
    if missing := [row.net for row in rows if not (nets / f"{row.net}.pnml").is_file()]:
        raise OptionError(f"{nets} has no {missing[0]}.pnml; give a folder of the nets with --nets")
    path = output / "results.json"
    known: dict[str, Cell] = json.loads(path.read_text("utf-8"))["rows"] if path.exists() else {}
    todo = [row for row in rows if again or row.key not in known]
    for n, row in enumerate(todo, 1):
        begin(n, len(todo), row.key)
        if n == 1:
            measure(row, nets, limits)  # compiles the kernels
        known[row.key] = measure(row, nets, limits)
        output.mkdir(parents=True, exist_ok=True)
        write_at_once(path, json.dumps({"table": "guided", "version": 1, "rows": known}, indent=1) + "\n")
    return known


def measure(row: Row, nets: Path, limits: Limits) -> Cell:
    """One row: what `query` says, and what the process took."""
    command = [sys.executable, "-P", "-m", "mazurka", "query", str(nets / f"{row.net}.pnml"), row.formula]
    command += ["--json"]
    for option, value in (
        ("--max-seconds", limits.max_seconds),
        ("--max-memory", limits.max_memory),
        ("--max-states", limits.max_states),
    ):
        command += [] if value is None else [option, str(value)]
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        said, wrong = process.stdout.read(), process.stderr.read()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 3):
        raise MazurkaError(f"{row.key}: query ended with status {process.returncode}: {wrong.strip()}")
    found = json.loads(said)
    peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
    return {
        **{key: found[key] for key in KEPT},
        "wall_seconds": round(time.perf_counter() - begun, 3),
        "processor_seconds": round(usage.ru_utime + usage.ru_stime, 3),
        "peak_bytes": peak,
    }


def figures(row: Row, cell: Cell | None) -> list[str]:
    """The columns of a row that was measured."""
    if cell is None:
        return ["–"] * 6
    answer = {True: "yes", False: "no", None: cell["limit"] or "none"}[cell["reachable"]]
    if cell["reachable"] is not None and cell["reachable"] != row.reachable:
        answer += " (!)"
    steps = cell["trace_length"]
    return [
        answer,
        cell["method"] + (", certificate" if cell["certified"] else ""),
        f"{cell['peak_bytes'] >> 20:,} MB",
        f"{cell['processor_seconds']:.2f} s",
        f"{cell['seconds']:.2f} s",
        f"{'-' if steps is None else f'{steps + 1:,}'}/{cell['states']:,}",
    ]


HEADINGS = ("reachable", "method", "memory", "processor", "query", "TL/DS")


def terminal(rows: Sequence[Row], known: Mapping[str, Cell]) -> list[RenderableType]:
    """The rows beside the runtimes of the two tools."""
    table = new_table(
        "net", "", *HEADINGS, "GPOR", "ITS", right=("memory", "processor", "query", "GPOR", "ITS")
    )
    for row in rows:
        published = dict(zip(COLUMNS, row.published, strict=True))
        measured = figures(row, known.get(row.key))
        table.add_row(row.net, str(row.criterion), *measured, published["GPOR RT"], published["ITS RT"])
    return [table]


def page(output: Path, known: Mapping[str, Cell]) -> Path:
    """Write table.md of all that is known."""
    lines = ["# Guided search", "", INTRODUCTION]
    for criterion, title in ((1, "Table 6.1: reachable"), (2, "Table 6.2: unreachable")):
        heads = [x.replace("|", "\\|") for x in ("net", "criterion", *HEADINGS, *COLUMNS)]
        lines += ["", f"## {title}", "", _line(heads), _line(["---"] * len(heads))]
        for row in ROWS:
            if row.criterion == criterion and row.key in known:
                cells = [row.net, f"`{row.formula}`", *figures(row, known[row.key]), *row.published]
                lines.append(_line([x.replace("|", "\\|") for x in cells]))
    path = output / "table.md"
    write_at_once(path, "\n".join([*lines, ""]))
    return path


INTRODUCTION = (
    "[E] Tables 6.1 and 6.2. Memory and processor time are those of the whole process, with starting Python "
    "and reading the net, compiled kernels being there; `query` is the time on the clock, without reading. "
    "TL/DS: states on the trace, and states met. (!) marks an answer other than that of [E]. "
    "The columns from |S| on are the published ones, for GPOR, the tool of [E], and ITS."
)


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def data(rows: Sequence[Row], known: Mapping[str, Cell]) -> list[dict[str, Any]]:
    """The rows for scripts."""
    return [
        {
            "net": row.net,
            "criterion": row.criterion,
            "formula": row.formula,
            "published": dict(zip(COLUMNS, row.published, strict=True)),
            "measured": known.get(row.key),
        }
        for row in rows
    ]
