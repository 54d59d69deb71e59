"""Peterson's algorithm for n processes, the filter lock: the pet of the paper's Table 1.

    [Peterson]  the algorithm; [HLPW] section 11, Table 1.

At each level l = 1, …, n − 1 a process writes its level, writes itself into turn l, and waits until turn l
names another or all others are on levels below l.  Behind the last level it is in its critical section, and
then writes level 0.  Levels and turns are variables: n clients and 2n − 1 servers.

variant: each process does so once.  It waits by reads that are only possible when they find what is wanted:
the levels of the others one by one, in order, and at any point turn l ≠ me instead, which ends the waiting.
That gives the published 19,029 states at n = 4 and 932,573 at n = 5.
"""

from mazurka.models.family import Family, size
from mazurka.models.shared_memory import SharedMemory
from mazurka.systems import ClientServerSystem, Process


def build(n: int) -> ClientServerSystem:
    """n processes, n ≥ 2."""
    memory = SharedMemory()
    for i in range(1, n + 1):
        memory.variable(f"level{i}", range(n))
    for level in range(1, n):
        memory.variable(f"turn{level}", range(n + 1))
    clients = tuple(_process(memory, i, n) for i in range(1, n + 1))
    return ClientServerSystem(f"pet-{n}", clients, memory.servers())


def _process(memory: SharedMemory, i: int, n: int) -> Process:
    me = f"p{i}"
    others = [k for k in range(1, n + 1) if k != i]
    steps = []
    for level in range(1, n):
        reached = "critical" if level == n - 1 else f"behind{level}"
        steps += [
            (
                "start" if level == 1 else f"behind{level - 1}",
                memory.write(me, f"level{i}", level),
                f"enters{level}",
            ),
            (f"enters{level}", memory.write(me, f"turn{level}", i), f"waits{level}for{others[0]}"),
        ]
        elsewhere = [j for j in range(n + 1) if j != i]
        for k, following in zip(others, [*others[1:], None], strict=True):
            here = f"waits{level}for{k}"
            passed = reached if following is None else f"waits{level}for{following}"
            steps += [
                (here, memory.read(me, f"level{k}", range(level), f"<{level}"), passed),
                (here, memory.read(me, f"turn{level}", elsewhere, f"!={i}"), reached),
            ]
    steps.append(("critical", memory.write(me, f"level{i}", 0), "done"))
    return Process(me, "start", tuple(steps))


FAMILY = Family(
    "pet",
    (size(2, 40, "the number of processes"),),
    "[HLPW] section 11, Table 1; [Peterson]",
    "client-server",
    build,
    "Peterson's mutual exclusion for n processes, levels and turns as servers; 19,029 states at n = 4",
)
