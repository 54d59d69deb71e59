"""The repair: let a client move alone whose next servers nobody else will turn to any more.

Then the others can neither take part in its next actions, nor change the servers of those that are not
enabled yet: its enabled actions are a persistent set.
"""

from functools import cache

from mazurka import reducer
from mazurka.systems import ClientServerSystem
from mazurka.systems.client_server import Process


@cache
def actions_ahead(client: Process, local: str) -> frozenset[str]:
    """The actions that the client may take from a local state on, where it may come back to it."""
    met = [local]
    for s in met:
        met += [t for t in client.steps[s].values() if t not in met]
    return frozenset(a for s in met for a in client.steps[s])


@reducer(
    formalisms=["client-server"],
    promises=["soundness", "deadlocks", "persistent"],
    promises_if_acyclic=["trace-complete"],
)
def choose(system: ClientServerSystem, state: tuple[str, ...]) -> tuple[str, ...]:
    """The enabled actions of the first such client, or all; domain[a] is the client and the server of a."""
    enabled = system.enabled(state)
    ahead = [actions_ahead(client, state[i]) for i, client in enumerate(system.clients)]
    servers = [{system.domain[a][1] for a in actions} for actions in ahead]
    for i, client in enumerate(system.clients):
        mine = tuple(a for a in enabled if system.domain[a][0] == i)
        wanted = {system.domain[a][1] for a in client.steps[state[i]]}
        if mine and all(wanted.isdisjoint(servers[k]) for k in range(len(servers)) if k != i):
            return mine
    return enabled
