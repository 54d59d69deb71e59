"""Counting while others write: the program on which source-set reduction is exponential, the qo of Table 1.

    [CPRS]  Figure 1; [HLPW] section 11, Table 1.

Writer i writes x_i, for i < n.  The counter writes c := 0, …, c := n − 1.  The master reads c and then writes
the x_c that it found.  Which of the writers races with the master is only known once c has been read.

variant: no locks, every access is one action; the master writes 0, which x_i holds at first, the writers
write 1.  That gives the published 6,995,968 = 427·2^14 states at n = 15 with the published n + 2 clients;
there are n + 1 variables, where the table counts n + 2 servers.
"""

from mazurka.models.family import Family, size
from mazurka.models.shared_memory import SharedMemory, sequence
from mazurka.systems import ClientServerSystem, Process


def build(n: int) -> ClientServerSystem:
    """n writers, a counter and a master."""
    memory = SharedMemory()
    memory.variable("c", range(n))
    for i in range(n):
        memory.variable(f"x{i}", (0, 1))
    writers = [sequence(f"w{i}", [memory.write(f"w{i}", f"x{i}", 1)]) for i in range(n)]
    counter = sequence("counter", [memory.write("counter", "c", i) for i in range(n)])
    steps = []
    for i in range(n):
        steps.append(("start", memory.read("master", "c", [i]), f"found{i}"))
        steps.append((f"found{i}", memory.write("master", f"x{i}", 0), "done"))
    master = Process("master", "start", tuple(steps))
    return ClientServerSystem(f"qo-{n}", (*writers, counter, master), memory.servers())


FAMILY = Family(
    "qo",
    (size(1, 1_000, "the number of writers"),),
    "[HLPW] section 11, Table 1; [CPRS] Figure 1",
    "client-server",
    build,
    "n writers, a counter, and a master who writes where the counter points; 427·2^14 states at n = 15",
)
