"""Limits of a search, and the eye that the user keeps on it.

A search asks its `Watch` every so often; reaching a limit ends it, without error, with what it has.
"""

import resource
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

Progress = Callable[[int, int], None]
"""Called with the number of states found and of states still to be expanded."""


@dataclass(frozen=True)
class Limits:
    """Bounds on a search; None means unbounded.  Memory is the resident size of the process in bytes."""

    max_states: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = None


@dataclass
class Watch:
    """Limits and progress of one search that begins now; and Ctrl-C, which is one more limit.

    announce: called with the phase of work that begins, and True where it takes seconds and cannot tell
              how far it has come.
    goal:     a state that satisfies it ends the search, like a limit of the name `goal`; searches that know
              nothing of goals go on.
    """

    limits: Limits = field(default_factory=Limits)
    progress: Progress | None = None
    started: float = field(default_factory=time.monotonic)
    announce: Callable[[str, bool], None] | None = None
    goal: Callable[[Any], bool] | None = None
    interrupted: threading.Event = field(default_factory=threading.Event)
    _hearing: bool = False
    _at_once: bool = False

    def limit_reached(self, states: int, waiting: int = 0) -> str | None:
        """Report progress; the name of the limit that has been reached (`max_states`, …), or None.

        max_states is reached when that many states are stored and there is more to do.
        """
        if self.interrupted.is_set():
            return "interrupt"
        if self.progress is not None:
            self.progress(states, waiting)
        limits = self.limits
        if limits.max_states is not None and states >= limits.max_states and waiting:
            return "max_states"
        if limits.max_seconds is not None and self.seconds() >= limits.max_seconds:
            return "max_seconds"
        if limits.max_memory is not None and resident_bytes() >= limits.max_memory:
            return "max_memory"
        return None

    def goal_reached(self, states: Sequence[Any], first: int = 0) -> str | None:
        """`goal` if one of the states from this position on is what is looked for, else None."""
        if self.goal is None:
            return None
        return "goal" if any(self.goal(states[i]) for i in range(first, len(states))) else None

    @contextmanager
    def paused(self) -> Iterator[None]:
        """While this holds the clock stands still: for what is not the search, such as compiling it."""
        begun = time.monotonic()
        try:
            yield
        finally:
            self.started += time.monotonic() - begun

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """While this holds, the first Ctrl-C makes the next `limit_reached` answer `interrupt`.

        So a search ends with all it has found.  A second Ctrl-C raises KeyboardInterrupt at once.  Signals
        reach the main thread only; elsewhere, and where this holds already, it changes nothing.
        """
        if self._hearing or threading.current_thread() is not threading.main_thread():
            yield
            return

        def note(_number: int, _frame: FrameType | None) -> None:
            again = self.interrupted.is_set()
            self.interrupted.set()
            if again or self._at_once:
                raise KeyboardInterrupt

        before = signal.signal(signal.SIGINT, note)
        self._hearing = True
        try:
            yield
        finally:
            self._hearing = False
            signal.signal(signal.SIGINT, before)

    @contextmanager
    def unasked(self) -> Iterator[None]:
        """While this holds, Ctrl-C raises KeyboardInterrupt at once: for work that asks nothing for long."""
        before, self._at_once = self._at_once, True
        try:
            yield
        finally:
            self._at_once = before

    def seconds(self) -> float:
        """The time since the search began."""
        return time.monotonic() - self.started


def peak_rss_bytes() -> int:
    """The largest resident size of this process so far."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else peak * 1024


def resident_bytes() -> int:
    """The resident size of this process now, or its peak where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text("ascii").split()[1]) * resource.getpagesize()
    except OSError:
        return peak_rss_bytes()
