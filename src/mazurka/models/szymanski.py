"""Szymanski's mutual exclusion, as a safe net with inhibitor arcs and as entities.

    [B]  section 5.2, Algorithm 10; the sizes 5, 25, 112, 469, 1894 for n = 1 … 5 are those of Table A.2.

Thread t has a flag from 0 to 4, and may be in its critical section, where the flag remains 4.  In one step
each it goes

    from 0 to 1, at will; from 1 to 3, while all others are at 0, 1 or 2;
    from 3 to 2, when another is at 1, and otherwise from 3 to 4; from 2 to 4, when another is at 4;
    from 4 into the critical section, while all threads before it are at 0 or 1;
    out of it and to 0, while all threads after it are at 0, 1 or 4.

A condition on all others is as many inhibitor arcs, one on some other as many steps, a read arc each.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, entities, net_of_steps
from mazurka.systems import EntitySystem, PetriNet


def build(n: int) -> PetriNet:
    """n threads."""
    return net_of_steps(f"szymanski-{n}", *_described(n))


def build_entities(n: int) -> EntitySystem:
    """n threads."""
    return entities(f"szymanski-entities-{n}", *_described(n))


def _described(n: int) -> tuple[list[str], list[Step]]:
    """What is marked initially, and the steps."""
    return [_flag(t, 0) for t in range(n)], [s for t in range(n) for s in _thread(t, n)]


def _flag(t: int, value: int) -> str:
    return f"flag{t}_{value}"


def _thread(t: int, n: int) -> Iterator[Step]:
    others, critical = [i for i in range(n) if i != t], f"critical{t}"
    flag = [_flag(t, value) for value in range(5)]
    yield Step(f"ask{t}", [flag[0]], [flag[1]])
    yield Step(f"enter{t}", [flag[1]], [flag[3]], inhibit=[_flag(i, v) for i in others for v in (3, 4)])
    for i in others:
        yield Step(f"wait{t}_for{i}", [flag[3]], [flag[2]], read=[_flag(i, 1)])
        yield Step(f"follow{t}_{i}", [flag[2]], [flag[4]], read=[_flag(i, 4)])
    yield Step(f"close{t}", [flag[3]], [flag[4]], inhibit=[_flag(i, 1) for i in others])
    before = [_flag(i, v) for i in range(t) for v in (2, 3, 4)]
    yield Step(f"pass{t}", put=[critical], read=[flag[4]], inhibit=[critical, *before])
    after = [_flag(i, v) for i in range(t + 1, n) for v in (2, 3)]
    yield Step(f"leave{t}", [critical, flag[4]], [flag[0]], inhibit=after)


FAMILY = Family(
    "szymanski",
    (size(1, 100, "the number of threads"),),
    "[B] section 5.2, Algorithm 10",
    "petri-net",
    build,
    "Szymanski's mutual exclusion with inhibitor arcs; safe",
)

ENTITIES = Family(
    "szymanski-entities",
    (size(1, 100, "the number of threads"),),
    "[B] section 5.2, Algorithm 10",
    "entity",
    build_entities,
    "the family szymanski as an entity system",
)
