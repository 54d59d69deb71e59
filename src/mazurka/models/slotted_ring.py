"""A slotted ring: slots go around n stations, empty or full.

    [PP]  the net; [Helena] has it as slotted; [EP] section 6, Table 1.

A station that is ready takes up the slot that arrives, and with that grants its predecessor to send on.  A
station that has a slot and may send passes it to its successor; the successor finds it empty or full, as a
message has been taken out of it or put into it.

variant: the net has ten places a station, four of which stand between one step and another that nothing
else can touch.  Here such steps are one, as after the agglomerations of [PP]; that gives C(2n, n) 2^n
markings, at n = 7 the published 439,296.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n stations, n ≥ 1."""
    marking: dict[str, int] = {}
    steps = []
    for i in range(1, n + 1):
        after, before = i % n + 1, (i - 2) % n + 1
        empty, full, ready = f"empty_{i}", f"full_{i}", f"ready_{i}"
        sends_empty, sends_full, granted = f"sends_empty_{i}", f"sends_full_{i}", f"granted_{i}"
        marking |= {empty: 0, full: 0, ready: 0, sends_empty: 1, sends_full: 0, granted: 1}
        steps += [
            Step(f"accept_empty_{i}", take=[ready, empty], put=[sends_empty, f"granted_{before}"]),
            Step(f"accept_full_{i}", take=[ready, full], put=[sends_full, f"granted_{before}"]),
        ]
        for sends, slot in ((sends_empty, "empty"), (sends_full, "full")):
            for becomes in ("empty", "full"):
                steps.append(
                    Step(
                        f"pass_{slot}_as_{becomes}_{i}",
                        take=[sends, granted],
                        put=[ready, f"{becomes}_{after}"],
                    )
                )
    return net(f"slotted-ring-{n}", marking, steps)


FAMILY = Family(
    "slotted-ring",
    (size(1, 10_000, "the number of stations"),),
    "[PP] Poitrenaud, Pradat-Peyre 2000; [EP] Table 1",
    "petri-net",
    build,
    "slots go around stations, empty or full; C(2n, n) 2^n markings, 439,296 at n = 7",
)
