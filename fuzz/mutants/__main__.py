"""`python -m mazurka.fuzz.mutants [PART ...]`: try the mutants, all or those with a part in their name.

One line a mutant as soon as it is known; at the end those that no test found.  The exit status is 1 when
there are such.  What is found is written to `--output`, which a later run with other mutants completes.
"""

import argparse
import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from mazurka.fuzz.mutants.catalogue import MUTANTS
from mazurka.fuzz.mutants.trial import Trial, tried


def main() -> int:
    """Try the mutants that were asked for."""
    asked = argparse.ArgumentParser(prog="python -m mazurka.fuzz.mutants", description=__doc__)
    asked.add_argument("part", nargs="*", help="mutants with one of these in their name")
    asked.add_argument("--profile", default="default", help="of the campaign")
    asked.add_argument("--compiled", action="store_true", help="compile the kernels of each mutant")
    asked.add_argument("--jobs", type=int, default=1, help="mutants at a time")
    asked.add_argument("--output", type=Path, help="a JSON file of results, to begin or to complete")
    asked.add_argument("--again", action="store_true", help="keep what earlier trials found beside it")
    given = asked.parse_args()
    chosen = [m for m in MUTANTS if not given.part or any(part in m.name for part in given.part)]
    print(f"{'mutant':44} {'systems':>8} {'seconds':>8}  killed by")
    alive = []
    with ThreadPoolExecutor(given.jobs) as pool:
        for mutant, trial in zip(
            chosen, pool.map(lambda m: tried(m, given.profile, compiled=given.compiled), chosen), strict=True
        ):
            verdict = trial.killer or ("equivalent: " + mutant.same if mutant.same else "NOT FOUND")
            print(f"{mutant.name:44} {trial.examples:8,} {trial.seconds:8.1f}  {verdict}", flush=True)
            if trial.killer is None and not mutant.same:
                alive.append(mutant.name)
            if given.output:
                keep(given.output, trial, compiled=given.compiled, again=given.again)
    print(
        f"{len(chosen) - len(alive)} of {len(chosen)} found" + (f"; not: {', '.join(alive)}" if alive else "")
    )
    return 1 if alive else 0


def keep(path: Path, trial: Trial, *, compiled: bool, again: bool = False) -> None:
    """Add a trial to a file of results, where it takes the place of earlier ones unless it is one again.

    One with compiled kernels stands beside those with interpreted ones.
    """
    known: dict[str, dict[str, Any]] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    one = {"killer": trial.killer, "examples": trial.examples, "seconds": round(trial.seconds, 1)}
    row = known.setdefault(trial.mutant, {})
    if compiled:
        row["compiled"] = one
    else:
        row["trials"] = [*(row.get("trials", ()) if again else ()), one]
    path.write_text(json.dumps(dict(sorted(known.items())), indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    raise SystemExit(main())
