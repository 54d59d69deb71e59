"""An FMS-like net: a flexible manufacturing system with three machines, n parts of each of three kinds.

    [CTr]  the example, a flexible manufacturing system.

Parts of kind 1 and 2 wait for their machine, are machined, and when done either are shipped or wait to be
joined with a part of the other kind; a joined part, of kind 12, is machined and shipped as well, and becomes
two raw parts again.  Parts of kind 3 are finished while machine 2 is idle (a read arc), and shipped.
Machine 1 is there three times, machine 2 once, machine 3 twice.  22 places, 20 transitions; 120, 3,444,
48,590 markings for n = 1, 2, 3.

variant: the original ships whatever is ready at once, by arcs that depend on the marking; here parts are
shipped one by one, as in the P/T nets made from it.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet

MACHINE = {"1": "machine1", "2": "machine2", "12": "machine3"}
"""The machine that each kind of part must hold."""


def build(n: int) -> PetriNet:
    """n pallets for each of the kinds 1, 2 and 3."""
    marking = {"machine1": 3, "machine2": 1, "machine3": 2}
    steps = []
    for kind in ("1", "2"):
        marking |= _kind(kind, n) | {f"done{kind}": 0, f"joinable{kind}": 0}
        steps += _machined(kind, f"done{kind}")
        steps += [
            Step(f"alone{kind}", take=[f"done{kind}"], put=[f"shipped{kind}"]),
            Step(f"offer{kind}", take=[f"done{kind}"], put=[f"joinable{kind}"]),
            Step(f"ship{kind}", take=[f"shipped{kind}"], put=[f"raw{kind}"]),
        ]
    marking |= _kind("12", 0) | {"raw3": n, "at3": 0, "shipped3": 0}
    steps += [
        Step("join", take=["joinable1", "joinable2"], put=["raw12"]),
        *_machined("12", "shipped12"),
        Step("ship12", take=["shipped12"], put=["raw1", "raw2"]),
        Step("start3", take=["raw3"], put=["at3"]),
        Step("finish3", take=["at3"], put=["shipped3"], read=["machine2"]),
        Step("ship3", take=["shipped3"], put=["raw3"]),
    ]
    return net(f"fms-{n}", marking, steps)


def _kind(kind: str, raw: int) -> dict[str, int]:
    return {f"raw{kind}": raw, f"waiting{kind}": 0, f"at{kind}": 0, f"shipped{kind}": 0}


def _machined(kind: str, then: str) -> list[Step]:
    """A raw part waits for its machine, holds it, and goes on."""
    machine = MACHINE[kind]
    return [
        Step(f"wait{kind}", take=[f"raw{kind}"], put=[f"waiting{kind}"]),
        Step(f"start{kind}", take=[f"waiting{kind}", machine], put=[f"at{kind}"]),
        Step(f"finish{kind}", take=[f"at{kind}"], put=[then, machine]),
    ]


FAMILY = Family(
    "fms",
    (size(1, 1_000_000, "the number of pallets of each kind"),),
    "[CTr] Ciardo, Trivedi 1993",
    "petri-net",
    build,
    "a flexible manufacturing system, three machines, n pallets a kind; 120, 3,444, 48,590, … markings",
)
