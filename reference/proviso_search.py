"""A search that chooses, at each state, a smallest candidate set that a proviso accepts, or all enabled.

    [EP]  Fig. 2 and 3: procedure DFS, without what is a proviso's own.

A candidate is a set of enabled actions that keeps deadlocks: a persistent set, say.  Candidates come smallest
first, and all are tried.  With visible actions, a candidate that holds one and leaves something out is none
(C2 of ample sets).  Where at most one action is enabled nothing is left out, and nothing is asked.

The proviso is an object that is told what happens, and answers.  Depth first, the search is that of the
figures: a state is numbered when it is entered, and left when all below it is done.  In the other orders a
node is expanded whole (`search.py`), and nothing is taken or popped.
"""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, TypeAlias

from mazurka.limits import Watch
from mazurka.reference.search import reduced_graph
from mazurka.reference.unbounded import SearchTree
from mazurka.systems import Action, State, StateGraph, System

Steps: TypeAlias = Sequence[tuple[Action, State]]
"""Actions, each with the state it leads to."""

Propose: TypeAlias = Callable[[State], Sequence[Sequence[Action]]]
Visit: TypeAlias = Generator[Any, None, None]


SAFE: tuple[str, ...] = ("no-ignoring",)
LIVE: tuple[str, ...] = ("no-ignoring", "cycle-expansion")


class Proviso(Generic[State]):
    """A proviso that accepts everything; another one says where it differs.

    orders:   the orders of search that it is for, its own first.
    promises: criteria that a reduction with it keeps, beside those of its candidates.
    """

    orders: tuple[str, ...] = ("bfs", "dfs", "stack")
    promises: tuple[str, ...] = ()
    search: "ProvisoSearch[State]"

    def begin(self, search: "ProvisoSearch[State]") -> None:
        """A search begins, which the proviso may look at."""
        self.search = search

    def entered(self, _s: State) -> None:
        """s is about to be expanded; depth first it is new, and on the stack from now on."""

    def accepts(self, _s: State, _steps: Steps[State]) -> bool:
        """Whether these steps may be all that is explored at s, although more is enabled."""
        return True

    def fully_expanded(self, _s: State) -> None:
        """All that is enabled at s is to be explored."""

    def taken(self, _s: State, _t: State, _met: bool, _last: bool) -> bool:
        """A step of s leads to t, met before or not, and is the last one or not.

        True: s must be expanded fully, from the start.  Depth first only, as are the rest.
        """
        return False

    def re_expanded(self, s: State) -> None:
        """What was explored at s is dropped, and all that is enabled there is gone through from the start."""
        self.fully_expanded(s)

    def ignoring(self, _s: State) -> State | None:
        """All steps of s, on top, are done: a state whose ignored actions must be explored, or None."""
        return None

    def popped(self, _s: State) -> None:
        """s has left the stack."""


class _Limit(Exception):
    """A limit was reached, of this name."""


class ProvisoSearch(Generic[State]):
    """One search; `stack` is that of the depth-first search, `number` has the nodes by their states."""

    def __init__(
        self,
        system: System[State],
        propose: Propose[State],
        proviso: Proviso[State],
        visible: frozenset[Action] = frozenset(),
        watch: Watch | None = None,
    ) -> None:
        self.system, self.propose, self.proviso, self.visible = system, propose, proviso, visible
        self.watch = Watch() if watch is None else watch
        self.stack: list[State] = []
        self.on_stack: set[State] = set()
        self.number: dict[State, int] = {}
        self.graph: StateGraph[State] = StateGraph()
        proviso.begin(self)

    def run(self, order: str) -> StateGraph[State]:
        """The graph in an order: bfs, dfs, or stack: depth first with each node expanded whole."""
        if order == "dfs":
            return self._depth_first()
        whole = "bfs" if order == "bfs" else "dfs"
        return reduced_graph(self.system, self._expand, order=whole, watch=self.watch)

    def steps(self, s: State) -> Steps[State]:
        """What is explored at s so far.  Depth first only."""
        return [(a, self.graph.states[m]) for a, m in self.graph.successors[self.number[s]]]

    def _expand(self, s: State) -> Sequence[Action]:
        self.proviso.entered(s)
        return self._choose(s)

    def _choose(self, s: State) -> Sequence[Action]:
        """Fig. 2 and 3, lines 3 to 8."""
        enabled = self.system.enabled(s)
        for chosen in self.propose(s) if len(enabled) > 1 else ():
            candidate = len(chosen) < len(enabled) and self.visible.isdisjoint(chosen)
            if candidate and self.proviso.accepts(s, [(a, self.system.after(s, a)) for a in chosen]):
                return chosen
        self.proviso.fully_expanded(s)
        return enabled

    def _depth_first(self) -> StateGraph[State]:
        first = self.system.initial
        self.number[first] = self.graph.add(first)
        self._tree = SearchTree(self.system, self.graph)
        try:
            _recur(self._visit(first))
        except _Limit as limit:
            self.graph.complete, self.graph.limit = False, str(limit)
            self.graph.unexpanded = {self.number[s] for s in self.stack}
        return self.graph

    def _visit(self, s: State) -> Visit:
        """Procedure DFS; s has been numbered."""
        self.stack.append(s)
        self.on_stack.add(s)
        limit = self.watch.goal_reached([s])
        if limit := limit or self.watch.limit_reached(len(self.graph.states), len(self.stack)):
            raise _Limit(limit)
        finished = yield from self._through(s, s, self._expand(s))
        while not finished:  # Fig. 3, lines 16 to 18
            self.proviso.re_expanded(s)
            self.graph.successors[self.number[s]] = []
            finished = yield from self._through(s, s, self.system.enabled(s))
        while (t := self.proviso.ignoring(s)) is not None:
            explored = {a for a, _ in self.steps(t)}
            yield from self._through(s, t, [a for a in self.system.enabled(t) if a not in explored])
        self.on_stack.remove(self.stack.pop())
        self.proviso.popped(s)

    def _through(self, top: State, s: State, actions: Sequence[Action]) -> Generator[Visit, None, bool]:
        """Take the actions of s, with `top` on top of the stack; whether none asked for a restart."""
        for i, a in enumerate(actions, 1):
            t = self.system.after(s, a)
            met = t in self.number
            if self.proviso.taken(top, t, met, i == len(actions)):
                return False
            if not met:
                self.number[t] = self.graph.add(t)
                self._tree.add(self.number[t], self.number[s], a)
            self.graph.successors[self.number[s]].append((a, self.number[t]))
            if not met:
                yield self._visit(t)
        return True


def _recur(call: Visit) -> None:
    """Run a recursive procedure that yields its calls; Python's own stack would not be deep enough."""
    calls = [call]
    while calls:
        try:
            calls.append(next(calls[-1]))
        except StopIteration:
            calls.pop()
