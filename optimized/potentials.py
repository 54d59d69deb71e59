"""The state-equation bound: how many firings the potentials of a goal ask for.

    [PHBS]  potential heuristics;  [Murata]  section V.

A *potential* of a conjunction is an inequality that it implies.  What it lacks at a marking, divided by the
most that a firing raises its sum, is a bound for the firings to the conjunction, infinite where nothing
raises it.  For a goal the bound is the least over its conjunctions, and for one the largest over its
potentials.

That a potential is implied is for its maker to see to; by how much it is raised is computed here.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from mazurka.formulas import Inequality
from mazurka.optimized.compiled import U32
from mazurka.optimized.jit import jit
from mazurka.optimized.net_tables import I64, Rows, table_rows
from mazurka.systems import PetriNet

INFINITE = np.int64(1 << 40)
"""The bound where no run leads to the goal; others are smaller, or are said to be."""
LARGEST = 2**31
"""Potentials with a larger number are left out: sums over places then fit into 64 bits."""


class Potentials(NamedTuple):
    """The potentials of all conjunctions, one conjunction after the other."""

    first: U32  # [conjunctions + 1]: the first potential of each
    weights: Rows  # potential → (place, weight)
    bound: I64  # [potentials]
    step: I64  # [potentials]: by how much a firing raises the sum at most


def potential_tables(net: PetriNet, potentials: Sequence[Sequence[Inequality]]) -> Potentials:
    """The tables of the potentials given for each conjunction."""
    fitting = [
        [i for i in row if max([abs(i.bound), *(abs(c) for _, c in i.tokens)]) <= LARGEST]
        for row in potentials
    ]
    each = [i for row in fitting for i in row]
    return Potentials(
        first=np.cumsum([0, *map(len, fitting)]).astype(np.uint32),
        weights=table_rows([i.tokens for i in each]),
        bound=np.array([i.bound for i in each], dtype=np.int64),
        step=np.array([_largest_raise(net, dict(i.tokens)) for i in each], dtype=np.int64),
    )


def _largest_raise(net: PetriNet, weight: dict[int, int]) -> int:
    changes = (sum(weight.get(p, 0) * d for p, d in t.effect.items()) for t in net.transitions)
    return max(0, *changes, 0)


@jit
def state_equation_bound(table, net):
    """The bound at the marking whose levels are noted."""
    least = INFINITE if table.first.size > 1 else np.int64(0)
    for c in range(table.first.size - 1):
        most = np.int64(0)
        for i in range(table.first[c], table.first[c + 1]):
            lacking = table.bound[i]
            for k in range(table.weights.start[i], table.weights.start[i + 1]):
                lacking -= table.weights.pairs[k, 1] * net.level[table.weights.pairs[k, 0]]
            if lacking > 0 and table.step[i] == 0:
                most = INFINITE
            elif lacking > 0:
                most = max(most, min(INFINITE - 1, (lacking - 1) // table.step[i] + 1))
        least = min(least, most)
    return least
