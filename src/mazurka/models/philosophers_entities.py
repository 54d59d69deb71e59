"""Dining philosophers as an entity system: left fork, right fork, return left, return right.

    [B]  section 2.3, Table 2.1: get and put of the left and right fork, glf_i, grf_i, plf_i, prf_i.

An entity is a fork on the table or a stage of a philosopher.  The state space is that of the family
`philosophers`, by other means: 3^n − 1 states, one deadlock.
"""

from mazurka.models.family import Family, size
from mazurka.systems import EntityAction, EntitySystem


def build(n: int) -> EntitySystem:
    """n philosophers around a table, n ≥ 2."""
    initial: set[str] = set()
    actions = []
    for i in range(1, n + 1):
        left, right = f"fork{i}", f"fork{i % n + 1}"
        thinks, one, eats, leaves = f"thinks{i}", f"one{i}", f"eats{i}", f"leaves{i}"
        initial |= {thinks, left}
        actions += [
            _change(f"glf{i}", [thinks, left], [one]),
            _change(f"grf{i}", [one, right], [eats]),
            _change(f"plf{i}", [eats], [leaves, left]),
            _change(f"prf{i}", [leaves], [thinks, right]),
        ]
    return EntitySystem(f"philosophers-entities-{n}", frozenset(initial), tuple(actions))


def _change(name: str, deletes: list[str], creates: list[str]) -> EntityAction:
    return EntityAction(name, deletes=frozenset(deletes), creates=frozenset(creates))


FAMILY = Family(
    "philosophers-entities",
    (size(2, 100_000, "the number of philosophers"),),
    "[B] section 2.3, Table 2.1",
    "entity",
    build,
    "the family philosophers as an entity system; one deadlock among 3^n − 1 states",
)
