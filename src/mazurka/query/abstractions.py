"""Ever finer abstractions as a method of queries: its answer no is an invariant that can be read by eye."""

from mazurka.certificates import find_fault
from mazurka.formulas import Goal
from mazurka.limits import Watch
from mazurka.optimized.abstraction import Abstraction
from mazurka.query.answer import Answer
from mazurka.reference.abstract_invariant import AbstractInvariant
from mazurka.systems import PetriNet

ABSTRACTION = "abstraction"
"""The name of the method."""


class Abstractions:
    """The method between two turns.  A budget is what abstractions spend, steps tried for the most part."""

    def __init__(self, net: PetriNet, goal: Goal, most: float) -> None:
        self.net, self.goal, self.most = net, goal, most
        self.abstraction: Abstraction | None = None
        self.over = False
        self.limit: str | None = None
        self.reason = ""

    @property
    def states(self) -> int:
        return 0 if self.abstraction is None else self.abstraction.states

    def turn(self, budget: float, watch: Watch) -> Answer | None:
        """Go on until that much is spent in all."""
        if self.abstraction is None:
            self.abstraction = Abstraction(self.net, self.goal)
        self.limit = self.abstraction.advance(watch, budget)
        if self.abstraction.reachable:
            return Answer(True, self.abstraction.run, ABSTRACTION, 0)
        if self.abstraction.reachable is False:
            return self.unreachable(self.abstraction)
        if budget >= self.most:
            self.over = True
            self.reason = f"{ABSTRACTION} was given up after {self.states} vectors"
        return None

    def unreachable(self, found: Abstraction) -> Answer:
        """The answer, with its certificate."""
        invariant = AbstractInvariant(tuple(map(dict, found.sums)), frozenset(found.vectors))
        fault = find_fault(self.net, self.goal, invariant)
        assert fault is None, fault
        vectors = f"{len(found.vectors)} vectors" if len(found.vectors) > 1 else "one vector"
        reason = f"{vectors} of {len(found.sums)} sums of places are all that can be: there is a certificate"
        return Answer(False, None, ABSTRACTION, 0, invariant, None, reason)
