"""A finding: what the check of one criterion says about one reduction.

The answer has three values.  False comes with a witness, a run of the full system from its initial state,
and a reason that says what goes wrong at its end.  None means "not checked", and the reason says why; it
is never to be read as "holds".
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from mazurka.limits import Watch
from mazurka.systems import Action, Run, StateGraph


@dataclass(frozen=True)
class Finding:
    """The answer of one criterion.

    checked: how many things (nodes, edges, deadlocks, runs … as the reason names them) were looked at.
    """

    name: str
    holds: bool | None
    checked: int
    witness: Run | None
    reason: str


@dataclass(frozen=True)
class Context:
    """What a criterion may need to know besides the system and the two graphs.

    goal:     the predicate on states of `reachable-goal`.
    visible:  names in `local_states` of the components that a property looks at (`ample`, `ltl-x`).
    max_runs: how many runs `trace-complete` and `weak-prefix` may look at.
    """

    goal: Callable[[Any], bool] | None = None
    visible: tuple[str, ...] | None = None
    watch: Watch = field(default_factory=Watch)
    max_runs: int = 100_000

    def limit_reached(self) -> str | None:
        """The limit on time or memory that has been reached; a check stores no states to speak of."""
        return replace(self.watch, progress=None).limit_reached(0)


def holds(name: str, checked: int, reason: str) -> Finding:
    """The criterion holds."""
    return Finding(name, True, checked, None, reason)


def fails(name: str, checked: int, witness: Run | None, reason: str) -> Finding:
    """The criterion fails at the end of the witness."""
    return Finding(name, False, checked, witness, reason)


def not_checked(name: str, reason: str, checked: int = 0) -> Finding:
    """There is no answer."""
    return Finding(name, None, checked, None, reason)


def nothing_found(name: str, reduced: StateGraph[Any], checked: int, reason: str) -> Finding:
    """No violation was found: the criterion holds if the reduction is complete, and else nobody knows."""
    if reduced.complete:
        return holds(name, checked, reason)
    return not_checked(
        name, f"no violation so far ({reason}), but the reduction stopped at {reduced.limit}", checked
    )


def expanded(graph: StateGraph[Any]) -> Iterator[int]:
    """The nodes whose explored actions are final."""
    return (n for n in range(len(graph.states)) if n not in graph.unexpanded)


def listed(actions: Iterable[Action], most: int = 6) -> str:
    """A set for a sentence: in the order given, the first few where they are many."""
    names = list(actions)
    return "{" + ", ".join(names[:most]) + (", …" if len(names) > most else "") + "}"
