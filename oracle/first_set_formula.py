"""The formula of IFS(s, B): a run from s that begins within B and wraps all that is enabled outside B.

    [HLPW]  Definition 14; Lemma 32 has the idea of wrapping.

IFS(s, B) asks for a maximal run w from s with first(w) ⊆ B.  It holds iff there is a run v from s, maximal
or not, with

    (1)  first(v) ⊆ B, and
    (2)  every a enabled at s and outside B shares a process with some action of v.

Given w, take v = w: an action enabled at s that shares no process with w would still be enabled after w.
Given v, extend it to a maximal run w = v·u (runs are finite) and let c ∈ first(w) ∖ first(v).  Then neither
process of c takes part in anything before c.  So c is enabled at s, shares no process with v, and is in B
by (2).

A run is a set of events (`client_events.py`) in an order.  Variables:

    at(p, x)     process p is in local state x at s; assumed
    within(a)    a ∈ B; assumed, positively or negatively, for each a enabled at s
    occurs(e)    event e occurs
    first(e)     e is what its server does first
    next(f, e)   e is what its server does next after f
    leaves(e, y) the server is in y after e; where only one y is possible, this is occurs(e)
    moved(p)     process p takes part in some event

Clauses, where l(e) is the local state that event e leaves:

    (3)  occurs(e) → at(client, l(e)) or some event that enters l(e) occurs
    (4)  of the events that leave a local state at most one occurs; a client is in one local state at s
    (5)  occurs(e) → first(e) or some next(f, e); next(f, e) → occurs(f) ∧ occurs(e); first(e) → occurs(e)
    (6)  at most one first(e) for each server, at most one next(f, e) for each f
    (7)  first(e) ∧ at(q, y) → leaves(e, z), if q gets from y to z by e; otherwise ¬(first(e) ∧ at(q, y))
    (8)  next(f, e) ∧ leaves(f, y) → leaves(e, z), or ¬(next(f, e) ∧ leaves(f, y)), likewise
    (9)  first(e) ∧ at(client, l(e)) → within(action of e), which is (1)
    (10) at(client, x) ∧ at(server, y) ∧ ¬within(a) → moved(client) ∨ moved(server), if a is possible at x
         and y, which is (2)
    (11) moved(client) ∧ at(client, x) → some event that leaves x occurs; moved(server) → some first(e)
    (12) occurs(e) → moved(server); ¬(first(e) ∧ occurs(f)) if f, of the same server, leads to e

By (3) and (4) the events of a client that occur are a path from where it is at s.  Every run gives a model;
(12) is implied, and guides the solver.  A model gives a run if the order is acyclic that consists of each
next(f, e) and of the order of events of a client.  For by (5) and (6) the events of a server are one row
then, by (7) and (8) it can do them in that row, and every total order that extends both is a run.  That the
order is acyclic is said in `precedence.py`, where more clauses are added when a model breaks it.  Whatever
is added holds in every state and for every B, so that nothing is ever taken back.  And a formula that lacks
some of these clauses is unsatisfiable only if the one with all of them is: an answer "no" needs no more of
them.

No number of layers or of steps is guessed: a run has at most as many actions as there are events.
"""

from collections.abc import Iterable, Set
from itertools import combinations

from pysat.card import CardEnc, EncType

from mazurka.oracle.client_events import ClientEvents
from mazurka.oracle.precedence import Clause, Precedence
from mazurka.systems import Action, ClientServerSystem
from mazurka.systems.client_server import GlobalState

PAIRWISE = 5
"""Up to this many literals "at most one" is a clause for each two; beyond, a sequential counter."""


