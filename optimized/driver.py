"""Runs the search kernel in slices: grows arrays, widens fields, watches limits, and hears Ctrl-C.

Ctrl-C reaches Python only when a kernel returns.  While a search runs it counts as a limit, so that the
search ends between slices with all it has found.
"""

from typing import Any

import numpy as np

from mazurka.errors import OptionError, TokenOverflowError
from mazurka.limits import Watch
from mazurka.optimized import search as kernel
from mazurka.optimized import statistics
from mazurka.optimized.arrays import Search, enter_initial, grow, new_scratch, prepare, tidy
from mazurka.optimized.asked import Asked, answer_all
from mazurka.optimized.candidates import Candidates
from mazurka.optimized.compiled import compile_moves, repack
from mazurka.optimized.depth_first import search_depth_first
from mazurka.optimized.encoding import WIDEST
from mazurka.optimized.frames import ARENA
from mazurka.optimized.layout import lay_out
from mazurka.optimized.merged_nodes import search_merged
from mazurka.optimized.requests import Request, search_tables
from mazurka.optimized.slices import Pace, loading
from mazurka.optimized.store import new_store, rehash
from mazurka.optimized.unbounded import refuse_if_unbounded
from mazurka.systems import Exploration, PetriNet


def run_search(request: Request, watch: Watch) -> Exploration[Any]:
    """Run a search to its end, a limit, or Ctrl-C.

    UnboundedNetError when a net is found to be unbounded; OptionError for an unknown order.
    """
    orders = ("bfs", "dfs", "ranked") if request.merging else ("bfs", "dfs", "stack")
    if request.order not in orders:
        raise OptionError(f"order is {' or '.join(orders)}, not {request.order!r}")
    started = watch.seconds()
    search = prepare(request)
    with watch.paused():
        enter_initial(search)
    with loading(_loop(search), watch):
        if not watch.interrupted.is_set():
            _slice(search, 0)
            statistics.load_kernels()
    with watch.interruptible(), np.errstate(over="ignore"):
        limit = _run(search, watch)
        tidy(search)
    return statistics.summary(search, limit, watch.seconds() - started)


def _run(search: Search, watch: Watch) -> str | None:
    """Slices until the search is done; the limit that ended it, or None."""
    pace = Pace()
    unchecked = 1024  # states from which on an unbounded net is looked for again
    looked_at = 0
    while True:
        pace.begin()
        states, waiting = int(search.store.size[0]), _waiting(search)
        limit = _goal_reached(search, watch, looked_at) or watch.limit_reached(states, waiting)
        looked_at = states
        if limit is not None:
            return limit
        if search.plan.tracing and waiting and states >= unchecked:
            refuse_if_unbounded(search)
            unchecked = 2 * states
        status = _slice(search, _within_limit(pace.budget, search, watch))
        if status == kernel.DONE:
            return _goal_reached(search, watch, looked_at)
        if status == kernel.GROW:
            grow(search)
        elif status == kernel.ASK:
            assert isinstance(search.test, Asked) and search.request.oracle is not None
            answer_all(search.test, search.encoding, search.layout, search.request.oracle)
        elif status == kernel.WIDEN:
            _widen(search, int(search.counters[kernel.FIELD]))
        else:
            pace.spent()


def _goal_reached(search: Search, watch: Watch, first: int) -> str | None:
    """`goal` if one of the states from this position on is what is looked for."""
    return None if watch.goal is None else watch.goal_reached(statistics.states_from(search, first))


def _loop(search: Search) -> str:
    """The kernel that runs the search."""
    if search.merged is not None:
        return "merged_nodes.search_merged"
    return "search.search" if search.frames is None else "depth_first.search_depth_first"


def _slice(search: Search, budget: int) -> int:
    """One call of the kernel, for that many nodes at most; why it returned."""
    status: int
    if search.frames is not None:
        status = search_depth_first(
            search.compiled, search.store, search.frames, search.nodes, search.edges, search.plan,
            search.tables, search.scratch, search.counters, budget,
        )  # fmt: skip
        return status
    if search.merged is not None:
        status = search_merged(
            search.compiled, search.store, search.sleeps, search.merged, search.independent, search.tables,
            search.test, search.scratch, search.counters, budget,
        )  # fmt: skip
        return status
    status = kernel.search(
        search.compiled, search.store, search.sleeps, search.nodes, search.edges, search.plan,
        search.independent, search.tables, search.test, search.scratch, search.counters, budget,
    )  # fmt: skip
    return status


def _within_limit(budget: int, search: Search, watch: Watch) -> int:
    """No more nodes in a slice than keep the search near the limit on states."""
    if watch.limits.max_states is None:
        return budget
    missing = watch.limits.max_states - int(search.store.size[0])
    return max(1, min(budget, missing // max(1, len(search.scratch.moves))))


def _waiting(search: Search) -> int:
    if search.plan.depth_first or search.merged is not None:
        return int(search.counters[kernel.TOP])
    return int(search.counters[kernel.NODES] - search.counters[kernel.HEAD])


def _widen(search: Search, field: int) -> None:
    """Give a field more bits, and pack all states anew."""
    request, old = search.request, search.layout
    widths = [f.width for f in old.fields]
    proven = [f.proven for f in old.fields]
    if isinstance(request.system, PetriNet):
        refuse_if_unbounded(search)
    if widths[field] >= WIDEST:
        place = next(p for p, item in enumerate(search.encoding.items) if item[0] == field)
        assert isinstance(request.system, PetriNet)
        raise TokenOverflowError(request.system.name, request.system.places[place], old.fields[field].largest)
    widths[field] = min(WIDEST, widths[field] + 1)
    actions = search.compiled.action
    search.layout = lay_out(widths, proven)
    search.compiled = compile_moves(search.encoding, search.layout)
    search.scratch = new_scratch(search.compiled, search.layout, search.scratch.sleep.size)
    tables = search.tables
    search.tables, search.test = search_tables(
        request, search.encoding, search.layout, search.independent, len(search.scratch.moves)
    )
    if isinstance(tables, Candidates) and isinstance(search.tables, Candidates):
        search.tables = search.tables._replace(mark=tables.mark)
    if search.frames is not None:
        moves = search.frames.moves[: int(search.counters[ARENA])]
        moves[:] = np.searchsorted(search.compiled.action, actions[moves])
    count = int(search.store.size[0])
    states = repack(search.store.rows[:count], old, search.layout)
    search.store = new_store(search.layout.words, len(search.store.rows))
    search.store.rows[:count] = states
    search.store.size[0] = count
    rehash(search.store.rows, search.store.slots, count)
