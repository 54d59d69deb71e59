"""Reduction by probe sets that keeps every run as a weak prefix: the published algorithms, mended.

    [KR]  Algorithms 1 and 2; [B] Algorithm 3, Definition 36.

Vectors (q, w) wait on a stack, each with the siblings of its last letter: the domain of the probe set that
led there.  For each of them, in this order:

    1.  Its freshly missed pairs (v, a), as in `fresh_missed`: (q↑v·a, ε) waits.  This comes before the
        vector is compared with those known, since the siblings matter.
    2.  A vector that is known, up to ≃, is not expanded again.
    3.  The least domains that grow from one enabled action by clause (1) of `probe_sets`, with images that
        (2) and (3) allow.  Admissible is what leaves no letter twice in a successor; and all that is
        enabled, each with its prime cause.  Of the admissible ones the selection takes one.
    4.  Its successors wait, in the order of actions; the last of them is next.

No letter is ever twice in a word, so there are finitely many vectors for each base, and the search ends.

That no run is lost, whatever is chosen, is proved: proofs/coq/probe_soundness.v says by which rules.  Clause
(1) of `probe_sets` is not among them.

variant: what is missed, and that it is fresh for each pair of cause and action, see `missed_actions`; what is
known are vectors, not states; and no duplicates is asked only of those actions that occur in w.

Ageing, [B] Definition 31, is no second proviso beside no duplicates: it lets words grow without end where
there is a cycle, whatever its ages.  Let a and b be independent, and always possible.  One alone discharges
nothing, since the other's prime cause has none of it; and where both are explored each discharges its own
occurrences only, so along b those of a stay, and after them come more.

It is tempting not to let (q↑v·a, ε) wait where another vector has this target already.  But what is missed
along that vector leads elsewhere, to a state that may in turn be left to a third vector, and so on in a
circle.  `skip_known_targets` loses runs, and, on systems that a random search hardly ever draws, deadlocks:
see the model `probe-circle`.

Where much is dependent, little is discharged, and vectors grow long and many.  There are two ends to that.

    bound       on length: where the word of (q, w) is longer, all of q is explored instead, (q↑a, ε) for each
                a enabled at q.
    settle      on number: while there are more vectors than that for each state that they reach, a vector
                (q, w) explores all of q in the same way, and q is *settled*: a vector of q that comes later
                is dropped, with what it misses.  Then each vector settles one more base, so there are never
                more than settle + 1 for each state of the system.

Nothing is lost at a settled base q.  Let (q, w) be dropped, which was to keep a run u from q, with w ≾ u.
The first action a of u is enabled at q, so (q↑a, ε) waits, and keeps the rest of u, which is shorter.  The
run of the reduction that keeps u begins at q itself, a base that is passed as in `vector_graphs`, and needs
no vector of q.  It goes on at (q↑a, ε), which may be settled in its turn; not at another vector with this
target, which may have been dropped.

Local states are kept where runs are kept as weak prefixes, with cycles or without.  For let e get a value in
the last step of a run w, and let w ≾ v for a run v of the reduction.  That step is in v too, and gives e this
value there.  It is the same for the number of tokens in a place of a net: see `token_entities`, where an
action that changes this number determines it.  What is said of two entities together need not be kept, so
invariants are not, against [B] section 6.1.  Nor need an enabled action be explored later on (C2S).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from mazurka.errors import OptionError
from mazurka.limits import Watch
from mazurka.reference.fresh_missed import fresh_missed
from mazurka.reference.ideals import letters
from mazurka.reference.probe_candidates import disabling, everything
from mazurka.reference.probe_options import one_of, require_entities, whole_number
from mazurka.reference.probe_sets import Place, ProbeSet, largest_images, least_domain, repeats
from mazurka.reference.vector_graphs import VectorGraph
from mazurka.reference.vectors import Vector, after_word
from mazurka.systems import Action, EntitySystem, Exploration, Run, System
from mazurka.systems.entity import Entities

SELECTIONS = ("smallest", "first", "shortest")
Select = Callable[[EntitySystem, Vector, Sequence[Mapping[Action, Run]]], int]
"""A selection of one's own: the number of one of the probe sets, which map actions to words."""
Order = Callable[[EntitySystem], Sequence[Action]]
"""An order of one's own: the actions of a system."""
DISCHARGES = ("maximal", "needed")


@dataclass(frozen=True)
class Rules:
    """What is open in the search.

    selection: of the admissible probe sets the first of the smallest domain; that whose longest successor is
               the shortest; just the first; or that which a function picks.
    discharge: as much as (2) and (3) allow; or only what must go lest a letter be there twice.
    bound:     on the length of words; 0 for none.
    settle:    vectors for each state beyond which bases are settled; 0 for never.
    skip_known_targets: WRONG, see above.
    """

    selection: str | Select = "smallest"
    discharge: str = "maximal"
    bound: int = 0
    settle: int = 0
    skip_known_targets: bool = False


class Waiting(NamedTuple):
    """A vector and the siblings of its last letter."""

    vector: Vector
    siblings: Sequence[Action] = ()


