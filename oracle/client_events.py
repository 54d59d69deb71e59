"""The events of a client/server system: the transitions of its clients.

    [HLPW]  Definitions 1–3.

A client is acyclic, so that a run takes each of its transitions at most once.  Hence a run is a set of
events in some order; and of two events of one client that both occur, the one that leads to the other is
first.

All is taken from the transitions of the processes, not from what the system says of itself.
"""

from typing import NamedTuple

from mazurka.systems import Action, ClientServerSystem


class Event(NamedTuple):
    """A transition of a client, and the number of the server that takes part."""

    client: int
    source: str
    action: Action
    target: str
    server: int


class ClientEvents:
    """The events of a system; events are known by their number in `events`.

    moves:     moves[q][a][y] is where server q gets from local state y by a.
    leaving:   the events that leave a local state of a client; entering: those that enter it.
    at_server: the events in which a server takes part.
    """

    def __init__(self, system: ClientServerSystem) -> None:
        clients = len(system.clients)
        self.clients = range(clients)
        self.servers = range(clients, clients + len(system.servers))
        self.local_states = [p.local_states for p in system.processes]
        self.moves: dict[int, dict[Action, dict[str, str]]] = {q: {} for q in self.servers}
        for q in self.servers:
            for y, a, z in system.processes[q].transitions:
                self.moves[q].setdefault(a, {})[y] = z
        server = {a: q for q in self.servers for a in self.moves[q]}
        self.events = [
            Event(i, x, a, y, server[a]) for i in self.clients for x, a, y in system.clients[i].transitions
        ]
        self.leaving: dict[tuple[int, str], list[int]] = {
            (i, x): [] for i in self.clients for x in self.local_states[i]
        }
        self.entering: dict[tuple[int, str], list[int]] = {place: [] for place in self.leaving}
        self.at_server: dict[int, list[int]] = {q: [] for q in self.servers}
        for e, event in enumerate(self.events):
            self.leaving[event.client, event.source].append(e)
            self.entering[event.client, event.target].append(e)
            self.at_server[event.server].append(e)
        self._ahead = {i: self._reachable(i) for i in self.clients}

    def _reachable(self, i: int) -> dict[str, frozenset[str]]:
        """For each local state of a client all that can be reached from it, itself included."""
        found: dict[str, frozenset[str]] = {}
        waiting = list(self.local_states[i])
        while waiting:  # a state is done once all its successors are: the client is acyclic
            x = waiting[-1]
            after = [self.events[e].target for e in self.leaving[i, x]]
            missing = [y for y in after if y not in found]
            if missing:
                waiting += missing
            else:
                found[waiting.pop()] = frozenset({x}).union(*(found[y] for y in after))
        return found

    def leads_to(self, e: int, f: int) -> bool:
        """Whether e and f are of one client, which can take f some time after e."""
        first, second = self.events[e], self.events[f]
        return first.client == second.client and second.source in self._ahead[first.client][first.target]

    def server_moves(self, e: int) -> dict[str, str]:
        """Where the server of the event gets by it, from each local state that allows it."""
        return self.moves[self.events[e].server][self.events[e].action]
