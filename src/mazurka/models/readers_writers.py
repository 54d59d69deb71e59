"""Readers and writers: many may read at once, who writes is alone.

A textbook net: [Murata] section III.  Here with inhibitor arcs: writing is inhibited by a
reader or a writer, reading by a writer.  And with a read arc: while the library is closed nobody may begin.
The librarian opens and closes at will.  Each of n persons is idle, reading or writing: 2 (2^n + n) markings.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n persons, each of whom reads and writes."""
    marking = {"open": 1, "closed": 0, "readers": 0, "writers": 0}
    steps = [Step("close", take=["open"], put=["closed"]), Step("reopen", take=["closed"], put=["open"])]
    for i in range(1, n + 1):
        idle, reads, writes = f"idle_{i}", f"reads_{i}", f"writes_{i}"
        marking |= {idle: 1, reads: 0, writes: 0}
        steps += [
            Step(f"begin_read_{i}", [idle], [reads, "readers"], read=["open"], inhibit=["writers"]),
            Step(f"end_read_{i}", [reads, "readers"], [idle]),
            Step(
                f"begin_write_{i}", [idle], [writes, "writers"], read=["open"], inhibit=["readers", "writers"]
            ),
            Step(f"end_write_{i}", [writes, "writers"], [idle]),
        ]
    return net(f"readers-writers-{n}", marking, steps)


FAMILY = Family(
    "readers-writers",
    (size(1, 100_000, "the number of persons"),),
    "[Murata] section III, with inhibitor and read arcs",
    "petri-net",
    build,
    "n persons read together or write alone (inhibitor and read arcs); 2 (2^n + n) markings",
)
