"""Compare answers to queries with the known ones of the Model Checking Contest.

    python benchmarks/check_mcc_formulas.py FOLDER [--seconds S] [--net PART] [--only FILE] [--output FILE]

FOLDER holds the nets as NAME.pnml, their formulas, and `answers.json`, which gives for each net its files of
formulas and their verdicts.  Each formula is asked by itself, for that many seconds at most.  A wrong answer
fails; no answer does not.  The table counts the answers by method.  The output has a line of JSON for each
formula; with --only, such a file of an earlier call, only those are asked that it left without an answer.
"""

import json
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from mazurka.formats import read_model
from mazurka.formulas.mcc import Property, read_properties
from mazurka.limits import Limits, Watch
from mazurka.query import answer
from mazurka.systems import PetriNet

MEMORY = 3 * 2**30


def ask(net: PetriNet, one: Property, seconds: float) -> dict[str, Any]:
    """The answer to one formula, as a line of the output."""
    begun = time.perf_counter()
    found = answer(net, one.goal, Watch(Limits(max_seconds=seconds, max_memory=MEMORY)))
    return {
        "net": net.name,
        "formula": one.id,
        "verdict": one.verdict(found.reachable),
        "method": found.method,
        "states": found.states,
        "steps": None if found.run is None else len(found.run),
        "certified": found.certificate is not None,
        "seconds": round(time.perf_counter() - begun, 3),
    }


def asked(folder: Path, part: str, wanted: set[str] | None) -> Iterator[tuple[PetriNet, Property, bool]]:
    """The nets with their formulas that have a verdict."""
    for known in json.loads((folder / "answers.json").read_text("utf-8"))["nets"]:
        if part not in known["name"]:
            continue
        net = read_model(folder / f"{known['name']}.pnml")
        assert isinstance(net, PetriNet)
        for category in known.get("formulas", {}).values():
            verdicts = category["verdicts"]
            for one in read_properties(folder / category["file"], net):
                if verdicts.get(one.id) is not None and (wanted is None or one.id in wanted):
                    yield net, one, verdicts[one.id]


def left_open(path: Path | None) -> set[str] | None:
    """The formulas without an answer in an earlier output."""
    if path is None:
        return None
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    return {line["formula"] for line in lines if line["verdict"] is None}


def main(
    folder: Annotated[Path, typer.Argument(help="the folder of nets with answers.json")],
    seconds: Annotated[float, typer.Option(help="for each formula")] = 10.0,
    net: Annotated[str, typer.Option(help="only nets with this in their name")] = "",
    only: Annotated[Path | None, typer.Option(help="only what this earlier output left open")] = None,
    output: Annotated[Path | None, typer.Option(help="a line of JSON for each formula")] = None,
) -> None:
    """Compare answers to queries with the known ones of the Model Checking Contest."""
    methods: Counter[str] = Counter()
    wrong: list[str] = []
    lines: list[dict[str, Any]] = []
    for system, one, verdict in asked(folder, net, left_open(only)):
        lines.append({**ask(system, one, seconds), "known": verdict})
        if output is not None:
            output.write_text("".join(json.dumps(x) + "\n" for x in lines), "utf-8")
        found = lines[-1]["verdict"]
        methods["no answer" if found is None else lines[-1]["method"]] += 1
        if found not in (None, verdict):
            wrong.append(f"{one.id}: {found}, known: {verdict} ({lines[-1]['method']})")
    table = Table("method", "formulas", box=None)
    for name, count in sorted(methods.items()):
        table.add_row(name, str(count))
    Console(width=120).print(table)
    print(*wrong, sep="\n")
    print(f"{len(lines) - methods['no answer']} of {len(lines)} answered, {len(wrong)} wrong")
    raise typer.Exit(1 if wrong or not lines else 0)


if __name__ == "__main__":
    typer.run(main)
