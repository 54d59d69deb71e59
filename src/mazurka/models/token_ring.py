"""A ring of stations that pass one token: who wants it uses it, who does not passes it on.

Mutual exclusion by a token, after Le Lann: [LeLann].  Station i asks at any time; it enters when the
token is there, and passes the token to the next station when it leaves.  A station at rest passes the token
on at once, which reads that it rests.  3 n 2^(n−1) markings, no deadlock.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n stations; the token begins at station 1."""
    marking: dict[str, int] = {}
    steps = []
    for i in range(1, n + 1):
        rests, asks, uses = f"rests_{i}", f"asks_{i}", f"uses_{i}"
        here, there = f"token_{i}", f"token_{i % n + 1}"
        marking |= {rests: 1, asks: 0, uses: 0, here: int(i == 1)}
        steps += [
            Step(f"ask_{i}", take=[rests], put=[asks]),
            Step(f"enter_{i}", take=[asks, here], put=[uses]),
            Step(f"leave_{i}", take=[uses], put=[rests, there]),
            Step(f"pass_{i}", take=[here], put=[there], read=[rests]),
        ]
    return net(f"token-ring-{n}", marking, steps)


FAMILY = Family(
    "token-ring",
    (size(2, 100_000, "the number of stations"),),
    "[LeLann] Le Lann 1977",
    "petri-net",
    build,
    "n stations pass one token around (read arcs); 3 n 2^(n−1) markings, no deadlock",
)
