"""Invariants over sums of places: finitely many vectors that every run stays within.

    [CGJLV]  abstraction by a function on states;  [Murata]  section V, sums of places with weights y ≥ 0.

The *abstraction* of a marking m by sums y_1, …, y_k, weights y_i ≥ 0 on places, is (y_1·m, …, y_k·m).  A set
of vectors is an invariant when

    (1)  the abstraction of the initial marking is one of them;
    (2)  if v is one of them and nothing in v stops transition t, so is v + (y_1·C(t), …, y_k·C(t)).

Vector v stops t when some v_i is below y_i·needs(t), or when y_i is a place p alone, which has an inhibitor
arc to t, and v_i is at least its bound.  Whoever stops t at the abstraction of m stops it at m, because
y_i ≥ 0; so the abstraction of every reachable marking is in the invariant.  It shows that a goal is
unreachable when

    (3)  each place of the goal is one of the sums, alone, and no vector is in the goal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from mazurka.formulas import Goal, places_of, renumbered
from mazurka.systems import PetriNet, Transition

Sum: TypeAlias = Mapping[int, int]
"""Positive weights, by the numbers of places."""

Vector: TypeAlias = tuple[int, ...]

Pairs: TypeAlias = tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class AbstractInvariant:
    """Sums of places, and vectors of their values, of which each reachable marking has one."""

    sums: tuple[Sum, ...]
    vectors: frozenset[Vector]


def is_abstract_invariant(net: PetriNet, goal: Goal, invariant: AbstractInvariant) -> bool:
    """Whether the invariant shows that no reachable marking of the net is in the goal."""
    return find_fault(net, goal, invariant) is None


def find_fault(net: PetriNet, goal: Goal, invariant: AbstractInvariant) -> str | None:
    """The first condition that fails, in words; None where the goal is shown to be unreachable."""
    sums, vectors = invariant.sums, invariant.vectors
    if any(weight < 1 for y in sums for weight in y.values()):
        return "a weight is not positive"
    if any(len(v) != len(sums) for v in vectors):
        return "a vector has not one number for each sum"
    if value(sums, dict(enumerate(net.initial))) not in vectors:
        return "(1) the initial marking has none of the vectors"
    ordered = sorted(vectors)
    for t in sorted(_abstractions(net, sums)):
        for v in ordered:
            if not _stops(v, t) and _after(v, t) not in vectors:
                return f"(2) transition {t.name!r} leads from {v} to none of the vectors"
    return _fault_of_goal(goal, invariant)


def _fault_of_goal(goal: Goal, invariant: AbstractInvariant) -> str | None:
    """What is wrong with (3)."""
    alone = {next(iter(y)): i for i, y in enumerate(invariant.sums) if list(y.values()) == [1]}
    if not set(places_of(goal)) <= alone.keys():
        return "(3) a place of the goal is not one of the sums"
    there = renumbered(goal, alone)
    inside = [v for v in invariant.vectors if there.holds(v)]
    return f"(3) vector {min(inside)} is in the goal" if inside else None


def value(sums: tuple[Sum, ...], numbers: Mapping[int, int]) -> Vector:
    """The sums of numbers by place."""
    return tuple(sum(weight * numbers.get(p, 0) for p, weight in y.items()) for y in sums)


@dataclass(frozen=True, order=True)
class _Abstraction:
    """What a transition asks of sums, and does to them, by number; of several alike, the name of one."""

    name: str
    needs: Pairs
    change: Pairs
    inhibitors: Pairs


def _abstractions(net: PetriNet, sums: tuple[Sum, ...]) -> list[_Abstraction]:
    """The transitions as the sums see them, but those that change no sum; of several alike there is one."""
    found: dict[tuple[object, ...], _Abstraction] = {}
    for t in net.transitions:
        needs, change, inhibitors = _pairs(sums, t.needs), _pairs(sums, t.effect), _inhibitors(t, sums)
        if change:
            found.setdefault((needs, change, inhibitors), _Abstraction(t.name, needs, change, inhibitors))
    return list(found.values())


def _pairs(sums: tuple[Sum, ...], numbers: Mapping[int, int]) -> Pairs:
    """The sums that are not 0, by their numbers."""
    return tuple((i, k) for i, k in enumerate(value(sums, numbers)) if k)


def _inhibitors(t: Transition, sums: tuple[Sum, ...]) -> Pairs:
    """For the sums that are an inhibitor place of t alone: their number, and the bound."""
    return tuple(
        (i, t.inhibitors[p])
        for i, y in enumerate(sums)
        for p, weight in y.items()
        if len(y) == weight == 1 and p in t.inhibitors
    )


def _stops(v: Vector, t: _Abstraction) -> bool:
    return any(v[i] < k for i, k in t.needs) or any(v[i] >= bound for i, bound in t.inhibitors)


def _after(v: Vector, t: _Abstraction) -> Vector:
    changed = list(v)
    for i, d in t.change:
        changed[i] += d
    return tuple(changed)
