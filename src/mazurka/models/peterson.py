"""Peterson's mutual exclusion for n processes, as a safe net with read arcs.

    [Peterson]  the algorithm for two processes and its generalisation to n.

Process i climbs the levels 1 … n−1: it announces level k, then writes turn_k := i, then may pass once turn_k
is not i or every other process is below level k.  The others are looked at one by one, in the order of
their numbers; whoever stands too high must be waited for.  After level n−1 the process is in its critical
section; leaving, it takes its announcement back.  Looking is a read arc: looks commute.

With n = 2 this is the algorithm as everybody knows it.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n processes, n ≥ 2."""
    each = range(1, n + 1)
    marking = {f"announced_{i}_{k}": int(k == 0) for i in each for k in range(n)}
    marking |= {f"turn_{k}_{i}": int(i == 1) for k in range(1, n) for i in each}
    steps = [s for i in each for s in _process(i, n)]
    for s in steps:
        marking |= dict.fromkeys([p for p in [*s.take, *s.put] if p not in marking], 0)
    marking |= {f"idle_{i}": 1 for i in each}
    return net(f"peterson-{n}", marking, steps)


def _process(i: int, n: int) -> Iterator[Step]:
    others = [j for j in range(1, n + 1) if j != i]
    before = f"idle_{i}"
    for k in range(1, n):
        asks, waits = f"asks_{i}_{k}", f"waits_{i}_{k}"
        passed = f"critical_{i}" if k == n - 1 else f"passed_{i}_{k}"
        yield Step(
            f"announce_{i}_{k}",
            take=[before, f"announced_{i}_{k - 1}"],
            put=[asks, f"announced_{i}_{k}"],
        )
        for j in range(1, n + 1):
            yield Step(
                f"yield_{i}_{k}_{j}",
                take={asks: 1, f"turn_{k}_{j}": 1},
                put={waits: 1, f"turn_{k}_{i}": 1},
            )
        # Whoever is looking may at any point see that the turn has passed to another.
        looking = [waits, *(f"looks_{i}_{k}_{j}" for j in others[1:])]
        for at, place in enumerate(looking):
            for j in others:
                yield Step(f"turn_{i}_{k}_{at}_{j}", take=[place], put=[passed], read=[f"turn_{k}_{j}"])
        for place, j, after in zip(looking, others, [*looking[1:], passed], strict=True):
            for low in range(k):
                yield Step(
                    f"below_{i}_{k}_{j}_{low}", take=[place], put=[after], read=[f"announced_{j}_{low}"]
                )
        before = passed
    yield Step(f"leave_{i}", take=[before, f"announced_{i}_{n - 1}"], put=[f"idle_{i}", f"announced_{i}_0"])


FAMILY = Family(
    "peterson",
    (size(2, 20, "the number of processes"),),
    "[Peterson] Peterson 1981",
    "petri-net",
    build,
    "Peterson's mutual exclusion of n processes with read arcs; safe, no deadlock",
)
