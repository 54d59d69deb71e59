"""Actions that are explored with all others or not at all: visible ones, and sticky ones.

    [EP]  section 1.2 (visible actions), section 2 (sticky actions, after Kurshan and others).

An action is *visible* when it may change a component that a property looks at: a place, or the local state of
a process.  Sticky actions are chosen before the search so that every cycle has one.  What can happen on a
cycle is found by elimination: an action that takes from a place to which nothing left adds, or adds to one
from which nothing left takes, happens on none; nor does one that none of its processes can take on a local
cycle of what is left.  As long as something is left, its first action becomes sticky and is left out.
"""

from collections.abc import Iterable, Sequence

from mazurka.errors import UnknownNameError
from mazurka.systems import ClientServerSystem, PetriNet, Process

Directed = tuple[int, bool]
"""A place, and whether tokens are added to it."""


def visible_actions(system: PetriNet | ClientServerSystem, components: Sequence[str]) -> set[int]:
    """The numbers of the actions that may change one of the components; UnknownNameError for others."""
    if isinstance(system, PetriNet):
        seen = {_number(system.places, x) for x in components}
        return {i for i, t in enumerate(system.transitions) if not seen.isdisjoint(t.effect)}
    names = [p.name for p in system.processes]
    changing = {
        a for x in components for s, a, t in system.processes[_number(names, x)].transitions if s != t
    }
    return {i for i, a in enumerate(system.actions) if a in changing}


def _number(names: Sequence[str], name: str) -> int:
    if name not in names:
        raise UnknownNameError("component", name, sorted(names))
    return names.index(name)


def sticky_actions(system: PetriNet | ClientServerSystem) -> set[int]:
    """The numbers of the sticky actions, of which every cycle has one."""
    if isinstance(system, PetriNet):
        return _sticky_transitions(system)
    return _sticky_of_processes(system)


def _sticky_transitions(net: PetriNet) -> set[int]:
    changes = [[(p, d > 0) for p, d in t.effect.items()] for t in net.transitions]
    of: dict[Directed, set[int]] = {}
    for t, change in enumerate(changes):
        for directed in change:
            of.setdefault(directed, set()).add(t)
    left, sticky = set(range(len(changes))), set()

    def discard(lost: Iterable[int]) -> None:
        waiting = list(lost)
        while waiting:
            t = waiting.pop()
            if t not in left:
                continue
            left.discard(t)
            for p, up in changes[t]:
                of[p, up].discard(t)
                if not of[p, up]:
                    waiting += of.get((p, not up), ())

    discard(t for t, change in enumerate(changes) if any((p, not up) not in of for p, up in change))
    for t in range(len(changes)):
        if t in left:
            sticky.add(t)
            discard([t])
    return sticky


def _sticky_of_processes(system: ClientServerSystem) -> set[int]:
    left, sticky = set(system.actions), set()

    def discard(lost: Iterable[str], changed: Iterable[int]) -> None:
        left.difference_update(lost)
        waiting = set(changed)
        while waiting:
            p = waiting.pop()
            process = system.processes[p]
            lost = {a for a in process.actions if a in left} - _on_cycles(process, left)
            left.difference_update(lost)
            waiting.update(q for a in lost for q in system.domain[a] if q != p)

    discard((), range(len(system.processes)))
    for i, a in enumerate(system.actions):
        if a in left:
            sticky.add(i)
            discard([a], system.domain[a])
    return sticky


def _on_cycles(p: Process, left: set[str]) -> set[str]:
    """The actions left that some local step, on a local cycle of what is left, takes."""
    steps = [(s, a, t) for s, a, t in p.transitions if a in left]
    number = {x: i for i, x in enumerate(p.local_states)}
    reached = {x: 1 << i for x, i in number.items()}
    changed = True
    while changed:
        changed = False
        for s, _, t in reversed(steps):
            more = reached[s] | reached[t]
            changed |= more != reached[s]
            reached[s] = more
    return {a for s, a, t in steps if reached[t] >> number[s] & 1}
