"""Rounds of the campaign: which there are, and one of them run in a process of its own.

A round may crash, hang at a solver, or fill the memory: what becomes of its process is one answer more.
"""

import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence, Set
from itertools import count
from pathlib import Path

from mazurka.errors import MazurkaError
from mazurka.fuzz.ledger import Ledger, Round
from mazurka.fuzz.plugin import TESTS

# Ctrl-C ends a round, also where the worker that began it does not hear it.
_HEARING = (
    "import signal, sys, pytest; signal.signal(signal.SIGINT, signal.default_int_handler); "
    "sys.exit(pytest.main())"
)
PYTEST = (sys.executable, "-c", _HEARING, "-q", "-p", "mazurka.fuzz.plugin", "--no-header")
LONGEST_REPORT = 20_000


def campaign_tests(reducer: str = "", *, only: str = "") -> list[str]:
    """The names of the campaign's tests, in order; with a reducer, those that are about it.

    only: a part of the name.  MazurkaError when there is none, or pytest cannot collect them.
    """
    command = [*PYTEST, "--collect-only", str(TESTS), *_about(reducer)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    listed = [line.partition("::") for line in done.stdout.splitlines() if "::" in line]
    names = [f"{Path(file).name}::{test}" for file, _, test in listed]
    if done.returncode not in (0, 5):
        said = (done.stderr.strip() or done.stdout.strip()).splitlines()
        raise MazurkaError(f"the campaign's tests cannot be collected: {said[-1] if said else 'no reason'}")
    found = [name for name in names if only in name]
    if not found:
        raise MazurkaError(f"no test of the campaign has {only!r} in its name; there are {len(names)} tests")
    return found


def _about(reducer: str) -> list[str]:
    return ["--mazurka-reducer", reducer] if reducer else []


def to_run(
    tests: Sequence[str],
    done: Set[tuple[str, int]],
    last: int | None,
    drawing_nothing: Set[str] = frozenset(),
) -> Iterator[tuple[str, int]]:
    """All tests for round 1, then for round 2, …, without those that are done.

    drawing_nothing: tests that need no second round, as it would be the first again; it may grow meanwhile.
    """
    for k in count(1) if last is None else range(1, last + 1):
        if k > 1 and set(tests) <= drawing_nothing:
            return
        for test in tests:
            if (test, k) not in done and (k == 1 or test not in drawing_nothing):
                yield test, k


def run_round(test: str, k: int, reducer: str = "") -> Round:
    """Run a test with seed k in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="mazurka-fuzz-") as folder:
        results = Path(folder, "round.sqlite")
        command = [
            *PYTEST, str(TESTS / test.partition("::")[0]), "--fuzz-profile", "deep", "--fuzz-only", test,
            "--fuzz-rounds", str(k), "--fuzz-results", str(results), *_about(reducer),
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, text=True, check=False, errors="replace")
        found = Ledger.rounds_in(results)
    worker = f"{socket.gethostname()}:{os.getpid()}"
    if len(found) != 1:
        said = (done.stdout + done.stderr)[-LONGEST_REPORT:]
        return Round(
            test, k, "lost", report=f"pytest ended with status {done.returncode}\n{said}", worker=worker
        )
    (one,) = found
    return Round(test, k, one.outcome, one.examples, one.seconds, one.report[-LONGEST_REPORT:], worker)


def last_words(report: str) -> str:
    """The line of a report that says what went wrong."""
    lines = [line for line in report.splitlines() if line.strip()]
    told = [line for line in lines if re.match(r"(E\s+\S|\S+: the audit's verdict)", line)]
    return (told or lines or [""])[0].removeprefix("E").strip()
