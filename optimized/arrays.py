"""The arrays of a search: made, and enlarged when the kernel asks for it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized import asked
from mazurka.optimized import search as kernel
from mazurka.optimized.asked import Asked
from mazurka.optimized.candidates import Candidates
from mazurka.optimized.choices import Choice
from mazurka.optimized.compiled import Compiled, compile_moves
from mazurka.optimized.encoding import Encoding, encode
from mazurka.optimized.frames import OPEN_NODES, WAITING, Frames, edges_in_order, frames_with_room, new_frames
from mazurka.optimized.independence import independence
from mazurka.optimized.layout import Layout, lay_out, words_for
from mazurka.optimized.merged_nodes import (
    BATCHES,
    Merged,
    lay_out_edges,
    merged_nodes,
    push,
    rank_of,
    with_room,
)  # fmt: skip
from mazurka.optimized.provisos import ORANGE
from mazurka.optimized.requests import Request, search_tables
from mazurka.optimized.store import NONE, Store, enlarged, grown, intern, new_store
from mazurka.optimized.successor_tests import SuccessorTest
from mazurka.systems import ClientServerSystem


@dataclass
class Search:
    """A search between two slices: all arrays, and what they mean."""

    request: Request
    encoding: Encoding
    layout: Layout
    compiled: Compiled
    tables: Choice
    test: SuccessorTest
    plan: kernel.Plan
    store: Store
    sleeps: Store
    nodes: kernel.Nodes
    edges: kernel.Edges
    independent: NDArray[np.uint64]
    scratch: kernel.Scratch
    counters: NDArray[np.int64]
    merged: Merged | None  # the nodes, where they are merged
    frames: Frames | None  # the stack, where nodes are expanded one arc at a time

    @property
    def number_of_nodes(self) -> int:
        return int(self.counters[kernel.NODES])


def prepare(request: Request) -> Search:
    """A search that has not begun: `enter_initial` is next."""
    encoding = encode(request.system)
    layout = lay_out(encoding.widths, encoding.proven)
    compiled = compile_moves(encoding, layout)
    plan = kernel.Plan(
        request.order in ("dfs", "stack"),
        request.sleeping,
        request.sharing,
        request.keeping,
        request.test == "asked",
        request.recording,
        not all(encoding.proven),
    )
    independent = np.zeros((0, 0), dtype=np.uint64)
    if request.sleeping:
        independent = independence(request.system)
    words = independent.shape[1]
    scratch = new_scratch(compiled, layout, words)
    tables, test = search_tables(request, encoding, layout, independent, len(scratch.moves))
    merged = None
    if request.merging:
        assert isinstance(request.system, ClientServerSystem)
        merged = merged_nodes(request.system, layout, request.order)
    frames = None
    if request.recursive:
        frames = new_frames(words_for(len(request.system.actions)) if request.proviso == "scc-safety" else 0)
    return Search(
        request, encoding, layout, compiled, tables, test, plan,
        new_store(layout.words), new_store(words), _nodes(plan), _edges(plan), independent,
        scratch, np.zeros(10, dtype=np.int64), merged, frames,
    )  # fmt: skip


def enter_initial(search: Search) -> None:
    """The initial state as node 0, which waits to be expanded."""
    with np.errstate(over="ignore"):
        if search.merged is not None:
            grow(search)
        intern(search.store, search.compiled.initial)
        search.counters[kernel.NODES] = 1
        if search.merged is not None:
            intern(search.sleeps, search.scratch.sleep)
            search.merged.sleep[0], search.merged.slept[0], search.merged.batch[0] = 0, NONE, NONE
            push(search.merged, search.counters, 0, rank_of(search.merged, search.compiled.initial))
            return
        if search.plan.sleeping:
            intern(search.sleeps, search.scratch.sleep)
            search.nodes.state[0] = search.nodes.sleep[0] = 0
            search.nodes.first[0] = 0
            search.nodes.following[0] = NONE
    if search.plan.depth_first:
        search.nodes.stack[0] = 0
        search.counters[kernel.TOP] = 1
    if search.frames is not None:
        assert isinstance(search.tables, Candidates)
        search.frames.position[0] = WAITING
        search.frames.component[0] = 0
        search.counters[OPEN_NODES] = 1
        search.tables.mark[:1] = ORANGE


def tidy(search: Search) -> None:
    """At the end of a search: its nodes and edges as those of the search loop."""
    if search.frames is not None and search.plan.recording:
        stack = search.nodes.stack[: int(search.counters[kernel.TOP])]
        search.edges = edges_in_order(search.edges, search.frames, stack, search.number_of_nodes)
        search.counters[kernel.EDGES] = len(search.edges.action)
    if search.merged is None:
        return
    n, edges = search.number_of_nodes, int(search.counters[kernel.EDGES])
    merged = search.merged
    search.edges = kernel.Edges(
        np.empty(n, dtype=np.int64), *(np.empty(size, dtype=np.uint32) for size in (n, edges, edges))
    )
    lay_out_edges(merged, n, *search.edges)
    waiting = np.flatnonzero(merged.waiting[:n]).astype(np.uint32)
    nothing = np.zeros(0, dtype=np.uint32)
    search.plan = search.plan._replace(depth_first=True)
    search.nodes = kernel.Nodes(
        waiting, nothing, np.arange(n, dtype=np.uint32), merged.sleep[:n], nothing, nothing
    )


def _nodes(plan: kernel.Plan) -> kernel.Nodes:
    def room(needed: bool) -> NDArray[np.uint32]:
        return np.full(1024 if needed else 0, NONE, dtype=np.uint32)

    return kernel.Nodes(room(plan.depth_first), room(plan.tracing), *(room(plan.sleeping) for _ in range(4)))


def _edges(plan: kernel.Plan) -> kernel.Edges:
    size = 1024 if plan.recording else 0
    return kernel.Edges(np.zeros(size, dtype=np.int64), *(np.zeros(size, dtype=np.uint32) for _ in range(3)))


def new_scratch(compiled: Compiled, layout: Layout, sleep_words: int) -> kernel.Scratch:
    moves = len(compiled.action) + 1
    words = (layout.words, sleep_words, sleep_words)
    return kernel.Scratch(
        np.zeros(moves, dtype=np.uint32),
        np.zeros(moves, dtype=np.uint32),
        np.zeros(moves, dtype=np.uint32),
        *(np.zeros(k, dtype=np.uint64) for k in words),
    )


def grow(search: Search) -> None:
    """Room everywhere for the widest expansion; arrays that the plan has no use for stay empty."""
    more = len(search.scratch.moves)
    states, nodes = int(search.store.size[0]), search.number_of_nodes
    height, edges = int(search.counters[kernel.TOP]), int(search.counters[kernel.EDGES])

    def room(array: NDArray[Any], used: int) -> NDArray[Any]:
        enough = not len(array) or used + more <= len(array)
        return array if enough else enlarged(array, used + more, used)

    search.store = grown(search.store, states + more)
    if search.plan.sleeping:
        search.sleeps = grown(search.sleeps, int(search.sleeps.size[0]) + more)
    if isinstance(search.test, Asked):
        search.test = asked.with_room(search.test, more)
    if search.merged is not None:
        batches = int(search.counters[BATCHES])
        search.merged = with_room(search.merged, nodes, batches, edges, more + 1)
        return
    if isinstance(search.tables, Candidates):
        mark = room(search.tables.mark, nodes)
        if search.frames is None:
            mark[nodes:] = ORANGE  # a node is marked when it is expanded, and looked at before
        search.tables = search.tables._replace(mark=mark)
    if search.frames is not None:
        search.frames = frames_with_room(search.frames, search.counters, height, more)
    n = search.nodes
    used = (height, nodes, nodes, nodes, nodes, states)
    search.nodes = kernel.Nodes(*(room(array, k) for array, k in zip(n, used, strict=True)))
    e = search.edges
    search.edges = kernel.Edges(
        room(e.start, nodes), room(e.degree, nodes), room(e.action, edges), room(e.target, edges)
    )
