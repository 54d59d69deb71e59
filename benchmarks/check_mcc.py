"""Compare mazurka with the known answers for nets of the Model Checking Contest.

    python benchmarks/check_mcc.py FOLDER [--max-states N]

FOLDER holds the nets as NAME.pnml and `answers.json`, which gives for each net its numbers of markings
and edges, the most tokens in a place and in a marking, and whether a deadlock is reachable.  Each net is
explored fully, and reduced by stubborn sets, of which only the verdict can be compared.
"""

import json
import time
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from mazurka.formats import read_model
from mazurka.limits import Watch
from mazurka.optimized.explorer import explore
from mazurka.optimized.stubborn_sets import reduce_by_closure, reduce_by_deletion
from mazurka.systems import Exploration, System

REDUCERS = {"closure": reduce_by_closure, "deletion": reduce_by_deletion}


def differences(found: Exploration[Any], known: dict[str, Any]) -> list[str]:
    """Where a full exploration differs from the known answers."""
    pairs = {
        "markings": found.states,
        "edges": found.transitions,
        "max_token_in_place": found.max_tokens_per_place,
        "max_token_per_marking": found.max_tokens_in_marking,
        "deadlock_reachable": found.deadlocks > 0,
    }
    return [f"{key}: {value}, known: {known[key]}" for key, value in pairs.items() if value != known[key]]


def check(system: System[Any], known: dict[str, Any]) -> tuple[list[str], list[str]]:
    """One net: the cells of its row in the table, and what is wrong."""
    started = time.process_time()
    full = explore(system)
    row = [f"{full.states:,}", f"{full.transitions:,}", f"{time.process_time() - started:.2f}"]
    wrong = differences(full, known)
    for name, reduce in REDUCERS.items():
        reduced = reduce(system, {}, Watch())
        row.append(f"{reduced.states:,}")
        if (reduced.deadlocks > 0) != known["deadlock_reachable"]:
            wrong.append(f"stubborn/{name}: deadlock {reduced.deadlocks > 0}")
        if reduced.states > full.states:
            wrong.append(f"stubborn/{name}: {reduced.states} states, more than the full space")
    return row, wrong


def main(
    folder: Annotated[Path, typer.Argument(help="the folder of nets with answers.json")],
    max_states: Annotated[int | None, typer.Option(help="leave out nets with more markings")] = None,
) -> None:
    """Compare mazurka with the known answers for nets of the Model Checking Contest."""
    nets = json.loads((folder / "answers.json").read_text("utf-8"))["nets"]
    table = Table("net", "markings", "edges", "s (cpu)", "closure", "deletion", "", box=None)
    for column in table.columns[1:6]:
        column.justify = "right"
    failed = 0
    for known in nets:
        if max_states is not None and known["markings"] > max_states:
            continue
        row, wrong = check(read_model(folder / f"{known['name']}.pnml"), known)
        failed += bool(wrong)
        table.add_row(known["name"], *row, "; ".join(wrong) or "agrees")
    Console(width=140).print(table)
    print(f"{table.row_count - failed} passed, {failed} failed")
    raise typer.Exit(1 if failed or not table.row_count else 0)


if __name__ == "__main__":
    typer.run(main)
