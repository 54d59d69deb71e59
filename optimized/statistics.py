"""What a finished search has found: counts, token maxima, and the graph."""

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized import search as kernel
from mazurka.optimized.asked import members
from mazurka.optimized.candidates import Candidates
from mazurka.optimized.compiled import U64, unpack
from mazurka.optimized.jit import jit
from mazurka.optimized.paths import number_of_paths
from mazurka.optimized.store import NONE
from mazurka.systems import Exploration, PetriNet, StateGraph

if TYPE_CHECKING:
    from mazurka.optimized.arrays import Search

CHUNK = 1 << 16
"""States that are decoded at once."""


def summary(search: "Search", limit: str | None, seconds: float) -> Exploration[Any]:
    """The counts of a search, and its graph as a thunk."""
    counters = search.counters
    most_in_place, most_in_marking = _token_maxima(search)
    refused = _refused(search)
    return Exploration(
        states=int(search.store.size[0]),
        nodes=search.number_of_nodes,
        transitions=int(counters[kernel.EDGES]) - refused,
        deadlocks=int(counters[kernel.DEADLOCKS]),
        complete=limit is None,
        limit=limit,
        seconds=seconds,
        graph=(lambda: _graph(search, limit)) if search.plan.recording else None,
        max_tokens_per_place=most_in_place,
        max_tokens_in_marking=most_in_marking,
        stored_bytes=_stored_bytes(search),
        paths=(lambda: _paths(search)) if search.plan.recording and limit is None else None,
    )


def _paths(search: "Search") -> int | None:
    nodes = search.number_of_nodes
    return number_of_paths(search.edges.start[:nodes], search.edges.degree[:nodes], search.edges.target)


def _stored_bytes(search: "Search") -> int:
    """The bytes in use for states, sleep sets, their hash tables, nodes and parents."""
    stores = [search.store, search.sleeps] if search.plan.sleeping else [search.store]
    rows: int = sum(int(store.size[0]) * store.rows.shape[1] * 8 + store.slots.nbytes for store in stores)
    arrays = [*search.nodes, *(search.frames or ())]
    if isinstance(search.tables, Candidates):
        arrays.append(search.tables.mark)
    nodes: int = sum(min(array.nbytes, search.number_of_nodes * array.itemsize) for array in arrays)
    return rows + nodes


def _refused(search: "Search") -> int:
    if not (search.plan.sleeping and search.plan.recording):
        return 0
    recorded = search.edges.target[: int(search.counters[kernel.EDGES])]
    return int(np.count_nonzero(recorded == NONE))


def _token_maxima(search: "Search") -> tuple[int | None, int | None]:
    """The most tokens in a place and in a marking."""
    if not isinstance(search.request.system, PetriNet):
        return None, None
    counting = {f for f, code in search.encoding.items if f is not None and code is None}
    whole = {f for f, code in search.encoding.items if code == 0}
    fields = search.layout.fields
    if sum(fields[f].largest for f in counting) >= 2**62:
        return _large_token_maxima(search)
    kind = [0 if f in counting else 1 if f in whole else 2 for f in range(len(fields))]
    most = _most(
        search.store.rows,
        int(search.store.size[0]),
        np.array(
            [(f.word, f.shift, f.largest, k) for f, k in zip(fields, kind, strict=True)], dtype=np.uint64
        ),
    )
    return int(most[0]), int(most[1])


def _most(rows: U64, count: int, fields: U64) -> NDArray[np.int64]:
    most = np.zeros(2, dtype=np.int64)
    token_maxima(rows, count, fields.reshape(-1, 4), most)
    return most


def load_kernels() -> None:
    """Compile the kernel of this module, or load it."""
    nothing = np.zeros((0, 4), dtype=np.uint64)
    _most(nothing, 0, nothing)


def _large_token_maxima(search: "Search") -> tuple[int, int]:
    """The same where the sum may not fit a word: in Python's integers."""
    markings = states_from(search, 0)
    return max(max(m, default=0) for m in markings), max(sum(m) for m in markings)


@jit
def token_maxima(rows, count, fields, most):
    """Fields are (word, shift, mask, kind); kind 0 is a token count, 1 always one token, 2 one unless 0."""
    for i in range(count):
        total = np.int64(0)
        for f in range(fields.shape[0]):
            tokens = np.int64((rows[i, fields[f, 0]] >> fields[f, 1]) & fields[f, 2])
            if fields[f, 3] == 1 or (fields[f, 3] == 2 and tokens > 1):
                tokens = np.int64(1)
            if tokens > most[0]:
                most[0] = tokens
            total += tokens
        if total > most[1]:
            most[1] = total


def _graph(search: "Search", limit: str | None) -> StateGraph[Any]:
    """The graph, with states decoded and actions by name."""
    states = states_from(search, 0)
    nodes, actions = search.number_of_nodes, search.request.system.actions
    graph: StateGraph[Any] = StateGraph(complete=limit is None, limit=limit)
    if search.plan.sleeping:
        graph.states = [states[i] for i in search.nodes.state[:nodes].tolist()]
        sets = [members(row, actions) for row in search.sleeps.rows[: int(search.sleeps.size[0])]]
        graph.sleep = [sets[i] for i in search.nodes.sleep[:nodes].tolist()]
        graph.treated = []
    else:
        graph.states = states
    expanded = _expanded(search)
    graph.unexpanded = set(np.flatnonzero(~expanded).tolist())
    action, target = search.edges.action, search.edges.target
    partly = search.merged is not None or search.frames is not None  # nodes are not expanded whole
    for n in range(nodes):
        first = int(search.edges.start[n])
        last = first + int(search.edges.degree[n]) if expanded[n] or partly else first
        pairs = list(zip(action[first:last].tolist(), target[first:last].tolist(), strict=True))
        graph.successors.append([(actions[a], m) for a, m in pairs if m != NONE])
        if graph.treated is not None:
            graph.treated.append(tuple(actions[a] for a, _ in pairs))
    return graph


def _expanded(search: "Search") -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    expanded = np.ones(search.number_of_nodes, dtype=np.bool_)
    if search.plan.depth_first:
        expanded[search.nodes.stack[: int(search.counters[kernel.TOP])]] = False
    else:
        expanded[int(search.counters[kernel.HEAD]) :] = False
    return expanded


def states_from(search: "Search", first: int) -> list[Any]:
    """The states, decoded, in the order in which they were found, from this position on."""
    count = int(search.store.size[0])
    return [
        state
        for i in range(first, count, CHUNK)
        for state in search.encoding.decode(
            unpack(search.store.rows[i : min(i + CHUNK, count)], search.layout)
        )
    ]
