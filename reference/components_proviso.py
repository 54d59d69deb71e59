"""Provisos by strongly connected components, found by Tarjan's algorithm during a depth-first search.

    [EP]  section 7, which proposes the first;  [VH]  for the second.

A component is complete when all that can be reached from it has been explored; no path leads from it to the
stack.

    scc         the colour proviso, where a state of a complete component may be reached by anyone;
    scc-safety  any set is accepted; a complete component that no step leaves, and in which an action is
                enabled and never explored, gets that action explored at its first such state.  Where sets
                are persistent that is its root, as an ignored action stays enabled all over the component.
"""

from typing import Generic

from mazurka.reference.colour_proviso import GREEN, Colour
from mazurka.reference.proviso_search import SAFE, Proviso
from mazurka.systems import State


class Components(Generic[State]):
    """Tarjan's algorithm, told of what a depth-first search does."""

    def __init__(self) -> None:
        self.index: dict[State, int] = {}
        self.low: dict[State, int] = {}
        self.open: list[State] = []
        self.complete: set[State] = set()

    def enter(self, s: State) -> None:
        """s is new."""
        self.index[s] = self.low[s] = len(self.index)
        self.open.append(s)

    def link(self, s: State, t: State) -> None:
        """A step leads from s, on top, to t, met before."""
        if t not in self.complete:
            self.low[s] = min(self.low[s], self.index[t])

    def is_root(self, s: State) -> bool:
        """Whether s, all of whose steps are done, was entered first in its component."""
        return self.low[s] == self.index[s]

    def component(self, root: State) -> list[State]:
        """The component of a root on top, in the order entered."""
        size = 1 + next(i for i, s in enumerate(reversed(self.open)) if s == root)
        return self.open[-size:]

    def leave(self, s: State, parent: State | None) -> list[State]:
        """s is popped; the component that is complete now, if there is one."""
        if parent is not None:
            self.low[parent] = min(self.low[parent], self.low[s])
        if not self.is_root(s):
            return []
        found = self.component(s)
        del self.open[-len(found) :]
        self.complete.update(found)
        return found


class ComponentColour(Colour[State]):
    """The colour proviso, where a complete component is green."""

    def __init__(self) -> None:
        super().__init__()
        self.components: Components[State] = Components()

    def entered(self, s: State) -> None:
        super().entered(s)
        self.components.enter(s)

    def taken(self, s: State, t: State, met: bool, last: bool) -> bool:
        if met:
            self.components.link(s, t)
        return super().taken(s, t, met, last)

    def popped(self, s: State) -> None:
        super().popped(s)
        for t in self.components.leave(s, self.search.stack[-1] if self.search.stack else None):
            self.colour[t] = GREEN


class ComponentSafety(Proviso[State]):
    """No terminal component ignores an action."""

    orders = ("dfs",)
    promises = SAFE

    def __init__(self) -> None:
        self.components: Components[State] = Components()

    def entered(self, s: State) -> None:
        self.components.enter(s)

    def taken(self, s: State, t: State, met: bool, _last: bool) -> bool:
        if met:
            self.components.link(s, t)
        return False

    def ignoring(self, s: State) -> State | None:
        if not self.components.is_root(s):
            return None
        component = self.components.component(s)
        inside = set(component)
        steps = [step for t in component for step in self.search.steps(t)]
        if any(t not in inside for _, t in steps):
            return None
        explored, system = {a for a, _ in steps}, self.search.system
        return next((t for t in component if not explored.issuperset(system.enabled(t))), None)

    def popped(self, s: State) -> None:
        self.components.leave(s, self.search.stack[-1] if self.search.stack else None)