class FirstSetFormula:
    """The clauses (3) to (12) for one system, and its order."""

    def __init__(self, system: ClientServerSystem) -> None:
        m = self.model = ClientEvents(system)
        self.clauses: list[Clause] = []
        self._highest = 0
        self.at = {(p, x): self._new() for p, known in enumerate(m.local_states) for x in known}
        self.within = {e.action: self._new() for e in m.events}
        self.moved = [self._new() for _ in m.local_states]
        self.occurs = [self._new() for _ in m.events]
        self.first = [self._new() for _ in m.events]
        self._leaves = [self._after(e) for e in range(len(m.events))]
        self.next: dict[tuple[int, int], int] = {}
        self.followers: list[list[int]] = [[] for _ in m.events]
        self._make_links()
        self._paths()
        self._rows()
        self._moves_of_servers()
        self._first_within()
        self._wrapped()
        self.order = Precedence(m, self.next, self._highest)
        self.order.order_short_rows(self.first, self.occurs)
        self.clauses += self.order.clauses
        self.order.clauses = self.clauses

    @property
    def variables(self) -> int:
        """The number of variables, which are 1, 2, …"""
        return self.order.highest

    def assumptions(self, s: GlobalState, b: Set[Action]) -> list[int]:
        """What is to be assumed for IFS(s, B): the literals of s, and whether each action enabled is in B."""
        inside = [self.within[a] if a in b else -self.within[a] for a in self.enabled(s)]
        return [self.at[p, x] for p, x in enumerate(s)] + inside

    def enabled(self, s: GlobalState) -> list[Action]:
        """The actions that both their processes can take."""
        m = self.model
        events = (m.events[e] for i in m.clients for e in m.leaving[i, s[i]])
        return [e.action for e in events if s[e.server] in m.moves[e.server][e.action]]

    def _new(self) -> int:
        self._highest += 1
        return self._highest

    def _after(self, e: int) -> dict[str, int]:
        """leaves(e, y) for each local state y in which the server can be after e."""
        possible = dict.fromkeys(self.model.server_moves(e).values())
        if len(possible) == 1:
            return dict.fromkeys(possible, self.occurs[e])
        return {y: self._new() for y in possible}

    def _make_links(self) -> None:
        for events in self.model.at_server.values():
            for f in events:
                self.followers[f] = [e for e in events if e != f and self._may_follow(f, e)]
                self.next |= {(f, e): self._new() for e in self.followers[f]}

    def _may_follow(self, f: int, e: int) -> bool:
        """Whether e can be next after f: the clients allow it, and some local state of the server does."""
        m = self.model
        if m.events[f].client == m.events[e].client and not m.leads_to(f, e):
            return False
        return not self._leaves[f].keys().isdisjoint(m.server_moves(e))

    def _paths(self) -> None:
        m = self.model
        for e, event in enumerate(m.events):
            place = (event.client, event.source)
            entered = [self.occurs[f] for f in m.entering[place]]
            self.clauses.append([-self.occurs[e], self.at[place], *entered])  # (3)
        for leaving in m.leaving.values():
            self._at_most_one([self.occurs[e] for e in leaving])  # (4)
        for i in m.clients:
            self._at_most_one([self.at[i, x] for x in m.local_states[i]])  # (4)

    def _rows(self) -> None:
        before: dict[int, list[int]] = {e: [] for e in range(len(self.occurs))}
        behind: dict[int, list[int]] = {f: [] for f in before}
        for (f, e), link in self.next.items():
            before[e].append(link)
            behind[f].append(link)
            self.clauses += [[-link, self.occurs[f]], [-link, self.occurs[e]]]  # (5)
        for e, links in before.items():
            self.clauses.append([-self.occurs[e], self.first[e], *links])  # (5)
            self.clauses.append([-self.first[e], self.occurs[e]])  # (5)
            self._at_most_one(behind[e])  # (6)
        for events in self.model.at_server.values():
            self._at_most_one([self.first[e] for e in events])  # (6)

    def _moves_of_servers(self) -> None:
        m = self.model
        for q in m.servers:
            for e in m.at_server[q]:
                for y in m.local_states[q]:
                    self._step([self.first[e], self.at[q, y]], e, y)  # (7)
        for (f, e), link in self.next.items():
            for y, left in self._leaves[f].items():
                self._step([link, left], e, y)  # (8)

    def _step(self, premises: list[int], e: int, y: str) -> None:
        """If all premises hold, e happens in local state y of its server."""
        z = self.model.server_moves(e).get(y)
        then = [] if z is None else [self._leaves[e][z]]
        if then != [self.occurs[e]]:  # first(e) and next(f, e) imply that already
            self.clauses.append([-x for x in premises] + then)

    def _first_within(self) -> None:
        for e, event in enumerate(self.model.events):
            here = self.at[event.client, event.source]
            self.clauses.append([-self.first[e], -here, self.within[event.action]])  # (9)

    def _wrapped(self) -> None:
        m = self.model
        for e, event in enumerate(m.events):
            i, q = event.client, event.server
            for y in m.server_moves(e):
                here = [-self.at[i, event.source], -self.at[q, y]]
                self.clauses.append([*here, self.within[event.action], self.moved[i], self.moved[q]])  # (10)
        for (i, x), leaving in m.leaving.items():
            self.clauses.append([-self.moved[i], -self.at[i, x], *(self.occurs[e] for e in leaving)])  # (11)
        for q, events in m.at_server.items():
            self.clauses.append([-self.moved[q], *(self.first[e] for e in events)])  # (11)
            for e in events:
                self.clauses.append([-self.occurs[e], self.moved[q]])  # (12)
                self.clauses += [
                    [-self.first[e], -self.occurs[f]] for f in events if m.leads_to(f, e)
                ]  # (12)

    def _at_most_one(self, literals: Iterable[int]) -> None:
        given = list(literals)
        if len(given) <= PAIRWISE:
            self.clauses += [[-x, -y] for x, y in combinations(given, 2)]
            return
        counter = CardEnc.atmost(given, bound=1, top_id=self._highest, encoding=EncType.seqcounter)
        self.clauses += counter.clauses
        self._highest = max(self._highest, counter.nv)
