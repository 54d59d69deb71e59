"""The process in which cells are measured, so that limits hold and figures are clean.

    python -m mazurka.bench.worker

A task a line on standard input; the answers are lines of JSON on standard output: `{"phase": …}`,
`{"progress": [states, waiting]}`, `{"result": …}`, `{"paths": …}` where they were asked for, and
`{"done": true}`.  When the other end goes away, writing fails, and the process ends.
"""

import json
import os
import sys
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from mazurka.bench.touched import recording
from mazurka.errors import MazurkaError
from mazurka.limits import Limits, Watch, peak_rss_bytes
from mazurka.models import build
from mazurka.registry import find_reducer
from mazurka.systems import Exploration

REPORT_SECONDS = 0.5
COUNTABLE_PATHS = 3_000_000
"""Paths are added up in Python; beyond so many nodes that takes longer than the search."""


SMALL = {
    "client-server": ("dp", {"n": 2}),
    "petri-net": ("philosophers", {"n": 2}),
    "entity": ("philosophers-entities", {"n": 2}),
}
"""On these kernels are compiled and loaded, off the clock."""


class Answers:
    """Lines to the other end."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._last = 0.0

    def say(self, **message: object) -> None:
        self._stream.write(json.dumps(message) + "\n")
        self._stream.flush()

    def progress(self, states: int, waiting: int) -> None:
        now = time.monotonic()
        if now - self._last >= REPORT_SECONDS:
            self._last = now
            self.say(progress=[states, waiting])


def measure(task: Mapping[str, Any], answers: Answers, warm: set[tuple[object, ...]]) -> None:
    """Run the task: kernels are compiled and loaded first, on a small system, if they were not yet.

    A proviso has a search of its own.
    """
    reducer = find_reducer(task["reducer"])
    system = build(task["family"], task["parameters"])
    proviso = {k: v for k, v in task["options"].items() if k == "proviso"}
    search = (task["reducer"], system.formalism, *proviso.values())
    if search not in warm:
        answers.say(phase="preparing")
        reducer.run(build(*SMALL[system.formalism]), proviso, Watch())
        warm.add(search)
    touched = recording(system) if task["touched"] and reducer.line == "reference" else None
    _forget_peak()
    answers.say(phase="searching")
    watch = Watch(Limits(**task["limits"]), answers.progress)
    begun = time.process_time()
    found = reducer.run(touched or system, task["options"], watch)
    spent = {"processor_seconds": round(time.process_time() - begun, 4)}
    answers.say(result=_result(found) | spent | ({"touched": len(touched.met)} if touched else {}))
    if task["paths"] and found.complete and found.paths is not None and found.nodes <= COUNTABLE_PATHS:
        answers.say(phase="counting paths")
        answers.say(paths=found.paths())


def _result(found: Exploration[Any]) -> dict[str, Any]:
    return {
        "limit": found.limit,
        "states": found.states,
        "nodes": found.nodes,
        "transitions": found.transitions,
        "deadlocks": found.deadlocks,
        "seconds": round(found.seconds, 4),
        "peak_bytes": _peak(),
        "stored_bytes": found.stored_bytes,
    }


def _forget_peak() -> None:
    """The peak of memory begins anew, after kernels have been compiled; only Linux can do that."""
    with suppress(OSError):
        Path("/proc/self/clear_refs").write_text("5", "ascii")


def _peak() -> int:
    """The largest resident size since this program began.

    Not ru_maxrss, which on Linux begins with the size of the process that started this one.
    """
    try:
        lines = Path("/proc/self/status").read_text("ascii").splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM:"))
    except (OSError, StopIteration):
        return peak_rss_bytes()


def main() -> None:
    """Answer tasks until there are no more."""
    answers = Answers(os.fdopen(os.dup(1), "w"))
    os.dup2(2, 1)  # whatever else is printed is no answer
    warm: set[tuple[object, ...]] = set()
    for line in sys.stdin:
        try:
            measure(json.loads(line), answers, warm)
        except MemoryError:
            answers.say(result={"limit": "max_memory"})
        except MazurkaError as error:
            answers.say(result={"failure": str(error)})
        answers.say(done=True)


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        os._exit(1)
