"""Sleep sets in the search by probe sets: WRONG, they lose deadlocks.

    [KR]  section 5, which leaves their combination open; `sleep_sets`.

The search is that of `probe_sound`, where each vector that waits has a sleep set as well.  The successors of
a vector are made in the order of actions, without those asleep; that by a has asleep what was asleep or came
before a, and is independent of a.  A start (q, ε) has nothing asleep.  A vector that was expanded with no
more asleep is not expanded again.

    cautious    only an action that discharges nothing goes to sleep, and only for others that do so too.

Why it fails, in the smallest system found, where all of b: D{1}; c: C{4}; d: D{0,1,3} C{4}; e: R{1} D{3} are
enabled at first, and explored.  The run e·b·c is left to one after another in a circle:

    e to c    after e, c is asleep: c·e·b is left to the vector of c;
    c to b    there the probe set is {b}, which leaves e to what is missed along c·b; but b is asleep;
    b to e    along b·c, e would be missed, were it not a sibling of b: it is explored beside it.

Each of the three is right without the others: a sleep set takes for granted that what comes first is explored
with all that follows it, while a probe set leaves what it does not hold to the words that follow.  Little
would be saved: see `fuzz/README.md`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from mazurka.limits import Watch
from mazurka.reference.fresh_missed import fresh_missed
from mazurka.reference.ideals import letters
from mazurka.reference.probe_sets import Place
from mazurka.reference.probe_sound import Rules, choose_probe_set
from mazurka.reference.sleep_sets import Sleep, sleep_after
from mazurka.reference.vector_graphs import VectorGraph
from mazurka.reference.vectors import Vector, after_word, normal
from mazurka.systems import Action, EntitySystem, Run
from mazurka.systems.entity import Entities


class Sleeping(NamedTuple):
    """A vector, the siblings of its last letter, and its sleep set."""

    vector: Vector
    siblings: Sequence[Action] = ()
    sleep: Sleep = frozenset()


class SleepingSearch:
    """The search in progress."""

    def __init__(self, system: EntitySystem, rules: Rules, cautious: bool) -> None:
        self.system, self.rules, self.cautious = system, rules, cautious
        self.record = VectorGraph(system, lambda vector: vector)
        self.expanded: dict[Vector, list[Sleep]] = {}
        self.stack = [Sleeping(Vector(system.initial, ()))]

    def run(self, watch: Watch) -> VectorGraph:
        """Expand vectors until none waits or a limit is reached."""
        while self.stack:
            if limit := watch.limit_reached(len(self.record.vectors), len(self.stack)):
                self.record.limit = limit
                self.record.waiting = [w.vector for w in self.stack]
                break
            self.visit(self.stack.pop())
        return self.record

    def visit(self, new: Sleeping) -> None:
        """What is missed along the vector, and its successors if it is new."""
        for missed in fresh_missed(self.system, new.vector, new.siblings):
            self.detour(new.vector.base, missed.run)
        if not self.is_subsumed(new):
            self.record.expand(new.vector)
            self.probe(Place(self.system, new.vector), new.sleep)

    def is_subsumed(self, new: Sleeping) -> bool:
        """Whether the vector was expanded with no more asleep; if not, it is now."""
        known = self.expanded.setdefault(normal(self.system, new.vector), [])
        if any(sleep <= new.sleep for sleep in known):
            return True
        known.append(new.sleep)
        return False

    def detour(self, base: Entities, run: Run) -> None:
        """A run from a base to a start: it waits, with nothing asleep."""
        self.record.detour(base, run)
        self.stack.append(Sleeping(Vector(after_word(self.system, base, run), ())))

    def probe(self, place: Place, sleep: Sleep) -> None:
        """The successors by what is not asleep."""
        p = choose_probe_set(place, self.rules)
        before: list[Action] = []
        for a, gone in p.items():
            if a not in sleep:
                new = place.successor(a, gone)
                self.record.step(place.vector, a, letters(place.vector.word, gone), new)
                asleep = sleep_after(self.system, sleep, before, a)
                self.stack.append(Sleeping(new, tuple(p), frozenset() if self.cautious and gone else asleep))
                if not (self.cautious and gone):
                    before.append(a)
