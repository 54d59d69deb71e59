"""Looking for the last zero of an array that others increase: the lz of the paper's Table 1.

    [FG]    section 5, the last-zero program; [HLPW] section 11, Table 1.

Thread j = 1, …, n writes a_j := a_(j−1) + 1.  Thread 0 reads a_n, a_(n−1), … until it finds a zero; a_0 stays
zero.

variant: a thread remembers what it has read until it writes, and not how it ended.  The n + 1 threads and
n + 1 variables give the published 16,054,352 states at n = 12, for which the table counts 12 clients and
14 servers.
"""

from mazurka.models.family import Family, size
from mazurka.models.shared_memory import SharedMemory
from mazurka.systems import ClientServerSystem, Process


def build(n: int) -> ClientServerSystem:
    """n writers and a reader."""
    memory = SharedMemory()
    for j in range(n + 1):
        memory.variable(f"a{j}", range(j + 1))
    clients = (_reader(memory, n), *(_writer(memory, j) for j in range(1, n + 1)))
    return ClientServerSystem(f"lz-{n}", clients, memory.servers())


def _reader(memory: SharedMemory, n: int) -> Process:
    steps = []
    for j in range(n, -1, -1):
        steps.append((f"at{j}", memory.read("t0", f"a{j}", [0]), "done"))
        if j > 0:
            steps.append((f"at{j}", memory.read("t0", f"a{j}", range(1, j + 1), "!=0"), f"at{j - 1}"))
    return Process("t0", f"at{n}", tuple(steps))


def _writer(memory: SharedMemory, j: int) -> Process:
    steps = []
    for value in range(j):
        steps.append(("start", memory.read(f"t{j}", f"a{j - 1}", [value]), f"read{value}"))
        steps.append((f"read{value}", memory.write(f"t{j}", f"a{j}", value + 1), "done"))
    return Process(f"t{j}", "start", tuple(steps))


FAMILY = Family(
    "lz",
    (size(1, 100, "the number of writers"),),
    "[HLPW] section 11, Table 1; [FG] section 5",
    "client-server",
    build,
    "n threads increase the cells of an array, one looks for the last zero; 16,054,352 states at n = 12",
)
