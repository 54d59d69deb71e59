"""How many maximal paths a recorded graph has: an exact number, however large.

The order of nodes comes from a kernel; the numbers grow beyond any word and are added in Python.
"""

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.jit import jit
from mazurka.optimized.store import NONE


def number_of_paths(
    start: NDArray[np.int64], degree: NDArray[np.uint32], target: NDArray[np.uint32]
) -> int | None:
    """The number of paths from node 0 to a node without edges; None when the graph has a cycle.

    Node n has the edges target[start[n]] … target[start[n] + degree[n] − 1]; refused ones count for nothing.
    """
    nodes = len(start)
    order = np.zeros(nodes, dtype=np.int64)
    if sort_nodes(start, degree, target, order, np.zeros(nodes, dtype=np.int64)) < nodes:
        return None
    paths = [0] * nodes
    for n in order[::-1].tolist():
        first = int(start[n])
        ahead = [m for m in target[first : first + int(degree[n])].tolist() if m != NONE]
        paths[n] = sum([paths[m] for m in ahead]) if ahead else 1
    return paths[0]


@jit
def sort_nodes(start, degree, target, order, waiting):
    """Write nodes after all their predecessors; how many there are, fewer than all if there is a cycle."""
    for n in range(start.size):
        for k in range(start[n], start[n] + degree[n]):
            if target[k] != NONE:
                waiting[target[k]] += 1
    sorted_nodes = 0
    for n in range(start.size):
        if waiting[n] == 0:
            order[sorted_nodes] = n
            sorted_nodes += 1
    i = 0
    while i < sorted_nodes:
        n = order[i]
        i += 1
        for k in range(start[n], start[n] + degree[n]):
            m = target[k]
            if m != NONE:
                waiting[m] -= 1
                if waiting[m] == 0:
                    order[sorted_nodes] = m
                    sorted_nodes += 1
    return sorted_nodes
