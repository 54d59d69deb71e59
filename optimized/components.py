"""Strongly connected components of a depth-first search, found on the way, and what they ignore.

    [EP]  section 7, after Tarjan; what a terminal component ignores is explored at its root, after Valmari.

Nodes are numbered as they are entered, so that the number of a node is Tarjan's index.  The nodes of
components not complete yet lie on a second stack, in order.  What is known of a component is gathered along
the stack: a frame that is not the root of its component hands what it knows to the one below, which belongs
to the same component.
"""

import numpy as np

from mazurka.optimized.colours import paint
from mazurka.optimized.frames import OPEN_NODES
from mazurka.optimized.jit import U0, clear, inlined, jit, put
from mazurka.optimized.provisos import COMPLETE, GREEN


@jit
def begin_component(frames, counters, top, node):
    """A new node is a component of its own."""
    frames.low[top] = node
    frames.leaves[top] = 0
    clear(frames.enabled[top])
    clear(frames.explored[top])
    frames.component[counters[OPEN_NODES]] = node
    counters[OPEN_NODES] += 1


@jit
def note_actions(action, frames, top, moves, n, chosen, width):
    """The n enabled moves of the node on top, and those chosen."""
    for i in range(n):
        put(frames.enabled[top], action[moves[i]])
    for i in range(width):
        put(frames.explored[top], action[chosen[i]])


@inlined
def note_arc(frames, mark, top, target):
    """An arc from the node on top to one met before."""
    if np.int64(mark[target]) & COMPLETE != 0:
        frames.leaves[top] = 1
    elif target < np.int64(frames.low[top]):
        frames.low[top] = target


@jit
def ignores(frames, top, node):
    """Whether the node on top is the root of a component that nothing leaves and that ignores an action."""
    if np.int64(frames.low[top]) != node or frames.leaves[top] == 1:
        return False
    for k in range(frames.enabled.shape[1]):
        if frames.enabled[top, k] & ~frames.explored[top, k] != U0:
            return True
    return False


@jit
def leave_component(frames, mark, counters, top, node):
    """The node on top is left: its component is complete, or goes on in the frame below."""
    if np.int64(frames.low[top]) == node:
        while counters[OPEN_NODES] > 0 and np.int64(frames.component[counters[OPEN_NODES] - 1]) >= node:
            counters[OPEN_NODES] -= 1
            member = np.int64(frames.component[counters[OPEN_NODES]])
            paint(mark, member, GREEN)
            mark[member] |= COMPLETE
        if top > 0:
            frames.leaves[top - 1] = 1
        return
    below = top - 1
    frames.low[below] = min(frames.low[below], frames.low[top])
    frames.leaves[below] |= frames.leaves[top]
    for k in range(frames.enabled.shape[1]):
        frames.enabled[below, k] |= frames.enabled[top, k]
        frames.explored[below, k] |= frames.explored[top, k]
