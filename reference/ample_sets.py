"""Ample sets: persistent sets that also keep what a property can see.

    [EP]  section 1.2, after Peled; conditions C0 and C1 are those of persistent sets.

    C0  nothing is explored iff nothing is enabled;
    C1  an action that depends on an explored one cannot happen before an explored one;
    C2  where something enabled is not explored, the explored actions are invisible;
    C3  no cycle of the reduction has an action that is enabled on it and never explored on it (C2L in [EP]).

An action is visible when somewhere it changes a visible component of the state.  A reduction with ample sets
is stutter-equivalent to the system: it keeps every formula of LTL without "next" over the visible components.
"""

from collections.abc import Sequence, Set

from mazurka.errors import UnknownNameError
from mazurka.reference.persistent_sets import is_persistent
from mazurka.systems import Action, State, StateGraph, System


def is_visible(system: System[State], full: StateGraph[State], a: Action, components: Sequence[str]) -> bool:
    """Whether a changes one of the components (names in `local_states`) at a reachable state."""
    return any(
        b == a and seen(system, full.states[n], components) != seen(system, full.states[m], components)
        for n, b, m in full.edges()
    )


def seen(system: System[State], s: State, components: Sequence[str]) -> tuple[object, ...]:
    """What can be seen of a state."""
    local = system.local_states(s)
    for c in components:
        if c not in local:
            raise UnknownNameError("component", c, sorted(local))
    return tuple(local[c] for c in components)


def find_visible(
    system: System[State], full: StateGraph[State], components: Sequence[str]
) -> frozenset[Action]:
    """The visible actions."""
    view = [seen(system, s, components) for s in full.states]
    return frozenset(a for n, a, m in full.edges() if view[n] != view[m])


def is_ample(system: System[State], s: State, chosen: Set[Action], visible: Set[Action]) -> bool:
    """Whether the chosen actions satisfy C0, C1 and C2 at s.  C3 is about the graph, not the state."""
    all_explored = chosen >= set(system.enabled(s))
    return is_persistent(system, s, chosen) and (all_explored or not chosen & visible)  # C2
