"""Dining philosophers as tasks of a program: n − 1 chairs, and forks that are monitors.

    [EP]  section 6, Table 1: the dining philosophers, extracted from an Ada program.

A philosopher takes a chair, the left fork and the right fork, eats, returns both forks, left first, and
leaves the chair.  The room and each fork are monitors: who is inside holds the lock, and so each operation
is a step to enter, possible when the lock is free and the chair or fork is there, and a step to leave.
There are fewer chairs than philosophers, so there is no deadlock.

variant: the net of [EP] is made from a program that is not public; this one has other sizes.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n philosophers, n ≥ 2."""
    each = range(1, n + 1)
    marking = {"chairs": n - 1, "lock_of_room": 1}
    marking |= {f"thinks_{i}": 1 for i in each} | {f"fork_{i}": 1 for i in each}
    marking |= {f"lock_of_fork_{i}": 1 for i in each}
    steps = [s for i in each for s in _philosopher(i, i % n + 1)]
    for s in steps:
        marking |= dict.fromkeys([p for p in s.put if p not in marking], 0)
    return net(f"philosophers-tasks-{n}", marking, steps)


def _philosopher(i: int, j: int) -> Iterator[Step]:
    """Philosopher i, between forks i and j."""
    yield from _operation(i, "sit", "room", f"thinks_{i}", f"sits_{i}", takes="chairs")
    yield from _operation(i, "take_left", f"fork_{i}", f"sits_{i}", f"has_left_{i}", takes=f"fork_{i}")
    yield from _operation(i, "take_right", f"fork_{j}", f"has_left_{i}", f"eats_{i}", takes=f"fork_{j}")
    yield from _operation(i, "put_left", f"fork_{i}", f"eats_{i}", f"has_right_{i}", puts=f"fork_{i}")
    yield from _operation(i, "put_right", f"fork_{j}", f"has_right_{i}", f"stands_up_{i}", puts=f"fork_{j}")
    yield from _operation(i, "leave", "room", f"stands_up_{i}", f"thinks_{i}", puts="chairs")


def _operation(
    i: int, name: str, monitor: str, at: str, to: str, takes: str | None = None, puts: str | None = None
) -> Iterator[Step]:
    lock, inside = f"lock_of_{monitor}", f"in_{name}_{i}"
    yield Step(f"enter_{name}_{i}", take=[at, lock, *([takes] if takes else [])], put=[inside])
    yield Step(f"exit_{name}_{i}", take=[inside], put=[to, lock, *([puts] if puts else [])])


FAMILY = Family(
    "philosophers-tasks",
    (size(2, 10_000, "the number of philosophers"),),
    "[EP] Table 1, the dining philosophers",
    "petri-net",
    build,
    "philosophers with n − 1 chairs; room and forks are monitors; no deadlock",
)
