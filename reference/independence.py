"""Independence: which relations on actions are valid for a system.

    [EP]  Definition 4 (enabledness, commutativity).

A symmetric irreflexive relation is *valid* when at every reachable state s and for each pair (a, b) in it
  (1) if both are enabled, neither disables the other,
  (2) if both are enabled, both orders lead to the same state: a diamond,
  (3) if a is enabled and b is not, b is not enabled after a: neither enables the other.

(3) is not in [EP], which is content with less; the equivalence of runs needs it.  Without it a·b
could be a run and its swap b·a none.
"""

from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple, TypeAlias

from mazurka.reference.explorer import explore
from mazurka.systems import Action, Run, State, StateGraph, System

Independence: TypeAlias = Callable[[Action, Action], bool]


class InvalidDiamond(NamedTuple):
    """At the end of the run, a and b do not do what independent actions must: `reason` says what."""

    run: Run
    a: Action
    b: Action
    reason: str


def is_valid_independence(system: System[State], full: StateGraph[State] | None = None) -> bool:
    """Whether the system's own independence is symmetric, irreflexive and valid at every reachable state."""
    full = explore(system) if full is None else full
    symmetric = all(
        system.independent(a, b) == system.independent(b, a) for a in system.actions for b in system.actions
    )
    irreflexive = not any(system.independent(a, a) for a in system.actions)
    return symmetric and irreflexive and find_invalid_diamond(system, full) is None


def find_invalid_diamond(
    system: System[State], full: StateGraph[State] | None = None
) -> InvalidDiamond | None:
    """A shortest run to a state at which two actions said to be independent are not."""
    full = explore(system) if full is None else full
    for n, s in enumerate(full.states):
        for a in system.enabled(s):
            for b in system.actions:
                if b != a and system.independent(a, b) and (wrong := disagreement(system, s, a, b)):
                    return InvalidDiamond(full.run_to(n), a, b, wrong)
    return None


def disagreement(system: System[State], s: State, a: Action, b: Action) -> str | None:
    """How a, enabled at s, and b contradict independence at s; None when they do not."""
    after_a = system.after(s, a)
    if b not in system.enabled(s):
        return f"{a!r} enables {b!r}" if b in system.enabled(after_a) else None  # (3)
    after_b = system.after(s, b)
    if b not in system.enabled(after_a):
        return f"{a!r} disables {b!r}"  # (1)
    if a not in system.enabled(after_b):
        return f"{b!r} disables {a!r}"  # (1)
    if system.after(after_a, b) != system.after(after_b, a):
        return f"{a!r} {b!r} and {b!r} {a!r} lead to different states"  # (2)
    return None


def largest_valid_independence(
    system: System[State], full: StateGraph[State] | None = None
) -> frozenset[frozenset[Action]]:
    """All pairs of actions that agree at every reachable state: the union of all valid relations.

    Validity speaks of each pair alone, so that union is valid itself.
    """
    full = explore(system) if full is None else full
    return frozenset(
        frozenset((a, b))
        for a, b in combinations(system.actions, 2)
        if not any(
            x in system.enabled(s) and disagreement(system, s, x, y)
            for s in full.states
            for x, y in ((a, b), (b, a))
        )
    )
