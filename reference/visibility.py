"""Visible actions: what a property can see, read off the system without its state space.

    [EP]  section 1.2, after Peled; condition C2 of ample sets.

An action is visible when it can change a visible component: a place (where its effect is not 0), a process
(where one of its local steps changes the local state), an entity (which it creates or deletes), or the state
of a labelled system (where one of its edges is no loop).  What never changes a component at a
reachable state may still count as visible; what changes one always does.
"""

from collections.abc import Collection, Mapping
from typing import Any

from mazurka.errors import UnknownNameError
from mazurka.systems import Action, ClientServerSystem, EntitySystem, Lts, PetriNet, System
from mazurka.systems.name_lists import listed_names


def visible_names(options: Mapping[str, object]) -> tuple[str, ...]:
    """The option `visible`: names with commas between them."""
    return listed_names(str(options.get("visible", "")))


def visible_actions(system: System[Any], components: Collection[str]) -> frozenset[Action]:
    """The actions that can change one of the components; UnknownNameError for one that does not exist."""
    known = system.local_states(system.initial)
    for name in components:
        if name not in known:
            raise UnknownNameError("component", name, list(known))
    if not components:
        return frozenset()
    if isinstance(system, PetriNet):
        places = {system.places.index(name) for name in components}
        return frozenset(t.name for t in system.transitions if any(t.effect.get(p) for p in places))
    if isinstance(system, ClientServerSystem):
        seen = [p for p in system.processes if p.name in components]
        return frozenset(a for p in seen for x, a, y in p.transitions if x != y)
    if isinstance(system, EntitySystem):
        return frozenset(
            a.name for a in system.entity_actions if not (a.creates | a.deletes).isdisjoint(components)
        )
    assert isinstance(system, Lts)
    return frozenset(a for s, a, t in system.edges if s != t)
