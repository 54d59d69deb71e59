"""One ticket, n visitors: the smallest way to lose a deadlock.

Each visitor arrives, and whoever buys the ticket first gets in.  The deadlocks are n: one for each visitor
who may be the lucky one.  Buying competes with buying, *also* with that of a visitor who has not arrived yet:
a reducer that overlooks this dependency lets the first one buy and never tries the others, and so loses
deadlocks.  2^n + n 2^(n−1) markings; 8 for two visitors, of which 2 are deadlocks.
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n visitors."""
    marking = {"ticket": 1}
    steps = []
    for i in range(1, n + 1):
        at_home, at_desk, inside = f"at_home_{i}", f"at_desk_{i}", f"inside_{i}"
        marking |= {at_home: 1, at_desk: 0, inside: 0}
        steps += [
            Step(f"arrive_{i}", take=[at_home], put=[at_desk]),
            Step(f"buy_{i}", take=[at_desk, "ticket"], put=[inside]),
        ]
    return net(f"last-ticket-{n}", marking, steps)


FAMILY = Family(
    "last-ticket",
    (size(1, 100_000, "the number of visitors"),),
    "our own: what a reducer loses that ignores a dependency",
    "petri-net",
    build,
    "n visitors and one ticket: n deadlocks, all but one lost when a dependency is ignored",
)
