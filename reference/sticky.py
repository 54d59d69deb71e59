"""Sticky actions: every cycle takes one, which is found from the system before the search.

    [EP]  section 2, after Kurshan, Levin, Minea, Peled and Yenigün.

A set of steps that leaves something out holds no sticky action.  So every cycle has a fully expanded state.

Which actions a cycle can consist of is found by elimination.  On a cycle of markings what is taken from a
place is put back; on a cycle of global states each process that moves goes around a cycle of its own.  An
action for which this cannot be, among those left, is on no cycle and is removed.  When none can be
removed, the first is made sticky and removed as well; and so on until none is left.
"""

from collections.abc import Callable, Set
from typing import Any

import networkx as nx

from mazurka.errors import PreconditionError
from mazurka.reference.proviso_search import LIVE, Proviso, ProvisoSearch, Steps
from mazurka.systems import Action, ClientServerSystem, PetriNet, Process, State, StateGraph, System

OnCycle = Callable[[Set[Action]], frozenset[Action]]
"""Of a set of actions those that a cycle of this set might take, as far as one look at each tells."""


def find_sticky(system: System[Any]) -> frozenset[Action]:
    """The sticky actions of a net or a client/server system."""
    on_cycle = _of_system(system)
    left, sticky = frozenset(system.actions), set()
    while left:
        kept = on_cycle(left)
        if kept == left:
            first = next(a for a in system.actions if a in left)
            sticky.add(first)
            kept = left - {first}
        left = kept
    return frozenset(sticky)


def is_sticky(full: StateGraph[State], sticky: Set[Action]) -> bool:
    """Whether every cycle of the state space takes one of these actions."""
    return nx.is_directed_acyclic_graph(nx.DiGraph((n, m) for n, a, m in full.edges() if a not in sticky))


def _of_system(system: System[Any]) -> OnCycle:
    if isinstance(system, PetriNet):
        return lambda left: _on_cycle_of_net(system, left)
    if isinstance(system, ClientServerSystem):
        return lambda left: _on_cycle_of_processes(system, left)
    raise PreconditionError(
        f"{system.name}: sticky actions are found from the arcs of a net or the processes of a client/server "
        f"system, and this is a {system.formalism} system"
    )


def _on_cycle_of_net(net: PetriNet, left: Set[Action]) -> frozenset[Action]:
    """Those whose effect on each place the others can undo."""
    effects = {t.name: t.effect for t in net.transitions if t.name in left}
    filled = {p for effect in effects.values() for p, x in effect.items() if x > 0}
    emptied = {p for effect in effects.values() for p, x in effect.items() if x < 0}
    return frozenset(
        a
        for a, effect in effects.items()
        if all(p in (emptied if x > 0 else filled) for p, x in effect.items() if x)
    )


def _on_cycle_of_processes(system: ClientServerSystem, left: Set[Action]) -> frozenset[Action]:
    """Those that have a step on a local cycle in both processes."""
    local = [_on_local_cycle(p, left) for p in system.processes]
    return frozenset(a for a in left if all(a in local[i] for i in system.domain[a]))


def _on_local_cycle(p: Process, left: Set[Action]) -> frozenset[Action]:
    """The actions with a step between two local states of one component."""
    steps = [(x, a, y) for x, a, y in p.transitions if a in left]
    links = nx.DiGraph((x, y) for x, _, y in steps)
    component = {x: i for i, c in enumerate(nx.strongly_connected_components(links)) for x in c}
    return frozenset(a for x, a, y in steps if component[x] == component[y])


class Sticky(Proviso[State]):
    """No sticky action among steps that leave something out."""

    promises = LIVE

    def begin(self, search: ProvisoSearch[State]) -> None:
        super().begin(search)
        self.sticky = find_sticky(search.system)

    def accepts(self, _s: State, steps: Steps[State]) -> bool:
        return all(a not in self.sticky for a, _ in steps)
