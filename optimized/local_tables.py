"""What each process can do from each local state, as tables for the tests and closures of [HLPW].

    [HLPW]  section 9.1, Definitions 33 and 36.

A *row* is a local state of a process; rows are numbered through all processes.  A *local edge* is a local
transition; those of a row lie together, sorted by action.

variant: section 9.1 has all triples (p, s_p, processes of v, b) computed beforehand.  There can be more of
them than a search ever asks for, quadratically many at a lock and exponentially many at worst; here local
edges are walked when they are asked for, each once.  What is computed beforehand is which actions b lie
*ahead* of a row: at the end of a local run v b where v does not involve the other process of b.

Scratch arrays are never cleared, so that no computation pays for processes that it does not meet: an entry
of theirs counts if it holds the number of the computation at hand.
"""

from itertools import chain
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.jit import U1, holds, inlined
from mazurka.optimized.layout import Layout, bit_rows
from mazurka.systems import Action, ClientServerSystem, Process

I64: TypeAlias = NDArray[np.int64]

PROCESSES, ACTIONS, REMOTE = range(3)
FORMS = {"processes": PROCESSES, "actions": ACTIONS, "remote": REMOTE}
"""The forms of PIFS, see `pifs.py`."""


class LocalTables(NamedTuple):
    """Processes p = 0 …, clients first; actions a = 0 … in their order; bit sets in words."""

    client: U32  # [actions]
    server: U32  # [actions]
    place: U64  # [processes, 3]: word, shift, mask of the local state in a packed state
    base: U32  # [processes]: the row of local state 0
    owner: U32  # [rows]: the process
    can: U64  # [rows, action words]: what the process can take there
    ahead: U64  # [rows, action words]: what lies ahead
    edge_start: U32  # [rows + 1] into the next three
    edge_action: U32
    edge_partner: U32  # the other process of the action
    edge_target: U32  # a row
    form: int  # of PIFS
    # Scratch.
    number: U64  # [1]: of the computation at hand
    joined: U64  # [processes]: in P
    member: U64  # [actions]: in A, or in a closure
    visited: U64  # [rows]
    processes: U32  # [processes]: a queue
    rows: U32  # [rows]: a stack
    actions: U32  # [actions]: a queue
    waiting: U64  # [processes]: whether local edges wait until it joins
    first: U32  # [processes]: the first of these
    following: U32  # [edges]: the next of these
    untouched: U32  # [actions]: what P has still to touch
    rank: I64  # [actions]
    weight: U32  # [actions]: what an enabled action costs in a closure
    counted: U64  # [processes]: whether `taken` counts
    taken: U32  # [processes]: how many of its local next actions are members
    settled: U64  # [processes]: whether the closure of its local next actions is known to be too large


def local_tables(system: ClientServerSystem, layout: Layout, form: str = "processes") -> LocalTables:
    """The tables of a system whose process i is field i of the layout; form: of PIFS, see `pifs.py`."""
    number = {a: i for i, a in enumerate(system.actions)}
    edges: list[list[tuple[int, int, int]]] = []
    ahead: list[int] = []
    base: list[int] = []
    for p, process in enumerate(system.processes):
        base.append(len(edges))
        row = {x: len(edges) + i for i, x in enumerate(process.local_states)}
        edges += (
            sorted((number[a], sum(system.domain[a]) - p, row[y]) for a, y in process.steps[x].items())
            for x in process.local_states
        )
        ahead += actions_ahead(system, p, process, number)
    flat = np.array([*chain.from_iterable(edges)], dtype=np.uint32).reshape(-1, 3)
    domains = np.array([system.domain[a] for a in system.actions], dtype=np.uint32).reshape(-1, 2)
    sizes = [len(process.local_states) for process in system.processes]
    return LocalTables(
        client=domains[:, 0].copy(),
        server=domains[:, 1].copy(),
        place=places_of(layout),
        base=np.array(base, dtype=np.uint32),
        owner=np.repeat(np.arange(len(sizes), dtype=np.uint32), sizes),
        can=bit_rows([sum(1 << a for a, _, _ in row) for row in edges], len(number)),
        ahead=bit_rows(ahead, len(number)),
        edge_start=np.cumsum([0, *map(len, edges)]).astype(np.uint32),
        edge_action=flat[:, 0].copy(),
        edge_partner=flat[:, 1].copy(),
        edge_target=flat[:, 2].copy(),
        form=FORMS[form],
        **_scratch(len(number), len(sizes), len(edges), len(flat)),
    )


def _scratch(actions: int, processes: int, rows: int, edges: int) -> dict[str, Any]:
    """Working space for computations over tables of these sizes."""
    marks = {"number": 1, "joined": processes, "member": actions, "visited": rows, "waiting": processes}
    marks |= {"counted": processes, "settled": processes}
    lists = {"processes": processes, "rows": rows, "actions": actions, "first": processes}
    lists |= {"following": edges, "untouched": actions, "taken": processes, "weight": actions}
    return {
        **{name: np.zeros(size, dtype=np.uint64) for name, size in marks.items()},
        **{name: np.zeros(size, dtype=np.uint32) for name, size in lists.items()},
        "rank": np.zeros(actions, dtype=np.int64),
    }


def actions_ahead(
    system: ClientServerSystem, p: int, process: Process, number: dict[Action, int]
) -> list[int]:
    """For each local state of process p the actions that lie ahead, as bits.

    Backwards along the local edges until nothing changes: what lies ahead of the target of an edge lies
    ahead of its source too, unless it shares the other process of the edge.
    """
    partner = {a: sum(system.domain[a]) - p for a in process.actions}
    of_partner = dict.fromkeys(partner.values(), 0)
    for a, q in partner.items():
        of_partner[q] |= 1 << number[a]
    ahead = {x: sum(1 << number[a] for a in process.steps[x]) for x in process.local_states}
    steps = [(x, ~of_partner[partner[a]], y) for x, a, y in reversed(process.transitions)]
    changed = True
    while changed:
        changed = False
        for x, others, y in steps:
            more = ahead[x] | ahead[y] & others
            changed |= more != ahead[x]
            ahead[x] = more
    return [ahead[x] for x in process.local_states]


def places_of(layout: Layout) -> U64:
    """For each field, which holds the local state of one process: word, shift, mask."""
    return np.array([(f.word, f.shift, f.largest) for f in layout.fields], dtype=np.uint64).reshape(-1, 3)


@inlined
def row_of(tables, s, p):
    """The row of process p in packed state s."""
    local = (s[tables.place[p, 0]] >> tables.place[p, 1]) & tables.place[p, 2]
    return np.int64(tables.base[p]) + np.int64(local)


@inlined
def can_step(tables, s, p, b):
    """Whether process p can take action b locally in packed state s."""
    return holds(tables.can[row_of(tables, s, p)], b)


@inlined
def begin(tables):
    """Begin a computation: its number, with which nothing is marked yet."""
    tables.number[0] += U1
    return tables.number[0]
