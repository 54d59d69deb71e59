"""Colours of nodes in a depth-first search.

    [EP]  Figure 3 and section 5; provisos without colours use orange for "on the stack".

Orange: on the stack, and not expanded fully.  Green: safe, fully expanded or with green successors only.
Red: dangerous, off the stack.  With anticipation, purple: on the stack, and will be red; and an orange node
whose arcs have all been taken becomes green as soon as its last successor is, in a scan of the stack from
its top.
"""

import numpy as np

from mazurka.optimized.frames import FULL
from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.provisos import (
    ANTICIPATING,
    CLOSED,
    GREEN,
    LEVEL,
    ORANGE,
    PURPLE,
    RED,
    colour_of,
    has_colours,
)


@inlined
def colour(mark, node):
    """The colour of a node."""
    return colour_of(np.int64(mark[node]))


@inlined
def paint(mark, node, new):
    """Give a node another colour."""
    mark[node] = (np.int64(mark[node]) >> 3 << 3) + new


@inlined
def enter_colour(mark, node, level):
    """PUSH_STATE: orange, and the number of fully expanded nodes below it."""
    mark[node] = (level << LEVEL) + ORANGE


@jit
def expand_fully(frames, stack, mark, proviso, counters, top):
    """Lines 6 to 8 and 16: the node on top explores all that is enabled."""
    frames.full[top] = 1
    counters[FULL] += 1
    if has_colours(proviso):
        paint(mark, np.int64(stack[top]), GREEN)
        if proviso == ANTICIPATING:
            scan_green(frames, stack, mark, np.int64(frames.first[top]), top - 1)


@inlined
def must_restart(mark, proviso, node, target):
    """Lines 13 and 14: a node not expanded fully meets a red one."""
    return has_colours(proviso) and colour(mark, target) == RED and is_partial(mark, node)


@inlined
def is_partial(mark, node):
    """Whether a node on the stack is orange or purple."""
    return colour(mark, node) <= PURPLE


@jit
def arrive(frames, stack, mark, proviso, end, top, target):
    """Section 5, end: the node on top, whose moves lie before `end`, has reached one met before."""
    if proviso == ANTICIPATING:
        if colour(mark, target) == GREEN:
            scan_green(frames, stack, mark, end, top)
        elif is_partial(mark, target):
            scan_purple(stack, mark, top)


@jit
def scan_green(frames, stack, mark, end, top):
    """From frame `top` down, whose moves lie before `end`: orange nodes all whose arcs are taken."""
    k = top
    while k >= 0 and colour(mark, np.int64(stack[k])) == ORANGE:
        first = np.int64(frames.first[k])
        if first + frames.position[k] < end:
            return
        paint(mark, np.int64(stack[k]), GREEN)
        end = first
        k -= 1


@jit
def scan_purple(stack, mark, top):
    """From frame `top` down: orange nodes become purple."""
    k = top
    while k >= 0 and colour(mark, np.int64(stack[k])) == ORANGE:
        paint(mark, np.int64(stack[k]), PURPLE)
        k -= 1


@jit
def leave_colour(frames, mark, proviso, end, top, node):
    """POP_STATE: orange becomes green when all successors are, else red."""
    if not has_colours(proviso):
        paint(mark, node, CLOSED)
    elif colour(mark, node) == PURPLE:
        paint(mark, node, RED)
    elif colour(mark, node) == ORANGE:
        after = GREEN
        for i in range(np.int64(frames.first[top]), end):
            if colour(mark, np.int64(frames.targets[i])) != GREEN:
                after = RED
        paint(mark, node, after)
