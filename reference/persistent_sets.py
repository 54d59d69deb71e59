"""Persistent sets.

    [HLPW]  condition (A2) in section 5.1, after Godefroid.   [EP]  section 1.2, conditions C0 and C1.

A set T of actions enabled at s is persistent when nothing that happens outside T can interfere with T:

    C0  T is empty iff nothing is enabled at s;
    C1  on every run from s without actions of T, every action is independent of all of T.

Exploring only T loses no deadlock, and a persistent set is a covering source set ([HLPW] Lemma 12).

C1 speaks of runs, of which there may be infinitely many.  It is decided on the states that
these runs reach: whether an action may follow depends on the state alone.
"""

from collections import deque
from collections.abc import Iterator, Mapping, Set

from mazurka.limits import Watch
from mazurka.reference.explicit import Explicit
from mazurka.reference.explorer import explore, to_exploration
from mazurka.reference.proviso_options import reduce_with
from mazurka.systems import Action, Exploration, Run, State, System


def is_persistent(system: System[State], s: State, chosen: Set[Action]) -> bool:
    """Whether the chosen actions, all enabled at s, satisfy C0 and C1."""
    enabled = system.enabled(s)
    c0 = bool(chosen) == bool(enabled)
    return chosen <= set(enabled) and c0 and find_interference(system, s, chosen) is None  # C1


def runs_outside(system: System[State], s: State, chosen: Set[Action]) -> Iterator[tuple[Run, State]]:
    """Each state reached from s without the chosen actions, once, with a shortest such run."""
    met = {s}
    queue: deque[tuple[Run, State]] = deque([((), s)])
    while queue:
        run, t = queue.popleft()
        yield run, t
        for a in system.enabled(t):
            u = system.after(t, a)
            if a not in chosen and u not in met:
                met.add(u)
                queue.append(((*run, a), u))


def find_interference(system: System[State], s: State, chosen: Set[Action]) -> Run | None:
    """A shortest run from s outside the chosen actions whose last action depends on one of them."""
    for run, t in runs_outside(system, s, chosen):
        for b in system.enabled(t):
            if b not in chosen and not all(system.independent(a, b) for a in chosen):
                return (*run, b)
    return None


def persistent_closure(system: System[State], s: State, a: Action) -> tuple[Action, ...]:
    """A persistent set with the enabled action a: as long as a run interferes, its first action is added.

    That action is enabled at s and outside the set; so this ends, at the latest with all that is enabled.
    """
    chosen = {a}
    while run := find_interference(system, s, chosen):
        chosen.add(run[0])
    return tuple(b for b in system.enabled(s) if b in chosen)


def find_persistent(system: System[State], s: State) -> tuple[Action, ...]:
    """The smallest closure of an enabled action, the first among equals; nothing where nothing is enabled."""
    return min((persistent_closure(system, s, a) for a in system.enabled(s)), key=len, default=())


def reduce_plain(system: System[State], options: Mapping[str, object], watch: Watch) -> Exploration[State]:
    """At each state a smallest closure, found on the full state space, which is built first.

    Options: proviso, order, visible.  Where the full space reaches a limit, so does the reduction, at once.
    """
    full = explore(system, watch)
    if not full.complete:
        return to_exploration(full, system, watch.seconds())
    known = Explicit(system, full)

    def closures(s: State) -> list[tuple[Action, ...]]:
        return [persistent_closure(known, s, a) for a in known.enabled(s)]

    return reduce_with(system, closures, options, watch)
