"""Stutter-trace equivalence: what can be seen of the infinite behaviours, if repetitions do not count.

    [EP]  section 1.2: what reductions with ample sets keep; it decides all of LTL without "next" (LTL-X).

The view of a state is the value of the visible components.  A behaviour is an infinite path; in a deadlock
the state repeats for ever.  Its trace is the sequence of views with repetitions removed: an infinite
sequence, or a finite one whose last view is kept for ever.

The traces of a finite graph are determined by two languages of finite sequences: those that some path begins
with, and those after which some path may keep the last view for ever.  For an infinite sequence is a trace as
soon as all its beginnings are: blocks of one view can be cut to at most as many steps as there are nodes, and
König's lemma does the rest.  Both languages are read off the subset construction, and compared.
"""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Generic, NamedTuple

import networkx as nx

from mazurka.reference.ample_sets import seen
from mazurka.reference.finding import Context, Finding, fails, holds, not_checked
from mazurka.systems import Action, Run, State, StateGraph, System

NAME = "ltl-x"

View = tuple[object, ...]
Subset = frozenset[int]


class Views(Generic[State]):
    """A graph seen through its views."""

    def __init__(self, system: System[State], graph: StateGraph[State], components: Sequence[str]) -> None:
        self.graph = graph
        self.view: list[View] = [seen(system, s, components) for s in graph.states]
        self.keeping = self._keeping()

    def _keeping(self) -> Subset:
        """The nodes without edges, and those on a cycle of one view."""
        silent: nx.DiGraph[int] = nx.DiGraph()
        silent.add_edges_from((n, m) for n, _, m in self.graph.edges() if self.view[n] == self.view[m])
        loops = (
            c
            for c in nx.strongly_connected_components(silent)
            if len(c) > 1 or any(silent.has_edge(n, n) for n in c)
        )
        ends = (n for n, out in enumerate(self.graph.successors) if not out)
        return frozenset().union(ends, *loops)

    def settle(self, nodes: Iterable[int]) -> Subset:
        """What is reached from the nodes without a change of view."""
        met = set(nodes)
        waiting = list(met)
        while waiting:
            n = waiting.pop()
            new = {m for _, m in self.graph.successors[n] if self.view[m] == self.view[n]} - met
            met |= new
            waiting.extend(new)
        return frozenset(met)

    def changes(self, nodes: Subset) -> dict[View, Subset]:
        """For each other view that a step from the nodes shows, all nodes with this view reached then."""
        found: dict[View, set[int]] = {}
        for n in sorted(nodes):
            for _, m in self.graph.successors[n]:
                if self.view[m] != self.view[n]:
                    found.setdefault(self.view[m], set()).add(m)
        return {view: self.settle(targets) for view, targets in found.items()}

    def find_run(self, word: Sequence[View], keep: bool) -> Run:
        """A shortest path that shows the word, and ends where its last view may be kept if `keep` says so."""
        begin = (0, 0)
        parent: dict[tuple[int, int], tuple[tuple[int, int], Action] | None] = {begin: None}
        queue = deque([begin])
        while queue:
            n, i = queue.popleft()
            if i == len(word) - 1 and (not keep or n in self.keeping):
                return _back(parent, (n, i))
            for a, m in self.graph.successors[n]:
                j = i if self.view[m] == self.view[n] else i + 1
                if j < len(word) and self.view[m] == word[j] and (m, j) not in parent:
                    parent[m, j] = ((n, i), a)
                    queue.append((m, j))
        raise AssertionError("the word was read off this graph")


def _back(parent: dict[tuple[int, int], tuple[tuple[int, int], Action] | None], end: tuple[int, int]) -> Run:
    run: list[Action] = []
    while step := parent[end]:
        end, a = step
        run.append(a)
    return tuple(reversed(run))


class Difference(NamedTuple):
    """A word of views that only one graph can show, or after which only one can keep the last view."""

    word: tuple[View, ...]
    in_first: bool
    keep: bool


class Stopped(NamedTuple):
    """The comparison was stopped by a limit after so many pairs of subsets."""

    limit: str
    checked: int


def find_difference(
    one: Views[State], two: Views[State], context: Context
) -> tuple[Difference | Stopped | None, int]:
    """A shortest difference between the traces of two graphs, and how many pairs of sets were compared."""
    begin = (one.settle([0]), two.settle([0]))
    met = {begin}
    queue: deque[tuple[Subset, Subset, tuple[View, ...]]] = deque([(*begin, (one.view[0],))])
    while queue:
        here, there, word = queue.popleft()
        if not here or not there:
            return Difference(word, bool(here), keep=False), len(met)
        if here.isdisjoint(one.keeping) != there.isdisjoint(two.keeping):
            return Difference(word, not here.isdisjoint(one.keeping), keep=True), len(met)
        if limit := context.limit_reached():
            return Stopped(limit, len(met)), len(met)
        after_one, after_two = one.changes(here), two.changes(there)
        for view in {**after_one, **after_two}:
            pair = (after_one.get(view, frozenset()), after_two.get(view, frozenset()))
            if pair not in met:
                met.add(pair)
                queue.append((*pair, (*word, view)))
    return None, len(met)


def check_stutter_equivalence(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    """Whether both graphs have the same traces of the visible components."""
    if context.visible is None:
        return not_checked(NAME, "no visible components were given")
    if not reduced.complete:
        return not_checked(NAME, f"the reduction stopped at {reduced.limit}")
    one, two = Views(system, full, context.visible), Views(system, reduced, context.visible)
    found, checked = find_difference(one, two, context)
    if found is None:
        return holds(
            NAME,
            checked,
            f"the same traces of {', '.join(context.visible)}: {checked} pairs of sets compared",
        )
    if isinstance(found, Stopped):
        return not_checked(NAME, f"{found.limit}: {checked} pairs of sets compared", checked)
    who, other = ("system", "reduction") if found.in_first else ("reduction", "system")
    what = "stay as it looks here for ever" if found.keep else "show this change"
    run = (one if found.in_first else two).find_run(found.word, found.keep)
    return fails(NAME, checked, run, f"the {who} can {what} after the same views, and the {other} cannot")
