"""Writers with a lock each, and readers who meet them one at a time: the mpat of the paper's Table 1.

    [CPRS]  section 7, benchmark Mpat; [HLPW] section 11, Table 1.

The i-th writer takes and releases lock a_i.  The i-th reader does so too, while it holds a lock that all
readers share.  All writers come before all readers in the order of actions: the published reductions
depend on it, as the number of states does not.

variant: 59,616 states at n = 5, as published, and 2n clients; the n + 1 locks of the program are the
servers here, where the table counts n + 2.
"""

from mazurka.models.family import Family, size
from mazurka.models.shared_memory import SharedMemory, sequence
from mazurka.systems import ClientServerSystem


def build(n: int) -> ClientServerSystem:
    """n writers and n readers."""
    memory = SharedMemory()
    memory.lock("readers")
    for i in range(1, n + 1):
        memory.lock(f"a{i}")
    writers, readers = [], []
    for i in range(1, n + 1):
        w, r, a = f"w{i}", f"r{i}", f"a{i}"
        writers.append(sequence(w, [memory.take(w, a), memory.drop(w, a)]))
        inside = [memory.take(r, a), memory.drop(r, a)]
        readers.append(sequence(r, [memory.take(r, "readers"), *inside, memory.drop(r, "readers")]))
    return ClientServerSystem(f"mpat-{n}", (*writers, *readers), memory.servers())


FAMILY = Family(
    "mpat",
    (size(1, 2_000, "the number of writers, and of readers"),),
    "[HLPW] section 11, Table 1; [CPRS] section 7",
    "client-server",
    build,
    "n writers take a lock each, n readers too, one reader at a time; 59,616 states at n = 5",
)
