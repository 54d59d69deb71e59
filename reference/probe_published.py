"""The search that the published algorithms by probe sets share.

    [KR]  Algorithms 1 and 2; [B] Algorithms 2 and 3.

Continuations wait on a stack.  For each that is not known: the fresh missed actions v·a, each of which gives
the continuation (q↑v·a, ε); then a probe set, whose actions give the successors.  What is missed, which
probe sets there are to choose from, which of them the proviso admits and what counts as known are parts.

Where no probe set is admitted, the vector has no successor: as printed, the algorithms are stuck there.

`seed` 0 takes the first of the smallest probe sets, the actions in their order; any other seed takes one
at random.  The papers leave the choice open, and [B] makes it at random.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from mazurka.limits import Watch
from mazurka.reference.ageing import Ages, grown, reduced
from mazurka.reference.ideals import letters
from mazurka.reference.probe_options import require_entities, whole_number
from mazurka.reference.probe_sets import Place, ProbeSet
from mazurka.reference.vector_graphs import VectorGraph
from mazurka.reference.vectors import Missed, Vector, after_word
from mazurka.systems import EntitySystem, Exploration, System
from mazurka.systems.entity import Entities

Missing = Callable[[EntitySystem, Vector], Iterable[Missed]]
Candidates = Callable[[Place], Sequence[ProbeSet]]
Proviso = Callable[[Place, ProbeSet, Ages], bool]


@dataclass(frozen=True)
class Parts:
    """Of what a published search is made.

    missed:     the fresh missed actions of a vector.
    candidates: the probe sets to choose from, in order of preference.
    admits:     the proviso.
    by_state:   whether a continuation is known as soon as its *state* is, as in [KR]; in [B] a vector is.
    ageing:     whether ages are kept, and tell vectors apart.
    """

    missed: Missing
    candidates: Candidates
    admits: Proviso
    by_state: bool
    ageing: bool


class Continuation(NamedTuple):
    """A vector and the ages of the actions."""

    vector: Vector
    ages: dict[str, int]


def published_search(
    system: EntitySystem, parts: Parts, watch: Watch, *, seed: int = 0, vectors: int = 0
) -> VectorGraph:
    """What a search of these parts explores; it stops when so many `vectors` are known, unless that is 0."""
    identity = _target(system) if parts.by_state else _vector
    record = VectorGraph(system, identity, induced=parts.by_state)
    known: set[Hashable] = set()
    chance = Random(seed) if seed else None
    stack = [Continuation(Vector(system.initial, ()), {})]
    while stack:
        limit = watch.limit_reached(len(record.vectors), len(stack))
        if not limit and 0 < vectors <= len(known):
            limit = "max_vectors"
        if limit:
            record.limit, record.waiting = limit, [c.vector for c in stack]
            break
        now = stack.pop()
        key = _known_as(record, now, parts)
        if key not in known:
            known.add(key)
            record.expand(now.vector)
            stack += _missed_continuations(record, now, parts, known)
            stack += _probed_continuations(record, now, parts, chance)
    return record


def _vector(vector: Vector) -> Hashable:
    return vector


def _target(system: EntitySystem) -> Callable[[Vector], Entities]:
    return lambda vector: after_word(system, *vector)


def _known_as(record: VectorGraph, now: Continuation, parts: Parts) -> Hashable:
    """[KR] Algorithm 1, line 6: the state.  [B] Algorithm 3, line 4: the vector with its ages."""
    key = record.key(now.vector)
    return key if parts.by_state else (key, frozenset(now.ages.items()))


def _missed_continuations(
    record: VectorGraph, now: Continuation, parts: Parts, known: set[Hashable]
) -> list[Continuation]:
    """[KR] Algorithm 1, lines 8–11: states passed on the way to a missed action count as known, too."""
    q, system, found = now.vector.base, record.system, []
    for m in parts.missed(system, now.vector):
        record.detour(q, m.run)
        if parts.by_state:
            known.update(after_word(system, q, m.prime_cause[:i]) for i in range(len(m.prime_cause) + 1))
        found.append(Continuation(Vector(after_word(system, q, m.run), ()), {}))
    return found


def _probed_continuations(
    record: VectorGraph, now: Continuation, parts: Parts, chance: Random | None
) -> list[Continuation]:
    """[KR] Algorithm 2, lines 12–14."""
    place = Place(record.system, now.vector)
    *preferred, everything = parts.candidates(place)
    admitted = [p for p in preferred if parts.admits(place, p, now.ages)]
    # [B] Definitions 36 and 39: all is explored where nothing else is possible, it is no choice among others.
    if not admitted and parts.admits(place, everything, now.ages):
        admitted = [everything]
    if not admitted:
        return []
    p = chance.choice(admitted) if chance else min(admitted, key=len)
    ages = reduced(grown(now.ages, place.enabled), p) if parts.ageing else {}
    found = []
    for a, gone in p.items():
        new = place.successor(a, gone)
        record.step(now.vector, a, letters(now.vector.word, gone), new)
        found.append(Continuation(new, ages))
    return found


def reduce_by_parts(
    name: str, parts: Parts, system: System[Entities], options: Mapping[str, object], watch: Watch
) -> Exploration[Entities]:
    """The reduction of a search of these parts.  PreconditionError unless it is an entity system."""
    record = published_search(
        require_entities(name, system),
        parts,
        watch,
        seed=whole_number(options, "seed"),
        vectors=whole_number(options, "vectors"),
    )
    return record.to_exploration(watch.seconds())
