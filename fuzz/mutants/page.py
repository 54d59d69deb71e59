"""`python -m mazurka.fuzz.mutants.page`: what became of the mutants, as `benchmarks/mutants/README.md`."""

import json
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from pathlib import Path
from statistics import median
from typing import Any

from mazurka.fuzz.mutants.catalogue import MUTANTS
from mazurka.fuzz.mutants.mutant import Mutant
from mazurka.fuzz.mutants.trial import ROOT

FOLDER = ROOT / "benchmarks" / "mutants"
HARDEST = 12
"""How many of those that took most systems are listed."""

Trial = Mapping[str, Any]
Trials = Mapping[str, Sequence[Trial]]
Results = Mapping[str, Mapping[str, Any]]
"""By the name of the error: `trials`, one or more, and perhaps one that was `compiled`."""


def part_of(mutant: Mutant) -> str:
    """What stands before the slash of its name."""
    return mutant.name.partition("/")[0]


def systems_of(trials: Sequence[Trial]) -> str:
    """How many systems each trial took, fewest first; a dash for one that found nothing."""
    found = sorted(t["examples"] for t in trials if t["killer"])
    return ", ".join([f"{k:,}" for k in found] + ["–"] * (len(trials) - len(found)))


def page(results: Results, mutants: Sequence[Mutant] = MUTANTS) -> str:
    """The page; MUTANTS give the order, and say which are equivalent."""
    wrong = [m for m in mutants if not m.same]
    trials = {m.name: results[m.name]["trials"] for m in mutants}
    times = max(map(len, trials.values()))
    always = [m for m in wrong if all(t["killer"] for t in trials[m.name])]
    hardest = sorted(wrong, key=lambda m: (-_hardness(trials[m.name]), m.name))
    lines = [
        "# How strong the campaign is",
        "",
        f"{len(wrong)} errors were made on purpose, one at a time. Each was tried {times} times, and each",
        f"time other systems were drawn; {len(always)} of them were found every time. `make mutants` does it",
        "again; [`fuzz/mutants/`](../../fuzz/mutants) says what each error is. A test draws systems until",
        "one fails, at most 400 (the profile default), or up to four times as many where they are small;",
        "kernels run in the interpreter. Seconds are those of the test that found the error, from its first",
        "system to the failure, on a machine that did much else. Where it took no system, a fixed case found",
        "it, made for this error or for one like it.",
        "",
        *_table(
            ("part", "found", "median of systems", "most systems", "median of seconds"),
            [*_parts(wrong, trials), _row("all", wrong, trials)],
        ),
        "",
        "## The hardest",
        "",
        *_table(
            ("error", "systems", "found by"),
            [(m.name, systems_of(trials[m.name]), f"`{_killer(trials[m.name])}`") for m in hardest[:HARDEST]],
        ),
        "",
        "## With compiled kernels",
        "",
        "Machine code differs from what an interpreter does where a number is too large, below zero, or an",
        "index beyond its array. These errors, in kernels that live on such numbers, were also tried with",
        "`--compiled`; where pytest ended with a negative status, the error was a crash.",
        "",
        *_table(
            ("error", "systems", "interpreted", "found by, compiled"),
            [
                (m.name, f"{c['examples']:,}", systems_of(trials[m.name]), f"`{c['killer']}`")
                for m in mutants
                if (c := results[m.name].get("compiled"))
            ],
        ),
        "",
        (FOLDER / "survivors.md").read_text("utf-8").rstrip(),
        "",
        "## Equivalent",
        "",
        "These change nothing that anyone could see, for the reason given; they are not counted above.",
        "",
        *(f"- `{m.name}`: {' '.join(m.same.split())}" for m in mutants if m.same),
    ]
    return "\n".join(lines) + "\n"


def _hardness(trials: Sequence[Trial]) -> float:
    return max(t["examples"] if t["killer"] else inf for t in trials)


def _killer(trials: Sequence[Trial]) -> str:
    """Of several tests that found it, the one that took most systems."""
    return str(max((t for t in trials if t["killer"]), key=lambda t: t["examples"])["killer"])


def _parts(wrong: Sequence[Mutant], trials: Trials) -> list[tuple[str, ...]]:
    names = sorted({part_of(m) for m in wrong})
    return [_row(name, [m for m in wrong if part_of(m) == name], trials) for name in names]


def _row(name: str, mutants: Sequence[Mutant], trials: Trials) -> tuple[str, ...]:
    found = [t for m in mutants for t in trials[m.name] if t["killer"]]
    always = sum(all(t["killer"] for t in trials[m.name]) for m in mutants)
    systems, seconds = ([t[key] for t in found] for key in ("examples", "seconds"))
    return (
        name,
        f"{always} of {len(mutants)}",
        f"{median(systems):g}",
        f"{max(systems):,}",
        f"{median(seconds):.1f}",
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def main() -> None:
    """Write the page from the results beside it."""
    results = json.loads((FOLDER / "results.json").read_text("utf-8"))
    Path(FOLDER / "README.md").write_text(page(results), "utf-8")


if __name__ == "__main__":
    main()
