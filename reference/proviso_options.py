"""Provisos by name, and the reduction that the options `proviso`, `order` and `visible` describe.

    [EP]  sections 1.2, 2, 4, 5 and 7.

A proviso of a user's own is a subclass of `Proviso`, made anew for each search.
"""

from collections.abc import Mapping
from typing import Any

from mazurka.errors import OptionError
from mazurka.limits import Watch
from mazurka.reference.colour_proviso import Colour, ColourAnticipating
from mazurka.reference.components_proviso import ComponentColour, ComponentSafety
from mazurka.reference.explorer import to_exploration
from mazurka.reference.proviso_search import Propose, Proviso, ProvisoSearch
from mazurka.reference.queue_provisos import Open, OpenSafety, Queue, QueueSafety
from mazurka.reference.stack_provisos import ExpandedSafety, Stack, StackSafety
from mazurka.reference.sticky import Sticky
from mazurka.reference.two_phase import TwoPhase
from mazurka.reference.visibility import visible_actions, visible_names
from mazurka.systems import Exploration, State, System

PROVISOS: Mapping[str, type[Proviso[Any]]] = {
    "none": Proviso,
    "stack-safety": StackSafety,
    "expanded-safety": ExpandedSafety,
    "scc-safety": ComponentSafety,
    "queue-safety": QueueSafety,
    "open-safety": OpenSafety,
    "stack": Stack,
    "colour": Colour,
    "colour-anticipating": ColourAnticipating,
    "scc": ComponentColour,
    "queue": Queue,
    "open": Open,
    "sticky": Sticky,
    "two-phase": TwoPhase,
}
ORDERS = ("own", "bfs", "dfs", "stack")


def reduce_with(
    system: System[State], propose: Propose[State], options: Mapping[str, object], watch: Watch
) -> Exploration[State]:
    """The reduction by these candidate sets, which come in any order; smaller ones are tried first."""
    kind = find_proviso(options)
    order = find_order(str(options.get("proviso", "none")), kind, options)
    visible = visible_actions(system, visible_names(options))
    search = ProvisoSearch(system, lambda s: sorted(propose(s), key=len), kind(), visible, watch)
    return to_exploration(search.run(order), system, watch.seconds())


def find_proviso(options: Mapping[str, object]) -> type[Proviso[Any]]:
    """The class of the option `proviso`, a name or a subclass of `Proviso`."""
    given = options.get("proviso", "none")
    if isinstance(given, str) and given in PROVISOS:
        return PROVISOS[given]
    if isinstance(given, type) and issubclass(given, Proviso):
        return given
    if isinstance(given, str):
        raise OptionError(f"option proviso: {given!r} is not one of {', '.join(PROVISOS)}")
    raise OptionError(f"option proviso: {given!r} is no subclass of mazurka.reference.proviso_search.Proviso")


def find_order(name: str, kind: type[Proviso[Any]], options: Mapping[str, object]) -> str:
    """The option `order`; OptionError for an order that the proviso is not for.

    Without a proviso `dfs` expands each node whole, as `stack` does.
    """
    order = str(options.get("order", "own"))
    if order not in ORDERS:
        raise OptionError(f"option order: {order!r} is not one of {', '.join(ORDERS)}")
    if order == "own":
        return kind.orders[0]
    if order not in kind.orders:
        raise OptionError(f"the proviso {name} is for the order {' or '.join(kind.orders)}, not for {order}")
    return "stack" if kind is Proviso and order == "dfs" else order
