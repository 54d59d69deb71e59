"""Traps and siphons: what the structure of a net says of its runs, beyond the state equation.

    [Murata]  section VI, on siphons and traps.

A run leads from the initial marking to m, and x(t) counts how often t fires in it.  For any set Q of places:

    trap    if Q was marked at some time and m leaves it empty, some transition has *emptied* it: one that
            takes a token from Q and leaves none behind for certain;
    siphon  if Q is empty at first and some transition that needs a token of Q has fired, then before it one
            that *feeds* Q has: it puts a token into Q and needs none of Q.

Q was marked at some time iff it is at first, or a transition that puts a token into Q has fired.  Each is a
clause over linear inequalities.  A set that nothing empties is a trap in the usual sense, one that nothing
feeds a siphon.  Arc weights, read arcs and inhibitor arcs do no harm: a weight only adds tokens, a token that
is read remains, and inhibitor arcs only make runs fewer.
"""

from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass
from typing import Literal

from mazurka.formulas import terms
from mazurka.oracle.linear_goals import RunInequality
from mazurka.systems import Marking, PetriNet, Transition

AT_ONCE = 8
"""How many siphons are taken from one solution."""


@dataclass(frozen=True)
class Structure:
    """What a set of places says of all runs; see above."""

    kind: Literal["trap", "siphon"]
    places: tuple[int, ...]

    def clause(self, net: PetriNet) -> list[RunInequality] | None:
        """The inequalities one of which holds after every run; None for a siphon that is marked at first."""
        q = frozenset(self.places)
        marked = any(net.initial[p] for p in q)
        if self.kind == "siphon":
            if marked:
                return None
            return [fired(feeders(net, q)), fired(needers(net, q)).negation()]
        clause = [RunInequality(terms(dict.fromkeys(q, 1)), 1), fired(emptiers(net, q))]
        return clause if marked else [*clause, fired(fillers(net, q)).negation()]


def fired(transitions: Iterable[int]) -> RunInequality:
    """One of the transitions has fired."""
    return RunInequality((), 1, terms(dict.fromkeys(transitions, 1)))


def surely_marked(t: Transition) -> frozenset[int]:
    """The places that hold a token for certain after t: needed and not taken, or put there."""
    return frozenset(
        p for p in {*t.needs, *t.produces} if t.needs.get(p, 0) + t.produces.get(p, 0) > t.consumes.get(p, 0)
    )


def empties(t: Transition, q: Set[int]) -> bool:
    """Whether t may take the last token from q."""
    return not q.isdisjoint(t.consumes) and q.isdisjoint(surely_marked(t))


def feeds(t: Transition, q: Set[int]) -> bool:
    """Whether t can put a token into q while q is empty."""
    return not q.isdisjoint(t.produces) and q.isdisjoint(t.needs)


def emptiers(net: PetriNet, q: Set[int]) -> list[int]:
    """The transitions that may empty q."""
    return [k for k, t in enumerate(net.transitions) if empties(t, q)]


def feeders(net: PetriNet, q: Set[int]) -> list[int]:
    """The transitions that can put a token into an empty q."""
    return [k for k, t in enumerate(net.transitions) if feeds(t, q)]


def needers(net: PetriNet, q: Set[int]) -> list[int]:
    """The transitions that cannot fire while q is empty."""
    return [k for k, t in enumerate(net.transitions) if not q.isdisjoint(t.needs)]


def fillers(net: PetriNet, q: Set[int]) -> list[int]:
    """The transitions that put a token into q."""
    return [k for k, t in enumerate(net.transitions) if not q.isdisjoint(t.produces)]


def find_structures(net: PetriNet, m: Marking, x: Mapping[int, int]) -> list[Structure]:
    """Siphons and a trap whose clauses are violated by what is said to be a marking and its firings."""
    firing = [k for k in sorted(x) if x[k]]
    trap = find_trap(net, m, firing)
    return [*find_siphons(net, firing), *([] if trap is None else [trap])]


def find_siphons(net: PetriNet, firing: list[int]) -> list[Structure]:
    """Small siphons, empty at first, that keep some of these transitions from firing if only these fire."""
    reached = {p for p, k in enumerate(net.initial) if k}
    waiting = list(firing)
    while ready := [k for k in waiting if reached.issuperset(net.transitions[k].needs)]:
        reached.update(p for k in ready for p in net.transitions[k].produces)
        waiting = [k for k in waiting if k not in ready]
    found = (_siphon(net, firing, k, reached) for k in waiting)
    return list(dict.fromkeys(Structure("siphon", tuple(sorted(q))) for q in found))[:AT_ONCE]


def _siphon(net: PetriNet, firing: list[int], k: int, reached: Set[int]) -> set[int]:
    """Places not reached, one of them needed by transition k, that none of the firing ones feeds."""
    found = {_lacking(net, k, reached)}
    while (feeding := next((k for k in firing if feeds(net.transitions[k], found)), -1)) >= 0:
        found.add(_lacking(net, feeding, reached))
    return found


def _lacking(net: PetriNet, k: int, reached: Set[int]) -> int:
    return next(p for p in net.transitions[k].needs if p not in reached)


def find_trap(net: PetriNet, m: Marking, firing: list[int]) -> Structure | None:
    """A small set that is empty in m, was marked at some time, and that none of these transitions empties."""
    fires = [net.transitions[k] for k in firing]
    marked = {p for p, k in enumerate(net.initial) if k}.union(*(t.produces for t in fires))
    moves = [(frozenset(t.consumes), surely_marked(t)) for t in fires]
    found = largest_trap(moves, {p for p, k in enumerate(m) if k == 0})
    if found.isdisjoint(marked):
        return None
    for p in sorted(found):
        if p in found and not (smaller := largest_trap(moves, found - {p})).isdisjoint(marked):
            found = smaller
    return Structure("trap", tuple(sorted(found)))


def largest_trap(moves: list[tuple[frozenset[int], frozenset[int]]], within: Set[int]) -> set[int]:
    """The largest part that no transition empties; of each, what it takes from and what it leaves marked.

    A transition that leaves no token in a set leaves none in a part: all that it takes from must go.
    """
    found = set(within)
    while taken := [
        takes for takes, leaves in moves if found.isdisjoint(leaves) and not found.isdisjoint(takes)
    ]:
        found = found.difference(*taken)
    return found
