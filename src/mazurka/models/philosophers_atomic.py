"""Dining philosophers who take both forks at once.

    [EP]  Figure 1(a): t_i moves philosopher i from idle to eating and takes fork f_i and the fork
          f_j of the neighbour, j = i mod n + 1; r_i goes back and returns both.

Without deadlock.  A marking says who eats, and no two neighbours do: the markings are the independent
sets of a cycle, whose number is the Lucas number L_n.  All cycles pass through the initial marking;
this is where a proviso that looks for cycles on the search stack expands far too much ([EP] section 3).
"""

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """n philosophers around a table, n ≥ 2."""
    each = range(1, n + 1)
    marking = {f"i_{i}": 1 for i in each} | {f"f_{i}": 1 for i in each} | {f"e_{i}": 0 for i in each}
    steps = []
    for i in each:
        forks = [f"f_{i}", f"f_{i % n + 1}"]
        steps.append(Step(f"t_{i}", take=[f"i_{i}", *forks], put=[f"e_{i}"]))
        steps.append(Step(f"r_{i}", take=[f"e_{i}"], put=[f"i_{i}", *forks]))
    return net(f"philosophers-atomic-{n}", marking, steps)


FAMILY = Family(
    "philosophers-atomic",
    (size(2, 100_000, "the number of philosophers"),),
    "[EP] Figure 1(a)",
    "petri-net",
    build,
    "philosophers who take both forks at once; no deadlock, the Lucas number L_n of markings",
)
