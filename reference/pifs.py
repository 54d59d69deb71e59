"""Approximations of the includes-first-set test: does every process, taken alone, allow the staircase?

    [HLPW]  Definitions 31 and 33, Lemma 34, Listings 3 and 5.

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

from collections.abc import Callable, Sequence, Set
from itertools import combinations
from typing import NamedTuple, TypeAlias, TypeVar

from mazurka.reference.local_runs import LocalRuns, is_local_run, partner
from mazurka.systems import Action, ClientServerSystem
from mazurka.systems.client_server import GlobalState

T = TypeVar("T")


class Pifs(NamedTuple):
    """What a test found: the processes P, the actions A (none in the form of processes), and the verdict."""

    processes: frozenset[int]
    actions: frozenset[Action]
    holds: bool

    @property
    def size(self) -> int:
        """How many actions are in A, or in the form of processes how many processes in P."""
        return len(self.actions) or len(self.processes)


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
    return grow_processes(table, s, b, lambda _action: True)


def find_rpifs(table: LocalRuns, s: GlobalState, b: Set[Action]) -> Pifs:
    """RPIFS(s, B)."""
    return grow_processes(table, s, b, lambda _action: True, remotely=True)


def find_action_pifs(table: LocalRuns, s: GlobalState, b: Set[Action]) -> Pifs:
    """PIFS(s, B) in the form of actions."""
    return grow_actions(table, s, b, lambda _inside, _q: True)


def grow_processes(
    table: LocalRuns,
    s: GlobalState,
    b: Set[Action],
    may_stick: Callable[[Action], bool],
    *,
    remotely: bool = False,
) -> Pifs:
    """P of the form of processes, and whether it wraps B; the condition is for readings of it."""
    system = table.system
    found = set(processes_of(system, b))
    grown = True
    while grown:
        new = {
            q
            for q in range(len(s))
            for e in system.processes[q].steps[s[q]]
            for p in [partner(system, q, e)]
            if q not in found and sticks(system, s, found, e) and may_stick(e)
            if any(remotely or run.processes(system) <= found for run in table.to(p, s[p], e))
        }
        grown = bool(new)
        found |= new
    return Pifs(frozenset(found), frozenset(), wraps(system, s, found, b))


def grow_actions(
    table: LocalRuns, s: GlobalState, b: Set[Action], may_join: Callable[[Set[int], int], bool]
) -> Pifs:
    """A of the form of actions, and whether dom(A) wraps B; the condition is for readings of it."""
    system = table.system
    found = set(b)
    grown = True
    while grown:
        inside = processes_of(system, found)
        new = {
            e
            for q in range(len(s))
            for e in system.processes[q].steps[s[q]]
            for p in [partner(system, q, e)]
            if e not in found and may_join(inside, q)
            if any(run.first in found and run.through <= inside for run in table.to(p, s[p], e))
        }
        grown = bool(new)
        found |= new
    inside = processes_of(system, found)
    return Pifs(inside, frozenset(found), wraps(system, s, inside, b))


def is_pifs(system: ClientServerSystem, s: GlobalState, b: Set[Action], processes: Set[int]) -> bool:
    """Whether a set is the P of the form of processes: the least set that is closed.  Exponential."""

    def is_closed(inside: frozenset[int]) -> bool:
        return not any(
            sticks(system, s, inside, e)
            and is_local_run(system, p, s[p], c, inside, e)
            and inside.issuperset(system.domain[c])
            for e in system.actions
            for p in inside.intersection(system.domain[e])
            for c in system.processes[p].steps[s[p]]
        )

    return is_least(processes_of(system, b), processes, is_closed)


def is_action_pifs(system: ClientServerSystem, s: GlobalState, b: Set[Action], actions: Set[Action]) -> bool:
    """Whether a set is the A of the form of actions: the least set that is closed.  Exponential."""

    def is_closed(found: frozenset[Action]) -> bool:
        inside = processes_of(system, found)
        return not any(
            can_step(system, s, partner(system, p, e), e) and is_local_run(system, p, s[p], c, inside, e)
            for e in system.actions
            if e not in found
            for p in inside.intersection(system.domain[e])
            for c in found
        )

    return is_least(b, actions, is_closed)


def is_least(least: Set[T], chosen: Set[T], is_closed: Callable[[frozenset[T]], bool]) -> bool:
    """Whether `chosen` contains `least` and is closed, and no smaller set does and is."""
    more = chosen - least
    smaller = (frozenset((*least, *x)) for size in range(len(more)) for x in combinations(more, size))
    return least <= chosen and is_closed(frozenset(chosen)) and not any(map(is_closed, smaller))


def choose_action(table: LocalRuns, test: Test, s: GlobalState, candidates: Sequence[Action]) -> Action:
    """ChooseAction, Listing 5: the most promising of some enabled actions, given in order.

    The first whose set, that of B = {a}, wraps {a}: there may be a run that can begin with a alone, which no
    other action covers.  If there is none, the first with the largest set: it is in many first sets.
    """
    sets = {a: test(table, s, {a}) for a in candidates}
    wrapping = (a for a in candidates if sets[a].holds)
    return next(wrapping, None) or max(candidates, key=lambda a: sets[a].size)
