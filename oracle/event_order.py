"""From a model of the formula to a run, or to the cycles that stand in the way.

The events that occur are ordered by the rows of the servers and by the paths of the clients; see
`first_set_formula.py`.  If that order is acyclic, every total order that extends it is a run.
"""

from collections import deque
from collections.abc import Iterable

from mazurka.oracle.first_set_formula import FirstSetFormula


class EventOrder:
    """The order of the events that occur in a model; `after[e]` are those directly after e."""

    def __init__(self, formula: FirstSetFormula, model: Iterable[int]) -> None:
        true = {x for x in model if x > 0}
        events = formula.model.events
        occurring = [e for e, x in enumerate(formula.occurs) if x in true]
        at = {(events[e].client, events[e].source): e for e in occurring}
        self.after: dict[int, list[int]] = {}
        for e in occurring:
            behind = [f for f in formula.followers[e] if formula.next[e, f] in true]
            follower = at.get((events[e].client, events[e].target))
            self.after[e] = behind if follower is None else list(dict.fromkeys([*behind, follower]))

    def sorted(self) -> list[int]:
        """The events, each after those before it; of a cycle, and of what comes after one, there are none."""
        waiting = dict.fromkeys(self.after, 0)
        for events in self.after.values():
            for e in events:
                waiting[e] += 1
        row = [e for e, count in waiting.items() if count == 0]
        for e in row:
            for f in self.after[e]:
                waiting[f] -= 1
                if waiting[f] == 0:
                    row.append(f)
        return row

    def cycles(self) -> list[list[int]]:
        """Some cycles, no event in two of them; none if the order is acyclic."""
        left = set(self.after).difference(self.sorted())
        found: list[list[int]] = []
        for e in sorted(left):
            if e in left and (cycle := self._shortest_cycle(e, left)):
                left.difference_update(cycle)
                found.append(cycle)
        return found

    def _shortest_cycle(self, e: int, within: set[int]) -> list[int] | None:
        """The events of a shortest cycle through e that stays within the given events."""
        parent: dict[int, int] = {}
        queue = deque([e])
        while queue:
            f = queue.popleft()
            for g in self.after[f]:
                if g == e:
                    path = [f]
                    while path[-1] != e:
                        path.append(parent[path[-1]])
                    return path[::-1]
                if g in within and g not in parent:
                    parent[g] = f
                    queue.append(g)
        return None
