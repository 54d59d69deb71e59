"""Cycle provisos as options of reducers, and what a reducer promises with each.

    [EP]  sections 1.2, 2, 4, 5 and 7.

A proviso for safety: no action is put off for ever, hence local states are kept; one for liveness: on no
cycle is an action put off.  Nets are left out of `local-states`: two transitions that add to one place, one
token and two, are independent, and the order that shows one token may be the one that is not explored.
Where a list of visible components is given, actions that change them are explored with all others or not at
all; then the views are kept, of nets too, and with a proviso for liveness LTL without "next".
"""

from collections.abc import Mapping
from typing import Any

from mazurka.registry.reducer import Option, PromisesWith

SAFETY = ("stack-safety", "expanded-safety", "scc-safety", "queue-safety", "open-safety")
LIVENESS = ("stack", "colour", "colour-anticipating", "scc", "queue", "open", "sticky", "two-phase")
PROVISOS = ("none", *SAFETY, *LIVENESS)
ORDERS = ("own", "bfs", "dfs", "stack")

_ORDER = Option("own", ORDERS, "own: bfs without a proviso, else what the proviso is for")
_VISIBLE = Option("", (), "components with commas between them: what a property looks at")
_PROVISO = "no action is put off for ever"

PROVISO_OPTIONS: Mapping[str, Option] = {
    "order": _ORDER,
    "proviso": Option("none", PROVISOS, _PROVISO),
    "visible": _VISIBLE,
}
PLAIN_PROVISO_OPTIONS: Mapping[str, Option] = {
    **PROVISO_OPTIONS,
    "proviso": Option("none", PROVISOS, _PROVISO, plug_ins=True),
}

_SAFE, _LIVE = {"proviso": SAFETY + LIVENESS}, {"proviso": LIVENESS}
_SEEN: Mapping[str, tuple[str, ...]] = {"visible": ()}

ORDER: Mapping[str, Option] = {"order": _ORDER}
SCAPEGOATS = ("enabled", "fewest", "first", "random")
INSERTION_OPTIONS: Mapping[str, Option] = {
    "scapegoat": Option("enabled", SCAPEGOATS, "which reason why a member is disabled is taken"),
    "seed": Option(0, (), "for random scapegoats"),
}
PLAIN_INSERTION_OPTIONS: Mapping[str, Option] = {
    **INSERTION_OPTIONS,
    "scapegoat": Option("enabled", SCAPEGOATS, INSERTION_OPTIONS["scapegoat"].help, plug_ins=True),
}

PROVISO_PROMISES = (
    PromisesWith(_SAFE, ("no-ignoring",)),
    PromisesWith(_SAFE, ("local-states",), ("client-server", "entity")),
    PromisesWith(_LIVE, ("cycle-expansion",)),
    PromisesWith({**_SAFE, **_SEEN}, ("reachable-views",)),
    PromisesWith({**_LIVE, **_SEEN}, ("ltl-x",)),
)

PLAIN_PROVISOS: Mapping[str, Any] = {"options": PLAIN_PROVISO_OPTIONS, "promises_with": PROVISO_PROMISES}
"""What the plain reducers that take provisos have in common."""
