"""Searches in an abstraction of a net, refined where it shows a run that the net does not have.

    [CGJLV]  counterexample-guided refinement.

The abstraction of a marking is a vector of sums of places with weights: the places that matter, each alone,
and for invariants that these places are in, the sum of what is left of the invariant, which bounds them.
Transitions that look alike are one.  If the goal is unreachable there, it is unreachable, and the vectors met
are an invariant that shows it; a run to the goal is tried in the net, and where it gets stuck, the places
that stop it matter too.  At worst all places matter.  Where a question is about a small part of a net, there
are so few vectors that no kernel is worth loading.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from math import gcd
from typing import TypeAlias

from mazurka.formulas import Goal, places_of, renumbered
from mazurka.limits import Watch
from mazurka.optimized.invariants import invariants
from mazurka.systems import Marking, PetriNet, Run, Transition

RESTS = 3
"""A place that matters brings the rests of so many invariants, those of the fewest places."""

BETWEEN_LOOKS = 16
"""So many vectors are expanded between two looks at the limits."""

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Pairs (number of a place or sum, weight or tokens), sorted."""

Vector: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class _Step:
    """What transitions that look alike ask of sums, and do to them."""

    needs: Pairs
    change: Pairs
    inhibitors: Pairs

    def after(self, v: Vector) -> Vector | None:
        """The vector after v, or None where v stops the step."""
        if any(v[i] < k for i, k in self.needs) or any(v[i] >= k for i, k in self.inhibitors):
            return None
        successor = list(v)
        for i, d in self.change:
            successor[i] += d
        return tuple(successor)


class _Summing:
    """The sums by which an abstraction looks at a net."""

    def __init__(self, sums: tuple[Pairs, ...]) -> None:
        self.size = len(sums)
        self.alone = {y[0][0]: i for i, y in enumerate(sums) if len(y) == 1 and y[0][1] == 1}
        self.inside: dict[int, list[tuple[int, int]]] = {}
        for i, y in enumerate(sums):
            for p, weight in y:
                self.inside.setdefault(p, []).append((i, weight))

    def of(self, numbers: Iterable[tuple[int, int]]) -> Pairs:
        """The sums, but those that are 0, of numbers by place."""
        found: dict[int, int] = {}
        for p, k in numbers:
            for i, weight in self.inside.get(p, ()):
                found[i] = found.get(i, 0) + weight * k
        return tuple(sorted((i, k) for i, k in found.items() if k))

    def vector(self, m: Marking) -> Vector:
        """The abstraction of a marking."""
        found = dict(self.of(enumerate(m)))
        return tuple(found.get(i, 0) for i in range(self.size))

    def steps(self, net: PetriNet) -> dict[_Step, list[Transition]]:
        """The steps of the abstraction, and the transitions that each stands for."""
        alike: dict[_Step, list[Transition]] = {}
        for t in net.transitions:
            if change := self.of(t.effect.items()):
                inhibitors = ((self.alone[p], k) for p, k in t.inhibitors.items() if p in self.alone)
                step = _Step(self.of(t.needs.items()), change, tuple(sorted(inhibitors)))
                alike.setdefault(step, []).append(t)
        return alike


class _Breadth:
    """The vectors met in one abstraction, nearest first, each with the vector and the step it came by."""

    def __init__(self, net: PetriNet, goal: Goal, sums: tuple[Pairs, ...]) -> None:
        summing = _Summing(sums)
        self.goal = renumbered(goal, summing.alone)
        self.steps = summing.steps(net)
        initial = summing.vector(net.initial)
        self.before: dict[Vector, tuple[Vector, _Step] | None] = {initial: None}
        self.expanded = 0
        self.found = initial if self.goal.holds(initial) else None
        self.queue = [initial]

    @property
    def waiting(self) -> int:
        """The vectors still to be expanded."""
        return len(self.queue) - self.expanded

    @property
    def over(self) -> bool:
        """Whether the goal was found, or there is nothing left to expand."""
        return self.found is not None or not self.waiting

    def expand(self) -> None:
        """Expand the next vector."""
        v = self.queue[self.expanded]
        self.expanded += 1
        for step in self.steps:
            w = step.after(v)
            if w is not None and w not in self.before:
                self.before[w] = v, step
                self.queue.append(w)
                if self.goal.holds(w):
                    self.found = w
                    return

    def run(self) -> list[_Step]:
        """The steps to the goal."""
        steps = []
        at = self.found
        while at is not None and (came := self.before[at]) is not None:
            at, step = came
            steps.append(step)
        return steps[::-1]


