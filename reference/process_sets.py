"""Persistent sets of client/server systems, found from the processes that can ever meet.

    [HLPW]  Definition 38, after Farzan, Klumpp and Podelski.

A set P of processes is *closed* at s when no process of it can, by itself and from its local state, come
to an action shared with a process outside: p ∈ P and s_p –v b→ imply dom(b) ⊆ P, where v may be empty.  The
enabled actions with dom(b) ⊆ P are then persistent, as nobody outside P can ever interfere with them.

pset(s, a) is what the least closed P ⊇ dom(a) gives.

Ours: P is *closed for the next step* when that holds for v empty only.  The enabled actions with
dom(b) ⊆ P are persistent all the same.  Let a run from s avoid them, and let b be its first action with a
process p ∈ P.  As p has not moved, s_p –b→, hence dom(b) ⊆ P; so neither process of b has moved, and b is
enabled at s: a contradiction.  Nobody in P ever moves along the run.  The least such P lies within the least
closed one, and contains the domains of Cl(s, a).
"""

from collections.abc import Callable, Mapping, Sequence, Set

from mazurka.errors import PreconditionError
from mazurka.limits import Watch
from mazurka.reference.explorer import to_exploration
from mazurka.reference.proviso_options import reduce_with
from mazurka.reference.sleep_sets import Sleep, sleep_set_search
from mazurka.systems import Action, ClientServerSystem, Exploration, Process, State, System
from mazurka.systems.client_server import GlobalState

Futures = Sequence[Mapping[str, frozenset[Action]]]


def local_future(p: Process, x: str) -> frozenset[Action]:
    """The actions b with x –v b→ in the process, for some local run v, perhaps empty."""
    met, waiting = {x}, [x]
    while waiting:
        new = [y for y in p.steps[waiting.pop()].values() if y not in met]
        met.update(new)
        waiting.extend(new)
    return frozenset(a for y in met for a in p.steps[y])


def futures(system: ClientServerSystem) -> Futures:
    """The local futures, for each process and each of its local states."""
    return [{x: local_future(p, x) for x in p.local_states} for p in system.processes]


def is_closed(system: ClientServerSystem, s: GlobalState, processes: Set[int]) -> bool:
    """Whether no member (a number in `system.processes`) can come to an action shared with a non-member."""
    return all(
        set(system.domain[b]) <= processes for p in processes for b in local_future(system.processes[p], s[p])
    )


def next_steps(system: ClientServerSystem) -> Futures:
    """The actions that each process can take next, for each of its local states: for v empty only."""
    return [{x: frozenset(p.steps[x]) for x in p.local_states} for p in system.processes]


def is_closed_for_the_next_step(system: ClientServerSystem, s: GlobalState, processes: Set[int]) -> bool:
    """Whether the next step of a member never involves a non-member."""
    return all(set(system.domain[b]) <= processes for p in processes for b in system.processes[p].steps[s[p]])


def closed_set(
    system: ClientServerSystem, s: GlobalState, a: Action, ahead: Futures | None = None
) -> frozenset[int]:
    """The least closed set of processes that contains those of a."""
    ahead = futures(system) if ahead is None else ahead
    found = set(system.domain[a])
    waiting = list(found)
    while waiting:
        p = waiting.pop()
        new = {q for b in ahead[p][s[p]] for q in system.domain[b]} - found
        found |= new
        waiting.extend(new)
    return frozenset(found)


def pset(
    system: ClientServerSystem, s: GlobalState, a: Action, ahead: Futures | None = None
) -> tuple[Action, ...]:
    """{b enabled : dom(b) ⊆ P} for the least closed P ⊇ dom(a), in the order of actions."""
    inside = closed_set(system, s, a, ahead)
    return tuple(b for b in system.enabled(s) if inside.issuperset(system.domain[b]))


def reduce_pset_sleep(
    system: System[State], _options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`pset+sleep`: at (s, Z) the smallest pset(s, a), a enabled and outside Z, the first among equals."""
    return _reduce(system, futures, watch)


def reduce_pset_next_sleep(
    system: System[State], _options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`pset-next+sleep`: the same, with sets closed for the next step."""
    return _reduce(system, next_steps, watch)


def reduce_pset(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`pset`: at s the smallest pset(s, a), a enabled, without sleep sets; of cyclic clients too.

    Options: proviso, order, visible; closed: ahead, or for the next step.
    """
    known = _required(system)
    ahead = {"ahead": futures, "next": next_steps}[str(options.get("closed", "ahead"))](known)

    def psets(s: GlobalState) -> list[tuple[Action, ...]]:
        return [pset(known, s, a, ahead) for a in known.enabled(s)]

    return reduce_with(known, psets, options, watch)


def _reduce(
    system: System[State], ahead_of: Callable[[ClientServerSystem], Futures], watch: Watch
) -> Exploration[GlobalState]:
    known = _required(system)
    ahead = ahead_of(known)

    def choose(s: GlobalState, sleep: Sleep) -> tuple[Action, ...]:
        awake = (a for a in known.enabled(s) if a not in sleep)
        return min((pset(known, s, a, ahead) for a in awake), key=len, default=())

    graph = sleep_set_search(known, choose, watch)
    return to_exploration(graph, known, watch.seconds())


def _required(system: System[State]) -> ClientServerSystem:
    if isinstance(system, ClientServerSystem):
        return system
    raise PreconditionError(
        f"{system.name}: process sets are defined for client/server systems, and this is a "
        f"{system.formalism} system; use plain/persistent"
    )
