"""Probe sets with visibility on nets: visible changes keep their order.

    [B]  section 6.1; [KR] section 2.2.

What is visible is the number of tokens in some places.  The phase of `probe_visible` is one token here, in
one of two places that are added to the net, and each transition that changes what is visible moves it: there
is such a transition for either phase.  The arcs then say that no two of these are independent.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace

from mazurka.limits import Watch
from mazurka.reference.net_entities import OfNets
from mazurka.reference.probe_visible import PHASES, Reduce, what_is_visible, without_cuts, without_phases
from mazurka.systems import Action, Exploration, Marking, PetriNet, Transition


def with_phase_places(net: PetriNet, visible: Collection[str]) -> tuple[PetriNet, dict[Action, Action]]:
    """The net in which visible transitions are dependent, and what each of its transitions stands for."""
    made: list[Transition] = []
    stands_for: dict[Action, Action] = {}
    for t in net.transitions:
        seen = any(net.places[p] in visible for p in t.effect)
        new = _in_both_phases(t, len(net.places)) if seen else [t]
        made += new
        stands_for.update({u.name: t.name for u in new})
    places, initial = (*net.places, *PHASES), (*net.initial, 1, 0)
    return PetriNet(net.name, places, tuple(made), initial, net.labels), stands_for


def _in_both_phases(t: Transition, first: int) -> list[Transition]:
    """The transition for either phase; `first` is the number of the first place that is added."""
    ways = ((first, first + 1), (first + 1, first))
    return [
        replace(
            t,
            name=f"{t.name} from {PHASES[p - first]}",
            consumes={**t.consumes, p: 1},
            produces={**t.produces, q: 1},
        )
        for p, q in ways
    ]


def visibly_on_nets(reduce: Reduce) -> OfNets:
    """The reduction of nets that a reducer by probe sets makes with visibility."""

    def reduced(net: PetriNet, options: Mapping[str, object], watch: Watch) -> Exploration[Marking]:
        visible = what_is_visible("place", net.places, options)
        phased, stands_for = with_phase_places(net, visible)
        found = reduce(phased, without_cuts(options), watch)
        return without_phases(found, lambda m: m[:-2], stands_for)

    return reduced
