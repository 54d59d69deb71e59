"""Lamport's bakery with m tickets, as a safe net with inhibitor arcs and as entities.

    [B]  section 5.2, Algorithm 9; the sizes below are those of Table A.1.

Process t says that it is entering, looks at the numbers of all processes, one step each, its own included,
and remembers the largest.  If that is smaller than m it takes in one step the next number and is no longer
entering; otherwise it is stuck, which is a deadlock once all are.  Then, process by process, its own
included, it waits until that one is not entering, and again until its number does not come before the own
one.  One step leads into the critical section; on leaving the number is 0.

The sizes of this model are those of the one that comes with Helena: for n = 2 and m = 2 … 9 tickets
146 m − 87, for n = 3 and m = 2 … 7 tickets 5773, 12454, 21466, 31615, 42282, 53141, for n = 4 and m = 2
197364.

[B] has results for a model of its own as well, which is smaller: 85, 159, 237, 315, … for n = 2 and m = 2, 3,
4, 5, …, and 1494, 3843, 6978, … for n = 3.  What it was is not known.  Of 250,000 readings of Algorithm 9
none has the first four sizes.  They differed in what is one step (entering, looking, taking, waiting, the
critical section, leaving), in whose numbers are looked at and who is waited for, in where the largest number
is kept, in who comes first, and in where the tickets run out.  Several grow by 78 for each ticket, as [B]'s
does from m = 3 on; the nearest has 85, 161, 237, 313.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, Parameter, size
from mazurka.models.nets import Step, entities, net_of_steps
from mazurka.systems import EntitySystem, PetriNet


def build(n: int, m: int) -> PetriNet:
    """n processes, m tickets."""
    return net_of_steps(f"bakery-{n}-{m}", *_described(n, m))


def build_entities(n: int, m: int) -> EntitySystem:
    """n processes, m tickets."""
    return entities(f"bakery-entities-{n}-{m}", *_described(n, m))


def _described(n: int, m: int) -> tuple[list[str], list[Step]]:
    """What is marked initially, and the steps."""
    each = range(n)
    steps = [s for t in each for part in (_takes_a_number, _waits) for s in part(t, n, m)]
    return [f"idle{t}" for t in each], steps


def _number(i: int, value: int) -> str:
    return f"number{i}_{value}"


def _takes_a_number(t: int, n: int, m: int) -> Iterator[Step]:
    def knows(i: int, largest: int) -> str:
        """t has looked at the processes before i, and this is the largest number it saw."""
        return f"knows{t}_{i}_{largest}"

    yield Step(f"enter{t}", [f"idle{t}"], [f"entering{t}", knows(0, 0)])
    for i in range(n):
        seen = range(m + 1) if any(j != t for j in range(i)) else [0]
        for largest in seen:
            # The own number is 0 at this time: nothing to see.
            larger = range(largest + 1, m + 1) if i != t else []
            before, numbers = [knows(i, largest)], [_number(i, k) for k in larger]
            yield Step(f"look{t}_{i}_{largest}", before, [knows(i + 1, largest)], inhibit=numbers)
            for k in larger:
                yield Step(f"see{t}_{i}_{largest}_{k}", before, [knows(i + 1, k)], read=[_number(i, k)])
    for k in range(1, m + 1):
        yield Step(f"take{t}_{k}", [knows(n, k - 1), f"entering{t}"], [_number(t, k), f"waits{t}_0"])


def _waits(t: int, n: int, m: int) -> Iterator[Step]:
    for i in range(n):
        before, between, after = [f"waits{t}_{i}"], [f"queues{t}_{i}"], [f"waits{t}_{i + 1}"]
        if i == t:
            yield Step(f"entered{t}_{i}", before, between)
            yield Step(f"before{t}_{i}", between, after)
            continue
        yield Step(f"entered{t}_{i}", before, between, inhibit=[f"entering{i}"])
        for k in range(1, m + 1):
            # Between equal numbers the process comes first that does so by its own number.
            first = [_number(i, j) for j in range(1, k + (i < t))]
            yield Step(f"before{t}_{i}_{k}", between, after, [_number(t, k)], first)
    yield Step(f"pass{t}", [f"waits{t}_{n}"], [f"critical{t}"])
    for k in range(1, m + 1):
        yield Step(f"leave{t}_{k}", [f"critical{t}", _number(t, k)], [f"idle{t}"])


_PARAMETERS = (size(1, 20, "the number of processes"), Parameter("m", 2, 1, 100, "the number of tickets"))

FAMILY = Family(
    "bakery",
    _PARAMETERS,
    "[B] section 5.2, Algorithm 9, in the form of Helena",
    "petri-net",
    build,
    "Lamport's bakery with m tickets; safe, with deadlocks where the tickets have run out",
)

ENTITIES = Family(
    "bakery-entities",
    _PARAMETERS,
    "[B] section 5.2, Algorithm 9, in the form of Helena",
    "entity",
    build_entities,
    "the family bakery as an entity system",
)
