"""Provisos that look for a state on the stack of a depth-first search.

[EP]  sections 2 and 4; a set P of steps of s, not all that are enabled, is accepted when

stack           C2L_s  no step of P leads to the stack: every cycle has a step that reached it;
stack-safety    C2S_s  some step of P leads to no state of the stack;
expanded-safety C2S_e  or to one with a fully expanded state between it and s, itself included (Fig. 2).
"""

from mazurka.reference.proviso_search import LIVE, SAFE, Proviso, Steps
from mazurka.systems import State


class StackSafety(Proviso[State]):
    """C2S_s: the state that leaves the stack earlier explores what s leaves out, or delegates it in turn."""

    orders = ("dfs",)
    promises = SAFE

    def accepts(self, _s: State, steps: Steps[State]) -> bool:
        return any(t not in self.search.on_stack for _, t in steps)


class Stack(Proviso[State]):
    """C2L_s."""

    orders = ("dfs",)
    promises = LIVE

    def accepts(self, _s: State, steps: Steps[State]) -> bool:
        return not any(t in self.search.on_stack for _, t in steps)


class ExpandedSafety(Proviso[State]):
    """C2S_e: `expanded` of a state is how many states below it on the stack are fully expanded.

    Lines 12 and 13 of DFS are not needed: what was entered after t, while t is on the stack, can be reached
    from t, even if it has left the stack.  Without them more is accepted; here is what is printed.
    """

    orders = ("dfs",)
    promises = SAFE

    def __init__(self) -> None:
        self.count = 0
        self.expanded: dict[State, int] = {}
        self.full: set[State] = set()

    def entered(self, s: State) -> None:
        self.expanded[s] = self.count  # DFS, line 2

    def accepts(self, s: State, steps: Steps[State]) -> bool:
        return any(self.is_fine(s, t) for _, t in steps)  # C2S_E, lines 1 to 9

    def is_fine(self, s: State, t: State) -> bool:
        """C2S_E, lines 4 to 6."""
        return t not in self.search.on_stack or self.expanded[s] > self.expanded[t]

    def fully_expanded(self, s: State) -> None:
        self.count += 1  # DFS, lines 7 and 8
        self.full.add(s)

    def popped(self, s: State) -> None:
        if s in self.full:  # DFS, lines 12 and 13
            self.count -= 1


class NaiveExpanded(ExpandedSafety[State]):
    """WRONG: every step of P satisfies C2S_e, and this is taken for liveness.

    [EP] section 5 has the graph: s2 may lead back to s0 since s1 between them is fully expanded; later a
    path from s0 that avoids s1 reaches s2, which has left the stack.
    """

    promises = LIVE

    def accepts(self, s: State, steps: Steps[State]) -> bool:
        return all(self.is_fine(s, t) for _, t in steps)
