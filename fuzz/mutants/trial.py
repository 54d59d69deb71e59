"""One mutant on trial: a copy of the project with its error, and the tests that are to find it.

Kernels run in the interpreter there, `NUMBA_DISABLE_JIT=1`: an error in a text that all kernels share costs
a minute of compilation otherwise, for a test that fails after two systems.  `compiled` compiles them.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from mazurka.fuzz.ledger import Ledger
from mazurka.fuzz.mutants.mutant import Mutant

ROOT = Path(__file__).resolve().parents[2]
COPIED = ("src", "reference", "optimized", "oracle", "fuzz", "examples", "pyproject.toml")
LONGEST_SECONDS = 300
_FAILED = re.compile(r"^(?:FAILED|ERROR) \S*?/?(test_\w+\.py(?:::[^\s]+)?)", re.MULTILINE)


@dataclass(frozen=True)
class Trial:
    """What became of a mutant.

    killer:   the test that failed, or None when all passed.
    examples: systems that this test drew until then.
    seconds:  of this test alone, and `waited` of everything: copying, compiling, the tests before it.
    """

    mutant: str
    killer: str | None
    examples: int = 0
    seconds: float = 0.0
    waited: float = 0.0


def tried(mutant: Mutant, profile: str = "default", *, compiled: bool = False) -> Trial:
    """Try the tests of a mutant in order until one fails."""
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="mazurka-mutant-") as folder:
        root = Path(folder)
        copied(root)
        mutant.apply(root)
        for test in mutant.tests:
            results = root / "results.sqlite"
            status, said = _run(root, test, results, profile, compiled)
            if status == 1:
                found = _FAILED.search(said)
                done = [r for r in Ledger.rounds_in(results) if r.outcome == "failed"]
                counts = (done[0].examples, done[0].seconds) if done else (0, 0.0)
                name = found[1] if found else test
                return Trial(mutant.name, name, *counts, waited=time.monotonic() - begun)
            if status != 0:
                name = f"{test} (pytest ended with {status})"
                return Trial(mutant.name, name, waited=time.monotonic() - begun)
    return Trial(mutant.name, None, waited=time.monotonic() - begun)


def copied(root: Path) -> None:
    """Copy the project, links as links."""
    ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, root / name, symlinks=True, ignore=ignored)
        else:
            shutil.copy(source, root / name)


def _run(root: Path, test: str, results: Path, profile: str, compiled: bool) -> tuple[int, str]:
    """Run one file of tests, or one test, in the copy; its status, and what it said."""
    environment = {
        **os.environ,
        "PYTHONPATH": f"{root / 'src'}{os.pathsep}{root}",
        "XDG_CACHE_HOME": str(root / "cache"),
        "NUMBA_DISABLE_JIT": "0" if compiled else "1",
    }
    command = [
        sys.executable, "-m", "pytest", "-x", "-q", "--no-header", "--fuzz-first", "--fuzz-profile", profile,
        "--fuzz-results", str(results), str(root / "fuzz" / test),
    ]  # fmt: skip
    try:
        done = subprocess.run(
            command, cwd=root, env=environment, capture_output=True, text=True, check=False,
            timeout=LONGEST_SECONDS, errors="replace",
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return 1, f"FAILED {test} (it did not end within {LONGEST_SECONDS} s)"
    return done.returncode, done.stdout
