"""What each process can do from each local state, as tables for the tests and closures of [HLPW].

    [HLPW]  section 9.1: "precompute, for every process, all triples".

A *row* is a local state of a process; rows are numbered through all processes.  Of a local run c v b of
process p the actions c and b count, and the processes of v; or, in the form of processes, only b and the
processes of c v.  Of two runs that are alike but for these, the one whose processes contain the other's is
left out.  The *heads* of b at a local state of q are the actions c with s_q –c v b→ where nothing in c v
involves the other process of b.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.jit import holds, inlined
from mazurka.optimized.layout import Layout, bit_words, split_words, words_for
from mazurka.systems import Action, ClientServerSystem, Process

I64: TypeAlias = NDArray[np.int64]


class LocalTables(NamedTuple):
    """Processes p = 0 …, clients first; actions a = 0 … in their order; bit sets in words."""

    client: U32  # [actions]
    server: U32  # [actions]
    place: U64  # [processes, 3]: word, shift, mask of the local state in a packed state
    base: U32  # [processes]: the row of local state 0
    can: U64  # [rows, action words]: what the process can take there
    run_start: U32  # [rows + 1] into the next three: local runs c v b
    run_last: U32  # b
    run_partner: U32  # the other process of b
    run_first: U32  # c, in the form of actions
    run_through: U64  # [runs, process words]: the processes of v, in the form of processes those of c v
    head_start: U32  # [rows + 1] into the next two, sorted by action
    head_action: U32  # b
    head: U32  # c
    inside: U64  # scratch [process words]: P
    actions: U64  # scratch [action words]
    queue: U32  # scratch [actions]
    rank: I64  # scratch [actions]
    by_actions: bool  # the form of PIFS


def local_tables(system: ClientServerSystem, layout: Layout, form: str = "processes") -> LocalTables:
    """The tables of a system whose process i is field i of the layout; form: of PIFS, see `pifs.py`."""
    number = {a: i for i, a in enumerate(system.actions)}
    actions, processes = words_for(len(number)), words_for(len(system.processes))
    base: list[int] = []
    can: list[list[int]] = []
    runs: list[list[tuple[int, int, int, int]]] = []
    heads: list[list[tuple[int, int]]] = []
    for p, process in enumerate(system.processes):
        base.append(len(can))
        through = _runs(system, process, form)
        for x in process.local_states:
            can.append(bit_words((number[a] for a in process.steps[x]), actions))
            runs.append(
                [
                    (number[b], _partner(system, p, b), number.get(c, 0), v)
                    for (c, b), sets in through[x].items()
                    for v in sets
                ]
            )
            heads.append(_heads(system, p, x, number))
    domains = [system.domain[a] for a in system.actions]
    flat_runs = [run for row in runs for run in row]
    flat_heads = [pair for row in heads for pair in row]
    return LocalTables(
        client=np.array([c for c, _ in domains], dtype=np.uint32),
        server=np.array([q for _, q in domains], dtype=np.uint32),
        place=places_of(layout),
        base=np.array(base, dtype=np.uint32),
        can=np.array(can, dtype=np.uint64).reshape(len(can), actions),
        run_start=np.cumsum([0, *map(len, runs)]).astype(np.uint32),
        run_last=np.array([b for b, *_ in flat_runs], dtype=np.uint32),
        run_partner=np.array([q for _, q, *_ in flat_runs], dtype=np.uint32),
        run_first=np.array([c for *_, c, _ in flat_runs], dtype=np.uint32),
        run_through=np.array([split_words(v, processes) for *_, v in flat_runs], dtype=np.uint64).reshape(
            -1, processes
        ),
        head_start=np.cumsum([0, *map(len, heads)]).astype(np.uint32),
        head_action=np.array([b for b, _ in flat_heads], dtype=np.uint32),
        head=np.array([c for _, c in flat_heads], dtype=np.uint32),
        inside=np.zeros(processes, dtype=np.uint64),
        actions=np.zeros(actions, dtype=np.uint64),
        queue=np.zeros(len(number), dtype=np.uint32),
        rank=np.zeros(len(number), dtype=np.int64),
        by_actions=form == "actions",
    )


def places_of(layout: Layout) -> U64:
    """For each field, which holds the local state of one process: word, shift, mask."""
    return np.array([(f.word, f.shift, f.largest) for f in layout.fields], dtype=np.uint64).reshape(-1, 3)


def _partner(system: ClientServerSystem, p: int, b: Action) -> int:
    client, server = system.domain[b]
    return server if p == client else client


def _runs(
    system: ClientServerSystem, process: Process, form: str
) -> dict[str, dict[tuple[Action, Action], set[int]]]:
    """For local state x the runs x –c v b→, by (c, b), or in the form of processes by ("", b).

    Of each the smallest sets of processes of v, or of c v, as bits.  By rounds, from the shortest run: what
    a state can reach grows until nothing changes.
    """
    domain = {a: sum(1 << i for i in system.domain[a]) for a in process.actions}
    # Of x –w b→ with w perhaps empty, for each b the smallest sets of processes of w.
    ahead: dict[str, dict[Action, set[int]]] = {x: {} for x in process.local_states}
    for x, b, _ in process.transitions:
        ahead[x][b] = {0}
    steps = list(reversed(process.transitions))
    changed = True
    while changed:
        changed = False
        for x, c, y in steps:
            for b, sets in list(ahead[y].items()):
                for v in list(sets):
                    changed |= _add_smallest(ahead[x].setdefault(b, set()), v | domain[c])
    found: dict[str, dict[tuple[Action, Action], set[int]]] = {x: {} for x in process.local_states}
    for x, c, y in process.transitions:
        for b, sets in ahead[y].items():
            known = found[x].setdefault((c, b) if form == "actions" else ("", b), set())
            for v in sets:
                _add_smallest(known, {"actions": v, "processes": v | domain[c], "remote": 0}[form])
    return found


def _add_smallest(known: set[int], v: int) -> bool:
    """Add a set unless it contains a known one, and drop those that contain it; whether it was added."""
    if any(other & v == other for other in known):
        return False
    known.difference_update([other for other in known if v & other == v])
    known.add(v)
    return True


def _heads(system: ClientServerSystem, q: int, x: str, number: dict[Action, int]) -> list[tuple[int, int]]:
    """The pairs (b, c) of process q at local state x, sorted."""
    process = system.processes[q]
    by_partner: dict[int, list[Action]] = {}
    for b in process.actions:
        by_partner.setdefault(_partner(system, q, b), []).append(b)
    pairs: set[tuple[int, int]] = set()
    for p, shared in by_partner.items():
        for c, y in process.steps[x].items():
            if _partner(system, q, c) == p:
                continue
            met, waiting = {y}, [y]
            while waiting:
                z = waiting.pop()
                for d, after in process.steps[z].items():
                    if _partner(system, q, d) != p and after not in met:
                        met.add(after)
                        waiting.append(after)
            pairs.update((number[b], number[c]) for b in shared if any(b in process.steps[z] for z in met))
    return sorted(pairs)


@inlined
def row_of(tables, s, p):
    """The row of process p in packed state s."""
    local = (s[tables.place[p, 0]] >> tables.place[p, 1]) & tables.place[p, 2]
    return np.int64(tables.base[p]) + np.int64(local)


@inlined
def can_step(tables, s, p, b):
    """Whether process p can take action b locally in packed state s."""
    return holds(tables.can[row_of(tables, s, p)], b)
