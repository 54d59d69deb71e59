"""Many rounds at once, on a Dask cluster: one at an address, or one on this machine.

A round is a task, and each result comes back as soon as it is there.  A worker that dies takes with it only
the rounds that it was running; the scheduler gives them to another one, and after a few deaths a round counts
as lost, to be run again some day.
"""

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import islice
from types import TracebackType
from typing import Any

from mazurka.errors import MazurkaError
from mazurka.fuzz.ledger import Round
from mazurka.fuzz.rounds import run_round

PATIENCE = "5s"
"""How long a scheduler may take to answer."""


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Processes that begin here do not hear Ctrl-C, which a terminal sends to all of them: we end them."""
    heard = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, heard)


class Crew:
    """Workers for as long as the context lasts.

    scheduler: the address of a running one, such as tcp://host:8786; by default a cluster of this machine.
    workers:   how many processes that has; by default one a processor.

    MazurkaError when dask.distributed is not installed, or no scheduler answers.
    """

    def __init__(self, scheduler: str | None = None, workers: int | None = None) -> None:
        self._scheduler, self._workers = scheduler, workers
        self._open = ExitStack()
        self._client: Any

    def __enter__(self) -> "Crew":
        try:
            import distributed
        except ImportError as error:
            raise MazurkaError(
                "dask.distributed is not installed; install it with mazurka: pip install 'mazurka[cluster]'"
            ) from error
        try:
            where: Any = self._scheduler
            if where is None:
                with _deaf_to_interrupts():
                    where = self._open.enter_context(
                        distributed.LocalCluster(
                            n_workers=self._workers,
                            threads_per_worker=1,
                            dashboard_address=None,
                            silence_logs=50,
                        )
                    )
            self._client = self._open.enter_context(distributed.Client(where, timeout=PATIENCE))
        except (OSError, ValueError, MemoryError) as error:
            self._open.close()
            # The length of a message, read from what says something else, is beyond all memory.
            other = self._scheduler is not None and isinstance(error, MemoryError)
            raise MazurkaError(
                f"no scheduler answers at {self._scheduler}: "
                f"{'something else does' if other else error}; "
                "start one with `dask scheduler`, and workers with `dask worker ADDRESS`"
            ) from error
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(Exception):  # what is running is given up
            self._client.cancel(list(self._client.futures))
        self._open.close()

    @property
    def size(self) -> int:
        """How many rounds run at once."""
        return sum(self._client.nthreads().values())

    def run(
        self,
        units: Iterator[tuple[str, int]],
        reducer: str = "",
        run: Callable[[str, int, str], Round] = run_round,
    ) -> Iterator[Round]:
        """The rounds, each when it is over; as many are waiting as are running."""
        from distributed import as_completed

        running: dict[Any, tuple[str, int]] = {}

        def submit(test: str, k: int) -> Any:
            future = self._client.submit(run, test, k, reducer, pure=False)
            running[future.key] = (test, k)
            return future

        waiting: Any = as_completed([submit(*unit) for unit in islice(units, 2 * max(1, self.size))])
        for future in waiting:
            test, k = running.pop(future.key)
            if future.status == "finished":
                yield future.result()
            else:
                yield Round(test, k, "lost", report=f"its worker died: {future.exception()}")
            future.release()
            for unit in islice(units, 1):
                waiting.add(submit(*unit))
