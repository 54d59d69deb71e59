"""Clients that take the same k locks one inside the other, and release them from the inside out.

    [HLPW]  section 11: clients acquire locks, which are servers, and then release them.

All take the locks in the same order, so there is no deadlock but the end.  While one client holds the first
lock the others wait: 2^n + n (2k − 1) 2^(n−1) states.
"""

from mazurka.models.family import Family, Parameter, size
from mazurka.systems import ClientServerSystem, Process


def build(n: int, k: int) -> ClientServerSystem:
    """n clients and k locks."""
    orders = [tuple(range(1, k + 1))] * n
    return locking(f"locks-{n}" if k == 1 else f"locks-{n}-k-{k}", orders, release_inside_out=True)


def locking(name: str, orders: list[tuple[int, ...]], *, release_inside_out: bool) -> ClientServerSystem:
    """Client i takes the locks orders[i] in that order and then releases all of them.

    Only locks that somebody takes become servers.
    """
    clients = []
    users: dict[int, list[str]] = {}
    for i, order in enumerate(orders, 1):
        released = order[::-1] if release_inside_out else order
        word = [f"c{i}.take.l{j}" for j in order] + [f"c{i}.drop.l{j}" for j in released]
        steps = tuple((str(at), a, str(at + 1)) for at, a in enumerate(word))
        clients.append(Process(f"c{i}", "0", steps))
        for j in order:
            users.setdefault(j, []).append(f"c{i}")
    servers = tuple(_lock(j, users[j]) for j in sorted(users))
    return ClientServerSystem(name, tuple(clients), servers)


def _lock(j: int, users: list[str]) -> Process:
    steps = []
    for c in users:
        steps.append(("free", f"{c}.take.l{j}", f"held_by_{c}"))
        steps.append((f"held_by_{c}", f"{c}.drop.l{j}", "free"))
    return Process(f"l{j}", "free", tuple(steps))


FAMILY = Family(
    "locks",
    (size(1, 10_000, "the number of clients"), Parameter("k", 1, 1, 1000, "the number of locks")),
    "[HLPW] section 11",
    "client-server",
    build,
    "n clients take k nested locks in the same order; no deadlock but the end",
)
