"""Keeping an eye on long work: progress on a terminal, and Ctrl-C, which ends a search with what it has.

The first Ctrl-C makes the next look at the limits answer `interrupt`.  So every search that respects
its limits can be interrupted, and none loses what it has found.  The second Ctrl-C stops at once.
"""

import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from dataclasses import dataclass, field
from types import FrameType
from typing import TYPE_CHECKING

from mazurka.cli.outcome import Show
from mazurka.limits import Limits, Watch, resident_bytes

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE_SECONDS = 0.5
REFRESH_SECONDS = 0.2


@dataclass
class InterruptibleWatch(Watch):
    """A watch for which Ctrl-C is one more limit."""

    interrupted: threading.Event = field(default_factory=threading.Event)

    def limit_reached(self, states: int, waiting: int = 0) -> str | None:
        if self.interrupted.is_set():
            return "interrupt"
        return super().limit_reached(states, waiting)


@contextmanager
def watching(limits: Limits, show: Show) -> Iterator[Watch]:
    """A watch that begins now, with progress where standard error is a terminal."""
    interrupted = threading.Event()
    display = Display() if show is not Show.QUIET and sys.stderr.isatty() else None
    with _heard(interrupted), stdout_for_results():
        try:
            yield InterruptibleWatch(limits, display, interrupted=interrupted)
        finally:
            if display is not None:
                display.close()


@contextmanager
def stdout_for_results() -> Iterator[None]:
    """What a plug-in prints goes to standard error: standard output is for the result alone."""
    with redirect_stdout(sys.stderr):
        yield


@contextmanager
def _heard(interrupted: threading.Event) -> Iterator[None]:
    """While this holds, the first Ctrl-C sets the event."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return

    def note(_number: int, _frame: FrameType | None) -> None:
        if interrupted.is_set():
            raise KeyboardInterrupt
        interrupted.set()

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Display:
    """One line on the terminal: states, waiting, states a second, memory.  Short work shows nothing."""

    def __init__(self) -> None:
        self._live: Live | None = None
        self._begun = self._shown = time.monotonic()
        self._last = 0

    def __call__(self, states: int, waiting: int) -> None:
        now = time.monotonic()
        if states < self._last:
            self._begun = now
        self._last = states
        if now - self._begun > PATIENCE_SECONDS and now - self._shown > REFRESH_SECONDS:
            self._shown = now
            self._update(states, waiting, now - self._begun)

    def _update(self, states: int, waiting: int, seconds: float) -> None:
        from rich.text import Text

        from mazurka.report.tables import size

        rate, memory = states / seconds, size(resident_bytes())
        line = f"{states:,} states, {waiting:,} waiting, {rate:,.0f} states/s, {memory}"
        self._started().update(Text(line), refresh=True)

    def _started(self) -> "Live":
        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        return self._live

    def close(self) -> None:
        """Take the line away."""
        if self._live is not None:
            self._live.stop()
