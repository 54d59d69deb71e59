"""Stubborn sets of nets, from the arcs and the marking alone.

    [E]  section 2.4.1, after Valmari; variant: with weights, read arcs and inhibitor arcs.

A set of transitions is *closed* at a marking m when it holds, for each member t, one of its alternatives:

    t enabled    its only alternative: every u that can disable t, or that t can disable;
    t disabled   an alternative for each *scapegoat*, a reason why t is disabled:
                 a place with fewer tokens than t needs: every u that adds to the place and is not itself
                 stopped by it at m;
                 a place that inhibits t: every u that takes from the place and is not itself inhibited by
                 it at m.

A closed set with an enabled member is strongly stubborn.  D2 and D1, t enabled: along a word outside the set
t stays enabled, since nothing in it can disable t; and each letter could fire after t as well, as t cannot
disable it.  D1, t disabled: the first letter of a word that adds to the scapegoat place would have to be
enabled where the place has at most m(p) tokens, hence needs at most m(p), hence is a member.  So none
does, and t stays disabled; likewise for an inhibitor place, with "at least" for "at most".

Two algorithms find such sets; each chooses among scapegoats in its own way.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from mazurka.errors import PreconditionError
from mazurka.limits import Watch
from mazurka.reference.proviso_options import reduce_with
from mazurka.systems import Action, Exploration, Marking, PetriNet, State, System, Transition

Members = tuple[int, ...]


class Arcs(NamedTuple):
    """A net, and for each transition number those that it can disable or that can disable it, ascending."""

    net: PetriNet
    conflicts: tuple[Members, ...]


def arcs_of(net: PetriNet) -> Arcs:
    """The net with its conflicts; the two conditions are symmetric, so each pair is asked once."""
    names = net.actions
    conflicts: list[list[int]] = [[] for _ in names]
    for t, a in enumerate(names):
        for u in range(t):
            if net.can_disable(a, names[u]) or net.can_disable(names[u], a):
                conflicts[t].append(u)
                conflicts[u].append(t)
    return Arcs(net, tuple(tuple(sorted(row)) for row in conflicts))


def alternatives(arcs: Arcs, m: Marking, t: int) -> tuple[Members, ...]:
    """The sets of which a closed set that holds t must include one: missing tokens first, then inhibitors."""
    transition = arcs.net.transitions[t]
    if transition.is_enabled(m):
        return (arcs.conflicts[t],)
    lacking = [p for p, need in sorted(transition.needs.items()) if m[p] < need]
    stopping = [p for p, bound in sorted(transition.inhibitors.items()) if m[p] >= bound]
    return (*(_filling(arcs.net, m, p) for p in lacking), *(_emptying(arcs.net, m, p) for p in stopping))


def _filling(net: PetriNet, m: Marking, p: int) -> Members:
    return _where(net, lambda u: u.effect.get(p, 0) > 0 and u.needs.get(p, 0) <= m[p])


def _emptying(net: PetriNet, m: Marking, p: int) -> Members:
    return _where(
        net, lambda u: u.effect.get(p, 0) < 0 and not (p in u.inhibitors and u.inhibitors[p] <= m[p])
    )


def _where(net: PetriNet, condition: Callable[[Transition], bool]) -> Members:
    return tuple(i for i, u in enumerate(net.transitions) if condition(u))


def is_closed(arcs: Arcs, m: Marking, members: frozenset[int] | set[int]) -> bool:
    """Whether each member has an alternative within the set; some member is enabled unless m is dead."""
    alive = any(arcs.net.transitions[t].is_enabled(m) for t in members) or not arcs.net.enabled(m)
    return alive and all(any(members.issuperset(x) for x in alternatives(arcs, m, t)) for t in members)


def closure(arcs: Arcs, m: Marking, seed: int) -> Members:
    """The closed set that grows from one transition.

    Members are served in the order in which they came; a disabled one takes the scapegoat
    that adds fewest transitions, the first among equals.  `insertion.py` has other choices.
    """
    found = [seed]
    for t in found:
        missing = [[u for u in x if u not in found] for x in alternatives(arcs, m, t)]
        fewest = min(missing, key=len)
        found.extend(fewest)
    return tuple(found)


def find_by_closure(arcs: Arcs, m: Marking) -> Members:
    """Of the closures of all enabled transitions that with the fewest enabled, the first among equals."""
    return min(closures(arcs, m), key=lambda x: len(enabled_among(arcs.net, m, x)), default=())


def find_by_deletion(arcs: Arcs, m: Marking) -> Members:
    """Start with all transitions; remove each enabled one, last first, with what cannot stay without it.

    Where nothing enabled would be left, the removal is undone.
    """
    everything = range(len(arcs.net.transitions))
    kept = set(everything)
    choices = [alternatives(arcs, m, t) for t in everything]
    for t in reversed(enabled_among(arcs.net, m, everything)):
        if t in kept:
            smaller = _largest_closed(choices, kept - {t})
            if enabled_among(arcs.net, m, sorted(smaller)):
                kept = smaller
    return tuple(sorted(kept)) if arcs.net.enabled(m) else ()


def _largest_closed(choices: Sequence[tuple[Members, ...]], kept: set[int]) -> set[int]:
    """The largest subset in which each member still has an alternative: remove until nothing changes."""
    while True:
        lost = {t for t in kept if not any(kept.issuperset(x) for x in choices[t])}
        if not lost:
            return kept
        kept = kept - lost


def enabled_among(net: PetriNet, m: Marking, members: Sequence[int]) -> Members:
    """The enabled members in the order of transitions."""
    return tuple(t for t in sorted(members) if net.transitions[t].is_enabled(m))


def closures(arcs: Arcs, m: Marking) -> list[Members]:
    """The closures of all enabled transitions, in their order."""
    return [closure(arcs, m, t) for t in enabled_among(arcs.net, m, range(len(arcs.net.transitions)))]


def reduce_by_closure(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """Stubborn sets by closure: all deadlocks, of cyclic nets too; more with a proviso."""
    return reduce_net(system, options, watch, closures)


def reduce_by_deletion(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """Stubborn sets by deletion: all deadlocks, of cyclic nets too; more with a proviso."""
    return reduce_net(system, options, watch, lambda arcs, m: [find_by_deletion(arcs, m)])


def reduce_by_smallest(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """What deletion leaves, or a closure with fewer enabled: all deadlocks, of cyclic nets too."""
    return reduce_net(system, options, watch, lambda arcs, m: [find_by_deletion(arcs, m), *closures(arcs, m)])


def reduce_net(
    system: System[State],
    options: Mapping[str, object],
    watch: Watch,
    propose: Callable[[Arcs, Marking], Sequence[Members]],
) -> Exploration[Marking]:
    """The reduction whose candidates are the enabled parts of these sets of transitions."""
    if not isinstance(system, PetriNet):
        raise PreconditionError(
            f"{system.name}: these stubborn sets are found from the arcs of a net, and this is a "
            f"{system.formalism} system; use plain/persistent"
        )
    arcs, names = arcs_of(system), system.actions

    def enabled_parts(m: Marking) -> list[tuple[Action, ...]]:
        return [tuple(names[t] for t in enabled_among(system, m, x)) for x in propose(arcs, m)]

    return reduce_with(system, enabled_parts, options, watch)
