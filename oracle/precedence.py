"""A total order of events, as far as a formula needs it.

The events that occur in a run are ordered, and that order can be extended to one of all events in which e
comes before f whenever e leads to f in its client.  Variables, made when they are first needed:

    precedes(e, f)   e comes before f; it is the negation of precedes(f, e)

Clauses:

    (1) precedes(e, f), if e leads to f
    (2) next(e, f) → precedes(e, f)
    (3) precedes(e, f) ∧ precedes(f, g) → precedes(e, g)
    (4) first(e) ∧ occurs(f) → precedes(e, f), for two events of one server

(1) and (2) come with the variable.  (3) for all events would be far too much.  It is given for the events
of a server where these are few, and otherwise for the events of a cycle that a model has: a cycle of k
events takes k − 2 triangles that have a corner in common, and then no model has it, nor any of the cycles
that share enough of these."""

from collections.abc import Mapping, Sequence
from itertools import pairwise, permutations

from mazurka.oracle.client_events import ClientEvents

Clause = list[int]

TRIANGLES = 200_000
"""How many clauses (3) are given from the start, for the servers with fewest events."""


class Precedence:
    """The variables and clauses of the order; new clauses are appended to `clauses`.

    next:   the variable of next(f, e) for each (f, e) that has one.
    highest: the largest variable in use.
    """

    def __init__(self, model: ClientEvents, following: Mapping[tuple[int, int], int], highest: int) -> None:
        self.model = model
        self.highest = highest
        self.clauses: list[Clause] = []
        self._next = following
        self._variable: dict[tuple[int, int], int] = {}

    def precedes(self, e: int, f: int) -> int:
        """The literal of precedes(e, f)."""
        if f < e:
            return -self.precedes(f, e)
        x = self._variable.get((e, f))
        if x is None:
            self.highest += 1
            x = self._variable[e, f] = self.highest
            for (g, h), literal in (((e, f), x), ((f, e), -x)):
                if self.model.leads_to(g, h):
                    self.clauses.append([literal])  # (1)
                if (g, h) in self._next:
                    self.clauses.append([-self._next[g, h], literal])  # (2)
        return x

    def order_short_rows(self, first: Sequence[int], occurs: Sequence[int]) -> None:
        """(3) and (4) for the servers with fewest events."""
        left = TRIANGLES
        for events in sorted(self.model.at_server.values(), key=len):
            left -= len(events) ** 3 // 3
            if left < 0:
                return
            for e, f in permutations(events, 2):
                self.clauses.append([-first[e], -occurs[f], self.precedes(e, f)])  # (4)
            for e, f, g in permutations(events, 3):
                if e < min(f, g):  # the others say the same
                    self._triangle(e, f, g)

    def exclude(self, cycle: Sequence[int]) -> None:
        """(3) as far as it excludes this cycle, given by its events."""
        begin = cycle.index(min(cycle))
        corner, *rest = [*cycle[begin:], *cycle[:begin]]
        for e, f in pairwise(rest):
            self._triangle(corner, e, f)
        self.precedes(rest[-1], corner)

    def _triangle(self, e: int, f: int, g: int) -> None:
        self.clauses.append([-self.precedes(e, f), -self.precedes(f, g), self.precedes(e, g)])  # (3)
