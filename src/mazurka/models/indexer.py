"""The indexer: threads write messages into a hash table, as a safe net with inhibitor arcs and as entities.

    [B]  section 5.2, Algorithm 7; Table 5.2 has its sizes.

Each of n threads takes messages 1 … 4 one by one: it gets message m, computes the hash
7 (11 m + t) mod 128, and writes the message into that slot of the table, or, while the slot is taken, looks
at the next one.

variant: threads are numbered from 0, and leaving after the last message is no step.  A place stands for a
slot that is taken.  Looks that can never find their slot taken are left out.  Up to 11 threads never meet:
thirteen local states each, 13^n states.  The messages of 32 threads fill the table.
"""

from collections.abc import Iterator

from mazurka.models.family import Family, size
from mazurka.models.nets import Step, entities, net_of_steps
from mazurka.models.probing import slots_looked_at
from mazurka.systems import EntitySystem, PetriNet

MESSAGES = 4
SLOTS = 128


def build(n: int) -> PetriNet:
    """n threads."""
    return net_of_steps(f"indexer-{n}", *_described(n))


def build_entities(n: int) -> EntitySystem:
    """n threads."""
    return entities(f"indexer-entities-{n}", *_described(n))


def _described(n: int) -> tuple[list[str], list[Step]]:
    """What is marked initially, and the steps."""
    messages = [(t, m) for t in range(n) for m in range(1, MESSAGES + 1)]
    slots = slots_looked_at([7 * (11 * m + t) % SLOTS for t, m in messages], SLOTS)
    steps = [s for (t, m), looks in zip(messages, slots, strict=True) for s in _message(t, m, looks)]
    return [f"stored{t}_0" for t in range(n)], steps


def _message(t: int, m: int, slots: list[int]) -> Iterator[Step]:
    has, stored = f"has{t}_{m}", f"stored{t}_{m}"
    looks = [f"looks{t}_{m}_{h}" for h in slots]
    yield Step(f"get{t}_{m}", [f"stored{t}_{m - 1}"], [has])
    yield Step(f"hash{t}_{m}", [has], [looks[0]])
    for look, h in zip(looks, slots, strict=True):
        yield Step(f"store{t}_{m}_{h}", [look], [stored, f"slot{h}"], inhibit=[f"slot{h}"])
    for look, following, h in zip(looks, looks[1:], slots, strict=False):
        yield Step(f"find_taken{t}_{m}_{h}", [look], [following], read=[f"slot{h}"])


FAMILY = Family(
    "indexer",
    (size(1, SLOTS // MESSAGES, "the number of threads"),),
    "[B] section 5.2, Algorithm 7",
    "petri-net",
    build,
    "indexer: threads write into a hash table; 13^n states up to n = 11",
)

ENTITIES = Family(
    "indexer-entities",
    (size(1, SLOTS // MESSAGES, "the number of threads"),),
    "[B] section 5.2, Algorithm 7",
    "entity",
    build_entities,
    "the family indexer as an entity system",
)
