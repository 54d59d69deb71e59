"""How many states a reducer looks at, whether or not it explores them.

    [B]  section 5.4: the published numbers of nodes are these.

A reduction by probe sets computes states along the words of its vectors and of missed actions; most of
them belong to no vector.  Here the system itself remembers whatever it was asked for, which plain reducers do
by its methods.
"""

from dataclasses import dataclass, field

from mazurka.errors import PreconditionError
from mazurka.systems import Action, EntitySystem, System
from mazurka.systems.entity import Entities


@dataclass(frozen=True)
class Recording(EntitySystem):
    """An entity system that remembers the states that it was asked about."""

    met: set[Entities] = field(default_factory=set, compare=False)

    def after(self, s: Entities, a: Action) -> Entities:
        t = super().after(s, a)
        self.met.add(t)
        return t


def recording(system: System[Entities]) -> Recording:
    """The same system, which remembers; the initial state counts."""
    if not isinstance(system, EntitySystem):
        raise PreconditionError("the states that were looked at are counted of entity systems only")
    return Recording(system.name, system.initial, system.entity_actions, {system.initial})
