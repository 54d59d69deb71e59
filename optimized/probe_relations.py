"""Which actions of an entity system influence, disable and depend on which: tables of bits.

    [KR]  Definition 10, section 2.

A row of a table is the set of all actions that stand in the relation to one.  It is put together from the
actions that need, exclude, delete and create each entity, so that no pair of actions is ever looked at.
"""

from collections.abc import Collection, Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.layout import words_for
from mazurka.systems import EntityAction, EntitySystem


class Relations(NamedTuple):
    """Rows of bits, one for each action a."""

    influences: U64  # those that a influences, and a
    depends: U64  # those that a is not independent of, and a
    disables: U64  # those that a disables
    influenced_start: U32  # [actions + 1] into the next
    influenced: U32  # those that a influences, and a, as a list


def relations(system: EntitySystem) -> Relations:
    """The tables of a system."""
    actions = system.entity_actions
    need, exclude = _by_entity(system, "needed"), _by_entity(system, "excluded")
    delete, create = _by_entity(system, "deletes"), _by_entity(system, "creates")
    row = {e: i for i, e in enumerate(system.entities)}

    def meeting(*meets: tuple[str, U64]) -> U64:
        """For each action a, the union of the rows of a table at the entities of one of a's sets."""
        table = np.zeros((len(actions), need.shape[1]), dtype=np.uint64)
        for a, of in enumerate(actions):
            for kind, sets in meets:
                at = [row[e] for e in getattr(of, kind)]
                table[a] |= np.bitwise_or.reduce(sets[at], axis=0)
        return table

    stimulates = meeting(("creates", need), ("deletes", exclude))
    stimulated_by = meeting(("needed", create), ("excluded", delete))
    disables = meeting(("deletes", need), ("creates", exclude))
    disabled_by = meeting(("needed", delete), ("excluded", create))
    influences = stimulates | disabled_by | _identity(len(actions))
    lists = [members(bits) for bits in influences]
    return Relations(
        influences,
        influences | stimulated_by | disables,
        disables,
        np.cumsum([0, *map(len, lists)]).astype(np.uint32),
        np.concatenate([*lists, []]).astype(np.uint32),
    )


def _by_entity(system: EntitySystem, kind: str) -> U64:
    """For each entity the actions that have it in that set."""
    having: dict[str, list[int]] = {e: [] for e in system.entities}
    for i, a in enumerate(system.entity_actions):
        for e in _set(a, kind):
            having[e].append(i)
    return bit_rows(having.values(), len(system.entity_actions))


def _set(a: EntityAction, kind: str) -> frozenset[str]:
    found: frozenset[str] = getattr(a, kind)
    return found


def _identity(size: int) -> U64:
    return bit_rows(([i] for i in range(size)), size)


def bit_rows(sets: Iterable[Collection[int]], size: int) -> U64:
    """Sets of numbers below `size` as rows of bits."""
    rows = []
    for one in sets:
        flags = np.zeros(64 * words_for(size), dtype=np.uint8)
        flags[list(one)] = 1
        rows.append(np.packbits(flags, bitorder="little").view("<u8").astype(np.uint64))
    return np.array(rows, dtype=np.uint64).reshape(-1, words_for(size))


def members(bits: U64) -> NDArray[np.int64]:
    """The numbers in a set of bits, ascending."""
    return np.flatnonzero(np.unpackbits(bits.astype("<u8").view(np.uint8), bitorder="little"))
