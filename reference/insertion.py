"""Stubborn sets of nets by insertion: closures from each enabled transition, with a choice of scapegoats.

    [VH]  scapegoat places;  [E]  section 2.4.1.

A disabled member needs the transitions that could take away one reason why it is disabled; which reason is a
heuristic, and any choice gives a closed set (`net_stubborn_sets.py`).

    fewest   the one that adds fewest transitions;
    enabled  the one that adds fewest enabled transitions, among equals fewest transitions;
    first    the first: missing tokens before inhibitors, places in order;
    random   any, by the option `seed`.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from mazurka.errors import OptionError
from mazurka.limits import Watch
from mazurka.reference.net_stubborn_sets import Arcs, Members, alternatives, enabled_among, reduce_net
from mazurka.systems import Exploration, Marking, State, System

Scapegoat: TypeAlias = Callable[[Arcs, Marking, int, Sequence[int], Sequence[Members]], int]
"""Of a net, a marking, a disabled member, the members so far and its alternatives: the number of one."""


def fewest(_arcs: Arcs, _m: Marking, _t: int, found: Sequence[int], choices: Sequence[Members]) -> int:
    """Fewest new transitions."""
    return min(range(len(choices)), key=lambda i: len(set(choices[i]) - set(found)))


def fewest_enabled(arcs: Arcs, m: Marking, _t: int, found: Sequence[int], choices: Sequence[Members]) -> int:
    """Fewest new enabled transitions, then fewest new ones."""
    new = [set(x) - set(found) for x in choices]
    return min(range(len(new)), key=lambda i: (len(enabled_among(arcs.net, m, sorted(new[i]))), len(new[i])))


def first(_arcs: Arcs, _m: Marking, _t: int, _found: Sequence[int], _choices: Sequence[Members]) -> int:
    """The first."""
    return 0


def at_random(
    seed: int, _arcs: Arcs, _m: Marking, t: int, found: Sequence[int], choices: Sequence[Members]
) -> int:
    """Any one: a linear congruence of the seed, the transition and the number of members."""
    x = (seed * 1000003 + t * 8191 + len(found) * 131) % 2**31
    x = (x * 1103515245 + 12345) % 2**31
    return (x // 256) % len(choices)


SCAPEGOATS: Mapping[str, Scapegoat] = {"fewest": fewest, "enabled": fewest_enabled, "first": first}


def insertion(arcs: Arcs, m: Marking, seed: int, scapegoat: Scapegoat) -> Members:
    """The closed set that grows from one enabled transition; members are served in the order they came."""
    found = [seed]
    for t in found:
        choices = alternatives(arcs, m, t)
        chosen = choices[scapegoat(arcs, m, t, found, choices) if len(choices) > 1 else 0]
        found.extend(u for u in chosen if u not in found)
    return tuple(found)


def find_scapegoat(options: Mapping[str, object]) -> Scapegoat:
    """The option `scapegoat`: a name, or a function of the user's own."""
    given = options.get("scapegoat", "enabled")
    if given == "random":
        return partial(at_random, _seed(options))
    if isinstance(given, str) and given in SCAPEGOATS:
        return SCAPEGOATS[given]
    if callable(given):
        return given
    raise OptionError(f"option scapegoat: {given!r} is not one of {', '.join((*SCAPEGOATS, 'random'))}")


def _seed(options: Mapping[str, object]) -> int:
    seed = int(str(options.get("seed", 0)))
    if not 0 <= seed < 2**20:
        raise OptionError(f"option seed: {seed} is not between 0 and {2**20 - 1}")
    return seed


def reduce_by_insertion(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """Stubborn sets by insertion.  Options: scapegoat and seed; proviso, order, visible."""
    scapegoat = find_scapegoat(options)

    def insertions(arcs: Arcs, m: Marking) -> list[Members]:
        seeds = enabled_among(arcs.net, m, range(len(arcs.net.transitions)))
        return [insertion(arcs, m, t, scapegoat) for t in seeds]

    return reduce_net(system, options, watch, insertions)
