"""Mutual exclusion for n processes after Peterson, with flags where others have levels.

    [Helena]  the net peterson of its examples, Peterson of [MCC]; [EP] section 6, Table 1.

Process i raises its flag, and on each level j = 1 … n−1 writes turn_j := i.  It passes the level once
turn_j is not i, or no other flag is up.  It looks at the flags one by one; at one that is up it begins
again with turn_j.  After the last level it is in its critical section, and then takes its flag down.

Compared with [Peterson] a process waits for all that want to enter, not only for those on its level or
above.  4 processes: the published 3,407,946 markings.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n processes, n ≥ 2."""
    each = range(1, n + 1)
    marking = {f"turn_{j}_is_{i}": int(i == 1) for j in range(1, n) for i in each}
    for i in each:
        marking |= {f"idle_{i}": 1, f"wants_{i}": 0, f"not_wants_{i}": 1}
    steps = [s for i in each for s in _process(i, n)]
    for s in steps:
        marking |= dict.fromkeys([p for p in s.put if p not in marking], 0)
    return net(f"peterson-flags-{n}", marking, steps)


def _process(i: int, n: int) -> Iterator[Step]:
    yield Step(f"ask_{i}", take=[f"idle_{i}", f"not_wants_{i}"], put=[f"asks_{i}_1", f"wants_{i}"])
    for j in range(1, n):
        yield from _level(i, j, n)
    yield Step(f"enter_{i}", take=[f"passed_{i}_{n - 1}"], put=[f"critical_{i}"])
    yield Step(f"leave_{i}", take=[f"critical_{i}", f"wants_{i}"], put=[f"idle_{i}", f"not_wants_{i}"])


def _level(i: int, j: int, n: int) -> Iterator[Step]:
    """Everything that process i does on level j."""
    asks, tests, passed = f"asks_{i}_{j}", f"tests_turn_{i}_{j}", f"passed_{i}_{j}"
    for k in range(1, n + 1):
        yield Step(
            f"set_turn_{i}_{j}_from_{k}", take=[asks, f"turn_{j}_is_{k}"], put=[tests, f"turn_{j}_is_{i}"]
        )
        after = f"loops_{i}_{j}_1" if k == i else passed
        yield Step(f"see_turn_{i}_{j}_is_{k}", take=[tests], put=[after], read=[f"turn_{j}_is_{k}"])
    for k in range(1, n + 1):
        yield from _look(i, j, k, passed if k == n else f"loops_{i}_{j}_{k + 1}")
    if j < n - 1:
        yield Step(f"climb_{i}_{j}", take=[passed], put=[f"asks_{i}_{j + 1}"])


def _look(i: int, j: int, k: int, following: str) -> Iterator[Step]:
    """Process i, on level j, looks at the flag of process k unless that is its own."""
    at = f"_{i}_{j}_{k}"
    yield Step(f"loop{at}", take=[f"loops{at}"], put=[f"compares{at}"])
    if k == i:
        yield Step(f"skip{at}", take=[f"compares{at}"], put=[f"looked{at}"])
    else:
        yield Step(f"other{at}", take=[f"compares{at}"], put=[f"looks{at}"])
        yield Step(f"up{at}", take=[f"looks{at}"], put=[f"tests_turn_{i}_{j}"], read=[f"wants_{k}"])
        yield Step(f"down{at}", take=[f"looks{at}"], put=[f"looked{at}"], read=[f"not_wants_{k}"])
    yield Step(f"next{at}", take=[f"looked{at}"], put=[following])


FAMILY = Family(
    "peterson-flags",
    (size(2, 100, "the number of processes"),),
    "[Helena] peterson; [EP] Table 1",
    "petri-net",
    build,
    "Peterson's mutual exclusion with flags for levels; 3,407,946 markings at n = 4",
)
