"""PIFS unfolded: the includes-first-set test, asked again after each first step, until the questions run out.

    IFS(s, B), [HLPW] Definition 14, holds iff B is all that is enabled at s, or for some a ∈ B
        IFS(after(s, a), (B ∪ D(a)) ∩ enabled(after(s, a))),  where D(a) are the actions dependent on a.

For a maximal run a·u, first(a·u) is a and what first(u) has independent of a.  So first(a·u) ⊆ B says that
a ∈ B, and that first(u) is within B ∪ D(a).  If B is all that is enabled, any maximal run will do; if B is
empty and something is enabled, none will.

It is enough to try the actions of B in one covering source set C: a maximal run w with first(w) ⊆ B has some
a ∈ C in first(w), and w ≃ a·u.  C is the set Cl(s, a) ∩ enabled(s), a enabled, with fewest actions in B.

Where PIFS fails nothing need be unfolded.  First steps are tried in order, each to its end before the
next.  Questions to PIFS are counted; when their number is the budget, and the last one holds, the answer is
yes.  So a budget of 1 is PIFS itself, a large one is IFS, and whatever the budget the answer is yes wherever
IFS holds: a search that refuses a node where the answer is no loses nothing.
"""

from collections.abc import Set
from dataclasses import dataclass

from mazurka.reference.closure_sets import Cover
from mazurka.reference.local_runs import LocalRuns
from mazurka.reference.pifs import Test
from mazurka.systems import Action
from mazurka.systems.client_server import GlobalState


@dataclass(frozen=True)
class UnfoldedOracle:
    """IFS(s, B) as far as `budget` questions to PIFS can tell; B is enabled at s."""

    table: LocalRuns
    pifs: Test
    cover: Cover
    budget: int

    def __call__(self, s: GlobalState, b: Set[Action]) -> bool:
        asked = 0
        waiting: list[tuple[GlobalState, Set[Action]]] = [(s, b)]
        while waiting:
            s, b = waiting.pop()
            if b >= set(self.table.system.enabled(s)):
                return True
            if not b:
                continue
            asked += 1
            if not self.pifs(self.table, s, b).holds:
                continue
            if asked >= self.budget:
                return True
            waiting += reversed([unfolded(self.table, s, b, a) for a in self.first_steps(s, b)])
        return False

    def first_steps(self, s: GlobalState, b: Set[Action]) -> tuple[Action, ...]:
        """C ∩ B, in the order of actions, for the C of which this is smallest, the first among equals."""
        seeds = self.table.system.enabled(s)
        sets = (self.cover(self.table, s, a) for a in seeds)
        return min((tuple(c for c in cover if c in b) for cover in sets), key=len)


def unfolded(
    table: LocalRuns, s: GlobalState, b: Set[Action], a: Action
) -> tuple[GlobalState, frozenset[Action]]:
    """after(s, a), and what of B ∪ D(a) is enabled there."""
    system = table.system
    t = system.after(s, a)
    return t, frozenset(c for c in system.enabled(t) if c in b or not system.independent(a, c))
