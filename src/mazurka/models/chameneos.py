"""Chameneos: creatures of three colours that meet in pairs at a mall and change colour when they meet.

    [KP]  the game; [EP] section 6, Table 1.

A chameneos trains, eats, and goes to the mall.  The first to come leaves its colour and waits; the second
takes that colour, leaves its own, and goes; the first takes that and goes, and the mall is empty again.
Who met its own colour keeps it; who met another takes the third.

The mall is a monitor: who is inside holds its lock, so an operation is a step to enter and a step to leave.
The first colours are blue, red, yellow in turn.

variant: [EP] analyses a net made from an Ada program, which is not public; this one is made from the rules of
[KP] and has other sizes.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, net_of_steps
from mazurka.systems import PetriNet

COLOURS = ("blue", "red", "yellow")


def build(n: int) -> PetriNet:
    """n chameneos, n ≥ 2."""
    each = range(1, n + 1)
    initial = ["lock", "mall_empty", *(f"trains_{i}" for i in each)]
    initial += [f"{COLOURS[(i - 1) % 3]}_{i}" for i in each]
    return net_of_steps(f"chameneos-{n}", initial, (s for i in each for s in _chameneos(i)))


def complement(mine: str, other: str) -> str:
    """The colour after a meeting: the same, or the third."""
    return mine if mine == other else next(c for c in COLOURS if c not in (mine, other))


def _chameneos(i: int) -> Iterator[Step]:
    yield Step(f"eat_{i}", take=[f"trains_{i}"], put=[f"eats_{i}"])
    yield Step(f"go_{i}", take=[f"eats_{i}"], put=[f"calls_{i}"])
    yield Step(f"wait_{i}", take=[f"first_inside_{i}"], put=["lock", f"waits_{i}"])
    for c in COLOURS:
        mine, met, first, second = f"{c}_{i}", f"met_{c}_{i}", f"mall_has_{c}", f"mall_answers_{c}"
        yield Step(
            f"come_first_{i}_{c}",
            take=[f"calls_{i}", "lock", "mall_empty"],
            put=[f"first_inside_{i}", first],
            read=[mine],
        )
        for d in COLOURS:
            yield Step(
                f"come_second_{i}_{c}_{d}",
                take=[f"calls_{i}", "lock", f"mall_has_{d}"],
                put=[f"inside_{d}_{i}", second],
                read=[mine],
            )
            changed = complement(c, d)
            keeps = changed == c
            yield Step(
                f"change_{i}_{c}_{d}",
                take=[f"met_{d}_{i}"] if keeps else [f"met_{d}_{i}", mine],
                put=[f"trains_{i}"] if keeps else [f"trains_{i}", f"{changed}_{i}"],
                read=[mine] if keeps else [],
            )
        yield Step(
            f"return_{i}_{c}", take=[f"waits_{i}", "lock", second], put=[f"inside_{c}_{i}", "mall_empty"]
        )
        yield Step(f"leave_{i}_{c}", take=[f"inside_{c}_{i}"], put=["lock", met])


FAMILY = Family(
    "chameneos",
    (size(2, 1_000, "the number of chameneos"),),
    "[KP] Kaiser, Pradat-Peyre 2003; [EP] Table 1",
    "petri-net",
    build,
    "creatures of three colours meet in pairs at a mall and change colour",
)
