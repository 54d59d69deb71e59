"""Place/transition nets with arc weights, read arcs and inhibitor arcs.

A transition is enabled in a marking when each place p holds at least `need(p)` tokens, the larger of what
it consumes and what it reads, and fewer than its inhibitor bound.  Firing removes what is consumed and
adds what is produced.  Actions are the identifiers of the transitions.
"""

from collections import Counter
from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, TypeAlias

from mazurka.errors import ModelError
from mazurka.systems.protocol import Action

Marking: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Transition:
    """A transition; the mappings go from the number of a place to a positive weight.

    inhibitors: the transition is disabled while the place holds that many tokens or more.
    """

    name: Action
    consumes: Mapping[int, int] = field(default_factory=dict)
    produces: Mapping[int, int] = field(default_factory=dict)
    reads: Mapping[int, int] = field(default_factory=dict)
    inhibitors: Mapping[int, int] = field(default_factory=dict)

    @cached_property
    def needs(self) -> dict[int, int]:
        """The least number of tokens for each place that is consumed from or read."""
        places = sorted({*self.consumes, *self.reads})
        return {p: max(self.consumes.get(p, 0), self.reads.get(p, 0)) for p in places}

    @cached_property
    def effect(self) -> dict[int, int]:
        """The change of each place that changes."""
        places = sorted({*self.consumes, *self.produces})
        change = {p: self.produces.get(p, 0) - self.consumes.get(p, 0) for p in places}
        return {p: d for p, d in change.items() if d}

    def is_enabled(self, m: Marking) -> bool:
        """Whether the transition can fire in m."""
        return all(m[p] >= k for p, k in self.needs.items()) and all(
            m[p] < k for p, k in self.inhibitors.items()
        )


@dataclass(frozen=True)
class PetriNet:
    """A net: places and transitions by identifier; the order of transitions is that of lexicographic choices.

    labels: the display name of a place or transition whose identifier is not its name.
    """

    name: str
    places: tuple[str, ...]
    transitions: tuple[Transition, ...]
    initial: Marking
    labels: Mapping[str, str] = field(default_factory=dict)
    formalism: str = field(default="petri-net", init=False)

    def __post_init__(self) -> None:
        ids = [*self.places, *(t.name for t in self.transitions)]
        if len(set(ids)) != len(ids):
            twice = next(x for x, times in Counter(ids).items() if times > 1)
            raise ModelError("two nodes have this identifier", where=f"node {twice!r}", cure="rename one")
        if len(self.initial) != len(self.places):
            raise ModelError(
                f"{len(self.initial)} token counts for {len(self.places)} places",
                where=self.name,
                cure="give one count for each place",
            )
        for p, k in zip(self.places, self.initial, strict=True):
            if k < 0:
                raise ModelError(
                    f"{k} tokens initially", where=f"place {p!r}", cure="a place holds 0 or more"
                )
        for t in self.transitions:
            for arcs in (t.consumes, t.produces, t.reads, t.inhibitors):
                for place, weight in arcs.items():
                    if not 0 <= place < len(self.places):
                        raise ModelError(
                            f"an arc to place number {place}",
                            where=f"transition {t.name!r}",
                            cure=f"places are 0 to {len(self.places) - 1}",
                        )
                    if weight < 1:
                        raise ModelError(
                            f"an arc of weight {weight} at place {self.places[place]!r}",
                            where=f"transition {t.name!r}",
                            cure="weights are 1 or more",
                        )

    @cached_property
    def transition(self) -> dict[Action, Transition]:
        """The transitions by identifier."""
        return {t.name: t for t in self.transitions}

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(self.transition)

    def enabled(self, m: Marking) -> tuple[Action, ...]:
        return tuple(t.name for t in self.transitions if t.is_enabled(m))

    def after(self, m: Marking, a: Action) -> Marking:
        change = self.transition[a].effect
        return tuple(k + change.get(p, 0) for p, k in enumerate(m))

    def can_disable(self, a: Action, b: Action) -> bool:
        """Whether, judged place by place, firing a can take away what b needs, or fill what inhibits b.

        Some token count k allows both, and after the change d of a it no longer allows b.  So a
        self-loop, which only reads, disables nothing.
        """
        for t, u, d in self._meetings(a, b):
            low, high = max(t.low, u.low), min(t.high, u.high)
            if low < high and (low + d < u.low or (u.high < INFINITY and high - 1 + d >= u.high)):
                return True
        return False

    def can_enable(self, a: Action, b: Action) -> bool:
        """Whether, judged place by place, firing a can bring what b lacks, or clear what inhibits b.

        Some token count k allows a and not b, and after the change d of a it allows b.
        """
        for t, u, d in self._meetings(a, b):
            low, high = max(t.low, u.low - d), min(t.high, u.high - d)
            if low < min(high, u.low) or max(low, u.high) < high:
                return True
        return False

    def independent(self, a: Action, b: Action) -> bool:
        return a != b and not any(
            self.can_disable(x, y) or self.can_enable(x, y) for x, y in ((a, b), (b, a))
        )

    def local_states(self, m: Marking) -> Mapping[str, Hashable]:
        return dict(zip(self.places, m, strict=True))

    def _meetings(self, a: Action, b: Action) -> Iterator[tuple["_Counts", "_Counts", int]]:
        """For each place that a changes and b tests: the counts a allows, those b allows, the change."""
        t, u = self.transition[a], self.transition[b]
        for p, d in t.effect.items():
            if p in u.needs or p in u.inhibitors:
                yield _allowed(t, p), _allowed(u, p), d


INFINITY = float("inf")


class _Counts(NamedTuple):
    """The token counts k with low ≤ k < high."""

    low: int
    high: float


def _allowed(t: Transition, p: int) -> _Counts:
    """The token counts of p at which t is not stopped by p."""
    return _Counts(t.needs.get(p, 0), t.inhibitors.get(p, INFINITY))
