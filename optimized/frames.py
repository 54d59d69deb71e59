"""The stack of a depth-first search whose nodes are expanded one arc at a time.

Frame k is node nodes.stack[k] of the search loop; the moves of all frames lie one after another.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.net_tables import I64
from mazurka.optimized.search import Edges
from mazurka.optimized.store import enlarged

ARENA, FULL, OPEN_NODES = range(7, 10)
"""More counters: moves of all frames, fully expanded nodes on the stack, nodes of incomplete components."""

I32 = NDArray[np.int32]

WAITING = -1
"""The position in a frame whose node is not expanded yet."""


class Frames(NamedTuple):
    """What is known of the nodes on the stack, and the stack of `components.py`."""

    first: U32  # [frames]: where its moves begin; they end where the next frame begins
    position: I32  # [frames]: how many of them have been taken
    full: U32  # [frames]: 1 when all enabled moves are there
    low: U32  # [frames]: the least node of its component known to be reached
    leaves: U32  # [frames]: 1 when an arc leaves the component
    enabled: U64  # [frames, words]: the actions enabled in the component as far as it is known
    explored: U64  # [frames, words]: and those explored there
    moves: U32  # [capacity]
    targets: U32  # [capacity]: the node to which a move leads, or NONE while it is not known
    component: U32  # [capacity]: nodes of components that are not complete, in order


def new_frames(action_words: int) -> Frames:
    """An empty stack; action_words: 0 unless the actions of components are noted."""
    positions: list[NDArray[Any]] = [np.zeros(64, dtype=kind) for kind in (np.uint32, np.int32)]
    numbers: list[NDArray[Any]] = [np.zeros(64, dtype=np.uint32) for _ in range(3)]
    actions: list[NDArray[Any]] = [np.zeros((64, action_words), dtype=np.uint64) for _ in range(2)]
    lists: list[NDArray[Any]] = [np.zeros(1024, dtype=np.uint32) for _ in range(3)]
    return Frames(*positions, *numbers, *actions, *lists)


def frames_with_room(frames: Frames, counters: I64, depth: int, more: int) -> Frames:
    """The same with room for one more frame and so many more moves; the old ones must not be used again."""
    moves, nodes = int(counters[ARENA]), int(counters[OPEN_NODES])
    used = (*[depth] * 7, moves, moves, nodes)
    needed = (*[depth + 1] * 7, moves + more, moves + more, nodes + 1)
    arrays: Iterable[NDArray[Any]] = frames
    return Frames(
        *(
            array if len(array) >= n else enlarged(array, n, k)
            for array, k, n in zip(arrays, used, needed, strict=True)
        )
    )


def edges_in_order(edges: Edges, frames: Frames, stack: U32, nodes: int) -> Edges:
    """The edges taken: without what a restart dropped, and what nodes on the stack have not taken."""
    degree = edges.degree[:nodes].copy()
    degree[stack] = np.maximum(frames.position[: len(stack)], 0)
    start = np.concatenate(([0], np.cumsum(degree, dtype=np.int64)))
    taken = np.repeat(edges.start[:nodes] - start[:-1], degree) + np.arange(start[-1])
    return Edges(start[:-1], degree, edges.action[taken], edges.target[taken])
