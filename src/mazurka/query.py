"""Answers to whether a goal can be reached in a net: a run to it, or why there is none.

Every run has been replayed by the net itself, and every certificate checked by `oracle.net_certificates`.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from mazurka.errors import UnknownNameError
from mazurka.formulas import Goal
from mazurka.limits import Limits, Watch
from mazurka.oracle.net_certificates import Certificate, find_fault
from mazurka.oracle.unreachability import Reachable, Unreachable, prove_unreachable
from mazurka.systems import Action, Marking, PetriNet, Run, replay

PATIENCE_SECONDS = 10.0
"""How long the portfolio leaves the state equation alone with a goal."""


@dataclass(frozen=True)
class Answer:
    """Whether a goal can be reached.

    reachable:   None where nobody knows: `limit` or `reason` says why.
    run:         a run to a marking in the goal.
    method:      what found the answer.
    states:      how many states were looked at on the way.
    certificate: why no run leads there, where that has been proved by more than having looked everywhere.
    """

    reachable: bool | None
    method: str
    run: Run | None = None
    states: int = 0
    certificate: Certificate | None = None
    limit: str | None = None
    reason: str = ""


def answer(net: PetriNet, goal: Goal, watch: Watch | None = None, *, engine: str = "auto") -> Answer:
    """The answer of an engine; UnknownNameError for one that does not exist."""
    if engine not in ENGINES:
        raise UnknownNameError("method", engine, list(ENGINES))
    found = _RUN[engine](net, goal, watch or Watch())
    if found.run is not None:
        assert goal.holds(replay(net, found.run))
    if found.certificate is not None:
        assert find_fault(net, goal, found.certificate) is None
    return found


def _breadth_first(net: PetriNet, goal: Goal, watch: Watch) -> Answer:
    came: dict[Marking, tuple[Marking, Action] | None] = {net.initial: None}
    waiting = deque([net.initial])
    while waiting:
        if limit := watch.limit_reached(len(came), len(waiting)):
            reason = f"{limit} was reached"
            return Answer(None, "breadth-first", states=len(came), limit=limit, reason=reason)
        m = waiting.popleft()
        if goal.holds(m):
            return Answer(True, "breadth-first", _run_to(m, came), len(came))
        for a in net.enabled(m):
            if (later := net.after(m, a)) not in came:
                came[later] = m, a
                waiting.append(later)
    return Answer(False, "breadth-first", states=len(came))


def _run_to(m: Marking, came: Mapping[Marking, tuple[Marking, Action] | None]) -> Run:
    run: list[Action] = []
    while (step := came[m]) is not None:
        m, a = step
        run.append(a)
    return tuple(reversed(run))


def _state_equation(net: PetriNet, goal: Goal, watch: Watch) -> Answer:
    found = prove_unreachable(net, goal, watch)
    if isinstance(found, Reachable):
        return Answer(True, "state equation", found.run)
    if isinstance(found, Unreachable):
        return Answer(False, "state equation", certificate=found.certificate)
    return Answer(None, "state equation", limit=watch.limit_reached(0), reason=found.reason)


def _portfolio(net: PetriNet, goal: Goal, watch: Watch) -> Answer:
    if goal.holds(net.initial):
        return Answer(True, "initial marking", (), 1)
    given = watch.limits.max_seconds
    left = PATIENCE_SECONDS if given is None else min(PATIENCE_SECONDS, max(0.0, given - watch.seconds()) / 2)
    short = replace(watch, limits=Limits(max_seconds=watch.seconds() + left))
    found = _state_equation(net, goal, short)
    return found if found.reachable is not None else _breadth_first(net, goal, watch)


ENGINES: Mapping[str, str] = {
    "auto": "one after the other, with growing budgets",
    "state equation": "a solution of the state equation that can be fired, or a certificate",
    "breadth-first": "all markings; a shortest run",
}
"""What each engine does."""
_RUN: Mapping[str, Callable[[PetriNet, Goal, Watch], Answer]] = {
    "auto": _portfolio,
    "state equation": _state_equation,
    "breadth-first": _breadth_first,
}
