"""Probe sets: which enabled actions a vector explores, and what of its word each of them lets go.

    [KR]  Definition 14, section 4.3; [B] Definitions 23–24.

A probe set of (q, w) is a partial function p from the actions enabled at the target to words, with for each
a ∈ dom(p) and each enabled b:

    (1)  b ◀ a implies b ∈ dom(p)                     [KR] clause 1
    (1′) a ◀ b or b ◀ a implies b ∈ dom(p)            [B] equation 2.10a
    (2)  p(a) ≾ ↓_b w, or b ∈ dom(p)
    (3)  p(a) ≾ ↓_a w
    (4)  dom(p) ≠ ∅ where anything is enabled         [B] equation 2.10d

The successor by a is (q↑p(a), (w·a) − p(a)): p(a) is discharged.

Here p(a) is a set of positions of w, an ideal.  Then ≾ is inclusion, and for a given domain the largest image
that (2) and (3) allow is an intersection of prime causes.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from mazurka.reference.ideals import (
    Influence,
    Positions,
    cause,
    closed,
    influence,
    is_ideal,
    letters,
    without,
)
from mazurka.reference.vectors import Vector, after_word
from mazurka.systems import Action, EntitySystem
from mazurka.systems.entity import Entities

ProbeSet: TypeAlias = Mapping[Action, Positions]


@dataclass(frozen=True)
class Place:
    """A vector as the choice of a probe set sees it: its target, what is enabled there, the prime causes."""

    system: EntitySystem
    vector: Vector

    @cached_property
    def influences(self) -> Influence:
        """⇝, reflexive."""
        return influence(self.system)

    @cached_property
    def target(self) -> Entities:
        """q↑w."""
        return after_word(self.system, *self.vector)

    @cached_property
    def enabled(self) -> tuple[Action, ...]:
        """What the target enables, in the order of actions."""
        return self.system.enabled(self.target)

    @cached_property
    def causes(self) -> dict[Action, Positions]:
        """↓_a w of each enabled action a."""
        return {a: cause(self.influences, self.vector.word, a) for a in self.enabled}

    def occurrences(self, of: Collection[Action]) -> Positions:
        """The least ideal of w with every position that holds one of these letters."""
        w = self.vector.word
        return closed(self.influences, w, [i for i, x in enumerate(w) if x in of])

    def successor(self, a: Action, discharged: Positions) -> Vector:
        """(q↑p(a), (w·a) − p(a)), with a as the last letter."""
        q, w = self.vector
        base = after_word(self.system, q, letters(w, discharged))
        return Vector(base, (*without(w, discharged), a))


def is_probe_set(place: Place, p: ProbeSet, *, symmetric: bool = False) -> bool:
    """Whether p is a probe set: (1), or, if symmetric, (1′) and (4); (2); (3)."""
    disables = place.system.disables
    return (
        set(p) <= set(place.enabled)
        and all(is_ideal(place.influences, place.vector.word, p[a]) for a in p)
        and all(b in p for a in p for b in place.enabled if disables(b, a))  # (1)
        and (not symmetric or all(b in p for a in p for b in place.enabled if disables(a, b)))  # (1′)
        and all(b in p or p[a] <= place.causes[b] for a in p for b in place.enabled)  # (2)
        and all(p[a] <= place.causes[a] for a in p)  # (3)
        and (not symmetric or bool(p) or not place.enabled)  # (4)
    )


def least_domain(
    place: Place,
    seed: Action,
    must_join: Callable[[Action, Action], bool],
    must_discharge: Callable[[Action], Positions] = lambda _a: frozenset(),
) -> tuple[Action, ...]:
    """The least domain with the seed that (1) or (1′) allows, and (2) where so much must be discharged.

    must_join: whether b must be in the domain with a.
    """
    found, waiting = {seed}, [seed]
    while waiting:
        a = waiting.pop()
        gone = must_discharge(a)
        new = [
            b for b in place.enabled if b not in found and (must_join(a, b) or not gone <= place.causes[b])
        ]
        found.update(new)
        waiting.extend(new)
    return tuple(a for a in place.enabled if a in found)


def largest_images(place: Place, domain: Iterable[Action]) -> dict[Action, Positions]:
    """p(a) = ↓_a w ∩ ⋂ {↓_b w : b enabled and not in the domain}: the most that (2) and (3) allow."""
    domain = tuple(domain)
    outside = [place.causes[b] for b in place.enabled if b not in domain]
    return {a: place.causes[a].intersection(*outside) for a in domain}


def repeats(place: Place, p: ProbeSet) -> tuple[Action, ...]:
    """The actions of the domain that occur in what is left of w: those that the successor has twice."""
    w = place.vector.word
    return tuple(a for a in p if a in without(w, p[a]))
