"""The includes-first-set test: can the system run so that nothing outside B could have come first?

    [HLPW]  Definition 14, Lemma 32, Figure 9.

IFS(s, B) holds iff some maximal run w from s has first(w) ⊆ B.  Where it fails, whoever has covered all that
can begin outside B has covered everything: an oracle for it never lets a search with sleep sets run into a
node from which everything sleeps.  Deciding it is NP-complete (Proposition 23); here it is decided by
enumeration, for small systems.

Lemma 32: it holds iff there is a *staircase*, a run u0 b1 u1 … bk uk from s with

    (1)  dom(u0) ⊆ dom(B) and first(u0) ⊆ B;
    (2)  b_i sticks from P_{i−1} in s, where P_0 = dom(u0) and P_i = P_{i−1} ∪ dom(b_i);
    (3)  dom(u_i) ⊆ P_i;
    (4)  P_k wraps B.

The run need not be maximal.  By (2) and (3) whatever comes after u0 depends on something before it, and by
(4) so does what could still begin outside B: all maximal runs that extend it have their first set within B.

variant: the printed (2) can be read as P_0 = dom(B).  Then (4) would count processes of B that never move.
"""

from collections.abc import Callable, Set
from typing import NamedTuple, TypeAlias

from mazurka.reference.explorer import explore
from mazurka.reference.pifs import processes_of, sticks, wraps
from mazurka.reference.source_sets import first_set_table, run_with_first_set
from mazurka.reference.traces import first, maximal_runs, without_first
from mazurka.systems import Action, ClientServerSystem, Run, State, System
from mazurka.systems.client_server import GlobalState

Oracle: TypeAlias = Callable[[GlobalState, Set[Action]], bool]
"""Answers IFS(s, B) for actions B enabled at s.  An approximation may say yes too often, never no."""


def includes_first_set(system: System[State], s: State, b: Set[Action]) -> bool:
    """IFS(s, B), by the definition: every maximal run is looked at."""
    return any(first(system.independent, w) <= b for w in maximal_runs(system, s))


class FirstSetOracle:
    """IFS for the reachable states of an acyclic system, from the first sets of each, computed once."""

    def __init__(self, system: System[GlobalState]) -> None:
        self.system = system
        self.full = explore(system)
        self.table = first_set_table(system, self.full)
        self.number = {s: n for n, s in enumerate(self.full.states)}

    def __call__(self, s: GlobalState, b: Set[Action]) -> bool:
        return any(f <= b for f in self.table[self.number[s]])

    def find_run(self, s: GlobalState, b: Set[Action]) -> Run | None:
        """A maximal run w from s with first(w) ⊆ B; None where there is none."""
        n = self.number[s]
        found = next((f for f in sorted(self.table[n], key=sorted) if f <= b), None)
        if found is None:
            return None
        return run_with_first_set(self.system, self.full, self.table, n, found)


def find_run_with_first_set_within(system: System[State], s: State, b: Set[Action]) -> Run | None:
    """A maximal run w from s with first(w) ⊆ B; None where there is none."""
    full = explore(system, start=s)
    table = first_set_table(system, full)
    found = next((f for f in sorted(table[0], key=sorted) if f <= b), None)
    return None if found is None else run_with_first_set(system, full, table, 0, found)


def is_run_with_first_set_within(system: System[State], s: State, b: Set[Action], w: Run) -> bool:
    """Whether w is a maximal run from s with first(w) ⊆ B."""
    for a in w:
        if a not in system.enabled(s):
            return False
        s = system.after(s, a)
    return not system.enabled(s) and first(system.independent, w) <= b


class Staircase(NamedTuple):
    """u0, and the pairs (b1, u1), …, (bk, uk)."""

    ground: Run
    steps: tuple[tuple[Action, Run], ...]

    @property
    def run(self) -> Run:
        """u0 b1 u1 … bk uk."""
        return self.ground + tuple(a for b, u in self.steps for a in (b, *u))


def is_staircase(system: ClientServerSystem, s: GlobalState, b: Set[Action], stairs: Staircase) -> bool:
    """Whether it is a run from s with (1), (2), (3) and (4)."""
    if not is_run(system, s, stairs.run):
        return False
    used = processes_of(system, set(stairs.ground))
    if not (used <= processes_of(system, b) and first(system.independent, stairs.ground) <= b):
        return False  # (1)
    for step, u in stairs.steps:
        if not sticks(system, s, used, step):
            return False  # (2)
        used = used.union(system.domain[step])
        if not processes_of(system, set(u)) <= used:
            return False  # (3)
    return wraps(system, s, used, b)  # (4)


def is_run(system: System[State], s: State, w: Run) -> bool:
    """Whether w can be taken from s."""
    for a in w:
        if a not in system.enabled(s):
            return False
        s = system.after(s, a)
    return True


def find_staircase(system: ClientServerSystem, s: GlobalState, b: Set[Action]) -> Staircase | None:
    """A staircase, made from a maximal run w with first(w) ⊆ B as the proof of Lemma 32 makes it.

    From the front of w take all that stays within dom(B); then, while P does not wrap B, something that
    sticks from P, and all that stays within the larger P.
    """
    w = find_run_with_first_set_within(system, s, b)
    if w is None:
        return None
    ground, rest = split_within(system, w, processes_of(system, b))
    used = processes_of(system, set(ground))
    steps: list[tuple[Action, Run]] = []
    while not wraps(system, s, used, b):
        step = min(first(system.independent, rest))
        used = used.union(system.domain[step])
        u, rest = split_within(system, without_first(rest, step), used)
        steps.append((step, u))
    return Staircase(ground, tuple(steps))


def split_within(system: ClientServerSystem, w: Run, processes: Set[int]) -> tuple[Run, Run]:
    """w ≃ u·v where u is the longest weak prefix of w with dom(u) within the processes."""
    inside: list[Action] = []
    outside: list[Action] = []
    for a in w:
        free = all(system.independent(a, c) for c in outside)
        (inside if free and set(system.domain[a]) <= processes else outside).append(a)
    return tuple(inside), tuple(outside)
