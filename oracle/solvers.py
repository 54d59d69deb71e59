"""The SAT solvers of python-sat, by name, with answers of three values."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from types import TracebackType
from typing import Any

from pysat import solvers as pysat_solvers
from pysat.solvers import Solver

from mazurka.errors import UnknownNameError
from mazurka.limits import Watch

SOLVERS = ("cadical153", "cadical195", "glucose3", "glucose4", "glucose42", "maplechrono", "minisat22")
"""Those that take assumptions and a bound on conflicts, and tell which assumptions failed."""

CONFLICTS = 1_000
"""How many conflicts pass between two looks at the clock."""


class _NoMainThread:
    """Says that a call of a solver comes from another thread than the main one."""

    @staticmethod
    def check() -> bool:
        return False


@contextmanager
def keeping_interrupts() -> Iterator[None]:
    """While this holds, solvers leave Ctrl-C to Python, which hears it when the solver returns.

    Called from the main thread, python-sat puts a handler of its own in the place of Python's and jumps out
    of the solver; what a search has found so far would be lost.
    """
    before = pysat_solvers.MainThread
    pysat_solvers.MainThread = _NoMainThread
    try:
        yield
    finally:
        pysat_solvers.MainThread = before


class SatSolver:
    """A solver of that name, which holds the clauses added so far; UnknownNameError if there is none.

    Of each variable it tries false first, so that models are small.
    """

    def __init__(self, name: str, clauses: Iterable[Sequence[int]] = ()) -> None:
        if name not in SOLVERS:
            raise UnknownNameError("SAT solver", name, SOLVERS)
        self._solver: Any = Solver(name=name)
        if name.startswith("cadical"):
            self._solver.configure({"phase": 0})
        for clause in clauses:
            self._solver.add_clause(clause)

    def __enter__(self) -> "SatSolver":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Free its memory."""
        self._solver.delete()

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause, for good."""
        self._solver.add_clause(clause)

    def satisfiable(self, assumptions: Sequence[int], watch: Watch) -> bool | None:
        """Whether the clauses can be true together with the assumptions; None when a limit was reached."""
        while True:
            self._solver.conf_budget(CONFLICTS)
            with keeping_interrupts():
                answer: bool | None = self._solver.solve_limited(assumptions=assumptions)
            if answer is not None or watch.limit_reached(0):
                return answer

    def model(self) -> list[int]:
        """The literals that are true, after the answer True."""
        return list(self._solver.get_model())

    def failed(self) -> list[int]:
        """Assumptions that cannot all be true, after the answer False."""
        return list(self._solver.get_core() or ())
