"""Nets written by the names of their places, as the families' descriptions speak of them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mazurka.systems import PetriNet, Transition

Arcs: TypeAlias = Mapping[str, int] | Iterable[str]
"""Weights by place, or places with weight 1; a place named twice has weight 2."""


@dataclass(frozen=True)
class Step:
    """A transition: the tokens it takes and puts, those it reads, and the bounds that inhibit it."""

    name: str
    take: Arcs = ()
    put: Arcs = ()
    read: Arcs = ()
    inhibit: Arcs = ()


def net(name: str, marking: Mapping[str, int], steps: Iterable[Step]) -> PetriNet:
    """The net whose places are the keys of the marking, in their order."""
    number = {place: i for i, place in enumerate(marking)}

    def numbered(arcs: Arcs) -> dict[int, int]:
        weights: dict[int, int] = {}
        for place in arcs:
            weight = arcs[place] if isinstance(arcs, Mapping) else 1
            weights[number[place]] = weights.get(number[place], 0) + weight
        return weights

    transitions = tuple(
        Transition(s.name, numbered(s.take), numbered(s.put), numbered(s.read), numbered(s.inhibit))
        for s in steps
    )
    return PetriNet(name, tuple(number), transitions, tuple(marking.values()))
