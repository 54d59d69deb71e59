"""A heuristic that looks right: let a client move alone whose next servers nobody else turns to next.

Whatever the others do next, it is independent of what this client does next.  So why not let it go first?
"""

from mazurka import reducer
from mazurka.systems import ClientServerSystem


@reducer(
    formalisms=["client-server"],
    promises=["soundness", "deadlocks"],
    promises_if_acyclic=["trace-complete"],
)
def choose(system: ClientServerSystem, state: tuple[str, ...]) -> tuple[str, ...]:
    """The enabled actions of the first such client, or all; domain[a] is the client and the server of a."""
    enabled = system.enabled(state)
    steps = [client.steps[state[i]] for i, client in enumerate(system.clients)]
    servers = [{system.domain[a][1] for a in step} for step in steps]
    for i in range(len(steps)):
        mine = tuple(a for a in enabled if system.domain[a][0] == i)
        if mine and all(servers[i].isdisjoint(servers[k]) for k in range(len(steps)) if k != i):
            return mine
    return enabled
