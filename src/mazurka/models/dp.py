"""Dining philosophers as clients, forks as servers: the dp of the paper's Table 1.

    [HLPW]  section 11, Figure 10: each philosopher takes both forks, eats, and releases both forks.

variant: the text leaves the orders open.  Here the forks are taken in either order and released in a
fixed one, left first; with one meal this gives the published 5^n − 1 states (9,765,624 at n = 10).
With two meals it is dp-twice, on the right of Figure 10.
"""

from mazurka.models.family import Family, Parameter, size
from mazurka.systems import ClientServerSystem, Process


def build(n: int, meals: int) -> ClientServerSystem:
    """n philosophers around a table, n ≥ 2, each of whom eats that many times."""
    return ClientServerSystem(
        f"dp-{n}" if meals == 1 else f"dp-{n}-meals-{meals}",
        tuple(_philosopher(i, n, meals) for i in range(1, n + 1)),
        tuple(_fork(i, n, meals) for i in range(1, n + 1)),
    )


def _philosopher(i: int, n: int, meals: int) -> Process:
    left, right = f"f{i}", f"f{i % n + 1}"
    steps = []
    for k in range(meals):
        hungry, sated = f"hungry{k}", f"hungry{k + 1}" if k + 1 < meals else "done"
        take, put = (f"p{i}.take{_nth(k)}", f"p{i}.put{_nth(k)}")
        steps += [
            (hungry, f"{take}.{left}", f"left{k}"),
            (hungry, f"{take}.{right}", f"right{k}"),
            (f"left{k}", f"{take}.{right}", f"both{k}"),
            (f"right{k}", f"{take}.{left}", f"both{k}"),
            (f"both{k}", f"{put}.{left}", f"leaving{k}"),
            (f"leaving{k}", f"{put}.{right}", sated),
        ]
    return Process(f"p{i}", "hungry0", tuple(steps))


def _fork(i: int, n: int, meals: int) -> Process:
    steps = []
    for owner in (i, (i - 2) % n + 1):
        for k in range(meals):
            steps.append(("free", f"p{owner}.take{_nth(k)}.f{i}", f"held_by_p{owner}"))
            steps.append((f"held_by_p{owner}", f"p{owner}.put{_nth(k)}.f{i}", "free"))
    return Process(f"f{i}", "free", tuple(steps))


def _nth(k: int) -> str:
    """The mark that tells a later meal's actions from those of the first."""
    return str(k + 1) if k else ""


FAMILY = Family(
    "dp",
    (
        size(2, 10_000, "the number of philosophers"),
        Parameter("meals", 1, 1, 100, "how often each of them eats"),
    ),
    "[HLPW] section 11, Figure 10",
    "client-server",
    build,
    "philosophers (clients) take two forks (servers) in either order; 5^n − 1 states, deadlocks",
)
