"""Probe sets with visibility: visible changes keep their order.

    [B]  section 6.1, which proposes what ample sets do: all that is enabled, or only what is invisible.

An action is visible if it creates or deletes a visible entity.  Here no two visible actions are independent,
and the reason is put into the system itself, so that nothing new has to be shown of the reduction: a *phase*,
one of two entities, is swapped by each visible action, which has an action for either phase:

    R, N, D ∪ {here}, C ∪ {there}     and     R, N, D ∪ {there}, C ∪ {here}

A run of the system is a run of this one, in one way.  Every run w is kept as a weak prefix of a run v of the
reduction; visible actions are in the same order in w and in v, so the views of w are the first views of v.

So where runs end, LTL without "next" is kept.  Where there is a cycle the finite sequences of views are kept,
but not whether a view can last for ever: an invisible loop may be left to a node that has seen more.  There
is no `bound` and nothing is settled, since a vector that is cut or dropped looks as if it stopped there.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, TypeAlias

from mazurka.errors import PreconditionError, UnknownNameError
from mazurka.limits import Watch
from mazurka.reference.probe_options import require_entities
from mazurka.systems import Action, EntityAction, EntitySystem, Exploration, StateGraph, System
from mazurka.systems.entity import Entities
from mazurka.systems.name_lists import listed_names

Reduce: TypeAlias = Callable[[System[Any], Mapping[str, object], Watch], Exploration[Any]]

PHASES = ("phase here", "phase there")


def is_visible(a: EntityAction, visible: Collection[str]) -> bool:
    """Whether the action changes something visible."""
    return not (a.creates | a.deletes).isdisjoint(visible)


def with_phases(system: EntitySystem, visible: Collection[str]) -> tuple[EntitySystem, dict[Action, Action]]:
    """The system in which visible actions are dependent, and what action each of its actions stands for."""
    actions: list[EntityAction] = []
    stands_for: dict[Action, Action] = {}
    for a in system.entity_actions:
        made = _in_both_phases(a) if is_visible(a, visible) else [a]
        actions += made
        stands_for.update({b.name: a.name for b in made})
    return EntitySystem(system.name, system.initial | {PHASES[0]}, tuple(actions)), stands_for


def _in_both_phases(a: EntityAction) -> list[EntityAction]:
    return [
        replace(a, name=f"{a.name} from {p}", deletes=a.deletes | {p}, creates=a.creates | {q})
        for p, q in (PHASES, PHASES[::-1])
    ]


def visibly(reduce: Reduce) -> Reduce:
    """The reduction of entity systems that a reducer by probe sets makes with visibility."""

    def reduced(
        system: System[Entities], options: Mapping[str, object], watch: Watch
    ) -> Exploration[Entities]:
        entities = require_entities("probe/visible", system)
        visible = what_is_visible("entity", entities.entities, options)
        phased, stands_for = with_phases(entities, visible)
        found = reduce(phased, without_cuts(options), watch)
        return without_phases(found, lambda s: s.difference(PHASES), stands_for)

    return reduced


def what_is_visible(kind: str, known: Collection[str], options: Mapping[str, object]) -> list[str]:
    """The option `visible`.  UnknownNameError for a name that does not exist."""
    visible = list(listed_names(str(options.get("visible", ""))))
    for e in visible:
        if e not in known:
            raise UnknownNameError(kind, e, sorted(known))
    if taken := set(PHASES).intersection(known):
        raise PreconditionError(f"probe/visible adds {PHASES[0]} and {PHASES[1]}: rename {min(taken)!r}")
    return visible


def without_cuts(options: Mapping[str, object]) -> dict[str, object]:
    """The options of the reducer, where no vector is cut or dropped."""
    return {**options, "bound": 0, "settle": 0}


def without_phases(
    found: Exploration[Any], strip: Callable[[Any], Any], stands_for: Mapping[Action, Action]
) -> Exploration[Any]:
    """The exploration with the states and actions of the system itself, node by node.

    strip: a state without the phase.
    """
    if found.graph is None:
        return found
    drawn = found.graph()
    graph: StateGraph[Any] = replace(
        drawn,
        states=[strip(s) for s in drawn.states],
        successors=[[(stands_for[a], m) for a, m in out] for out in drawn.successors],
    )
    return replace(found, states=len(set(graph.states)), graph=lambda: graph)
