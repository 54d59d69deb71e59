"""The includes-first-set test, exactly: can the system run so that nothing outside B could have come first?

    [HLPW]  Definition 14, Proposition 23: NP-complete.

Answered by a SAT solver from the formula of `first_set_formula.py`.  The formula is built once for a
system; the state and B are assumed, and so is that what is not possible (`possible_events.py`) does not
occur.  What the solver learns is kept for the next question.  A state need not be reachable, nor have been
met before.

The answer yes has a maximal run w from s with first(w) ⊆ B, replayed by the system before it is given.  The
answer no has, when asked for, a clausal proof, which `rup.py` checks.  When a limit is reached there is no
answer."""

from collections.abc import Set
from dataclasses import dataclass, replace
from types import TracebackType

from mazurka.errors import CyclicSystemError, PreconditionError, UnknownNameError
from mazurka.limits import Watch
from mazurka.oracle.event_order import EventOrder
from mazurka.oracle.first_set_formula import FirstSetFormula
from mazurka.oracle.maximal_run import extended, is_run_with_first_set_within
from mazurka.oracle.possible_events import PossibleEvents
from mazurka.oracle.refutation import Refutation, refute
from mazurka.oracle.solvers import SatSolver
from mazurka.systems import Action, ClientServerSystem, Run, System
from mazurka.systems.client_server import GlobalState

SOLVER = "cadical153"


@dataclass(frozen=True)
class FirstSetAnswer:
    """Whether some maximal run w from s has first(w) ⊆ B: True with such a run, False, or None.

    None: nobody knows, because the limit that `limit` names was reached.
    """

    holds: bool | None
    run: Run | None = None
    limit: str | None = None


class IncludesFirstSet:
    """Answers IFS(s, B) for one system, by one solver, which lives as long as the `with` block.

    solver:    by its name in python-sat.
    questions: how many have been asked; calls: how often the solver was called for them.
    """

    def __init__(self, system: ClientServerSystem, solver: str = SOLVER) -> None:
        require_client_server(system, "the oracle of first sets")
        self.system = system
        self.questions = self.calls = 0
        self._formula = FirstSetFormula(system)
        self._solver = SatSolver(solver, self._formula.clauses)
        self._given = len(self._formula.clauses)

    def __enter__(self) -> "IncludesFirstSet":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._solver.close()

    def __call__(self, s: GlobalState, b: Set[Action]) -> bool:
        """IFS(s, B), however long it takes."""
        answer = self.ask(s, b)
        assert answer.holds is not None
        return answer.holds

    def ask(self, s: GlobalState, b: Set[Action], watch: Watch | None = None) -> FirstSetAnswer:
        """IFS(s, B) for actions B enabled at s; UnknownNameError for a state or an action that is none."""
        require_question(self.system, s, b)
        watch = Watch() if watch is None else replace(watch, progress=None)
        self.questions += 1
        assumptions = self._assumptions(s, b)
        while True:
            self.calls += 1
            satisfiable = self._solver.satisfiable(assumptions, watch)
            if not satisfiable:
                limit = watch.limit_reached(0) or "max_seconds" if satisfiable is None else None
                return FirstSetAnswer(satisfiable, limit=limit)
            order = EventOrder(self._formula, self._solver.model())
            cycles = order.cycles()
            if not cycles:
                return FirstSetAnswer(True, self._witness(s, b, order.sorted()))
            if limit := watch.limit_reached(0):
                return FirstSetAnswer(None, limit=limit)
            self._exclude(cycles)

    def refutation(self, s: GlobalState, b: Set[Action]) -> Refutation | None:
        """A proof that IFS(s, B) does not hold, checked; None where it holds."""
        if self(s, b):
            return None
        found = refute(self._formula.clauses, self._assumptions(s, b))
        assert found is not None
        if fault := found.fault():
            raise AssertionError(f"the solver's proof is refused: {fault}")
        return found

    def _assumptions(self, s: GlobalState, b: Set[Action]) -> list[int]:
        f = self._formula
        impossible = PossibleEvents(f.model, s, b).impossible()
        return f.assumptions(s, b) + [-f.occurs[e] for e in impossible]

    def _exclude(self, cycles: list[list[int]]) -> None:
        for cycle in cycles:
            self._formula.order.exclude(cycle)
        for clause in self._formula.clauses[self._given :]:
            self._solver.add(clause)
        self._given = len(self._formula.clauses)

    def _witness(self, s: GlobalState, b: Set[Action], events: list[int]) -> Run:
        run = extended(self._formula.model, s, events)
        if not is_run_with_first_set_within(self.system, s, b, run):
            raise AssertionError(f"the model is no run within {sorted(b)} from {s}: {run}")
        return run


def require_client_server(system: System[GlobalState], what: str) -> None:
    """PreconditionError unless it is a client/server system with acyclic clients."""
    if not isinstance(system, ClientServerSystem):
        raise PreconditionError(
            f"{what} is for client/server systems, and {system.name} is a {system.formalism} system"
        )
    if system.cyclic_client is not None:
        raise CyclicSystemError(what, client=system.cyclic_client)


def require_question(system: ClientServerSystem, s: GlobalState, b: Set[Action]) -> None:
    """UnknownNameError unless s is a state, and each action in B is enabled there."""
    if len(s) != len(system.processes):
        raise PreconditionError(
            f"a state of {system.name} has {len(system.processes)} local states, and this has {len(s)}"
        )
    for p, x in zip(system.processes, s, strict=True):
        if x not in p.steps:
            raise UnknownNameError(f"local state of {p.name}", x, p.local_states)
    enabled = system.enabled(s)
    for a in sorted(b):
        if a not in enabled:
            raise UnknownNameError("action enabled at the state", a, enabled)
