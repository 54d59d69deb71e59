"""Strong stubborn sets of nets that keep deadlocks, by closure, by insertion, by deletion, or the smallest.

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
from typing import Any

from mazurka.errors import OptionError, PreconditionError
from mazurka.limits import Watch
from mazurka.optimized.driver import run_search
from mazurka.optimized.requests import Request, with_proviso
from mazurka.optimized.scapegoats import RULES, SEEDS
from mazurka.systems import Exploration, Marking, PetriNet, System


def reduce_by_closure(
    system: System[Marking], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """`stubborn/closure`.

    options: `proviso`, `order` and `visible`, see `provisos.py`.  PreconditionError unless it is a net.
    """
    return _reduce(system, "closure", "closure", options, watch)


def reduce_by_deletion(
    system: System[Marking], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """`stubborn/deletion`.  options: the same."""
    return _reduce(system, "deletion", "deletion", options, watch)


def reduce_by_smallest(
    system: System[Marking], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """`stubborn/smallest`: what deletion leaves, or a closure with fewer enabled.  options: the same."""
    return _reduce(system, "smallest", "smallest", options, watch)


def reduce_by_insertion(
    system: System[Marking], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """`stubborn/insertion`: closure with scapegoats by a rule.

    options: the same; `scapegoat`, see `scapegoats.py`; `seed`, where it draws.
    """
    rule, seed = options.get("scapegoat", "enabled"), options.get("seed", 0)
    if rule not in RULES:
        raise OptionError(f"option scapegoat: {rule!r} is not one of {', '.join(RULES)}")
    if not isinstance(seed, int) or not 0 <= seed < SEEDS:
        raise OptionError(f"option seed: {seed!r} is not an integer from 0 to {SEEDS - 1}")
    return _reduce(system, "insertion", "closure", options, watch, scapegoat=str(rule), seed=seed)


def _reduce(
    system: System[Marking],
    name: str,
    choice: str,
    options: Mapping[str, object],
    watch: Watch,
    **more: Any,
) -> Exploration[Marking]:
    if not isinstance(system, PetriNet):
        raise PreconditionError(
            f"stubborn/{name} is for Petri nets, and {system.name} is a {system.formalism} system"
        )
    return run_search(with_proviso(Request(system, choice, **more), options), watch)
