"""Conversions between formalisms that keep the meaning: the same runs, up to the names of actions.

| from          | to         | how                                                                          |
| ------------- | ---------- | ---------------------------------------------------------------------------- |
| client/server | `.pnml`    | a place for each local state, a transition for each way to take an action    |
| entity        | `.pnml`    | a place for each entity, with an inhibitor arc where it is created           |
| safe net      | `.es.json` | an entity for each place                                                     |

Formats of one formalism (`.cs.json` and `.tck`) need no conversion.  Everything else is refused by name.  The
state space of a system, as `.aut` or `.dot`, is built by exploring it, not here.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from mazurka.errors import ModelError
from mazurka.formats.identifiers import fresh
from mazurka.systems import ClientServerSystem, EntitySystem, PetriNet, System, Transition
from mazurka.systems.safe_net_entities import safe_net_to_entities

FORMALISM_OF: Mapping[str, str] = {
    ".pnml": "petri-net",
    ".cs.json": "client-server",
    ".es.json": "entity",
    ".tck": "client-server",
    ".aut": "lts",
}
"""The formalism that a file of each format holds."""

_TARGETS = {
    "client-server": (".cs.json", ".tck", ".pnml"),
    "entity": (".es.json", ".pnml"),
    "petri-net": (".pnml", ".es.json"),
    "lts": (".aut",),
}


def convert(system: System[Any], suffix: str, *, safe: bool = False) -> System[Any]:
    """A system with the meaning of the given one, in the formalism of files with that suffix.

    safe: the caller knows that a net is safe (by exploring it, say), which its arcs need not show.
    ModelError names the reason where there is no such system.
    """
    wanted = FORMALISM_OF.get(suffix)
    if wanted == system.formalism:
        return system
    if wanted == "petri-net" and isinstance(system, ClientServerSystem):
        return client_server_to_net(system)
    if wanted == "petri-net" and isinstance(system, EntitySystem):
        return entities_to_net(system)
    if wanted == "entity" and isinstance(system, PetriNet):
        return safe_net_to_entities(system, safe=safe)
    targets = ", ".join(_TARGETS.get(system.formalism, ()))
    raise ModelError(
        f"a system of formalism {system.formalism} has no meaning-preserving form as {suffix}",
        where=system.name,
        cure=f"it can be written as {targets}; its state space, once explored, as .aut or .dot",
    )


def client_server_to_net(system: ClientServerSystem) -> PetriNet:
    """A place for each local state of each process; a transition for each way to take an action.

    An action that its processes can take in one way only keeps its name.  Of others, each pair becomes a
    transition of its own, named after the action and the two local states; the action is its label.
    Places are named process.state, with primes where a transition or another place has that name.
    """
    ways = _ways(system)
    taken = {a for a, pairs in ways.items() if len(pairs) == 1}
    names = {
        (a, i): a if len(pairs) == 1 else fresh(f"{a}[{c[0]},{q[0]}]", taken)
        for a, pairs in ways.items()
        for i, (c, q) in enumerate(pairs)
    }
    places: dict[tuple[int, str], int] = {}
    place_names = []
    for i, p in enumerate(system.processes):
        for s in p.local_states:
            places[i, s] = len(places)
            place_names.append(fresh(f"{p.name}.{s}", taken))
    transitions, labels = [], {}
    for a in system.actions:
        for k, steps in enumerate(ways[a]):
            name = names[a, k]
            sides = list(zip(system.domain[a], steps, strict=True))
            consumes = {places[i, s]: 1 for i, (s, _) in sides}
            produces = {places[i, t]: 1 for i, (_, t) in sides}
            transitions.append(Transition(name, consumes, produces))
            if name != a:
                labels[name] = a
    initial = [0] * len(places)
    for i, p in enumerate(system.processes):
        initial[places[i, p.initial]] = 1
    return PetriNet(system.name, tuple(place_names), tuple(transitions), tuple(initial), labels)


_Step = tuple[str, str]
"""A local transition without its action: the local state before and after."""


def _ways(system: ClientServerSystem) -> dict[str, list[tuple[_Step, _Step]]]:
    """For each action the pairs of a client's and a server's local transition."""
    steps: dict[str, tuple[list[_Step], list[_Step]]] = defaultdict(lambda: ([], []))
    for i, p in enumerate(system.processes):
        for s, a, t in p.transitions:
            steps[a][i >= len(system.clients)].append((s, t))
    return {a: [(c, q) for c in steps[a][0] for q in steps[a][1]] for a in system.actions}


def entities_to_net(system: EntitySystem) -> PetriNet:
    """A place for each entity: reads are self-loops, deletes and creates plain arcs.

    An inhibitor arc stands for each forbidden and for each created entity, since an action must not
    create what exists: so the net is safe.  Places are named as entities, with primes where an action
    has that name.
    """
    taken = set(system.actions)
    place_names = tuple(fresh(e, taken) for e in system.entities)
    number = {e: i for i, e in enumerate(system.entities)}
    transitions = tuple(
        Transition(
            a.name,
            consumes={number[e]: 1 for e in sorted(a.needed)},
            produces={number[e]: 1 for e in sorted(a.reads | a.creates)},
            inhibitors={number[e]: 1 for e in sorted(a.excluded)},
        )
        for a in system.entity_actions
    )
    initial = tuple(int(e in system.initial) for e in system.entities)
    labels = {p: e for p, e in zip(place_names, system.entities, strict=True) if p != e}
    return PetriNet(system.name, place_names, transitions, initial, labels)
