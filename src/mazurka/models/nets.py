"""Nets written by the names of their places, as the families' descriptions speak of them.

A family of safe nets may be an entity system as well, by the same steps.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mazurka.systems import EntityAction, EntitySystem, PetriNet, Transition

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


def net_of_steps(name: str, initial: Iterable[str], steps: Iterable[Step]) -> PetriNet:
    """The net of the places that are mentioned, with a token in each of the initial ones."""
    steps = tuple(steps)
    marking = dict.fromkeys(initial, 1)
    for s in steps:
        for p in (*s.take, *s.put, *s.read, *s.inhibit):
            marking.setdefault(p, 0)
    return net(name, marking, steps)


def entities(name: str, initial: Iterable[str], steps: Iterable[Step]) -> EntitySystem:
    """The entity system of `net_of_steps`, which must be safe, with weights of 1: an entity for each place.

    An action creates only what does not exist: the inhibitor arc that a net needs where it puts a token is
    left out.
    """
    actions = tuple(
        EntityAction(
            s.name, frozenset(s.read), frozenset(s.inhibit) - {*s.put}, frozenset(s.take), frozenset(s.put)
        )
        for s in steps
    )
    return EntitySystem(name, frozenset(initial), actions)
