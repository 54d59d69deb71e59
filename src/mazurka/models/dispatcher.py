"""A request to a server that somebody else picks: the disp of the paper's Table 1.

    [CPRS]  section 7, benchmark Disp; [HLPW] section 11, Table 1.

The picker writes sid := 0, …, n − 1.  The main thread reads sid under lock k, and increments in_sid under
that server's lock.  Server i, under its lock, looks whether in_i > 0, and then writes out_i.

variant: one request, and the picker writes without lock k.  This is 94,208 states at n = 5, where the table
has 95,744; the reduction full+sleep has the published 176 nodes and 12 paths, and 526 nodes at n = 10.
There are n + 2 clients as published, and 3n + 2 servers where the table counts 3n + 3.  Main comes before the
picker in the order of actions, else it is one node less.  Tried as well: lock k around each write of the
picker, as in the program (164,864 states at n = 5 if main adds to in_sid in one step); main without k; sid
with no value at first (101,376); in_sid read again, or emptied, by the server (98,304); out_i not written.
Only systems in which main never writes in_sid, but waits for the picker and then reads out_sid, have
95,744 states, and those give 156 nodes.
"""

from mazurka.models.family import Family, size
from mazurka.models.shared_memory import SharedMemory, sequence
from mazurka.systems import ClientServerSystem, Process


def build(n: int) -> ClientServerSystem:
    """n servers of the program, main, and the picker: all of them clients here."""
    memory = SharedMemory()
    memory.lock("k")
    memory.variable("sid", range(n))
    for i in range(n):
        memory.lock(f"lock{i}")
        memory.variable(f"in{i}", (0, 1))
        memory.variable(f"out{i}", (0, 1))
    picker = sequence("picker", [memory.write("picker", "sid", i) for i in range(n)])
    threads = tuple(_server(memory, i) for i in range(n))
    return ClientServerSystem(f"disp-{n}", (*threads, _main(memory, n), picker), memory.servers())


def _server(memory: SharedMemory, i: int) -> Process:
    me = f"server{i}"
    steps = (
        ("start", memory.take(me, f"lock{i}"), "looks"),
        ("looks", memory.read(me, f"in{i}", [0]), "leaving"),
        ("looks", memory.read(me, f"in{i}", [1]), "answers"),
        ("answers", memory.write(me, f"out{i}", 1), "leaving"),
        ("leaving", memory.drop(me, f"lock{i}"), "done"),
    )
    return Process(me, "start", steps)


def _main(memory: SharedMemory, n: int) -> Process:
    steps = [("start", memory.take("main", "k"), "reads")]
    for i in range(n):
        steps += [
            ("reads", memory.read("main", "sid", [i]), f"found{i}"),
            (f"found{i}", memory.drop("main", "k"), f"calls{i}"),
            (f"calls{i}", memory.take("main", f"lock{i}"), f"locked{i}"),
            (f"locked{i}", memory.read("main", f"in{i}", [0]), f"adds{i}"),
            (f"adds{i}", memory.write("main", f"in{i}", 1), f"added{i}"),
            (f"added{i}", memory.drop("main", f"lock{i}"), "done"),
        ]
    return Process("main", "start", tuple(steps))


FAMILY = Family(
    "disp",
    (size(1, 1_000, "the number of servers of the program"),),
    "[HLPW] section 11, Table 1; [CPRS] section 7",
    "client-server",
    build,
    "dispatcher: main sends a request to one of n servers, which a picker picks; 94,208 states at n = 5",
)
