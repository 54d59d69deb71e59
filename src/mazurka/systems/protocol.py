"""The protocol of a system: an initial state, the enabled actions, the state after one, and independence.

Systems are action-deterministic: a state and an action determine the next state.  Hence a run is a
word of actions.  States are hashable values; actions are their names.
"""

from collections.abc import Hashable, Iterable, Mapping
from typing import Protocol, TypeAlias, TypeVar

Action: TypeAlias = str
Run: TypeAlias = tuple[Action, ...]
State = TypeVar("State", bound=Hashable)


class System(Protocol[State]):
    """Everything that explorers and reducers need to know."""

    @property
    def name(self) -> str:
        """What the user calls it."""

    @property
    def formalism(self) -> str:
        """One of `client-server`, `petri-net`, `entity`, `lts`."""

    @property
    def initial(self) -> State:
        """The state in which every run begins."""

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions in the order that lexicographic choices use."""

    def enabled(self, s: State) -> tuple[Action, ...]:
        """The actions that can be taken in s, in the order of `actions`."""

    def after(self, s: State, a: Action) -> State:
        """The state after taking a in s; a must be enabled in s."""

    def independent(self, a: Action, b: Action) -> bool:
        """Whether a and b are independent: symmetric and irreflexive, and valid at every state.

        Valid: where both are enabled neither disables the other and both orders lead to the same
        state, and neither can enable the other.
        """

    def local_states(self, s: State) -> Mapping[str, Hashable]:
        """The state of each component: tokens by place, local state by process, presence by entity."""


def replay(system: System[State], run: Iterable[Action]) -> State:
    """The state after a run from the initial state; ValueError names the first action not enabled."""
    s = system.initial
    for i, a in enumerate(run):
        if a not in system.enabled(s):
            raise ValueError(f"step {i + 1}: {a!r} is not enabled")
        s = system.after(s, a)
    return s
