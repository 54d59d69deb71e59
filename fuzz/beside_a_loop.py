"""Random graphs beside a loop that never meets them: what a proviso has to see that nobody forgets.

A client goes through an arbitrary graph, two of whose steps may be independent (there can be two such
clients); another goes around a loop of its own.  The state space of the first is the graph on which a proviso
decides, as wild as may be; the loop is what is ignored.
"""

from hypothesis import strategies as st

from mazurka.fuzz.dice import Dice, dice
from mazurka.systems import ClientServerSystem, Process


def beside_a_loop() -> st.SearchStrategy[ClientServerSystem]:
    """One graph or two of up to five local states, and a loop."""
    return dice(64).map(lambda d: graphs_beside_a_loop(d))


def graphs_beside_a_loop(d: Dice) -> ClientServerSystem:
    """The system; each client has a server of its own that is always ready."""
    size = d.pick([3, 4, 5])
    graphs = [_graph(part, f"g{i}", size) for i, part in enumerate(d.parts(d.pick([1, 1, 2]), 28), 1)]
    loop = [(str(k), f"l.{k}", str((k + 1) % 2)) for k in range(d.pick([1, 2]))]
    if len(loop) == 1:
        loop = [("0", "l.0", "0")]
    clients = (*graphs, Process("l", "0", tuple(loop)))
    if d.pick([False, True]):
        clients = clients[::-1]
    servers = tuple(Process(f"of {c.name}", "0", tuple(("0", a, "0") for a in c.actions)) for c in clients)
    return ClientServerSystem("beside-a-loop", clients, servers, cyclic_clients=True)


def _graph(d: Dice, name: str, size: int) -> Process:
    steps = []
    for x, part in enumerate(d.parts(size, 4)):
        for k in range(part.pick([1, 2, 2])):
            y = part.pick(range(size))
            steps.append((str(x), f"{name}.{x}{'ab'[k]}", str(y)))
    return Process(name, "0", tuple(steps))
