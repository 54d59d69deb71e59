"""`python -m mazurka.fuzz.mutants.page`: what became of the mutants, as `benchmarks/mutants/README.md`."""

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

from mazurka.fuzz.mutants.catalogue import MUTANTS
from mazurka.fuzz.mutants.mutant import Mutant
from mazurka.fuzz.mutants.trial import ROOT

FOLDER = ROOT / "benchmarks" / "mutants"
HARDEST = 12
"""How many of those that took most systems are listed."""

Results = Mapping[str, Mapping[str, Any]]


def part_of(mutant: Mutant) -> str:
    """What stands before the slash of its name."""
    return mutant.name.partition("/")[0]


def page(results: Results, mutants: Sequence[Mutant] = MUTANTS) -> str:
    """The page; MUTANTS give the order, and say which are equivalent."""
    wrong = [m for m in mutants if not m.same]
    found = [m for m in wrong if results[m.name]["killer"]]
    lines = [
        "# How strong the campaign is",
        "",
        f"{len(wrong)} errors were made on purpose, one at a time, and the campaign found {len(found)}.",
        "`make mutants` does it again;",
        "[`fuzz/mutants/`](../../fuzz/mutants) says what each error is. A test draws systems until one",
        "fails, at most 400 (the profile default); kernels run in the interpreter. Seconds are those of the",
        "test that found the error, from its first system to the failure, on a machine that did much else.",
        "Where it took no system, a fixed case found it, made for this error or for one like it.",
        "",
        *_table(
            ("part", "found", "median of systems", "median of seconds"),
            [*_parts(wrong, results), _row("all", wrong, results)],
        ),
        "",
        "## The hardest",
        "",
        *_table(
            ("error", "systems", "found by"),
            [
                (m.name, f"{results[m.name]['examples']:,}", f"`{results[m.name]['killer']}`")
                for m in sorted(found, key=lambda m: (-results[m.name]["examples"], m.name))[:HARDEST]
            ],
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
                (m.name, f"{c['examples']:,}", f"{results[m.name]['examples']:,}", f"`{c['killer']}`")
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


def _parts(wrong: Sequence[Mutant], results: Results) -> list[tuple[str, ...]]:
    names = sorted({part_of(m) for m in wrong})
    return [_row(name, [m for m in wrong if part_of(m) == name], results) for name in names]


def _row(name: str, mutants: Sequence[Mutant], results: Results) -> tuple[str, ...]:
    found = [results[m.name] for m in mutants if results[m.name]["killer"]]
    systems, seconds = ([r[key] for r in found] for key in ("examples", "seconds"))
    return (
        name,
        f"{len(found)} of {len(mutants)}",
        f"{median(systems):g}" if found else "",
        f"{median(seconds):.1f}" if found else "",
    )


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows)]


def main() -> None:
    """Write the page from the results beside it."""
    results = json.loads((FOLDER / "results.json").read_text("utf-8"))
    Path(FOLDER / "README.md").write_text(page(results), "utf-8")


if __name__ == "__main__":
    main()
