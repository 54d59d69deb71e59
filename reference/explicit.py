"""A system seen through its full state space: the same answers as before, looked up instead of computed.

The definitions that quantify over all runs from a state ask the same questions many thousand times.
"""

from collections.abc import Hashable, Mapping
from typing import Generic

from mazurka.systems import Action, Run, State, StateGraph, System


def explicit(system: System[State], full: StateGraph[State]) -> "Explicit[State]":
    """The system seen through its complete full graph, unless it is already."""
    if isinstance(system, Explicit) and system.full is full:
        return system
    return Explicit(system, full)


class Explicit(Generic[State]):
    """The system restricted to the states of its complete full graph, where all steps are known."""

    def __init__(self, system: System[State], full: StateGraph[State]) -> None:
        assert full.complete
        self.system, self.full = system, full
        self.name, self.formalism = system.name, system.formalism
        self.initial, self.actions = system.initial, system.actions
        self.number = {s: n for n, s in enumerate(full.states)}
        self._steps = [{a: full.states[m] for a, m in out} for out in full.successors]
        self._independent: dict[tuple[Action, Action], bool] = {}

    def enabled(self, s: State) -> tuple[Action, ...]:
        """The labels of the edges at s."""
        return tuple(self._steps[self.number[s]])

    def after(self, s: State, a: Action) -> State:
        """The end of the edge labelled a at s."""
        return self._steps[self.number[s]][a]

    def independent(self, a: Action, b: Action) -> bool:
        """What the system says."""
        if (a, b) not in self._independent:
            self._independent[a, b] = self.system.independent(a, b)
        return self._independent[a, b]

    def local_states(self, s: State) -> Mapping[str, Hashable]:
        """What the system says."""
        return self.system.local_states(s)

    def run_to(self, s: State) -> Run:
        """A shortest run from the initial state to s."""
        return self.full.run_to(self.number[s])
