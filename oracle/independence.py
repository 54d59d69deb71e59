"""Independence judged at *every* state, reachable or not: is a declared pair valid, is a dependency needed.

    [HLPW]  before Definition 5 and Definition 10, [EP] Definition 4: what independence must satisfy.

At a state the diamond of a and b fails when
  (1) both are enabled and one disables the other,
  (2) both are enabled, neither disables the other, and the two orders end in different states,
  (3) one is enabled, the other is not, and the one enables the other.
Whether some state fails is asked of z3, pair by pair; states are never listed.  SAT is a state, which the
system itself can replay; UNSAT means that the pair is valid everywhere.

A pair that is valid at all states is valid at the reachable ones.  The converse fails: a state that refutes a
pair need not be reachable, and then the pair is still usable.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations
from types import TracebackType
from typing import Any, NamedTuple

import z3

from mazurka.limits import Watch
from mazurka.oracle.step_formulas import Formula, StepFormulas, step_formulas
from mazurka.systems import Action, System

RESOURCES = 50_000_000
"""What z3 may spend on one pair, in its own deterministic units; then the answer is that nobody knows."""


class Counterexample(NamedTuple):
    """A state at which the diamond of a and b fails; `what` says how."""

    state: Any
    a: Action
    b: Action
    what: str

    def replay(self, system: System[Any]) -> bool:
        """Whether the system's own steps fail at the state in the same way."""
        return disagreement(system, self.state, self.a, self.b) == self.what


class Answer(NamedTuple):
    """Whether the diamond of a pair fails at some state: True with a counterexample, False, or None.

    None: z3 gave up, and `reason` says why.
    """

    fails: bool | None
    counterexample: Counterexample | None = None
    reason: str = ""


@dataclass(frozen=True)
class IndependenceReport:
    """What is known of the pairs that a system declares independent.

    pairs_checked: those that have an answer.
    invalid:       a counterexample for each pair that some state refutes.
    unknown:       pairs without an answer, because z3 gave up or a limit was reached.
    reflexive:     actions declared independent of themselves.
    asymmetric:    pairs (a, b) with a independent of b but not b of a.
    """

    pairs_checked: int
    invalid: tuple[Counterexample, ...]
    unknown: tuple[tuple[Action, Action], ...]
    reflexive: tuple[Action, ...] = ()
    asymmetric: tuple[tuple[Action, Action], ...] = ()

    @property
    def valid(self) -> bool | None:
        """Whether independence is symmetric, irreflexive and valid at every state; None: not known."""
        if self.invalid or self.reflexive or self.asymmetric:
            return False
        return None if self.unknown else True


@dataclass(frozen=True)
class TightnessReport:
    """What is known of the pairs that a system declares dependent.

    needless: pairs declared dependent that no state refutes: the price of a coarse declaration.
    """

    pairs_checked: int
    needless: tuple[tuple[Action, Action], ...]
    unknown: tuple[tuple[Action, Action], ...]

    @property
    def tight(self) -> bool | None:
        """Whether every declared dependency is needed at some state; None: not known."""
        if self.needless:
            return False
        return None if self.unknown else True


class IndependenceOracle:
    """Answers for one system, by one solver, which lives as long as the `with` block.

    resources: what z3 may spend on one pair; deterministic, unlike seconds.
    """

    def __init__(self, system: System[Any], *, resources: int = RESOURCES) -> None:
        context = z3.Context()
        self._formulas: StepFormulas = step_formulas(system, context)
        self._touched = {a: self._formulas.touched(a) for a in system.actions}
        self._solver = z3.SimpleSolver(ctx=context)
        self._solver.set("rlimit", resources)

    def __enter__(self) -> "IndependenceOracle":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        del self._solver, self._formulas  # the only references: z3 frees its memory now

    def diamond_fails(self, a: Action, b: Action) -> Answer:
        """Whether the diamond of a and b fails at some state.

        Actions that touch no part in common need no solver: each formula says the same before and after
        the other's step.
        """
        f = self._formulas
        if self._touched[a].isdisjoint(self._touched[b]):
            return Answer(False)
        parts = sorted(self._touched[a] | self._touched[b], key=str)
        failures = _failures(f, a, b)
        self._solver.push()
        try:
            self._solver.add(*(f.domain(p) for p in parts), f.some(failure for failure, _ in failures))
            result = self._solver.check()
            if result == z3.unsat:
                return Answer(False)
            if result == z3.unknown:
                return Answer(None, None, self._solver.reason_unknown())
            model = self._simplest_model(parts)
            what = next(what for failure, what in failures if z3.is_true(model.eval(failure, True)))
            return Answer(True, Counterexample(f.state(parts, model), a, b, what))
        finally:
            self._solver.pop()

    def _simplest_model(self, parts: Iterable[Any]) -> Formula:
        """A model whose values are at most 0, 1, 3, 7 … if there is one: a state a reader can follow."""
        model = self._solver.model()
        for bound in (0, 1, 3, 7, 15):
            if self._solver.check(*(self._formulas.small(p, bound) for p in parts)) == z3.sat:
                return self._solver.model()
        return model


