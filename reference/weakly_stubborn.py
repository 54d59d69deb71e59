"""Weakly stubborn sets of nets: only one member, the key, has to stay enabled.

    [E]  section 2.4.1, D2w, after Valmari;  [VH]  for nets.   `stubborn_sets.py` has the definition.

A set is *weakly closed* at m, with an enabled member as its key, when for each member t it has one of:

    the key           every u that can disable t, or that t can disable;
    another, enabled  the same; or every u that t may hinder: t takes from a place that u needs, or adds to
                      one that inhibits u;
    disabled          an alternative for a scapegoat, as in strongly closed sets.

D2w: a word outside the set cannot disable the key.  D1, t enabled and not the key: whatever word outside the
set could be fired before, t hinders none of its letters, and it can be fired after t as well.  So t may be
disabled by others: such sets are smaller.  They keep deadlocks; the order in which things are seen they need
not keep ([NVW]).
"""

from collections.abc import Mapping

from mazurka.limits import Watch
from mazurka.reference.net_stubborn_sets import Arcs, Members, alternatives, enabled_among, reduce_net
from mazurka.systems import Exploration, Marking, State, System, Transition


def may_hinder(t: Transition, u: Transition) -> bool:
    """Whether t takes from a place that u needs, or adds to one that inhibits u."""
    return any(p in u.needs if change < 0 else p in u.inhibitors for p, change in t.effect.items())


def weak_alternatives(arcs: Arcs, m: Marking, t: int, key: int) -> tuple[Members, ...]:
    """The sets of which a weakly closed set with this key that holds t must include one."""
    transitions = arcs.net.transitions
    if t == key or not transitions[t].is_enabled(m):
        return alternatives(arcs, m, t)
    hindered = (u for u, other in enumerate(transitions) if u != t and may_hinder(transitions[t], other))
    return (*alternatives(arcs, m, t), tuple(hindered))


def is_weakly_closed(arcs: Arcs, m: Marking, members: frozenset[int], key: int) -> bool:
    """Whether the set is weakly closed with this key."""
    return (
        key in members
        and arcs.net.transitions[key].is_enabled(m)
        and all(any(members.issuperset(x) for x in weak_alternatives(arcs, m, t, key)) for t in members)
    )


def weak_closure(arcs: Arcs, m: Marking, key: int) -> Members:
    """The weakly closed set that grows from a key; alternatives with fewest new enabled go first."""
    found = [key]
    for t in found:
        missing = [[u for u in x if u not in found] for x in weak_alternatives(arcs, m, t, key)]
        size = [(len(enabled_among(arcs.net, m, x)), len(x), i) for i, x in enumerate(missing)]
        found.extend(missing[min(size)[2]])
    return tuple(found)


def weak_closures(arcs: Arcs, m: Marking) -> list[Members]:
    """The weak closures of all enabled transitions, in their order."""
    return [weak_closure(arcs, m, t) for t in enabled_among(arcs.net, m, range(len(arcs.net.transitions)))]


def find_weakly_stubborn(arcs: Arcs, m: Marking) -> Members:
    """Of these that with the fewest enabled, the first among equals."""
    return min(weak_closures(arcs, m), key=lambda x: len(enabled_among(arcs.net, m, x)), default=())


def reduce_weakly(system: System[State], options: Mapping[str, object], watch: Watch) -> Exploration[Marking]:
    """Weakly stubborn sets: all deadlocks, of cyclic nets too.  Option order."""
    return reduce_net(system, {"order": options.get("order", "own")}, watch, weak_closures)
