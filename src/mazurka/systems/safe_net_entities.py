"""A safe net as an entity system: an entity for each place, which exists while the place holds its token.

    [KR]  section 2.2: Petri nets are entity systems; the entities are tokens.

A transition deletes the entities of the places that it takes from and creates those of the places that it
puts to.  What it takes and puts back it reads, as it does the end of a read arc.  The place of an inhibitor
arc is forbidden.

Safety matters: a transition may put a second token on a place, an action may not create what exists.  It is
evident from the arcs where each transition that adds a token to a place is inhibited by one there.
Elsewhere the caller must know, or find out: `SafeNetEntities` refuses the net at the first second token.
"""

from dataclasses import dataclass

from mazurka.errors import ModelError
from mazurka.systems.entity import Entities, EntityAction, EntitySystem
from mazurka.systems.petri_net import Marking, PetriNet, Transition
from mazurka.systems.protocol import Action


@dataclass(frozen=True)
class SafeNetEntities(EntitySystem):
    """The entity system of a net that is safe as far as it was explored; ModelError where it is not."""

    net: PetriNet

    def marking(self, s: Entities) -> Marking:
        """The marking that a state stands for."""
        return tuple(int(p in s) for p in self.net.places)

    def enabled(self, s: Entities) -> tuple[Action, ...]:
        found = super().enabled(s)
        for a in self.net.enabled(self.marking(s)):
            if a not in found:
                after = self.net.after(self.marking(s), a)
                place = self.net.places[next(p for p, k in enumerate(after) if k > 1)]
                raise ModelError(
                    f"transition {a!r} puts a second token there", where=f"place {place!r}", cure=_SAFE
                )
        return found


def safe_net_to_entities(net: PetriNet, *, safe: bool = False) -> SafeNetEntities:
    """An entity for each place; whether the net is safe must be evident from its arcs, or `safe` says so.

    Nothing is explored here.  ModelError names what is not possible in a safe net.
    """
    if any(k > 1 for k in net.initial):
        place = next(p for p, k in zip(net.places, net.initial, strict=True) if k > 1)
        raise ModelError("it holds several tokens initially", where=f"place {place!r}", cure=_SAFE)
    actions = tuple(_entity_action(net, t, safe) for t in net.transitions)
    initial = frozenset(p for p, k in zip(net.places, net.initial, strict=True) if k)
    return SafeNetEntities(net.name, initial, actions, net)


_SAFE = "only safe nets, with at most one token in a place, can be written as entity systems"


def _entity_action(net: PetriNet, t: Transition, safe: bool) -> EntityAction:
    for arcs in (t.consumes, t.produces, t.reads):
        for p, weight in arcs.items():
            if weight > 1:
                raise ModelError(
                    f"an arc of weight {weight} at place {net.places[p]!r}",
                    where=f"transition {t.name!r}",
                    cure=_SAFE,
                )
    consumed, produced = set(t.consumes), set(t.produces)
    # In a safe net an inhibitor arc of weight 2 never inhibits.
    inhibited = {p for p, weight in t.inhibitors.items() if weight == 1}
    creates, reads = produced - consumed, (consumed & produced) | (set(t.reads) - consumed)
    for p in sorted(creates - inhibited):
        if not safe:
            raise ModelError(
                f"nothing in its arcs prevents a second token on place {net.places[p]!r}",
                where=f"transition {t.name!r}",
                cure=f"{_SAFE}: explore the net to show that it is safe, or add an inhibitor arc",
            )
    for p in sorted((reads | consumed) & inhibited | (creates & reads)):
        raise ModelError(
            f"it can never fire: it needs a token on place {net.places[p]!r}, and needs it empty",
            where=f"transition {t.name!r}",
            cure="remove the transition",
        )
    sets = (reads, inhibited - creates, consumed - produced, creates)
    return EntityAction(t.name, *(frozenset(net.places[p] for p in members) for members in sets))
