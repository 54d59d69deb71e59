"""Labelled transition systems: explicit states and edges; independence given, or none."""

from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from mazurka.errors import ModelError
from mazurka.systems.protocol import Action


@dataclass(frozen=True)
class Lts:
    """An action-deterministic labelled transition system.

    number_of_states: states are 0 … number_of_states − 1.
    edges:            triples (source, action, target).
    independence:     unordered pairs of independent actions; empty means that nothing is independent.
    """

    name: str
    initial: int
    number_of_states: int
    edges: tuple[tuple[int, Action, int], ...]
    independence: frozenset[frozenset[Action]] = frozenset()
    actions: tuple[Action, ...] = field(init=False)
    formalism: str = field(default="lts", init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "actions", tuple(dict.fromkeys(a for _, a, _ in self.edges)))
        if not 0 <= self.initial < self.number_of_states:
            raise ModelError(
                f"the initial state {self.initial} does not exist",
                where=self.name,
                cure=f"states are 0 to {self.number_of_states - 1}",
            )
        seen: dict[tuple[int, Action], int] = {}
        for s, a, t in self.edges:
            if not (0 <= s < self.number_of_states and 0 <= t < self.number_of_states):
                raise ModelError(
                    f"edge ({s}, {a!r}, {t}) leaves the states",
                    where=self.name,
                    cure=f"states are 0 to {self.number_of_states - 1}",
                )
            if seen.setdefault((s, a), t) != t:
                raise ModelError(
                    f"state {s} has two edges labelled {a!r}, to {seen[s, a]} and {t}",
                    where=self.name,
                    cure="systems are action-deterministic: name the two actions apart",
                )
        for pair in self.independence:
            if len(pair) != 2 or not pair <= set(self.actions):
                raise ModelError(
                    f"independence of {sorted(pair)} is not a pair of two actions",
                    where=self.name,
                    cure="independence relates two different actions of the system",
                )

    @cached_property
    def _out(self) -> list[dict[Action, int]]:
        rank = {a: i for i, a in enumerate(self.actions)}
        out: list[dict[Action, int]] = [{} for _ in range(self.number_of_states)]
        for s, a, t in sorted(self.edges, key=lambda e: (e[0], rank[e[1]])):
            out[s][a] = t
        return out

    def enabled(self, s: int) -> tuple[Action, ...]:
        return tuple(self._out[s])

    def after(self, s: int, a: Action) -> int:
        return self._out[s][a]

    def independent(self, a: Action, b: Action) -> bool:
        return frozenset((a, b)) in self.independence

    def local_states(self, s: int) -> Mapping[str, Hashable]:
        return {"state": s}

    @staticmethod
    def from_edges(
        name: str, edges: Iterable[tuple[int, Action, int]], independent: Iterable[tuple[Action, Action]] = ()
    ) -> "Lts":
        """The system with initial state 0 and as many states as the edges mention."""
        listed = tuple(edges)
        size = 1 + max((max(s, t) for s, _, t in listed), default=0)
        return Lts(name, 0, size, listed, frozenset(frozenset(p) for p in independent))
