"""Keeping an eye on long work: limits, progress on a terminal, and Ctrl-C, which ends it with what it has."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING

from mazurka.cli.outcome import Show
from mazurka.errors import MazurkaError, ModelError, PreconditionError, TokenOverflowError, UnboundedNetError
from mazurka.limits import Limits, Watch, resident_bytes

if TYPE_CHECKING:
    from rich.live import Live

PATIENCE_SECONDS = 0.5
REFRESH_SECONDS = 0.2


@contextmanager
def watching(limits: Limits, show: Show, model: Path | None = None) -> Iterator[Watch]:
    """A watch that begins now, with progress where standard error is a terminal.

    What is wrong with the system itself is said with the file of the model, where that is given.
    """
    display = Display() if show is not Show.QUIET and sys.stderr.isatty() else None
    watch = Watch(limits, display, announce=display.announce if display else None)
    with watch.interruptible(), stdout_for_results():
        try:
            yield watch
        except (ModelError, PreconditionError, TokenOverflowError, UnboundedNetError) as error:
            if model is None:
                raise
            raise MazurkaError(f"{model}: {error}") from error
        finally:
            if display is not None:
                display.close()


@contextmanager
def stdout_for_results() -> Iterator[None]:
    """What a plug-in prints goes to standard error: standard output is for the result alone."""
    with redirect_stdout(sys.stderr):
        yield


class Display:
    """One line on the terminal: states, waiting, states a second, memory.  Short work shows nothing."""

    def __init__(self) -> None:
        self._live: Live | None = None
        self._created = self._begun = self._shown = time.monotonic()
        self._last = 0
        self._phase = ""

    def __call__(self, states: int, waiting: int) -> None:
        now = time.monotonic()
        if states < self._last:
            self._begun = now
        self._last = states
        if now - self._begun > PATIENCE_SECONDS and now - self._shown > REFRESH_SECONDS:
            self._shown = now
            self._update(states, waiting, now - self._begun)

    def announce(self, phase: str, slow: bool = False) -> None:
        """What comes next; shown at once where it is slow, or the work has taken long already."""
        if slow or time.monotonic() - self._created > PATIENCE_SECONDS:
            self._show(f"{phase} …")
        self._phase, self._begun, self._last = f"{phase}: ", time.monotonic(), 0

    def _update(self, states: int, waiting: int, seconds: float) -> None:
        from mazurka.report.tables import size

        rate, memory = states / seconds, size(resident_bytes())
        self._show(f"{self._phase}{states:,} states, {waiting:,} waiting, {rate:,.0f} states/s, {memory}")

    def _show(self, line: str) -> None:
        from rich.text import Text

        if self._live is None:
            from rich.console import Console
            from rich.live import Live

            self._live = Live(console=Console(stderr=True), auto_refresh=False, transient=True)
            self._live.start()
        self._live.update(Text(line), refresh=True)

    def close(self) -> None:
        """Take the line away."""
        if self._live is not None:
            self._live.stop()
