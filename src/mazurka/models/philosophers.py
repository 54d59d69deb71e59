"""Dining philosophers who take their forks one by one: left, then right; they return left, then right.

    [B]  section 2.4.2, Figure 2.6 draws this net for two philosophers, Figure 2.3 its state space.

The left fork of philosopher i is fork i, the right one is fork i mod n + 1.  The one deadlock is the
marking in which everybody holds the left fork.  3^n − 1 markings: of the 3^n ways to share the forks
all are reached but the one in which everybody holds only the right fork.

The ordered variant breaks the circle: the last philosopher takes fork 1 first, so all take the fork of
smaller number first, and there is no deadlock.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n philosophers around a table, n ≥ 2, all of them right after left."""
    return _table(f"philosophers-{n}", [(i, i % n + 1) for i in range(1, n + 1)])


def build_ordered(n: int) -> PetriNet:
    """n philosophers, n ≥ 2, each of whom takes first the fork of smaller number."""
    hands = [(i, i % n + 1) for i in range(1, n + 1)]
    return _table(f"philosophers-ordered-{n}", [(min(pair), max(pair)) for pair in hands])


def _table(name: str, forks: list[tuple[int, int]]) -> PetriNet:
    """The net in which philosopher i takes, and later returns, the first and then the second fork."""
    marking: dict[str, int] = {}
    steps = []
    for i, (first, second) in enumerate(forks, 1):
        marking |= {f"thinks_{i}": 1, f"has_one_{i}": 0, f"eats_{i}": 0, f"leaves_{i}": 0}
        steps += [
            Step(f"take_first_{i}", take=[f"thinks_{i}", f"fork_{first}"], put=[f"has_one_{i}"]),
            Step(f"take_second_{i}", take=[f"has_one_{i}", f"fork_{second}"], put=[f"eats_{i}"]),
            Step(f"put_first_{i}", take=[f"eats_{i}"], put=[f"leaves_{i}", f"fork_{first}"]),
            Step(f"put_second_{i}", take=[f"leaves_{i}"], put=[f"thinks_{i}", f"fork_{second}"]),
        ]
    return net(name, marking | {f"fork_{i}": 1 for i in range(1, len(forks) + 1)}, steps)


FAMILY = Family(
    "philosophers",
    (size(2, 100_000, "the number of philosophers"),),
    "[B] section 2.4.2, Figure 2.6",
    "petri-net",
    build,
    "philosophers who take left, then right; one deadlock among 3^n − 1 markings",
)

ORDERED = Family(
    "philosophers-ordered",
    (size(2, 100_000, "the number of philosophers"),),
    "[B] section 2.4.2, with the forks taken in the order of their numbers",
    "petri-net",
    build_ordered,
    "philosophers who take the fork of smaller number first; no deadlock",
)
