"""What a search by probe sets explored, as a graph whose runs are runs of the system.

    [KR]  Definition 7, Theorem 16, Algorithm 1 lines 7–13.

Nodes are vectors, in the order of expansion, with the steps that the search made from each.  To these come

    - the steps from a base q to a missed action: of v·a, through the vectors (q, v′) for v′ that begin v·a;
    - where such a run passes a base that was reached by discharging a word, the steps of this word from the
      base before, in the same way.

A run to a missed action goes on at (s, ε), for the state s that it reaches, if that was expanded or s is
settled, else at the first vector whose target is s.
"""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from mazurka.optimized import probe_search as kernel
from mazurka.optimized.compiled import U64, unpack
from mazurka.optimized.probe_arrays import ProbeSearch
from mazurka.optimized.probe_paths import ends, paths, starts
from mazurka.optimized.probe_words import S32
from mazurka.optimized.store import NONE
from mazurka.systems import StateGraph
from mazurka.systems.entity import Entities


def graph(search: ProbeSearch, limit: str | None) -> StateGraph[Entities]:
    """The graph of the module's description, with states decoded and actions by name."""
    with np.errstate(over="ignore"):
        drawing = _Drawing(search)
        waiting = search.record.stack[: search.waiting, 0].tolist() if limit else []
        unexpanded = {drawing.node(v) for v in waiting if not drawing.is_expanded(v)}
        drawing.draw_steps()
        drawing.draw_detours()
        names = search.system.actions
        return StateGraph(
            states=drawing.states(),
            successors=[[(names[a], m) for a, m in out] for out in drawing.edges],
            complete=limit is None,
            limit=limit,
            unexpanded=unexpanded,
        )


class _Drawing:
    """The graph as it is drawn: a node for each vector, in the order of being met."""

    def __init__(self, search: ProbeSearch) -> None:
        self.search = search
        self.edges: list[dict[tuple[int, int], None]] = []
        self.number: dict[int, int] = {}
        self.at: dict[int, int] = {}
        order = search.record.order[: search.expanded]
        for vector in [0, *order.tolist()]:
            self.node(vector)
        for n, s in enumerate(ends(search, search.found.vectors.rows[order]).tolist()):
            self.at.setdefault(s, n)

    def node(self, vector: int) -> int:
        """The node of a vector."""
        if vector not in self.number:
            self.number[vector] = len(self.number)
            self.edges.append({})
        return self.number[vector]

    def is_expanded(self, vector: int) -> bool:
        """Whether the search expanded the vector."""
        return bool(self.search.record.place[vector] != NONE)

    def draw_steps(self) -> None:
        """The steps that the search made."""
        r, expanded = self.search.record, self.search.expanded
        steps = int(self.search.counters[kernel.STEPS])
        first = [*r.first_step[:expanded].tolist(), steps]
        action, successor = r.action[:steps].tolist(), r.successor[:steps].tolist()
        for n in range(expanded):
            for i in range(first[n], first[n + 1]):
                self.edges[n][action[i], self.node(successor[i])] = None

    def draw_detours(self) -> None:
        """The runs to missed actions, and before them what was discharged on the way to their bases."""
        search = self.search
        f = search.found
        detours = f.detours.rows[: int(f.detours.size[0])]
        discharges = f.discharges.rows[: int(f.discharges.size[0])]
        joints = ends(search, discharges)
        bases, before = (rows[:, 0] >> S32 for rows in (detours, discharges))
        needed = _reaching(set(bases.tolist()), before.tolist(), joints.tolist())
        passed = np.array([s in needed for s in joints.tolist()], dtype=np.bool_)
        self.draw(discharges[passed], starts(search, joints[passed]))
        reached = ends(search, detours)
        self.draw(detours, starts(search, reached), reached.tolist())

    def draw(self, runs: U64, last: Sequence[int], reached: Sequence[int] = ()) -> None:
        """The steps of runs to the last vectors; where what they reach is given, to its vector."""
        found, settled = paths(self.search, runs), self.search.record.settled
        for i, vector in enumerate(last):
            alone = not reached or self.is_expanded(vector) or settled[reached[i]]
            end = None if alone else self.at.get(reached[i])
            end = self.node(vector) if end is None else end
            first, final = found.start[i], found.start[i + 1] - 1
            for k in range(first, final):
                m = end if k == final - 1 else self.node(found.passed[k + 1])
                self.edges[self.node(found.passed[k])][found.letters[k], m] = None

    def states(self) -> list[Entities]:
        """The state of each node: the target of its vector."""
        search = self.search
        targets = ends(search, search.found.vectors.rows[list(self.number)])
        return search.encoding.decode(unpack(search.found.states.rows[targets], search.layout))


def _reaching(bases: set[int], before: Sequence[int], after: Sequence[int]) -> set[int]:
    """The bases, and those from which some of them is reached by what was discharged."""
    sources = defaultdict(set)
    for p, q in zip(before, after, strict=True):
        sources[q].add(p)
    needed, waiting = set(bases), list(bases)
    while waiting:
        new = sources[waiting.pop()] - needed
        needed |= new
        waiting.extend(new)
    return needed
