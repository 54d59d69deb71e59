"""Searches for a goal in a net, which can be interrupted and taken up again.

`GoalSearch` holds one search; `advance` runs it for some more states, so that a caller can have several
searches take turns.  Its answer is exact: a run, or that no marking of the goal is reachable, or nothing yet.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazurka.errors import OptionError, TokenOverflowError
from mazurka.formulas import AllOf, Goal, Inequality
from mazurka.limits import Limits, Watch
from mazurka.optimized import guided_search as kernel
from mazurka.optimized.compiled import U32, Compiled, compile_moves, repack
from mazurka.optimized.encoding import WIDEST, Encoding, encode
from mazurka.optimized.goal_tables import GoalTables, goal_tables, is_goal
from mazurka.optimized.guided_search import (
    BEST,
    BREADTH,
    DEPTH,
    EQUATION,
    LAYERS,
    NO_DISTANCE,
    RELAXED,
    Plan,
)
from mazurka.optimized.layout import Layout, lay_out
from mazurka.optimized.net_tables import NetTables, conflict_rows, kept_places, net_tables
from mazurka.optimized.novelty import Novelty, novelty_tables
from mazurka.optimized.slices import loading
from mazurka.optimized.store import NONE, enlarged, grown, intern, new_store, rehash
from mazurka.optimized.up_layers import FAR
from mazurka.systems import PetriNet, Run, Transition

SLICE_SECONDS = 0.1
"""Slices grow until they take that long."""

PLANS = {
    "breadth-first": Plan(BREADTH, NO_DISTANCE, 0, 0, 0, 0, 0),
    "stubborn-sets": Plan(BREADTH, NO_DISTANCE, 1, 0, 0, 0, 0),
    "guided/up": Plan(DEPTH, LAYERS, 0, 0, 0, 0, 0),
    "guided/up+stubborn": Plan(DEPTH, LAYERS, 1, 0, 0, 0, 0),
    "guided/best-first": Plan(BEST, RELAXED, 0, 0, 0, 1, 0),
    "guided/best-first+stubborn": Plan(BEST, RELAXED, 1, 0, 0, 1, 0),
    "guided/best-first-layers": Plan(BEST, LAYERS, 0, 0, 0, 1, 0),
    "guided/best-first-equation": Plan(BEST, EQUATION, 0, 0, 0, 1, 0),
    "guided/novelty": Plan(BEST, LAYERS, 1, 0, 0, 1, 1),
}
"""Searches by name."""


@dataclass(frozen=True)
class Compilation:
    """A net as the searches for goals see it; it serves one search after another, but not two at once."""

    net: PetriNet
    encoding: Encoding
    layout: Layout
    moves: Compiled
    tables: NetTables
    """Without conflicts, which take longest and of which only stubborn sets ask."""


def compile_net(net: PetriNet) -> Compilation:
    """The tables of a net that do not depend on the goal."""
    encoding = encode(net)
    layout = lay_out(encoding.widths, encoding.proven)
    tables = net_tables(net, encoding.items, layout, conflicting=False)
    return Compilation(net, encoding, layout, compile_moves(encoding, layout), tables)


def wider(net: PetriNet, encoding: Encoding, layout: Layout, field: int) -> Layout:
    """A layout with twice the bits for a field.  TokenOverflowError where it has all there are."""
    widths = [f.width for f in layout.fields]
    if widths[field] >= WIDEST:
        place = next(p for p, item in enumerate(encoding.items) if item[0] == field)
        raise TokenOverflowError(net.name, net.places[place], layout.fields[field].largest)
    widths[field] = min(WIDEST, 2 * widths[field])
    return lay_out(widths, [f.proven for f in layout.fields])


@dataclass(frozen=True)
class Found:
    """Whether the goal is reachable, with a run, or None when that is not known; how many states were met."""

    reachable: bool | None
    run: Run | None
    states: int
    limit: str | None


class GoalSearch:
    """One search for a goal.

    depth: nodes that deep are not expanded; then the search cannot tell that the goal is unreachable.
    potentials: for each conjunction of the goal, inequalities that it implies: for the state-equation bound.
    """

    def __init__(
        self,
        compilation: Compilation,
        goal: Goal,
        name: str,
        depth: int = 0,
        potentials: Sequence[Sequence[Inequality]] = (),
    ) -> None:
        if name not in PLANS:
            raise OptionError(f"a search for a goal is one of {', '.join(PLANS)}, not {name!r}")
        self.plan = PLANS[name]._replace(depth=depth)
        self.net, self.encoding, self.layout = compilation.net, compilation.encoding, compilation.layout
        self.moves, self.tables = compilation.moves, compilation.tables
        if self.plan.stubborn:
            self.tables = self.tables._replace(conflicts=conflict_rows(self.net))
        self.goal: GoalTables = goal_tables(self.net, goal, self.tables, potentials)
        self.store = new_store(self.layout.words)
        self.tree = _tree(1024, self.plan)
        self.scratch = _scratch(self.moves, self.layout)
        self.seen = novelty_tables(self.layout, bool(self.plan.novel))
        self.counters = np.zeros(8, dtype=np.int64)
        self.reachable: bool | None = None
        self.budget = 1
        with np.errstate(over="ignore"):
            self._enter_initial()

    def _enter_initial(self) -> None:
        s = self.moves.initial
        intern(self.store, s)
        self.tree.parent[0], self.tree.action[0], self.tree.depth[0] = NONE, NONE, 0
        if is_goal(self.goal, self.tables, s):
            self.reachable = True
            return
        distance = kernel.distance_of(self.moves, s, self.tables, self.goal, self.plan, self.scratch)
        if distance == FAR:
            self.reachable = False
        elif self.plan.order != BREADTH:
            kernel.insert(self.tree, self.plan, self.counters, 0, distance)

    @property
    def states(self) -> int:
        """The markings met."""
        return int(self.store.size[0])

    @property
    def expanded(self) -> int:
        """The markings expanded."""
        return int(self.counters[kernel.EXPANDED])

    @property
    def waiting(self) -> int:
        """The markings met that are still to be expanded."""
        if self.plan.order == BREADTH:
            return self.states - int(self.counters[kernel.HEAD])
        return int(self.counters[kernel.WAITING])

    def advance(self, watch: Watch, states: int | None = None) -> str | None:
        """Search on until that many states are met; the limit that was reached first, or None."""
        with watch.interruptible(), np.errstate(over="ignore"):
            while self.reachable is None and (states is None or self.states < states):
                if limit := watch.limit_reached(self.states, self.waiting):
                    return limit
                if self._slice(states) == kernel.DONE:
                    self.reachable = None if self.counters[kernel.CUT] else False
                    return "depth" if self.reachable is None else None
        return None

    def _slice(self, states: int | None) -> int:
        """One call of the kernel; why it returned."""
        started = time.perf_counter()
        budget = self.budget if states is None else max(1, min(self.budget, states - self.states))
        status: int = kernel.search_goal(
            self.moves, self.store, self.tree, self.tables, self.goal, self.seen, self.plan,
            self.scratch, self.counters, budget,
        )  # fmt: skip
        if status == kernel.FOUND:
            self.reachable = True
        elif status == kernel.GROW:
            self._grow()
        elif status == kernel.WIDEN:
            self._widen(int(self.counters[kernel.FIELD]))
        elif status == kernel.BUDGET:
            elapsed = time.perf_counter() - started
            if elapsed < SLICE_SECONDS:
                self.budget *= 2
            elif elapsed > 4 * SLICE_SECONDS:
                self.budget = max(1, self.budget // 2)
        return status

    def _grow(self) -> None:
        used, more = self.states, len(self.scratch.moves)
        self.store = grown(self.store, used + more)
        t = self.tree

        def room(array: NDArray[Any]) -> NDArray[Any]:
            return enlarged(array, used + more, used) if 0 < len(array) < used + more else array

        self.tree = kernel.Tree(room(t.parent), room(t.action), room(t.depth), room(t.waiting), room(t.key))

    def _widen(self, field: int) -> None:
        """Give a field twice its bits, and pack all states anew."""
        old = self.layout
        self.layout = wider(self.net, self.encoding, old, field)
        self.moves = compile_moves(self.encoding, self.layout)
        self.tables = self.tables._replace(kept=kept_places(self.encoding.items, self.layout))
        count = self.states
        states = repack(self.store.rows[:count], old, self.layout)
        self.store = new_store(self.layout.words, len(self.store.rows))
        self.store.rows[:count] = states
        self.store.size[0] = count
        rehash(self.store.rows, self.store.slots, count)
        self.scratch = _scratch(self.moves, self.layout)
        self.seen = Novelty(novelty_tables(self.layout, asked=False).fields, self.seen.seen)

    def run(self) -> Run:
        """The run to the goal that was found."""
        assert self.reachable
        actions = []
        node = int(self.counters[kernel.GOAL])
        while node:
            actions.append(self.net.transitions[int(self.tree.action[node])].name)
            node = int(self.tree.parent[node])
        return tuple(reversed(actions))

    def found(self, limit: str | None = None) -> Found:
        """What has been found so far."""
        return Found(self.reachable, self.run() if self.reachable else None, self.states, limit)


TINY = PetriNet("tiny", ("p", "q"), (Transition("t", {0: 1}, {1: 1}),), (1, 0))
UNREACHABLE = AllOf((Inequality(((1, 1),), 2),))
"""A net, and a goal that it does not reach, for which kernels are compiled or loaded."""


def load_kernels(watch: Watch) -> None:
    """Compile the kernels of all searches, or load them: see `loading`."""
    with loading("guided_search.search_goal", watch):
        search_goal(TINY, UNREACHABLE, "guided/up+stubborn", replace(watch, limits=Limits(), progress=None))


def search_goal(net: PetriNet, goal: Goal, name: str, watch: Watch, *, depth: int = 0) -> Found:
    """Run one search to its end, or to a limit.  OptionError for an unknown name."""
    search = GoalSearch(compile_net(net), goal, name, depth)
    return search.found(search.advance(watch))


def _tree(size: int, plan: Plan) -> kernel.Tree:
    waiting = 0 if plan.order == BREADTH else size
    keys = waiting if plan.order == BEST else 0
    return kernel.Tree(_row(size), _row(size), _row(size), _row(waiting), np.zeros(keys, dtype=np.int64))


def _scratch(moves: Compiled, layout: Layout) -> kernel.Scratch:
    size = len(moves.action) + 1
    return kernel.Scratch(_row(size), _row(size), _row(size), np.zeros(layout.words, dtype=np.uint64))


def _row(size: int) -> U32:
    return np.zeros(size, dtype=np.uint32)
