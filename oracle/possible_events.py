"""What can occur at all: the events that a run from s with first(v) ⊆ B could contain, and some more.

A necessary condition, found as a least set by going forward from s.  Local states are collected for each
process by itself, as if they could be combined in every way.  An event e of client i and server q, from
local state x of i, is possible if i may be in x, q may be in some y where it can take part, and

    (1)  its action is in B, or
    (2)  i is not where it was at s, so that it has moved: clients are acyclic; or
    (3)  an event that may precede e, of another client or leading to e, brings q to y.

In the cases (1) and (2) q may also be where it was at s.  Without any of the three, e would be the first that
moves either of its processes, hence its action in first(v), but not in B.
"""

from collections.abc import Set

from mazurka.oracle.client_events import ClientEvents
from mazurka.systems import Action
from mazurka.systems.client_server import GlobalState


class PossibleEvents:
    """The possible events from s for B.

    events:  their numbers.
    reached: the local states of clients that some run might reach.
    """

    def __init__(self, model: ClientEvents, s: GlobalState, b: Set[Action]) -> None:
        self.model, self.s, self.b = model, s, b
        self.events: set[int] = set()
        self.reached: set[tuple[int, str]] = set()
        self._present: dict[int, list[int]] = {}
        """For each server the events whose client may be where they begin."""
        self._bringing: dict[tuple[int, str], list[int]] = {}
        """For each server and local state the events that bring it there."""
        self._waiting: list[tuple[int, str]] = [(i, s[i]) for i in model.clients]
        self._brought: list[tuple[int, str]] = []
        while self._waiting or self._brought:
            if self._waiting:
                self._reach(self._waiting.pop())
            else:
                q, y = self._brought.pop()
                for e in self._present.get(q, ()):
                    self._try(e, y)

    def impossible(self) -> list[int]:
        """The events that are not possible, as far as their client may be where they begin.

        Those after them cannot occur either: their clients do not get there.
        """
        return [
            e for place in sorted(self.reached) for e in self.model.leaving[place] if e not in self.events
        ]

    def _reach(self, place: tuple[int, str]) -> None:
        if place in self.reached:
            return
        self.reached.add(place)
        for e in self.model.leaving[place]:
            q = self.model.events[e].server
            self._present.setdefault(q, []).append(e)
            for y in (self.s[q], *(y for y in self.model.local_states[q] if (q, y) in self._bringing)):
                self._try(e, y)

    def _try(self, e: int, y: str) -> None:
        """Whether e is possible with its server in y; then its processes get where it leads."""
        i, _, a, target, q = self.model.events[e]
        z = self.model.moves[q][a].get(y)
        if z is None or not self._may_find(e, y):
            return
        if e not in self.events:
            self.events.add(e)
            self._waiting.append((i, target))
        brought = self._bringing.setdefault((q, z), [])
        if e not in brought:
            brought.append(e)
            self._brought.append((q, z))

    def _may_find(self, e: int, y: str) -> bool:
        """Whether the server may be in y when event e, whose client may be there, is to happen."""
        m = self.model
        i, x, a, _, q = m.events[e]
        if any(m.events[f].client != i or m.leads_to(f, e) for f in self._bringing.get((q, y), ())):
            return True  # (3), or an event of the client that has moved it
        return y == self.s[q] and (a in self.b or x != self.s[i])  # (1), (2)
