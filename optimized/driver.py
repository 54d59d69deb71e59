"""Runs the search kernel in slices: grows arrays, widens fields, watches limits, and hears Ctrl-C.

Ctrl-C reaches Python only when a kernel returns.  While a search runs it sets a flag, so that the search
ends between slices with all it has found.
"""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from mazurka.errors import OptionError, TokenOverflowError
from mazurka.limits import Watch
from mazurka.optimized import choices, statistics
from mazurka.optimized import search as kernel
from mazurka.optimized.compiled import Compiled, compile_moves, repack
from mazurka.optimized.encoding import WIDEST, Encoding, encode
from mazurka.optimized.layout import Layout, lay_out
from mazurka.optimized.process_sets import ProcessTables, no_process_tables, process_tables
from mazurka.optimized.store import Store, enlarged, grown, intern, new_store, rehash
from mazurka.optimized.stubborn_sets import NetTables, net_tables, no_net_tables
from mazurka.optimized.unbounded import refuse_if_unbounded
from mazurka.systems import ClientServerSystem, Exploration, PetriNet, System

CHOICES = {
    "all": choices.ALL,
    "closure": choices.CLOSURE,
    "deletion": choices.DELETION,
    "processes": choices.PROCESSES,
}
SLICE_SECONDS = 0.1


@dataclass(frozen=True)
class Request:
    """A search to run: what to choose at each node, in which order, with or without sleep sets.

    recording: keep the edges, so that the graph can be built (8 bytes an edge and 12 a node).
    """

    system: System[Any]
    choice: str = "all"
    order: str = "bfs"
    sleeping: bool = False
    recording: bool = True


class Tables(NamedTuple):
    """What the choices need to know of a system."""

    net: NetTables
    processes: ProcessTables


@dataclass
class Search:
    """A search between two slices: all arrays, and what they mean."""

    request: Request
    encoding: Encoding
    layout: Layout
    compiled: Compiled
    tables: Tables
    plan: kernel.Plan
    store: Store
    sleeps: Store
    nodes: kernel.Nodes
    edges: kernel.Edges
    independent: NDArray[np.uint64]
    scratch: kernel.Scratch
    counters: NDArray[np.int64]

    @property
    def number_of_nodes(self) -> int:
        return int(self.counters[kernel.NODES])


def run_search(request: Request, watch: Watch) -> Exploration[Any]:
    """Run a search to its end, a limit, or Ctrl-C.

    UnboundedNetError when a net is found to be unbounded; OptionError for an unknown order.
    """
    if request.order not in ("bfs", "dfs"):
        raise OptionError(f"order is bfs or dfs, not {request.order!r}")
    search = _prepare(request)
    with interruptible() as interrupted, np.errstate(over="ignore"):
        limit = _run(search, watch, interrupted)
    return statistics.summary(search, limit, watch.seconds())


def _run(search: Search, watch: Watch, interrupted: threading.Event) -> str | None:
    """Slices until the search is done; the limit that ended it, or None."""
    budget = 64
    while True:
        if interrupted.is_set():
            return "interrupt"
        waiting = _waiting(search)
        limit = watch.limit_reached(int(search.store.count[0]), waiting)
        if limit is not None:
            return limit
        started = time.perf_counter()
        status = kernel.search(
            search.compiled, search.store, search.sleeps, search.nodes, search.edges, search.plan,
            search.independent, search.tables, search.scratch, search.counters,
            _within_limit(budget, search, watch),
        )  # fmt: skip
        if status == kernel.DONE:
            return None
        if status == kernel.GROW:
            _grow(search)
        elif status == kernel.WIDEN:
            _widen(search, int(search.counters[kernel.FIELD]))
        elif time.perf_counter() - started < SLICE_SECONDS:
            budget *= 2


