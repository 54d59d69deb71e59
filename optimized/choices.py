"""Choices: which of the enabled moves of a node are explored.

Each takes the enabled moves in order and writes those to explore, in order, without the sleeping ones.
"""

import numpy as np

from mazurka.optimized.closure import choose_by_closure
from mazurka.optimized.deletion import choose_by_deletion
from mazurka.optimized.jit import holds, jit
from mazurka.optimized.process_tables import choose_by_processes

ALL, CLOSURE, DELETION, PROCESSES = range(4)


@jit
def choose(system, s, moves, n, choice, tables, asleep, chosen):
    """Write the moves to explore among the n enabled `moves` of packed state s; how many they are."""
    if n == 0:
        return np.int64(0)
    if choice == CLOSURE:
        return choose_by_closure(system, s, moves, n, tables.net, chosen)
    if choice == DELETION:
        return choose_by_deletion(system, s, moves, n, tables.net, chosen)
    if choice == PROCESSES:
        return choose_by_processes(system, s, moves, n, tables.processes, asleep, chosen)
    width = np.int64(0)
    for i in range(n):
        if asleep.size == 0 or not holds(asleep, system.action[moves[i]]):
            chosen[width] = moves[i]
            width += 1
    return width
