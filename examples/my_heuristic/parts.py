"""Parts of one's own in reducers that are there: closures, a test of first sets, a proviso.

The closure `rivals` looks right and is not.
"""

from collections.abc import Set

from mazurka.reference.proviso_search import LIVE, Proviso, Steps
from mazurka.systems import ClientServerSystem

State = tuple[str, ...]


def rivals(system: ClientServerSystem, state: State, action: str) -> list[str]:
    """A closure: what is enabled and depends on the action.  What is enabled later may depend on it too."""
    return [b for b in system.enabled(state) if not system.independent(action, b)]


def among_themselves(system: ClientServerSystem, state: State, action: str) -> list[str]:
    """A closure: processes are added until none of them can ever meet one outside; a persistent set."""
    processes = ever_met(system, state, set(system.domain[action]))
    return [b for b in system.enabled(state) if processes.issuperset(system.domain[b])]


def may_begin_with(system: ClientServerSystem, state: State, actions: Set[str]) -> bool:
    """A test of first sets: no, where something else is enabled that whoever begins so never meets."""
    met = ever_met(system, state, {p for a in actions for p in system.domain[a]})
    return all(a in actions or met.intersection(system.domain[a]) for a in system.enabled(state))


def ever_met(system: ClientServerSystem, state: State, processes: Set[int]) -> set[int]:
    """The processes, those that they may ever act with, and so on."""
    found = list(processes)
    for p in found:
        found += [q for b in ahead(system, state, p) for q in system.domain[b] if q not in found]
    return set(found)


def ahead(system: ClientServerSystem, state: State, p: int) -> list[str]:
    """What a process may take from now on."""
    steps, met = system.processes[p].steps, [state[p]]
    for local in met:
        met += [t for t in dict.fromkeys(steps[local].values()) if t not in met]
    return [b for local in met for b in steps[local]]


class AlwaysOnwards(Proviso[State]):
    """A proviso: not all need be explored where every step leads to a new state.

    Of the states of a cycle, the one expanded last has a step to one met before, and is expanded fully.
    """

    orders = ("dfs", "bfs", "stack")
    promises = LIVE

    def accepts(self, _s: State, steps: Steps[State]) -> bool:
        """Whether these steps may be all that is explored at s, although more is enabled."""
        return all(t not in self.search.number for _, t in steps)
