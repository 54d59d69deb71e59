"""The two-phase proviso: phases of single steps between fully expanded states.

    [EP]  section 2, after Nalumasu and Gopalakrishnan.

A single step is taken where it leads to no state of the phase, the partially expanded states since the last
fully expanded one; anything else is explored fully.

A cycle of partially expanded states is refused: each has one step, so that the state entered first is
followed by the others in one phase, and the step that closes the cycle leads to that phase.
"""

from mazurka.reference.proviso_search import LIVE, Proviso, Steps
from mazurka.systems import State


class TwoPhase(Proviso[State]):
    """`full`: the fully expanded states."""

    orders = ("dfs",)
    promises = LIVE

    def __init__(self) -> None:
        self.full: set[State] = set()

    def accepts(self, _s: State, steps: Steps[State]) -> bool:
        return len(steps) == 1 and steps[0][1] not in self._phase()

    def _phase(self) -> set[State]:
        """The partially expanded states on top of the stack, s among them."""
        found: set[State] = set()
        for u in reversed(self.search.stack):
            if u in self.full:
                break
            found.add(u)
        return found

    def fully_expanded(self, s: State) -> None:
        self.full.add(s)
