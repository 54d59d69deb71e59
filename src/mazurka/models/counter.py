"""Two counters.  One runs through all its values in one long cycle; the other carries when it likes.

`counter`: n bits, a place for each value of each.  inc_i sets bit i and clears the bits below, all of which
were set: 2^n markings in a single cycle.  Nothing is independent, no reduction helps.

`counter-weighted`: n units are counted one by one; two tokens at 2^i may be exchanged for one at 2^(i+1),
by an arc of weight 2.  A marking is a partition into powers of two of what has been counted: all
partitions of the numbers up to n are reached, as many as the number of partitions of 2n into powers of
two.  However one carries, the one deadlock is n in binary.
"""

from itertools import pairwise

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net
from mazurka.systems import PetriNet


def build(n: int) -> PetriNet:
    """A cyclic counter of n bits."""
    marking = {f"bit{i}_{v}": int(v == 0) for i in range(n) for v in (0, 1)}
    steps = []
    for i in range(n + 1):
        ones, zeros = [f"bit{j}_1" for j in range(i)], [f"bit{j}_0" for j in range(i)]
        if i < n:
            steps.append(Step(f"inc_{i}", take=[*ones, f"bit{i}_0"], put=[*zeros, f"bit{i}_1"]))
        else:
            steps.append(Step("overflow", take=ones, put=zeros))
    return net(f"counter-{n}", marking, steps)


def build_weighted(n: int) -> PetriNet:
    """Counts n units, n ≥ 1, with a place for each power of two up to n."""
    powers = [2**i for i in range(n.bit_length())]
    marking = {"supply": n} | {f"worth_{w}": 0 for w in powers}
    steps = [Step("count", take=["supply"], put=["worth_1"])]
    steps += [Step(f"carry_{w}", take={f"worth_{w}": 2}, put=[f"worth_{v}"]) for w, v in pairwise(powers)]
    return net(f"counter-weighted-{n}", marking, steps)


FAMILY = Family(
    "counter",
    (size(1, 500, "the number of bits"),),
    "folklore; written from the description here",
    "petri-net",
    build,
    "a cyclic binary counter of n bits; 2^n markings, nothing to reduce",
)

WEIGHTED = Family(
    "counter-weighted",
    (size(1, 1_000_000, "the number of units"),),
    "folklore; written from the description here",
    "petri-net",
    build_weighted,
    "n units are counted and carried in pairs (arcs of weight 2); one deadlock, n in binary",
)