def _failures(f: StepFormulas, a: Action, b: Action) -> list[tuple[Formula, str]]:
    """The ways in which the diamond of a and b fails, each with its name."""
    s = {p: f.variable(p) for p in f.touched(a) | f.touched(b)}
    a_now, b_now, after_a, after_b = f.enabled(a, s), f.enabled(b, s), f.after(a, s), f.after(b, s)
    b_then, a_then = f.enabled(b, after_a), f.enabled(a, after_b)
    ab, ba = f.after(b, after_a), f.after(a, after_b)
    different = f.some(ab[p] != ba[p] for p in s)
    return [
        (z3.And(a_now, b_now, z3.Not(b_then)), _disables(a, b)),  # (1)
        (z3.And(a_now, b_now, z3.Not(a_then)), _disables(b, a)),  # (1)
        (z3.And(a_now, b_now, b_then, a_then, different), _differ(a, b)),  # (2)
        (z3.And(a_now, z3.Not(b_now), b_then), _enables(a, b)),  # (3)
        (z3.And(b_now, z3.Not(a_now), a_then), _enables(b, a)),  # (3)
    ]


def _disables(a: Action, b: Action) -> str:
    return f"{a!r} disables {b!r}"


def _enables(a: Action, b: Action) -> str:
    return f"{a!r} enables {b!r}"


def _differ(a: Action, b: Action) -> str:
    return f"{a!r} {b!r} and {b!r} {a!r} lead to different states"


def disagreement(system: System[Any], s: Any, a: Action, b: Action) -> str | None:
    """How the diamond of a and b fails at s by the system's own steps; None when it does not."""
    now = system.enabled(s)
    then = {x: system.enabled(system.after(s, x)) for x in (a, b) if x in now}
    for x, y in ((a, b), (b, a)):
        if x in now and y in now and y not in then[x]:
            return _disables(x, y)  # (1)
    if a in now and b in now:
        same = system.after(system.after(s, a), b) == system.after(system.after(s, b), a)
        return None if same else _differ(a, b)  # (2)
    for x, y in ((a, b), (b, a)):
        if x in now and y not in now and y in then[x]:
            return _enables(x, y)  # (3)
    return None


def check_independence(
    system: System[Any],
    *,
    independent: Callable[[Action, Action], bool] | None = None,
    watch: Watch | None = None,
    resources: int = RESOURCES,
) -> IndependenceReport:
    """Judge every pair declared independent, at every state.

    independent: the relation to judge; by default the system's own.
    """
    declared = system.independent if independent is None else independent
    pairs = [(a, b) for a, b in combinations(system.actions, 2) if declared(a, b) or declared(b, a)]
    answers = list(_answers(system, pairs, watch, resources))
    return IndependenceReport(
        pairs_checked=sum(answer.fails is not None for _, answer in answers),
        invalid=tuple(answer.counterexample for _, answer in answers if answer.counterexample is not None),
        unknown=tuple(pair for pair, answer in answers if answer.fails is None),
        reflexive=tuple(a for a in system.actions if declared(a, a)),
        asymmetric=tuple(
            (x, y) for a, b in pairs for x, y in ((a, b), (b, a)) if declared(x, y) and not declared(y, x)
        ),
    )


def check_tightness(
    system: System[Any],
    *,
    independent: Callable[[Action, Action], bool] | None = None,
    watch: Watch | None = None,
    resources: int = RESOURCES,
) -> TightnessReport:
    """Ask of every pair declared dependent whether some state needs it."""
    declared = system.independent if independent is None else independent
    pairs = [(a, b) for a, b in combinations(system.actions, 2) if not (declared(a, b) and declared(b, a))]
    answers = list(_answers(system, pairs, watch, resources))
    return TightnessReport(
        pairs_checked=sum(answer.fails is not None for _, answer in answers),
        needless=tuple(pair for pair, answer in answers if answer.fails is False),
        unknown=tuple(pair for pair, answer in answers if answer.fails is None),
    )


def is_tight(system: System[Any]) -> bool | None:
    """Whether every declared dependency is needed at some state; None when that is not known."""
    return check_tightness(system).tight


def _answers(
    system: System[Any], pairs: list[tuple[Action, Action]], watch: Watch | None, resources: int
) -> Iterator[tuple[tuple[Action, Action], Answer]]:
    """An answer for each pair; once a limit is reached, that the others are not known."""
    limit = None
    with IndependenceOracle(system, resources=resources) as oracle:
        for i, pair in enumerate(pairs):
            if watch is not None and limit is None:
                limit = watch.limit_reached(0, len(pairs) - i)  # pairs are no states
            yield pair, oracle.diamond_fails(*pair) if limit is None else Answer(None, None, limit)
