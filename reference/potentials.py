"""The state-equation bound: how many firings potentials ask for.

    [PHBS]  potential heuristics;  [Murata]  section V.

A *potential* of a conjunction is an inequality Σ w(p)·m(p) ≥ b that it implies.  When no firing raises the
sum by more than k, at least (b − w·m) / k firings lead from a marking m to the conjunction; none do where the
sum is too small and k = 0.  For a goal, potentials are given for each of its conjunctions: the bound is the
least over the conjunctions, and for one the largest over its potentials.  A conjunction without any has the
bound 0.
"""

from collections.abc import Sequence
from math import inf

from mazurka.formulas import Goal, Inequality
from mazurka.systems import Marking, PetriNet


def largest_raise(net: PetriNet, i: Inequality) -> int:
    """By how much a firing raises the sum of an inequality at most, 0 where none does."""
    return max([0, *(sum(c * t.effect.get(p, 0) for p, c in i.tokens) for t in net.transitions)])


def firings(net: PetriNet, i: Inequality, m: Marking) -> float:
    """How many firings it takes at least until an inequality holds; infinite where none helps."""
    missing = i.bound - sum(c * m[p] for p, c in i.tokens)
    if missing <= 0:
        return 0
    step = largest_raise(net, i)
    return inf if step == 0 else -(-missing // step)


def bound(net: PetriNet, potentials: Sequence[Sequence[Inequality]], m: Marking) -> float:
    """The bound for the goal at a marking."""
    return min((max((firings(net, i, m) for i in row), default=0) for row in potentials), default=0)


def find_distances(net: PetriNet, goal: Goal, markings: Sequence[Marking]) -> dict[Marking, float]:
    """The length of a shortest run to the goal from each of the markings, which are all reachable ones."""
    distance: dict[Marking, float] = {m: 0 if goal.holds(m) else inf for m in markings}
    after = {m: [net.after(m, a) for a in net.enabled(m)] for m in markings}
    for steps in range(1, len(markings) + 1):
        for m in markings:
            if distance[m] == inf and any(distance[later] == steps - 1 for later in after[m]):
                distance[m] = steps
    return distance


def is_lower_bound(
    net: PetriNet, goal: Goal, potentials: Sequence[Sequence[Inequality]], markings: Sequence[Marking]
) -> bool:
    """Whether the bound is at most the length of a shortest run to the goal, at each of these markings."""
    distance = find_distances(net, goal, markings)
    return all(bound(net, potentials, m) <= distance[m] for m in markings)
