"""Provisos for searches that expand a node whole: what counts is whether a state has been expanded yet.

    [EP]  section 2, C2S_q and C2L_q, after Bošnački and Holzmann; their generalisation to any search, after
          Bošnački, Leue and Lluch-Lafuente: states are unmet, open or closed.

A set P of steps of s, not all that are enabled, is accepted when

    queue-safety, open-safety   some step of P leads to a state that is in the queue, or open, or not met;
    queue, open                 all do.

Of the states on a cycle, or of those from which on an action is ignored, one is expanded last.  All its
steps there lead to closed states, so it is fully expanded.
"""

from mazurka.reference.proviso_search import LIVE, SAFE, Proviso, Steps
from mazurka.systems import State


class OpenSafety(Proviso[State]):
    """Some step leads to a state that is not closed."""

    orders: tuple[str, ...] = ("bfs", "stack")
    promises = SAFE

    def __init__(self) -> None:
        self.closed: set[State] = set()

    def entered(self, s: State) -> None:
        self.closed.add(s)

    def accepts(self, _s: State, steps: Steps[State]) -> bool:
        return any(t not in self.closed for _, t in steps)


class Open(OpenSafety[State]):
    """All do."""

    promises = LIVE

    def accepts(self, _s: State, steps: Steps[State]) -> bool:
        return all(t not in self.closed for _, t in steps)


class QueueSafety(OpenSafety[State]):
    """The same where what is open is a queue."""

    orders = ("bfs",)


class Queue(Open[State]):
    """The same where what is open is a queue."""

    orders = ("bfs",)
