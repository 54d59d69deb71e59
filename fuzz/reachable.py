"""The little that the strategies must know of the systems they draw, in the plainest form.

Written apart from the reference explorer, which is one of the things under test.
"""

from collections.abc import Hashable, Mapping
from typing import Any

from mazurka.systems import Action, Marking, PetriNet, System


def within(system: System[Any], limit: int) -> list[Any] | None:
    """The reachable states, the initial one first; None when there are more than the limit."""
    found = {system.initial: None}
    waiting = [system.initial]
    for s in waiting:
        for a in system.enabled(s):
            t = system.after(s, a)
            if t not in found:
                if len(found) == limit:
                    return None
                found[t] = None
                waiting.append(t)
    return waiting


def is_unbounded(net: PetriNet) -> bool:
    """Whether some marking is strictly covered by one that it leads to.

    In a net without inhibitor arcs that is so iff it has infinitely many markings (Karp and Miller, 1969).
    """
    parent: dict[Marking, Marking | None] = {net.initial: None}
    waiting = [net.initial]
    for m in waiting:
        for t in net.enabled(m):
            later = net.after(m, t)
            if later in parent:
                continue
            earlier: Marking | None = m
            parent[later] = m
            waiting.append(later)
            while earlier is not None:
                if all(x <= y for x, y in zip(earlier, later, strict=True)):
                    return True
                earlier = parent[earlier]
    return False


def valid_pairs(system: System[Any]) -> set[frozenset[Action]]:
    """The pairs of different actions that are independent at every reachable state.

    At each state where a is enabled, b is enabled after a iff it is enabled now, and likewise
    with a and b exchanged; where both are enabled the two orders lead to the same state.
    """
    states = within(system, 10_000) or []
    enabled = {s: frozenset(system.enabled(s)) for s in states}
    pairs = {frozenset((a, b)) for a in system.actions for b in system.actions if a != b}
    for s in states:
        for a in enabled[s]:
            t = system.after(s, a)
            for b in system.actions:
                if b == a or frozenset((a, b)) not in pairs:
                    continue
                changed = (b in enabled[s]) != (b in enabled[t])
                if changed or (b in enabled[s] and not _commute(system, s, a, b, enabled)):
                    pairs.discard(frozenset((a, b)))
    return pairs


def _commute(
    system: System[Any], s: Hashable, a: Action, b: Action, enabled: Mapping[Hashable, frozenset[Action]]
) -> bool:
    t, u = system.after(s, a), system.after(s, b)
    return b in enabled[t] and a in enabled[u] and system.after(t, b) == system.after(u, a)
