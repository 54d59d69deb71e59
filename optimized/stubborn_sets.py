"""Strong stubborn sets of nets that keep deadlocks, by closure and by deletion.

    [VH]  sections 3 and 4.
    [E]   Definition 3 (D0, D1, D2); variant: D1 in Valmari's form, the printed one is too weak.

A set S is closed at marking m when for each t in S
    - t enabled:  S has every u such that one of t, u can disable the other;
    - t disabled: S has, for one *scapegoat* of t, every u that must come first:
      a place p with m(p) < needs(t, p): the u that add tokens to p and need at most m(p) of them there;
      a place p with m(p) ≥ bound(t, p): the u that take tokens from p and are not inhibited by m(p).
A closed set with an enabled transition is strongly stubborn.  Note that the requirement of a scapegoat
depends on the place alone, not on t.
"""

from collections.abc import Mapping

from mazurka.errors import PreconditionError
from mazurka.limits import Watch
from mazurka.optimized.driver import run_search
from mazurka.optimized.requests import Request
from mazurka.systems import Exploration, Marking, PetriNet, System


def reduce_by_closure(
    system: System[Marking], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """`stubborn/closure`.  options: `order`, "bfs" or "dfs".  PreconditionError unless it is a net."""
    return _reduce(system, "closure", options, watch)


def reduce_by_deletion(
    system: System[Marking], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """`stubborn/deletion`.  options: `order`, "bfs" or "dfs".  PreconditionError unless it is a net."""
    return _reduce(system, "deletion", options, watch)


def _reduce(
    system: System[Marking], choice: str, options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    if not isinstance(system, PetriNet):
        raise PreconditionError(
            f"stubborn/{choice} is for Petri nets, and {system.name} is a {system.formalism} system"
        )
    return run_search(Request(system, choice, order=str(options.get("order", "bfs"))), watch)
