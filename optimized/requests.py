"""What is to be searched, and the tables that it takes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from mazurka.optimized import choices
from mazurka.optimized.asked import Oracle, no_questions
from mazurka.optimized.barred import sticky_actions, visible_actions
from mazurka.optimized.candidates import ALGORITHMS, PROCESSES, Candidates
from mazurka.optimized.choices import All, Choice, Closure, ClosureSet, Deletion, Processes
from mazurka.optimized.closure_sets import FIRST, FRESHEST, SMALLEST
from mazurka.optimized.compiled import U64
from mazurka.optimized.encoding import Encoding
from mazurka.optimized.layout import Layout, bit_rows, words_for
from mazurka.optimized.local_tables import LocalTables, local_tables
from mazurka.optimized.lookups import new_lookups
from mazurka.optimized.net_tables import NetTables, net_tables, no_net_tables
from mazurka.optimized.process_tables import ProcessTables, no_process_tables, process_tables
from mazurka.optimized.provisos import STICKY, keeps_marks, kind_of, order_for
from mazurka.optimized.scapegoats import RULES
from mazurka.optimized.successor_tests import Awake, Pifs, SuccessorTest
from mazurka.optimized.trimming import Trimmed
from mazurka.optimized.unfolding import Unfolded, unfolded
from mazurka.systems import ClientServerSystem, PetriNet, System
from mazurka.systems.name_lists import listed_names

CLOSINGS = {"awake": choices.NONE, "smallest": SMALLEST, "first": FIRST, "freshest": FRESHEST}
"""Closure sets by the name of the choice."""


@dataclass(frozen=True)
class Request:
    """A search to run: what to choose at each node, in which order, with or without sleep sets.

    choice:    all; for nets closure, deletion, smallest; for client/server systems processes, next-processes,
               one of CLOSINGS, and trimmed.
    order:     bfs, dfs; where nodes are merged also ranked.
    sharing:   a node serves all sleep sets that contain its own; if not, the graph is a tree.
    merging:   there is one node a state, see `merged_nodes.py`.
    keeping:   nodes keep their sleep sets; if not, there is one node a state.
    test:      of a successor in a search with sleep sets: awake, pifs, unfolded, or asked of the oracle.
    form:      of PIFS: processes, actions or remote.
    by_pifs:   closure sets are treated in the order of `action_choice.py`.
    budget:    how many questions the unfolded test may ask.
    proviso:   which sets may stand in for all that is enabled, see `provisos.py`; the choice is then closure,
               deletion, smallest or processes, without sleep sets.
    recursive: true depth-first search, see `depth_first.py`.
    visible:   components that a property looks at.
    scapegoat: the rule of closure, see `scapegoats.py`; seed: where it draws.
    recording: keep the edges, so that the graph can be built (8 bytes an edge and 12 a node).
    """

    system: System[Any]
    choice: str = "all"
    order: str = "bfs"
    sleeping: bool = False
    recording: bool = True
    sharing: bool = True
    merging: bool = False
    keeping: bool = True
    test: str = "awake"
    form: str = "processes"
    by_pifs: bool = True
    budget: int = 20
    oracle: Oracle | None = None
    proviso: str = "none"
    recursive: bool = False
    visible: tuple[str, ...] = ()
    scapegoat: str = "fewest"
    seed: int = 0


def with_proviso(request: Request, options: Mapping[str, object]) -> Request:
    """The request with the proviso, order and visible components that options name; OptionError if unfit."""
    proviso = str(options.get("proviso", "none"))
    order = order_for(proviso, str(options.get("order", "own")))
    visible = listed_names(str(options.get("visible", "")))
    recursive = order == "dfs" and proviso != "none"
    return replace(request, proviso=proviso, order=order, visible=visible, recursive=recursive)


def search_tables(
    request: Request, encoding: Encoding, layout: Layout, independent: U64, moves: int
) -> tuple[Choice, SuccessorTest]:
    """The tables of the choice, which must suit the formalism of the system, and of the test."""
    system, choice = request.system, request.choice
    nothing = np.zeros(0, dtype=np.uint64)
    if choice == "all":
        return All(nothing), Awake(nothing)
    if isinstance(system, PetriNet):
        net = net_tables(system, encoding.items, layout, RULES[request.scapegoat], request.seed)
        if request.proviso != "none" or request.visible or choice == "smallest":
            return _candidates(request, moves, net=net), Awake(nothing)
        return Closure(net) if choice == "closure" else Deletion(net), Awake(nothing)
    assert isinstance(system, ClientServerSystem)
    if choice in ("processes", "next-processes"):
        processes = process_tables(system, layout, next_only=choice == "next-processes")
        if request.proviso != "none" or request.visible:
            return _candidates(request, moves, processes=processes), Awake(nothing)
        return Processes(processes), Awake(nothing)
    local = local_tables(system, layout, request.form)
    test = _test(request, local, independent, layout, moves)
    if isinstance(test, Unfolded) and choice == "trimmed":
        return Trimmed(test, np.zeros(independent.shape[1], dtype=np.uint64)), test
    return ClosureSet(local, CLOSINGS[choice], request.by_pifs), test


def _candidates(
    request: Request, moves: int, *, net: NetTables | None = None, processes: ProcessTables | None = None
) -> Candidates:
    """Candidate sets from one of the two tables."""
    system, proviso = request.system, kind_of(request.proviso, request.order)
    assert isinstance(system, PetriNet | ClientServerSystem)
    barred = visible_actions(system, request.visible)
    if proviso == STICKY:
        barred |= sticky_actions(system)
    return Candidates(
        ALGORITHMS.get(request.choice, PROCESSES),
        proviso,
        net or no_net_tables(),
        processes or no_process_tables(),
        bit_rows([sum(1 << a for a in barred)], len(system.actions))[0].copy(),
        np.zeros(1024 if keeps_marks(proviso) else 0, dtype=np.uint32),
        np.zeros(moves, dtype=np.int64),
        np.zeros(moves, dtype=np.uint32),
        new_lookups(moves),
    )


def _test(
    request: Request, local: LocalTables, independent: U64, layout: Layout, moves: int
) -> SuccessorTest:
    if request.test == "pifs":
        return Pifs(local)
    if request.test == "unfolded":
        return unfolded(local, independent, request.budget, layout.words, moves)
    if request.test == "asked":
        return no_questions(layout.words, words_for(len(request.system.actions)))
    return Awake(np.zeros(0, dtype=np.uint64))
