"""Provisos of a search: which sets of actions may stand in for all that is enabled.

    [EP]  sections 2, 4, 5 and 7.

A proviso looks at the nodes to which a set leads.  Each node has a *mark*: a colour, and its level, the
number of fully expanded nodes that were below it on the stack when it was entered.  A proviso for safety
asks that some action of the set leads to no danger, one for liveness that all do.  A node not met yet is no
danger.

    stack-safety, stack          danger: the stack
    expanded-safety              the stack, with no fully expanded node in between
    two-phase                    the same, of sets of one action only
    open-safety, open            nodes expanded already
    queue-safety, queue          the same breadth first, where these are the nodes up to the one at hand
    colour, colour-anticipating  red nodes; orange (and purple) ones with no fully expanded node in between
    scc                          the same, where a red node of a complete component has become green
    scc-safety                   no danger; what a component ignores is explored when it is complete
    sticky                       no danger; static, see `barred.py`
"""

import numpy as np

from mazurka.errors import OptionError
from mazurka.optimized.jit import inlined

NONE, STICKY, SCC_SAFETY = range(3)
STACK_SAFETY, EXPANDED_SAFETY, OPEN_SAFETY, QUEUE_SAFETY = range(3, 7)
QUEUE, OPEN, STACK, TWO_PHASE = range(7, 11)
COLOUR, ANTICIPATING, SCC = range(11, 14)

KINDS = {
    "none": NONE,
    "sticky": STICKY,
    "scc-safety": SCC_SAFETY,
    "stack-safety": STACK_SAFETY,
    "expanded-safety": EXPANDED_SAFETY,
    "open-safety": OPEN_SAFETY,
    "queue-safety": QUEUE_SAFETY,
    "stack": STACK,
    "two-phase": TWO_PHASE,
    "open": OPEN,
    "queue": QUEUE,
    "colour": COLOUR,
    "colour-anticipating": ANTICIPATING,
    "scc": SCC,
}
"""Provisos by name."""

ORDERS = {
    **dict.fromkeys(KINDS, ("dfs",)),
    **dict.fromkeys(("queue-safety", "queue"), ("bfs",)),
    **dict.fromkeys(("open-safety", "open"), ("bfs", "stack")),
    **dict.fromkeys(("sticky", "none"), ("bfs", "dfs", "stack")),
}
"""The orders of search that a proviso is for, its own first."""

ORANGE, PURPLE, GREEN, RED, CLOSED = range(5)
"""Colours.  Every node on the stack is orange where a proviso has no use for colours, and closed later."""

COMPLETE = 8
"""This bit of a mark says that the component of the node is complete."""

LEVEL = 4
"""The level begins at this bit of a mark."""


def kind_of(proviso: str, order: str) -> int:
    """The kind of a proviso, which must be one of these, in a search of that order."""
    return KINDS[proviso.replace("open", "queue") if order == "bfs" else proviso]


def order_for(proviso: str, order: str) -> str:
    """The order of a search with a proviso, its own unless another is asked for; OptionError if unfit."""
    if proviso not in KINDS:
        raise OptionError(f"option proviso: {proviso!r} is not one of {', '.join(KINDS)}")
    orders = ORDERS[proviso]
    if order == "own":
        return orders[0]
    if order not in ("bfs", "dfs", "stack"):
        raise OptionError(f"option order: {order!r} is not one of own, bfs, dfs, stack")
    if order not in orders:
        raise OptionError(
            f"option order: the proviso {proviso} is for order={' or '.join(orders)}, not for {order!r}, "
            "where it promises nothing"
        )
    return order


@inlined
def colour_of(mark):
    """The colour in a mark."""
    return mark & 7


@inlined
def is_dangerous(proviso, marks, node, target, level):
    """Whether a set at a node of that level had better not lead to `target`, which has been met."""
    if is_by_queue(proviso):
        return target <= node
    mark = np.int64(marks[target])
    colour = colour_of(mark)
    if proviso in (OPEN, OPEN_SAFETY):
        return colour == CLOSED
    if proviso in (STACK, STACK_SAFETY):
        return colour == ORANGE
    return colour == RED or (colour <= PURPLE and mark >> LEVEL == level)


@inlined
def is_for_safety(proviso):
    """Whether one action that leads to no danger is enough."""
    return proviso <= QUEUE_SAFETY


@inlined
def looks(proviso):
    """Whether the proviso looks at where a set leads."""
    return proviso >= STACK_SAFETY


@inlined
def keeps_marks(proviso):
    """Whether nodes have marks."""
    return proviso >= SCC_SAFETY and not is_by_queue(proviso)


@inlined
def is_by_queue(proviso):
    """Whether the nodes expanded already are those up to the one at hand."""
    return proviso in (QUEUE_SAFETY, QUEUE)


@inlined
def has_colours(proviso):
    """Whether nodes are coloured as in [EP] Figure 3."""
    return proviso >= COLOUR


@inlined
def finds_components(proviso):
    """Whether strongly connected components are found on the way."""
    return proviso in (SCC, SCC_SAFETY)
