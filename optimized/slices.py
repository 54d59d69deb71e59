"""Slices of a kernel's work: so long that calls cost nothing, so short that limits and Ctrl-C are heeded."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from mazurka.limits import Watch
from mazurka.optimized import compiled_before

SLICE_SECONDS = 0.1
"""Slices grow until they take that long."""


@dataclass
class Pace:
    """How many nodes the next slice may take."""

    budget: int = 1
    started: float = 0.0

    def begin(self) -> None:
        """A slice begins."""
        self.started = time.perf_counter()

    def spent(self) -> None:
        """The slice ended because it had taken all its nodes; the next one takes more, or fewer."""
        elapsed = time.perf_counter() - self.started
        if elapsed < SLICE_SECONDS:
            self.budget *= 2
        elif elapsed > 4 * SLICE_SECONDS:
            self.budget = max(1, self.budget // 2)


@contextmanager
def loading(kernel: str, watch: Watch) -> Iterator[None]:
    """While kernels are compiled, or loaded, the clock stands still; a word where that will take seconds.

    Ctrl-C ends it at once: the search that follows then ends before its first step, with all it has.
    """
    announce = watch.announce if watch.announce is not None and not compiled_before(kernel) else None
    if announce is not None:
        announce("compiling kernels, at their first use only", True)
    try:
        with watch.paused(), watch.unasked():
            yield
    except KeyboardInterrupt:
        if not watch.interrupted.is_set():
            raise
    if announce is not None:
        announce("exploring", False)
