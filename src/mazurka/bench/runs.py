"""Measuring tasks one after the other, so that a run can be stopped and goes on later."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from mazurka.bench.cell import Task
from mazurka.bench.results import Results
from mazurka.bench.workers import Progress, Workers
from mazurka.limits import Limits

Announce = Callable[[int, int, Task], Progress | None]
"""Called with the number of a task, of all tasks, and the task that begins."""


@dataclass(frozen=True)
class Run:
    """How cells are to be measured.

    again:   measure also what is known already.
    onwards: go on to larger sizes of a family after a limit.
    """

    limits: Limits
    again: bool = False
    onwards: bool = False

    def measure(
        self,
        tasks: Sequence[tuple[str, Task]],
        results: Results,
        announce: Announce,
        *,
        fresh: bool = True,
    ) -> None:
        """Measure tasks that are not known yet, one at a time, and keep the result of each at once.

        tasks: each with the series it belongs to, which ends at its first limit.
        fresh: a process for each, so that memory is told; else one as long as it lives, which is faster.
        """
        ended: set[str] = set()
        with Workers(fresh=fresh) as workers:
            for number, (series, t) in enumerate(tasks, 1):
                if series in ended or t.missing_model() is not None:
                    continue
                known = results.get(t)
                if known is None or self.again or not known.settles(self.limits):
                    known = workers.measure(t, self.limits, announce(number, len(tasks), t))
                    results.add(t, known)
                if known.limit is not None and not self.onwards:
                    ended.add(series)