def _within_limit(budget: int, search: Search, watch: Watch) -> int:
    """No more nodes in a slice than keep the search near the limit on states."""
    if watch.limits.max_states is None:
        return budget
    missing = watch.limits.max_states - int(search.store.count[0])
    return max(1, min(budget, missing // max(1, len(search.scratch.moves))))


def _waiting(search: Search) -> int:
    if search.plan.depth_first:
        return int(search.counters[kernel.TOP])
    return int(search.counters[kernel.NODES] - search.counters[kernel.HEAD])


def _prepare(request: Request) -> Search:
    encoding = encode(request.system)
    layout = lay_out(encoding.widths, encoding.proven)
    compiled = compile_moves(encoding, layout)
    plan = kernel.Plan(
        CHOICES[request.choice],
        request.order == "dfs",
        request.sleeping,
        request.recording,
        not all(encoding.proven),
    )
    actions = len(request.system.actions)
    words = max(1, (actions + 63) // 64) if request.sleeping else 0
    independent = _independence(request.system, words) if request.sleeping else np.zeros((0, 0), dtype=np.uint64)
    search = Search(
        request, encoding, layout, compiled, _tables(encoding, layout), plan,
        new_store(layout.words), new_store(words), _nodes(plan), _edges(plan), independent,
        _scratch(compiled, layout, words), np.zeros(7, dtype=np.int64),
    )  # fmt: skip
    _enter_initial(search)
    return search


def _enter_initial(search: Search) -> None:
    with np.errstate(over="ignore"):
        intern(search.store, search.compiled.initial)
        search.counters[kernel.NODES] = 1
        if search.plan.sleeping:
            intern(search.sleeps, search.scratch.sleep)
            search.nodes.state[0] = search.nodes.sleep[0] = 0
            search.nodes.first[0] = search.nodes.last[0] = 0
            search.nodes.following[0] = kernel.NONE
    if search.plan.depth_first:
        search.nodes.stack[0] = 0
        search.counters[kernel.TOP] = 1


def _independence(system: System[Any], words: int) -> NDArray[np.uint64]:
    """Bit b of row a: whether a and b are independent."""
    actions = system.actions
    bits = np.zeros((len(actions), 64 * words), dtype=np.uint8)
    if isinstance(system, ClientServerSystem):
        domain = np.array([system.domain[a] for a in actions]).reshape(-1, 2)
        for i in (0, 1):
            bits[:, : len(actions)] |= domain[:, i, None] == domain[None, :, i]
        bits[:, : len(actions)] ^= 1
    else:
        for i, a in enumerate(actions):
            bits[i, : len(actions)] = [system.independent(a, b) for b in actions]
    return np.packbits(bits, axis=1, bitorder="little").view(np.dtype("<u8")).astype(np.uint64)


def _tables(encoding: Encoding, layout: Layout) -> Tables:
    net, processes = no_net_tables(), no_process_tables()
    if isinstance(encoding.system, PetriNet):
        net = net_tables(encoding.system, encoding, layout)
    if isinstance(encoding.system, ClientServerSystem):
        processes = process_tables(encoding.system, layout)
    return Tables(net, processes)


def _nodes(plan: kernel.Plan) -> kernel.Nodes:
    def room(needed: bool) -> NDArray[np.uint32]:
        return np.full(1024 if needed else 0, kernel.NONE, dtype=np.uint32)

    return kernel.Nodes(room(plan.depth_first), room(plan.tracing), *(room(plan.sleeping) for _ in range(5)))


def _edges(plan: kernel.Plan) -> kernel.Edges:
    size = 1024 if plan.recording else 0
    return kernel.Edges(
        np.zeros(size, dtype=np.int64), *(np.zeros(size, dtype=np.uint32) for _ in range(3))
    )


def _scratch(compiled: Compiled, layout: Layout, sleep_words: int) -> kernel.Scratch:
    moves = len(compiled.action) + 1
    return kernel.Scratch(
        *(np.zeros(moves, dtype=np.uint32) for _ in range(3)),
        np.zeros(layout.words, dtype=np.uint64),
        *(np.zeros(sleep_words, dtype=np.uint64) for _ in range(2)),
    )


def _grow(search: Search) -> None:
    """Room everywhere for the widest expansion, and to spare."""
    more = len(search.scratch.moves)
    counters, plan = search.counters, search.plan
    states, nodes = int(search.store.count[0]), search.number_of_nodes
    search.store = grown(search.store, states + more)
    grow = {name: getattr(search.nodes, name) for name in kernel.Nodes._fields}
    wanted = {
        "stack": (plan.depth_first, int(counters[kernel.TOP])),
        "parent": (plan.tracing, nodes),
        "state": (plan.sleeping, nodes),
        "sleep": (plan.sleeping, nodes),
        "following": (plan.sleeping, nodes),
        "first": (plan.sleeping, states),
        "last": (plan.sleeping, states),
    }
    search.nodes = kernel.Nodes(
        **{name: _room(grow[name], used, more) if needed else grow[name] for name, (needed, used) in wanted.items()}
    )
    if plan.sleeping:
        search.sleeps = grown(search.sleeps, int(search.sleeps.count[0]) + more)
    if plan.recording:
        recorded = int(counters[kernel.EDGES])
        search.edges = kernel.Edges(
            _room(search.edges.start, nodes, more),
            _room(search.edges.degree, nodes, more),
            _room(search.edges.action, recorded, more),
            _room(search.edges.target, recorded, more),
        )


def _room(array: NDArray[Any], used: int, more: int) -> NDArray[Any]:
    return array if used + more <= len(array) else enlarged(array, used + more, used)


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
    search.layout = lay_out(widths, proven)
    search.compiled = compile_moves(search.encoding, search.layout)
    search.tables = _tables(search.encoding, search.layout)
    count = int(search.store.count[0])
    states = repack(search.store.rows[:count], old, search.layout)
    search.store = new_store(search.layout.words, len(search.store.rows))
    search.store.rows[:count] = states
    search.store.count[0] = count
    rehash(search.store.rows, search.store.slots, count)
    search.scratch = _scratch(search.compiled, search.layout, search.scratch.sleep.size)


@contextmanager
def interruptible() -> Iterator[threading.Event]:
    """While this holds, Ctrl-C sets the event; a second Ctrl-C interrupts at once."""
    interrupted = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield interrupted
        return
    before = signal.getsignal(signal.SIGINT)

    def note(number: int, frame: Any) -> None:
        if interrupted.is_set() and callable(before):
            before(number, frame)
        interrupted.set()

    signal.signal(signal.SIGINT, note)
    try:
        yield interrupted
    finally:
        signal.signal(signal.SIGINT, before)
