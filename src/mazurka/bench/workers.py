"""Running tasks in processes of their own, under limits that hold from outside too.

A search stops by itself at a limit when it is asked, between two slices.  While tables are built or arrays
double nobody asks; so a process that goes well beyond its limits is ended from here.
"""

import json
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, replace
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from mazurka.bench.cell import Measured, Task
from mazurka.limits import Limits

Progress = Callable[[str, int, int], None]
"""Called with the phase of the work, states found and states waiting."""

GRACE_SECONDS = 30.0
GRACE_MEMORY = 1.25
POLL_SECONDS = 0.1
PAGE = 4096


class Worker:
    """A process that measures one task after the other, until one goes beyond its limits."""

    def __init__(self) -> None:
        self._errors: IO[str] = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115
        # A session of its own: Ctrl-C is for us, and we end the process.
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "mazurka.bench.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            text=True,
            start_new_session=True,
        )
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def _listen(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._answers.put(json.loads(line))
        self._answers.put(None)

    def measure(self, task: Task, limits: Limits, progress: Progress | None = None) -> Measured:
        """The result of a task; the process is not alive afterwards if it had to be ended."""
        allowed = asdict(limits)
        chosen = {"parameters": dict(task.parameters), "options": dict(task.options)}
        request = {**asdict(task), **chosen, "limits": allowed}
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request) + "\n")
        self._process.stdin.flush()
        return replace(Measured.from_json(self._answer(limits, progress)), **allowed)

    def _answer(self, limits: Limits, progress: Progress | None) -> dict[str, Any]:
        """All that the process says of a task, until it is done or has to be ended."""
        result: dict[str, Any] = {}
        phase, begun = "starting", time.monotonic()
        while True:
            try:
                said = self._answers.get(timeout=POLL_SECONDS)
            except queue.Empty:
                ended = self._beyond(limits, phase, time.monotonic() - begun)
                if ended is None:
                    continue
                self.end()
                return result or {"limit": ended}
            if said is None:
                return result or self._failed()
            if "done" in said:
                return result
            if "phase" in said:
                phase, begun = said["phase"], time.monotonic()
            result |= said.get("result", {}) | {k: v for k, v in said.items() if k == "paths"}
            if progress is not None:
                progress(phase, *said.get("progress", (0, 0)))

    def _beyond(self, limits: Limits, phase: str, seconds: float) -> str | None:
        """The limit that is well exceeded; compiling kernels takes what it takes."""
        if limits.max_memory is not None and self._resident() > GRACE_MEMORY * limits.max_memory:
            return "max_memory"
        timed = phase in ("searching", "counting paths") and limits.max_seconds is not None
        if timed and seconds > (limits.max_seconds or 0) + GRACE_SECONDS:
            return "max_seconds"
        return None

    def _resident(self) -> int:
        try:
            return int(Path(f"/proc/{self._process.pid}/statm").read_text("ascii").split()[1]) * PAGE
        except (OSError, IndexError):
            return 0

    def _failed(self) -> dict[str, Any]:
        """Why a process ended that was not to end."""
        status = self._process.wait()
        self._errors.seek(0)
        lines = self._errors.read().strip().splitlines()
        return {"failure": f"the process ended with status {status}" + (f": {lines[-1]}" if lines else "")}

    def end(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._listener.join()
        for stream in (self._process.stdin, self._process.stdout, self._errors):
            if stream is not None and not stream.closed:
                with suppress(BrokenPipeError):
                    stream.close()


class Workers:
    """Tasks one at a time, each in a new process, or in one that is kept as long as it lives.

    fresh: a process for each task, so that its peak of memory is the task's own.
    """

    def __init__(self, *, fresh: bool) -> None:
        self._fresh = fresh
        self._worker: Worker | None = None

    def measure(self, task: Task, limits: Limits, progress: Progress | None = None) -> Measured:
        """The result of a task; a process that failed or went beyond its limits is replaced."""
        if self._worker is None or not self._worker.alive:
            self._end()
            self._worker = Worker()
        measured = self._worker.measure(task, limits, progress)
        if self._fresh or measured.failure is not None:
            self._end()
        return measured if self._fresh else replace(measured, peak_bytes=None)

    def _end(self) -> None:
        if self._worker is not None:
            self._worker.end()
            self._worker = None

    def __enter__(self) -> "Workers":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end()
