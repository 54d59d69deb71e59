"""Entity systems: actions that read, forbid, delete and create entities.

    [KR]  Definitions 9–10.

A state is the set of entities that exist.  Action a has disjoint finite sets R (reads), N (forbids),
D (deletes) and C (creates).  It is enabled in E iff R ∪ D ⊆ E and (N ∪ C) ∩ E = ∅; afterwards the state
is (E ∖ D) ∪ C.
"""

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations
from typing import TypeAlias

from mazurka.errors import ModelError
from mazurka.systems.protocol import Action

Entities: TypeAlias = frozenset[str]


@dataclass(frozen=True)
class EntityAction:
    """The four sets of an action; ModelError when two of them meet."""

    name: Action
    reads: Entities = frozenset()
    forbids: Entities = frozenset()
    deletes: Entities = frozenset()
    creates: Entities = frozenset()

    def __post_init__(self) -> None:
        sets = {kind: getattr(self, kind) for kind in ("reads", "forbids", "deletes", "creates")}
        for (x, first), (y, second) in combinations(sets.items(), 2):
            for e in sorted(first & second):
                raise ModelError(
                    f"entity {e!r} is in both {x!r} and {y!r}",
                    where=f"action {self.name!r}",
                    cure="the four sets of an action are disjoint",
                )

    @property
    def needed(self) -> Entities:
        """R ∪ D: what must be there."""
        return self.reads | self.deletes

    @property
    def excluded(self) -> Entities:
        """N ∪ C: what must not be there."""
        return self.forbids | self.creates


@dataclass(frozen=True)
class EntitySystem:
    """An entity system: the initial entities, and the actions in the order of lexicographic choices."""

    name: str
    initial: Entities
    entity_actions: tuple[EntityAction, ...]
    formalism: str = field(default="entity", init=False)

    def __post_init__(self) -> None:
        for name, times in Counter(a.name for a in self.entity_actions).items():
            if times > 1:
                raise ModelError("two actions have this name", where=f"action {name!r}", cure="rename one")

    @cached_property
    def action(self) -> dict[Action, EntityAction]:
        """The actions by name."""
        return {a.name: a for a in self.entity_actions}

    @property
    def actions(self) -> tuple[Action, ...]:
        return tuple(self.action)

    @cached_property
    def entities(self) -> tuple[str, ...]:
        """Every entity that is mentioned, sorted."""
        mentioned = set(self.initial).union(*(a.needed | a.excluded for a in self.entity_actions))
        return tuple(sorted(mentioned))

    def enabled(self, s: Entities) -> tuple[Action, ...]:
        return tuple(a.name for a in self.entity_actions if a.needed <= s and not a.excluded & s)

    def after(self, s: Entities, a: Action) -> Entities:
        return (s - self.action[a].deletes) | self.action[a].creates

    def stimulates(self, a: Action, b: Action) -> bool:
        """a ▷ b: C_a ∩ (R_b ∪ D_b) ≠ ∅ or D_a ∩ (C_b ∪ N_b) ≠ ∅.  [KR] Definition 10."""
        x, y = self.action[a], self.action[b]
        return bool(x.creates & y.needed or x.deletes & y.excluded)

    def disables(self, a: Action, b: Action) -> bool:
        """a ◀ b, a violates the precondition of b: D_a ∩ (R_b ∪ D_b) ≠ ∅ or C_a ∩ (C_b ∪ N_b) ≠ ∅."""
        x, y = self.action[a], self.action[b]
        return bool(x.deletes & y.needed or x.creates & y.excluded)

    def influences(self, a: Action, b: Action) -> bool:
        """a ⇝ b: a ▷ b or b ◀ a."""
        if (a, b) not in self._influence:
            self._influence[a, b] = self.stimulates(a, b) or self.disables(b, a)
        return self._influence[a, b]

    @cached_property
    def _influence(self) -> dict[tuple[Action, Action], bool]:
        """What has been asked so far: the same few pairs are asked again and again."""
        return {}

    def independent(self, a: Action, b: Action) -> bool:
        return a != b and not (self.influences(a, b) or self.influences(b, a))

    def local_states(self, s: Entities) -> Mapping[str, Hashable]:
        return {e: e in s for e in self.entities}
