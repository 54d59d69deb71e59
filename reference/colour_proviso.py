"""The colour proviso: a proviso for liveness that a fully expanded state on the stack may satisfy.

    [EP]  section 5, Fig. 3 and 4.

    green    may be reached by anyone: it is fully expanded, or all its successors are green;
    orange   on the stack and partially expanded: may be reached if a fully expanded state is in between;
    red      off the stack, and may lead back to it: may be reached by fully expanded states only;
    purple   on the stack, and will be red: so far as orange goes it is the same (anticipation, Fig. 4).

variant: in Fig. 3 a state that is expanded again (lines 16 to 18) is not counted in `expanded`, and lines
19 and 20 take it off the count all the same.  From then on two states on the stack may have different counts
though nothing between them is fully expanded, and a cycle of partially expanded states is let through.
Here it is counted; `ColourAsPrinted` does what is printed.
"""

from collections.abc import Iterator

from mazurka.reference.proviso_search import LIVE, Proviso, Steps
from mazurka.systems import State

GREEN, ORANGE, RED, PURPLE = "green", "orange", "red", "purple"


class Colour(Proviso[State]):
    """C2L_c."""

    orders = ("dfs",)
    promises = LIVE

    def __init__(self) -> None:
        self.count = 0  # SEARCH, line 1
        self.expanded: dict[State, int] = {}
        self.colour: dict[State, str] = {}
        self.full: set[State] = set()

    def entered(self, s: State) -> None:
        self.colour[s] = ORANGE  # PUSH_STATE, lines 2 and 3
        self.expanded[s] = self.count

    def accepts(self, s: State, steps: Steps[State]) -> bool:
        return not any(self.is_dangerous(s, t) for _, t in steps)  # C2L_C, lines 1 to 10

    def is_dangerous(self, s: State, t: State) -> bool:
        """C2L_C, lines 4 to 7; a state without a colour is not in H."""
        colour = self.colour.get(t)
        near = colour in (ORANGE, PURPLE) and self.expanded[t] == self.expanded[s]
        return colour == RED or near

    def fully_expanded(self, s: State) -> None:
        self.full.add(s)
        self.count += 1  # DFS, line 7
        self.colour[s] = GREEN  # DFS, line 8

    def taken(self, s: State, t: State, met: bool, _last: bool) -> bool:
        return met and self.colour[s] != GREEN and self.colour[t] == RED  # DFS, lines 13 and 14

    def popped(self, s: State) -> None:
        if s in self.full:  # DFS, lines 19 and 20
            self.count -= 1
        if self.colour[s] == ORANGE:  # POP_STATE, lines 2 to 8
            green = all(self.colour[t] == GREEN for _, t in self.search.steps(s))
            self.colour[s] = GREEN if green else RED


class ColourAsPrinted(Colour[State]):
    """WRONG: the counter of Fig. 3 as it is printed."""

    def re_expanded(self, s: State) -> None:
        self.colour[s] = GREEN  # DFS, line 16
        self.full.add(s)  # DFS, line 17: P = en(s), as line 19 will find


class ColourAnticipating(Colour[State]):
    """C2L_c*: a state whose steps are all taken gets the colour it will have when it is popped."""

    def __init__(self) -> None:
        super().__init__()
        self.all_taken: set[State] = set()

    def fully_expanded(self, s: State) -> None:
        super().fully_expanded(s)
        self._green(below=s)

    def taken(self, s: State, t: State, met: bool, last: bool) -> bool:
        if super().taken(s, t, met, last):
            return True
        if last:
            self.all_taken.add(s)
        if met and self.colour[t] == GREEN:
            self._green()
        elif met and self.colour[t] in (ORANGE, PURPLE):
            self._purple()
        return False

    def popped(self, s: State) -> None:
        super().popped(s)
        if self.colour[s] == PURPLE:
            self.colour[s] = RED

    def _green(self, below: State | None = None) -> None:
        """From the top, or below a state, while states are orange and all their steps are taken."""
        for u in self._downwards(below):
            if self.colour[u] != ORANGE or u not in self.all_taken:
                return
            self.colour[u] = GREEN

    def _purple(self) -> None:
        """From the top to the first that is green or purple."""
        for u in self._downwards(None):
            if self.colour[u] in (GREEN, PURPLE):
                return
            self.colour[u] = PURPLE

    def _downwards(self, below: State | None) -> Iterator[State]:
        """The stack from the top; a state below which to begin is the top itself."""
        stack = reversed(self.search.stack)
        if below is not None:
            assert next(stack) == below
        return stack
