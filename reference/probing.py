"""Probings: a probe set for each of a set of vectors, closed under what they call for; and their fairness.

    [KR]  Definition 15.   [B] Definition 30.

A probing gives a probe set p to each vector (q, w) of a set K such that

    (1)  (ι, ε) ∈ K;
    (2)  for each a ∈ dom(p), the successor (q↑p(a), (w·a) − p(a)) is in K;
    (3)  for each fresh missed v·a there is a word u ≾ w − v that does not influence a, with (q↑v·a, u) ∈ K.

It is fair if there are natural numbers n(q, w, a), for each action a enabled at the target, such that
a ∈ dom(p), or n is smaller at some successor.

[KR] Theorem 16 says that fair probings keep every run as a weak prefix.  That is wrong for the missed actions
of Definition 13: see `missed_actions`.  For those that are missed there, with ε for u, it is true:
proofs/coq/fair_probings.v.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeAlias

from mazurka.reference.feasibility import influences
from mazurka.reference.missed_actions import weak_prefixes
from mazurka.reference.probe_sets import Place, ProbeSet, is_probe_set
from mazurka.reference.traces import difference
from mazurka.reference.vectors import Missed, Vector, after_word, normal
from mazurka.systems import Action, EntitySystem

Probing: TypeAlias = Mapping[Vector, ProbeSet]
"""By vectors in normal form."""

Numbers: TypeAlias = Mapping[tuple[Vector, Action], int]
Missing: TypeAlias = Callable[[EntitySystem, Vector], Iterable[Missed]]


def successors(system: EntitySystem, vector: Vector, p: ProbeSet) -> list[Vector]:
    """The successors by the actions of the domain, in normal form."""
    place = Place(system, vector)
    return [normal(system, place.successor(a, gone)) for a, gone in p.items()]


def is_probing(system: EntitySystem, probing: Probing, missed: Missing) -> bool:
    """(1), (2) and (3), for what `missed` calls fresh along a vector."""
    return (
        Vector(system.initial, ()) in probing  # (1)
        and all(is_probe_set(Place(system, vector), p) for vector, p in probing.items())
        and all(s in probing for v, p in probing.items() for s in successors(system, v, p))  # (2)
        and all(is_followed(system, probing, v, m) for v in probing for m in missed(system, v))  # (3)
    )


def is_followed(system: EntitySystem, probing: Probing, vector: Vector, missed: Missed) -> bool:
    """(3) for one missed action."""
    rest = difference(system.independent, vector.word, missed.prime_cause)
    assert rest is not None
    base = after_word(system, vector.base, missed.run)
    return any(
        Vector(base, u) in probing and not influences(system, u, (missed.action,))
        for u in weak_prefixes(system, rest)
    )


def find_numbers(system: EntitySystem, probing: Probing) -> dict[tuple[Vector, Action], int]:
    """The least numbers, for all vectors and actions that have any."""
    onward = {vector: successors(system, vector, p) for vector, p in probing.items()}
    numbers = {(vector, a): 0 for vector, p in probing.items() for a in p}
    while True:
        new = {
            (vector, a): 1 + min(numbers[s, a] for s in onward[vector] if (s, a) in numbers)
            for vector in probing
            for a in Place(system, vector).enabled
            if (vector, a) not in numbers and any((s, a) in numbers for s in onward[vector])
        }
        if not new:
            return numbers
        numbers |= new


def are_numbers(system: EntitySystem, probing: Probing, numbers: Numbers) -> bool:
    """Whether the numbers show that the probing is fair, from the definition."""
    return all(
        a in p or any(numbers[s, a] < numbers[vector, a] for s in successors(system, vector, p))
        for vector, p in probing.items()
        for a in Place(system, vector).enabled
    )


def is_fair(system: EntitySystem, probing: Probing) -> bool:
    """Whether there are such numbers."""
    numbers = find_numbers(system, probing)
    return all((vector, a) in numbers for vector in probing for a in Place(system, vector).enabled)
