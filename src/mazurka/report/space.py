"""What a picture of a state space shows: its states and steps, and which of them a reduction keeps.

Several nodes of a reduction may share a state; a picture has each state once.
"""

from dataclasses import dataclass
from typing import Any

from mazurka.errors import MazurkaError
from mazurka.systems import StateGraph, System


@dataclass(frozen=True)
class Arrow:
    """The steps from a state to another that a reduction keeps, or those that it does not."""

    source: int
    target: int
    actions: tuple[str, ...]
    kept: bool


@dataclass(frozen=True)
class Space:
    """A state space, state 0 the initial one.

    full, reduced: the graphs; None for no reduction.
    kept:      for each state whether the reduction reaches it; everything is kept where there is none.
    deadlocks: the states that enable nothing.
    """

    full: StateGraph[Any]
    reduced: StateGraph[Any] | None
    kept: tuple[bool, ...]
    deadlocks: frozenset[int]
    arrows: tuple[Arrow, ...]

    @property
    def states(self) -> list[Any]:
        """The states, by number."""
        return self.full.states

    def counts(self) -> dict[str, int]:
        """How much there is, and how much of it is kept."""
        steps = [(len(a.actions), a.kept) for a in self.arrows]
        return {
            "states": len(self.states),
            "states_kept": sum(self.kept),
            "transitions": sum(k for k, _ in steps),
            "transitions_kept": sum(k for k, kept in steps if kept),
            "deadlocks": len(self.deadlocks),
            "deadlocks_kept": sum(self.kept[n] for n in self.deadlocks),
        }


def space(system: System[Any], full: StateGraph[Any], reduced: StateGraph[Any] | None = None) -> Space:
    """The state space with what the reduction keeps; MazurkaError for a step that is not the system's."""
    number = {s: n for n, s in enumerate(full.states)}
    steps = {(n, a): m for n, a, m in full.edges()}
    kept = set(steps) if reduced is None else _kept(reduced, number, steps)
    reached = {0} | {n for step in kept for n in (step[0], steps[step])}
    together: dict[tuple[int, int, bool], list[str]] = {}
    for (n, a), m in steps.items():
        together.setdefault((n, m, (n, a) in kept), []).append(a)
    return Space(
        full,
        reduced,
        tuple(n in reached for n in range(len(full.states))),
        frozenset(n for n, s in enumerate(full.states) if not system.enabled(s)),
        tuple(Arrow(n, m, tuple(actions), is_kept) for (n, m, is_kept), actions in together.items()),
    )


def _kept(
    reduced: StateGraph[Any], number: dict[Any, int], steps: dict[tuple[int, str], int]
) -> set[tuple[int, str]]:
    found = set()
    for n, a, m in reduced.edges():
        s, t = reduced.states[n], reduced.states[m]
        step = (number.get(s, -1), a)
        if s not in number or steps.get(step) != number.get(t):
            raise MazurkaError(
                f"the reduction has a step by {a!r} that the system does not have; mazurka audit shows it"
            )
        found.add(step)
    return found
