"""How fast nets are explored, and how small they are kept: states/s, edges/s, bytes a state.

    python benchmarks/explore_nets.py NET.pnml … [--repeat 5] [-o results.json]

Seconds are processor seconds of this process for encoding and exploring, kernels compiled beforehand,
reading the file apart.  `bytes/state` counts states, hash table and frontier in use; `rss/state` is what
the resident size of a fresh process grew by, peak, while it explored.
"""

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from mazurka.formats import read_model
from mazurka.limits import peak_rss_bytes, resident_bytes
from mazurka.models import build
from mazurka.optimized.explorer import explore


def measure(path: Path) -> dict[str, float | int | str]:
    """Explore one net once, in this process."""
    explore(build("philosophers", {"n": 3}))  # compiles the kernels, or loads them
    system = read_model(path)
    before, started = resident_bytes(), time.process_time()
    found = explore(system)
    seconds = time.process_time() - started
    assert found.stored_bytes is not None
    return {
        "net": system.name,
        "states": found.states,
        "edges": found.transitions,
        "seconds": seconds,
        "bytes_per_state": found.stored_bytes / found.states,
        "rss_per_state": max(0, peak_rss_bytes() - before) / found.states,
    }


def main(
    nets: Annotated[list[Path], typer.Argument(help="nets to explore")],
    repeat: Annotated[int, typer.Option(help="processes for each net; medians are reported")] = 3,
    output: Annotated[Path | None, typer.Option("-o", help="where to write the results as JSON")] = None,
    once: Annotated[bool, typer.Option(hidden=True)] = False,
) -> None:
    """How fast nets are explored, and how small they are kept."""
    if once:
        print(json.dumps(measure(nets[0])))
        return
    table = Table(
        "net", "states", "edges", "s (cpu)", "states/s", "edges/s", "bytes/state", "rss/state", box=None
    )
    for column in table.columns[1:]:
        column.justify = "right"
    results = []
    for net in nets:
        command = [sys.executable, __file__, str(net), "--once"]
        runs = [
            json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)
            for _ in range(repeat)
        ]
        row = {
            key: statistics.median(r[key] for r in runs) if key != "net" else runs[0][key] for key in runs[0]
        }
        results.append(row)
        table.add_row(
            row["net"], f"{row['states']:,}", f"{row['edges']:,}", f"{row['seconds']:.2f}",
            f"{row['states'] / row['seconds']:,.0f}", f"{row['edges'] / row['seconds']:,.0f}",
            f"{row['bytes_per_state']:.1f}", f"{row['rss_per_state']:.1f}",
        )  # fmt: skip
    Console(width=130).print(table)
    if output is not None:
        output.write_text(json.dumps(results, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    typer.run(main)