class ProbeSearch:
    """The search in progress."""

    def __init__(self, system: EntitySystem, rules: Rules) -> None:
        self.system, self.rules = system, rules
        self.record = VectorGraph(system, lambda vector: vector)
        self.targets: set[Entities] = set()
        self.stack = [Waiting(Vector(system.initial, ()))]

    def run(self, watch: Watch, most: int = 0) -> VectorGraph:
        """Expand vectors until none waits or a limit is reached; `most` is one on vectors, 0 for none."""
        while self.stack:
            done = len(self.record.vectors)
            limit = watch.limit_reached(done, len(self.stack))
            if limit or 0 < most <= done:
                self.record.limit = limit or "max_vectors"
                self.record.waiting = [w.vector for w in self.stack]
                break
            self.visit(*self.stack.pop())
        return self.record

    def visit(self, vector: Vector, siblings: Sequence[Action]) -> None:
        """Steps 1 to 4 for one vector."""
        if vector.base in self.record.settled:
            return
        for missed in fresh_missed(self.system, vector, siblings):
            self.detour(vector.base, missed.run)
        if self.record.is_expanded(vector) or self.is_left_to_another(vector):
            return
        if self.are_too_many():
            self.record.settled.add(vector.base)
        self.record.expand(vector)
        self.targets.add(self.record.target(vector))
        if 0 < self.rules.bound < len(vector.word) or vector.base in self.record.settled:
            for a in self.system.enabled(vector.base):
                self.detour(vector.base, (a,))
        else:
            self.probe(Place(self.system, vector))

    def are_too_many(self) -> bool:
        """Whether there are so many vectors for each state that the base of the next one is settled."""
        return 0 < self.rules.settle * len(self.targets) < len(self.record.vectors)

    def detour(self, base: Entities, run: Run) -> None:
        """A run from a base to a start: it waits."""
        self.record.detour(base, run)
        start = Vector(after_word(self.system, base, run), ())
        if not self.is_left_to_another(start):
            self.stack.append(Waiting(start))

    def is_left_to_another(self, vector: Vector) -> bool:
        """Whether a start is skipped since another vector has this target: never, but for the wrong rule."""
        return self.rules.skip_known_targets and not vector.word and vector.base in self.targets

    def probe(self, place: Place) -> None:
        """Steps 3 and 4."""
        p = choose_probe_set(place, self.rules)
        for a, gone in p.items():
            new = place.successor(a, gone)
            self.record.step(place.vector, a, letters(place.vector.word, gone), new)
            self.stack.append(Waiting(new, tuple(p)))


def choose_probe_set(place: Place, rules: Rules) -> ProbeSet:
    """The probe set that is explored."""
    admissible = admissible_sets(place, rules.discharge) or [everything(place)]
    if rules.selection == "smallest":
        return min(admissible, key=len)
    if rules.selection == "shortest":
        return min(admissible, key=lambda p: (longest_successor(place, p), len(p)))
    return admissible[0] if isinstance(rules.selection, str) else picked(place, admissible, rules.selection)


def picked(place: Place, admissible: Sequence[ProbeSet], select: Select) -> ProbeSet:
    """The probe set that a function picks; OptionError unless it gives the number of one."""
    words = [{a: letters(place.vector.word, gone) for a, gone in p.items()} for p in admissible]
    number = select(place.system, place.vector, words)
    if number not in range(len(words)):
        raise OptionError(
            f"option selection: it gave {number!r}; expected the number of a probe set, 0 to {len(words) - 1}"
        )
    return admissible[number]


def longest_successor(place: Place, p: ProbeSet) -> int:
    """The length of the longest word among the successors."""
    return max((len(place.vector.word) + 1 - len(gone) for gone in p.values()), default=0)


def admissible_sets(place: Place, discharge: str) -> list[ProbeSet]:
    """The admissible probe sets that grow from one enabled action each, in the order of actions."""
    must_join = disabling(place.system, symmetric=False)
    domains = dict.fromkeys(least_domain(place, a, must_join) for a in place.enabled)
    found: list[ProbeSet] = []
    for domain in domains:
        p = largest_images(place, domain)
        if len(p) == len(place.enabled):
            found.append(everything(place))
        elif not repeats(place, p):
            found.append(p if discharge == "maximal" else {a: place.occurrences([a]) for a in p})
    return found


def probe_search(
    system: EntitySystem, rules: Rules, watch: Watch | None = None, most: int = 0
) -> VectorGraph:
    """What the search explores."""
    return ProbeSearch(system, rules).run(Watch() if watch is None else watch, most)


def shuffled(system: EntitySystem, seed: int) -> EntitySystem:
    """The system with its actions in an order that the seed determines; 0 leaves it as it is."""
    if not seed:
        return system
    actions = list(system.entity_actions)
    Random(seed).shuffle(actions)
    return replace(system, entity_actions=tuple(actions))


def ordered(system: EntitySystem, order: object) -> EntitySystem:
    """The system with its actions in the order of a function; OptionError unless it gives each once."""
    if not callable(order):
        return system
    names = list(order(system))
    if sorted(names) != sorted(system.actions):
        raise OptionError("option order: it does not give every action of the system once")
    return replace(system, entity_actions=tuple(system.action[a] for a in names))


def reduce_sound(
    system: System[Entities], options: Mapping[str, object], watch: Watch
) -> Exploration[Entities]:
    """The reduction.  PreconditionError unless it is an entity system."""
    own = options.get("selection")
    rules = Rules(
        own if callable(own) else one_of(options, "selection", SELECTIONS),
        one_of(options, "discharge", DISCHARGES),
        whole_number(options, "bound"),
        whole_number(options, "settle"),
    )
    given = ordered(require_entities("probe/sound", system), options.get("order"))
    entities = shuffled(given, whole_number(options, "seed"))
    record = probe_search(entities, rules, watch, whole_number(options, "vectors"))
    return record.to_exploration(watch.seconds())
