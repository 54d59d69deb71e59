"""Random client/server systems with clients that go around: the others, with their ends led back."""

from dataclasses import replace

from mazurka.fuzz.client_server import client_server_system
from mazurka.fuzz.dice import Dice
from mazurka.systems import ClientServerSystem, Process


def cyclic_client_server_system(d: Dice, max_steps: int = 3) -> ClientServerSystem:
    """Most steps to the end of a client lead back to its beginning instead, some to another local state."""
    parts = d.parts(3, 4)
    system = client_server_system(d, max_steps)
    clients = tuple(_led_back(c, part) for c, part in zip(system.clients, parts, strict=False))
    return replace(system, clients=clients, cyclic_clients=True)


def _led_back(c: Process, d: Dice) -> Process:
    ends = [x for x in c.local_states if not c.steps[x]]
    anywhere = [c.initial, c.initial, c.initial, None, *c.local_states]
    target = {x: d.pick(anywhere) or x for x in ends}
    return replace(c, transitions=tuple((x, a, target.get(y, y)) for x, a, y in c.transitions))
