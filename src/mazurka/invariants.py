"""Invariants: does a predicate hold at every reachable state?  Asked of a reduction that keeps what it sees.

    [EP]  section 1.2: persistent sets, a proviso for safety, and visible actions explored with all others.

The predicate may look at the visible components only.  A reducer is asked whether it promises
`reachable-views` with these options; one that does not is refused.  The search stops at a violation, if it
knows of goals (`Watch.goal`).  A violation is shown by a run of the system, which has been replayed.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from mazurka.errors import PreconditionError, UnknownNameError
from mazurka.limits import Watch
from mazurka.registry import Reducer, find_reducer
from mazurka.systems import Exploration, Run, StateGraph, System, replay
from mazurka.systems.name_lists import list_of_names

VIEWS = "reachable-views"
WHOLE = ("reach", "plain/reach")
"""The reducers that leave nothing out."""


@dataclass(frozen=True)
class InvariantAnswer:
    """Whether an invariant holds.

    holds:       None where a limit, named in the exploration, was reached before a violation was found.
    run:         a run to a state that violates it, where there is one.
    exploration: the counts of what was explored; after a violation it is incomplete, without a limit.
    """

    holds: bool | None
    run: Run | None
    exploration: Exploration[Any]


def check_invariant(
    system: System[Any],
    predicate: Callable[[Any], bool],
    visible: Collection[str],
    *,
    reducer: Reducer | None = None,
    options: Mapping[str, object] | None = None,
    watch: Watch | None = None,
    whole: bool = False,
) -> InvariantAnswer:
    """Whether the predicate, which depends on the visible components alone, holds at every reachable state.

    reducer: by default the whole state space is explored.
    options: of the reducer; `visible` is filled in.
    whole:   go on after a violation.

    UnknownNameError for a visible component that does not exist; PreconditionError for a reducer that does
    not keep views with these options.
    """
    watch = watch or Watch()
    chosen = reducer or find_reducer("reach")
    for name in visible:
        if name not in (known := system.local_states(system.initial)):
            raise UnknownNameError("component", name, list(known))
    given = _with_visible(chosen, visible, options or {})
    if visible and not _keeps_views(chosen, given, system.formalism):
        raise PreconditionError(
            f"{chosen.name} does not promise with these options that all views are reached; "
            "set a proviso: --set proviso=expanded-safety, say"
        )
    if not whole:
        violation = watch.goal = _Violation(predicate)
        found = chosen.run(system, given, watch)
        watch.goal = None
        if found.limit != "goal" and violation.looked_at == found.states:
            return InvariantAnswer(True if found.complete else None, None, found)
        answer = _answer(system, predicate, found)
        if answer.exploration.limit != "goal":
            return answer
    return _answer(system, predicate, chosen.run(system, given, watch))


@dataclass
class _Violation:
    """Whether a state violates the predicate; counts how many were looked at, each once.

    Where these are all, there is no need to build the graph, which takes longer than to find it.
    """

    predicate: Callable[[Any], bool]
    looked_at: int = 0

    def __call__(self, s: Any) -> bool:
        self.looked_at += 1
        return not self.predicate(s)


def _with_visible(
    reducer: Reducer, visible: Collection[str], options: Mapping[str, object]
) -> dict[str, object]:
    takes = "visible" in reducer.options
    return {**options, "visible": list_of_names(visible)} if takes else dict(options)


def _keeps_views(reducer: Reducer, options: Mapping[str, object], formalism: str) -> bool:
    return reducer.name in WHOLE or VIEWS in reducer.promised(options, formalism)


def _answer(
    system: System[Any], predicate: Callable[[Any], bool], found: Exploration[Any]
) -> InvariantAnswer:
    if found.graph is None:
        raise PreconditionError("the reducer keeps no graph, so that there is nothing to look at")
    graph = found.graph()
    # A search with a proviso may drop what it explored at a state, to explore all of it: if it stopped just
    # then, the graph holds states that it does not lead to.
    wrong = next((n for n in _reached(graph) if not predicate(graph.states[n])), None)
    if wrong is None:
        return InvariantAnswer(True if graph.complete else None, None, found)
    run = graph.run_to(wrong)
    if replay(system, run) != graph.states[wrong]:
        raise AssertionError(f"the reduction leads elsewhere than the system after {' '.join(run)}")
    return InvariantAnswer(False, run, replace(found, limit=None) if found.limit == "goal" else found)


def _reached(graph: StateGraph[Any]) -> list[int]:
    """The nodes to which the graph leads, the nearest first."""
    queue, met = [0], {0}
    for n in queue:
        for _, m in graph.successors[n]:
            if m not in met:
                met.add(m)
                queue.append(m)
    return queue
