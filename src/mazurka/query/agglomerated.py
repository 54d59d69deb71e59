"""Searches in the agglomeration of a net: it has fewer markings, and each of its runs is one of the net."""

from dataclasses import replace

from mazurka.formulas import Goal, places_of, renumbered
from mazurka.limits import Watch
from mazurka.optimized.agglomeration import Agglomeration, agglomerate
from mazurka.query.answer import Answer
from mazurka.query.methods import Method
from mazurka.systems import PetriNet


def agglomerated(net: PetriNet, goal: Goal) -> tuple[Agglomeration, Goal]:
    """The agglomeration of a net for a goal, and the goal there."""
    found = agglomerate(net, places_of(goal))
    number = {name: p for p, name in enumerate(found.net.places)}
    kept = {p: number[name] for p, name in enumerate(net.places) if name in number}
    return found, renumbered(goal, kept)


class Agglomerated:
    """A method that works on the agglomeration of a net; what it answers is about the net."""

    def __init__(self, method: Method, agglomeration: Agglomeration) -> None:
        self.method, self.agglomeration = method, agglomeration

    @property
    def states(self) -> int:
        return self.method.states

    @property
    def over(self) -> bool:
        return self.method.over

    @property
    def limit(self) -> str | None:
        return self.method.limit

    @property
    def reason(self) -> str:
        return self.method.reason

    def turn(self, budget: float, watch: Watch) -> Answer | None:
        """A turn of the method."""
        found = self.method.turn(budget, watch)
        if found is None:
            return None
        run = None if found.run is None else self.agglomeration.run(found.run)
        return replace(found, run=run, method=f"agglomeration, {found.method}")
