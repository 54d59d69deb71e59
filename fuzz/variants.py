"""The same system said in another way, or with something beside it that concerns nobody.

What a variant does to the number of states, deadlocks and nodes is known without another implementation:
that is the use of it.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from mazurka.fuzz.dice import Dice
from mazurka.systems import (
    ClientServerSystem,
    EntityAction,
    EntitySystem,
    Lts,
    PetriNet,
    Process,
    System,
    Transition,
)

BYSTANDER_STEPS = 2


def renamed(system: System[Any]) -> System[Any]:
    """Other names in the same alphabetical order; no notion may depend on names."""
    return _mapped(system, lambda name: f"x-{name}")


def _mapped(system: System[Any], new: Callable[[str], str]) -> System[Any]:
    if isinstance(system, PetriNet):
        transitions = tuple(replace(t, name=new(t.name)) for t in system.transitions)
        return PetriNet(system.name, tuple(map(new, system.places)), transitions, system.initial)
    if isinstance(system, EntitySystem):
        return EntitySystem(
            system.name, _all(new, system.initial), tuple(_entities(a, new) for a in system.entity_actions)
        )
    if isinstance(system, Lts):
        pairs = [(new(a), new(b)) for a, b in map(sorted, system.independence)]
        edges = [(s, new(a), t) for s, a, t in system.edges]
        return Lts.from_edges(system.name, edges, pairs)
    assert isinstance(system, ClientServerSystem)
    return replace(
        system,
        clients=tuple(_process(p, new) for p in system.clients),
        servers=tuple(_process(p, new) for p in system.servers),
        action_order=tuple(map(new, system.actions)),
    )


def _all(new: Callable[[str], str], names: frozenset[str]) -> frozenset[str]:
    return frozenset(map(new, names))


def _entities(a: EntityAction, new: Callable[[str], str]) -> EntityAction:
    sets = {kind: _all(new, getattr(a, kind)) for kind in ("reads", "forbids", "deletes", "creates")}
    return EntityAction(new(a.name), **sets)


def _process(p: Process, new: Callable[[str], str]) -> Process:
    return Process(new(p.name), new(p.initial), tuple((new(s), new(a), new(t)) for s, a, t in p.transitions))


def doubled(system: System[Any], d: Dice) -> System[Any]:
    """A place or entity said twice, with all its arcs; or beside processes one that does nothing."""
    if isinstance(system, PetriNet):
        p, copy = d.pick(range(len(system.places))), len(system.places)

        def both(arcs: Any) -> dict[int, int]:
            return {**arcs, copy: arcs[p]} if p in arcs else dict(arcs)

        transitions = tuple(
            Transition(t.name, both(t.consumes), both(t.produces), both(t.reads), both(t.inhibitors))
            for t in system.transitions
        )
        return PetriNet(
            system.name, (*system.places, "twin"), transitions, (*system.initial, system.initial[p])
        )
    if isinstance(system, EntitySystem):
        if not system.entities:
            return system
        e = d.pick(system.entities)
        twin = {e: (e, f"{e}-twin")}

        def twice(names: frozenset[str]) -> frozenset[str]:
            return frozenset(x for name in names for x in twin.get(name, (name,)))

        kinds = ("reads", "forbids", "deletes", "creates")
        actions = tuple(
            EntityAction(a.name, **{kind: twice(getattr(a, kind)) for kind in kinds})
            for a in system.entity_actions
        )
        return EntitySystem(system.name, twice(system.initial), actions)
    assert isinstance(system, ClientServerSystem)
    return replace(system, clients=(*system.clients, Process("idle", "0", ())), action_order=system.actions)


def with_bystander(system: System[Any]) -> System[Any]:
    """A component of two steps beside it that shares nothing with the rest."""
    names = [f"bystander.{k}" for k in range(BYSTANDER_STEPS)]
    if isinstance(system, PetriNet):
        first = len(system.places)
        steps = tuple(Transition(a, {first + k: 1}, {first + k + 1: 1}) for k, a in enumerate(names))
        places = tuple(f"bystander{k}" for k in range(len(names) + 1))
        return PetriNet(
            system.name, (*system.places, *places), (*system.transitions, *steps),
            (*system.initial, 1, *[0] * len(names)),
        )  # fmt: skip
    if isinstance(system, EntitySystem):
        more = tuple(
            EntityAction(a, deletes=frozenset({f"at{k}"}), creates=frozenset({f"at{k + 1}"}))
            for k, a in enumerate(names)
        )
        return EntitySystem(system.name, system.initial | {"at0"}, system.entity_actions + more)
    assert isinstance(system, ClientServerSystem)
    program = tuple((str(k), a, str(k + 1)) for k, a in enumerate(names))
    return replace(
        system,
        clients=(*system.clients, Process("bystander", "0", program)),
        servers=(*system.servers, Process("aside", "0", program)),
        action_order=(*system.actions, *names),
    )


def permuted(system: System[Any], d: Dice) -> System[Any]:
    """The actions in another order, which decides what is chosen first."""
    if isinstance(system, PetriNet):
        return replace(system, transitions=tuple(d.shuffled(system.transitions)))
    if isinstance(system, EntitySystem):
        return replace(system, entity_actions=tuple(d.shuffled(system.entity_actions)))
    assert isinstance(system, ClientServerSystem)
    return replace(system, action_order=tuple(d.shuffled(system.actions)))
