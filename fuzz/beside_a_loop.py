"""Random graphs beside a loop that never meets them: what a proviso has to see that nobody forgets.

A client goes through an arbitrary graph, two of whose steps may be independent (there can be two such
clients); another goes around a loop of its own.  The state space of the first is the graph on which a proviso
decides, as wild as may be; the loop is what is ignored.
"""

from hypothesis import strategies as st

from mazurka.fuzz.dice import Dice, dice
from mazurka.systems import ClientServerSystem, PetriNet, Process, Transition


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
    return _with_servers(clients)


def _with_servers(clients: tuple[Process, ...]) -> ClientServerSystem:
    servers = tuple(Process(f"of {c.name}", "0", tuple(("0", a, "0") for a in c.actions)) for c in clients)
    return ClientServerSystem("beside-a-loop", clients, servers, cyclic_clients=True)


def _graph(d: Dice, name: str, size: int) -> Process:
    steps = []
    for x, part in enumerate(d.parts(size, 4)):
        for k in range(part.pick([1, 2, 2])):
            y = part.pick(range(size))
            steps.append((str(x), f"{name}.{x}{'ab'[k]}", str(y)))
    return Process(name, "0", tuple(steps))


LOOPS = (
    (("0", "l.0", "0"),),
    (("0", "l.0", "1"), ("1", "l.1", "0")),
    (("0", "l.0", "0"), ("0", "l.1", "0"), ("0", "l.2", "0")),
)
"""A loop, two steps around, and three loops, which are more than most sets of the graph."""


def large_graphs_beside_a_loop() -> st.SearchStrategy[ClientServerSystem]:
    """One graph of up to twelve local states: a fifth of them make a search by colours start a node again.

    Steps lead anywhere, or nearby and more often onward, so that there are several components.
    """
    return dice(68).map(lambda d: large_graph_beside_a_loop(d))


def large_graph_beside_a_loop(d: Dice) -> ClientServerSystem:
    """The system."""
    size, loop, turned = d.pick([7, *range(4, 13)]), d.pick(LOOPS), d.pick([False, True])
    near = d.pick([False, True])
    steps = []
    for x, part in enumerate(d.parts(size, 5)):
        anywhere = [x + 1, x + 2, x + 3, x - 1, x + 1, x - 2] if near else range(size)
        targets = [min(max(part.pick(anywhere), 0), size - 1) for _ in range(part.pick([2, 1, 2, 2, 3]))]
        steps += [(str(x), f"g.{x}{k}", str(y)) for k, y in zip("abc", targets, strict=False)]
    clients = (Process("g", "0", tuple(steps)), Process("l", "0", loop))
    return _with_servers(clients[::-1] if turned else clients)


def as_net(system: ClientServerSystem) -> PetriNet:
    """The clients of such a system as a net: a place for each local state, and a token that moves."""
    places = [(c.name, x) for c in system.clients for x in c.local_states]
    number = {place: i for i, place in enumerate(places)}
    moves = [
        Transition(a, {number[c.name, x]: 1}, {number[c.name, y]: 1})
        for c in system.clients
        for x, a, y in c.transitions
    ]
    initial = tuple(int(c.initial == x) for c in system.clients for x in c.local_states)
    return PetriNet(system.name, tuple(f"{x} of {c}" for c, x in places), tuple(moves), initial)
