"""Client/server systems: processes that synchronise in pairs, a client with a server.

    [HLPW]  Definitions 1–3.

Every action belongs to one client and one server, its domain.  A global state is the tuple of local
states, clients first.  An action is enabled when both processes can take it.  Clients are acyclic,
hence every run is finite; a system whose clients are not says so, and what needs finite runs refuses it.
Actions are independent iff their domains are disjoint.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from mazurka.errors import ModelError
from mazurka.systems.protocol import Action

GlobalState: TypeAlias = tuple[str, ...]


@dataclass(frozen=True)
class Process:
    """A client or a server: an action-deterministic automaton.

    transitions: triples (local state, action, local state).
    """

    name: str
    initial: str
    transitions: tuple[tuple[str, Action, str], ...]

    @cached_property
    def steps(self) -> dict[str, dict[Action, str]]:
        """For each local state, the local successor by each action it can take."""
        table: dict[str, dict[Action, str]] = {s: {} for s in self.local_states}
        for s, a, t in self.transitions:
            table[s][a] = t
        return table

    @cached_property
    def local_states(self) -> tuple[str, ...]:
        """The local states: the initial one, then the others in order of appearance."""
        return tuple(dict.fromkeys([self.initial, *(x for s, _, t in self.transitions for x in (s, t))]))

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        """The actions, in order of appearance."""
        return tuple(dict.fromkeys(a for _, a, _ in self.transitions))


@dataclass(frozen=True)
class ClientServerSystem:
    """A client/server system; ModelError when it breaks Definition 1.

    action_order:   the order of lexicographic choices; by default that of first appearance in the clients.
    cyclic_clients: whether clients may have cycles, which Definition 1 forbids.
    """

    name: str
    clients: tuple[Process, ...]
    servers: tuple[Process, ...]
    action_order: tuple[Action, ...] | None = None
    cyclic_clients: bool = False
    formalism: str = field(default="client-server", init=False)

    def __post_init__(self) -> None:
        _check_names(self)
        for p in self.processes:
            _check_deterministic(p)
        _check_domains(self)
        for c in () if self.cyclic_clients else self.clients:
            _check_acyclic(c)
        if self.action_order is not None and sorted(self.action_order) != sorted(self.domain):
            odd = sorted(set(self.action_order) ^ set(self.domain)) or ["a repetition"]
            raise ModelError(
                f"it does not list every action exactly once: {', '.join(odd[:5])}",
                where="action_order",
                cure="name each action of the system, once",
            )

    @property
    def processes(self) -> tuple[Process, ...]:
        """Clients, then servers: the order of a global state."""
        return self.clients + self.servers

    @cached_property
    def cyclic_client(self) -> str | None:
        """The first client with a cycle; None where every run is finite: [HLPW] Remark 4."""
        declared = self.clients if self.cyclic_clients else ()
        return next((c.name for c in declared if find_cycle(c)), None)

    @cached_property
    def domain(self) -> dict[Action, tuple[int, int]]:
        """dom(a): the numbers in `processes` of the client and of the server of a."""
        server = {a: len(self.clients) + j for j, q in enumerate(self.servers) for a in q.actions}
        return {a: (i, server[a]) for i, c in enumerate(self.clients) for a in c.actions}

    @cached_property
    def actions(self) -> tuple[Action, ...]:
        return tuple(self.domain) if self.action_order is None else self.action_order

    def reordered(self, by: str) -> "ClientServerSystem":
        """The same system with its actions in another order.

        given: as they are; appearance: clients in order, and in each the order of its transitions;
        by-process: clients in order, and in each the order as it is.
        """
        if by == "appearance":
            return replace(self, action_order=None)
        if by == "by-process":
            return replace(self, action_order=tuple(sorted(self.actions, key=lambda a: self.domain[a][0])))
        return self

    @property
    def initial(self) -> GlobalState:
        return tuple(p.initial for p in self.processes)

    @cached_property
    def _rank(self) -> dict[Action, int]:
        return {a: i for i, a in enumerate(self.actions)}

    def enabled(self, s: GlobalState) -> tuple[Action, ...]:
        found = [
            a
            for i, c in enumerate(self.clients)
            for a in c.steps[s[i]]
            if a in self.processes[self.domain[a][1]].steps[s[self.domain[a][1]]]
        ]
        return tuple(sorted(found, key=self._rank.__getitem__))

    def after(self, s: GlobalState, a: Action) -> GlobalState:
        t = list(s)
        for i in self.domain[a]:
            t[i] = self.processes[i].steps[s[i]][a]
        return tuple(t)

    def independent(self, a: Action, b: Action) -> bool:
        return set(self.domain[a]).isdisjoint(self.domain[b])

    def local_states(self, s: GlobalState) -> Mapping[str, Hashable]:
        return {p.name: x for p, x in zip(self.processes, s, strict=True)}


def _check_names(system: ClientServerSystem) -> None:
    seen: set[str] = set()
    for p in system.processes:
        if p.name in seen:
            raise ModelError("two processes have this name", where=f"process {p.name!r}", cure="rename one")
        seen.add(p.name)


def _check_deterministic(p: Process) -> None:
    seen: set[tuple[str, Action]] = set()
    for s, a, _ in p.transitions:
        if (s, a) in seen:
            raise ModelError(
                f"two transitions leave local state {s!r} by {a!r}",
                where=f"process {p.name!r}",
                cure="processes are action-deterministic: name the two actions apart",
            )
        seen.add((s, a))


def _check_domains(system: ClientServerSystem) -> None:
    for kind, group in (("client", system.clients), ("server", system.servers)):
        owner: dict[Action, str] = {}
        for p in group:
            for a in p.actions:
                if a in owner:
                    raise ModelError(
                        f"it belongs to two {kind}s, {owner[a]!r} and {p.name!r}",
                        where=f"action {a!r}",
                        cure="an action belongs to one client and one server",
                    )
                owner[a] = p.name
    of_clients = {a for c in system.clients for a in c.actions}
    of_servers = {a for q in system.servers for a in q.actions}
    for a in sorted(of_clients ^ of_servers):
        lacking = "server" if a in of_clients else "client"
        raise ModelError(
            f"it belongs to no {lacking}",
            where=f"action {a!r}",
            cure="an action belongs to one client and one server",
        )


def find_cycle(p: Process) -> tuple[str, ...]:
    """The local states on a cycle of the process; none if it is acyclic."""
    import networkx as nx  # slow to load, and other systems do without

    try:
        return tuple(s for s, *_ in nx.find_cycle(nx.DiGraph((s, t) for s, _, t in p.transitions)))
    except nx.NetworkXNoCycle:
        return ()


def _check_acyclic(c: Process) -> None:
    if cycle := find_cycle(c):
        raise ModelError(
            f"it has a cycle through local states {' '.join(cycle)}",
            where=f"client {c.name!r}",
            cure="clients are acyclic: unfold the loop, make it a server, or declare cyclic_clients",
        )
