"""Approximations of the includes-first-set test: does every process, taken alone, allow the staircase?

    [HLPW]  Definitions 31 and 33, Lemma 34, Listing 3.

IFS(s, B) holds iff there is a staircase from s (Lemma 32, see `includes_first_set.py`): a run
u0 b1 u1 … bk uk whose u0 stays within dom(B), where each b_i *sticks* out of the processes used so far,
and where the processes used at the end *wrap* B.  Its global runs are replaced by local ones.

    b sticks from P   dom(b) = {p, q}, p ∈ P, q ∉ P, and s_q –b→: q has not moved yet
    P wraps B         every action enabled at s outside B has a process in P

    PIFS, processes   P := dom(B); add q while some b = {p, q} sticks from P and s_p –v b→ with v not empty
                      and dom(v) ⊆ P.  It holds iff P wraps B.
    PIFS, actions     A := B; add b = {p, q} while s_q –b→ and s_p –c v b→ with c ∈ A and
                      dom(v) ⊆ dom(A); q need not be outside dom(A).  It holds iff dom(A) wraps B.
    RPIFS             the first without the condition on dom(v): `remotely`.

IFS implies both forms of PIFS, and PIFS in the form of processes implies RPIFS: whoever refuses a node when
one of them fails loses nothing.

Throughout, B is a set of actions enabled at s.  For B = ∅ nothing is added, and ∅ wraps ∅ exactly when
nothing is enabled.

Why v is not empty: an action that sticks without it, at a process that has not moved, is enabled at s and is
not in B.  It cannot come first, so p must have moved before, by v.
"""

from collections.abc import Callable, Set
from typing import NamedTuple, TypeAlias

from mazurka.reference.local_runs import LocalRuns, partner
from mazurka.systems import Action, ClientServerSystem
from mazurka.systems.client_server import GlobalState


class Pifs(NamedTuple):
    """What a test found: the processes P, the actions A (none in the form of processes), and the verdict."""

    processes: frozenset[int]
    actions: frozenset[Action]
    holds: bool


Test: TypeAlias = Callable[[LocalRuns, GlobalState, Set[Action]], Pifs]


def processes_of(system: ClientServerSystem, actions: Set[Action]) -> frozenset[int]:
    """dom(B)."""
    return frozenset(p for a in actions for p in system.domain[a])


def can_step(system: ClientServerSystem, s: GlobalState, p: int, b: Action) -> bool:
    """s_p –b→."""
    return b in system.processes[p].steps[s[p]]


def sticks(system: ClientServerSystem, s: GlobalState, processes: Set[int], b: Action) -> bool:
    """Definition 31: b has one process in P, and one outside that can take b as its next step."""
    outside = [q for q in system.domain[b] if q not in processes]
    return len(outside) == 1 and can_step(system, s, outside[0], b)


def wraps(system: ClientServerSystem, s: GlobalState, processes: Set[int], b: Set[Action]) -> bool:
    """Whether every action enabled at s outside B has a process in P."""
    return all(a in b or processes & set(system.domain[a]) for a in system.enabled(s))


def find_pifs(table: LocalRuns, s: GlobalState, b: Set[Action]) -> Pifs:
    """PIFS(s, B) in the form of processes."""
    return _grow_processes(table, s, b, remotely=False)


def find_rpifs(table: LocalRuns, s: GlobalState, b: Set[Action]) -> Pifs:
    """RPIFS(s, B)."""
    return _grow_processes(table, s, b, remotely=True)


def _grow_processes(table: LocalRuns, s: GlobalState, b: Set[Action], *, remotely: bool) -> Pifs:
    system = table.system
    found = set(processes_of(system, b))
    grown = True
    while grown:
        new = {
            partner(system, p, run.last)
            for p in found
            for run in table.runs[p][s[p]]
            if sticks(system, s, found, run.last)
            and (remotely or found.issuperset(run.through.union(system.domain[run.first])))
        }
        grown = bool(new)
        found |= new
    return Pifs(frozenset(found), frozenset(), wraps(system, s, found, b))


def find_action_pifs(table: LocalRuns, s: GlobalState, b: Set[Action]) -> Pifs:
    """PIFS(s, B) in the form of actions."""
    return _grow_actions(table, s, b, lambda _inside, _q: True)


def _grow_actions(
    table: LocalRuns, s: GlobalState, b: Set[Action], may_join: Callable[[frozenset[int], int], bool]
) -> Pifs:
    system = table.system
    found = set(b)
    grown = True
    while grown:
        inside = processes_of(system, found)
        new = {
            run.last
            for p in inside
            for run in table.runs[p][s[p]]
            if run.first in found and run.through <= inside
            for q in [partner(system, p, run.last)]
            if can_step(system, s, q, run.last) and may_join(inside, q)
        } - found
        grown = bool(new)
        found |= new
    inside = processes_of(system, found)
    return Pifs(inside, frozenset(found), wraps(system, s, inside, b))
