"""In which order the actions of a closure are treated: those first that promise to end the search soonest.

    [HLPW]  section 10.2, Listing 5.

For each action the PIFS set of B = {a}: first those whose set wraps {a}, in order; then the others, the
largest set first, in order among equals.
"""

import numpy as np

from mazurka.optimized.jit import jit
from mazurka.optimized.pifs import pifs_of_action


@jit
def sort_by_pifs(system, tables, s, moves, n, chosen, width):
    """Sort the `width` chosen moves, which are in order, by the PIFS sets of their actions."""
    if width < 2:
        return
    most = np.int64(tables.base.size + tables.client.size + 1)  # above the size of any set
    for i in range(width):
        m = chosen[i]
        size = pifs_of_action(system, tables, s, moves, n, np.int64(system.action[m]))
        rank = -most if size < 0 else -size
        j = i
        while j > 0 and tables.rank[j - 1] > rank:
            tables.rank[j] = tables.rank[j - 1]
            chosen[j] = chosen[j - 1]
            j -= 1
        tables.rank[j] = rank
        chosen[j] = m