class Abstraction:
    """The search for a goal in ever finer abstractions.

    spent:     the steps tried, and the transitions looked at for the sake of an abstraction.
    reachable: None while that is not known;  run: of the net itself, after a True;  after a False, `sums`
    and `vectors` are the invariant that shows it.
    """

    def __init__(self, net: PetriNet, goal: Goal) -> None:
        self.net, self.goal = net, goal
        self.places = set(places_of(goal))
        self.invariants = sorted((sorted(i.weights.items()) for i in invariants(net)), key=len)
        self.reachable: bool | None = None
        self.run: Run = ()
        self.left = 0
        self.spent = 0
        self.refine()

    @property
    def states(self) -> int:
        """The vectors met in all abstractions."""
        return self.left + len(self.search.queue)

    @property
    def vectors(self) -> list[Vector]:
        """The vectors met in the last abstraction."""
        return self.search.queue

    def refine(self) -> None:
        """Begin a search in the abstraction by the places that matter now."""
        self.sums = self.sums_that_matter()
        self.search = _Breadth(self.net, self.goal, self.sums)
        self.spent += len(self.net.transitions)

    def sums_that_matter(self) -> tuple[Pairs, ...]:
        """The places that matter, and the rests of invariants that they are in."""
        sums: dict[Pairs, None] = {((p, 1),): None for p in sorted(self.places)}
        brought = dict.fromkeys(self.places, 0)
        for weights in self.invariants:
            inside = [p for p, _ in weights if p in self.places]
            if any(brought[p] < RESTS for p in inside):
                rest = [(p, k) for p, k in weights if p not in self.places]
                common = gcd(*(k for _, k in rest))
                if rest:
                    sums[tuple((p, k // common) for p, k in rest)] = None
                for p in inside:
                    brought[p] += 1
        return tuple(sums)

    def advance(self, watch: Watch, budget: float) -> str | None:
        """Go on until that much is spent in all; the limit that was reached first, or None."""
        while self.reachable is None and self.spent < budget:
            if limit := watch.limit_reached(self.states, self.search.waiting):
                return limit
            for _ in range(BETWEEN_LOOKS):
                if self.search.over:
                    break
                self.search.expand()
                self.spent += len(self.search.steps)
            if self.search.over:
                self.conclude()
        return None

    def conclude(self) -> None:
        """What the end of a search means."""
        if self.search.found is None:
            self.reachable = False
        else:
            self.follow(self.search.run())

    def follow(self, steps: Iterable[_Step]) -> None:
        """Try a run of the abstraction in the net; where it gets stuck, the abstraction is refined."""
        m, run = self.net.initial, []
        for step in steps:
            lacking, t = min(
                ((_lacking(t, m), t) for t in self.search.steps[step]), key=lambda pair: len(pair[0])
            )
            if lacking:
                self.left = self.states
                self.places.update(lacking)
                self.refine()
                return
            run.append(t.name)
            m = self.net.after(m, t.name)
        self.reachable, self.run = True, tuple(run)


def _lacking(t: Transition, m: Marking) -> list[int]:
    """The places that stop t at m."""
    needed = [p for p, k in t.needs.items() if m[p] < k]
    return needed + [p for p, k in t.inhibitors.items() if m[p] >= k]
