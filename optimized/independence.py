"""Which actions are independent, as a bit set for each: what a search with sleep sets asks.

[HLPW]  Definition 4; for client/server systems: no process in common.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazurka.errors import PreconditionError
from mazurka.optimized.layout import bit_rows
from mazurka.systems import ClientServerSystem, System

MOST_ACTIONS = 1 << 16
"""The table has a bit for each pair of actions; for this many it is half a gigabyte."""


def independence(system: System[Any]) -> NDArray[np.uint64]:
    """uint64[actions, words]: bit b of row a says whether a and b are independent.

    PreconditionError, by name, for more than MOST_ACTIONS actions.
    """
    actions = system.actions
    if len(actions) > MOST_ACTIONS:
        raise PreconditionError(
            f"{system.name} has {len(actions):,} actions, and sleep sets are kept of at most "
            f"{MOST_ACTIONS:,}; use reach, which keeps none"
        )
    everything = (1 << len(actions)) - 1
    return bit_rows([everything & ~dependent for dependent in _dependent(system)], len(actions))


def _dependent(system: System[Any]) -> list[int]:
    """For each action those dependent on it, as bits."""
    actions = system.actions
    if not isinstance(system, ClientServerSystem):
        return [sum(1 << j for j, b in enumerate(actions) if not system.independent(a, b)) for a in actions]
    number = {a: i for i, a in enumerate(actions)}
    of_process = [sum(1 << number[a] for a in p.actions) for p in system.processes]
    return [of_process[p] | of_process[q] for p, q in (system.domain[a] for a in actions)]
