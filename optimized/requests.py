"""What is to be searched, and the tables that it takes."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from mazurka.optimized import choices
from mazurka.optimized.asked import Oracle, no_questions
from mazurka.optimized.choices import All, Choice, Closure, ClosureSet, Deletion, Processes
from mazurka.optimized.closure_sets import FIRST, FRESHEST, SMALLEST
from mazurka.optimized.compiled import U64
from mazurka.optimized.encoding import Encoding
from mazurka.optimized.layout import Layout, words_for
from mazurka.optimized.local_tables import LocalTables, local_tables
from mazurka.optimized.net_tables import net_tables
from mazurka.optimized.process_tables import process_tables
from mazurka.optimized.successor_tests import Awake, Pifs, SuccessorTest
from mazurka.optimized.trimming import Trimmed
from mazurka.optimized.unfolding import Unfolded, unfolded
from mazurka.systems import ClientServerSystem, PetriNet, System

CLOSINGS = {"awake": choices.NONE, "smallest": SMALLEST, "first": FIRST, "freshest": FRESHEST}
"""Closure sets by the name of the choice."""


@dataclass(frozen=True)
class Request:
    """A search to run: what to choose at each node, in which order, with or without sleep sets.

    choice:    all; for nets closure, deletion; for client/server systems processes, next-processes, one of
               CLOSINGS, and trimmed.
    order:     bfs, dfs; where nodes are merged also ranked.
    sharing:   a node serves all sleep sets that contain its own; if not, the graph is a tree.
    merging:   there is one node a state, see `merged_nodes.py`.
    keeping:   nodes keep their sleep sets; if not, there is one node a state.
    test:      of a successor in a search with sleep sets: awake, pifs, unfolded, or asked of the oracle.
    form:      of PIFS: processes, actions or remote.
    by_pifs:   closure sets are treated in the order of `action_choice.py`.
    budget:    how many questions the unfolded test may ask.
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


def search_tables(
    request: Request, encoding: Encoding, layout: Layout, independent: U64, moves: int
) -> tuple[Choice, SuccessorTest]:
    """The tables of the choice, which must suit the formalism of the system, and of the test."""
    system, choice = request.system, request.choice
    nothing = np.zeros(0, dtype=np.uint64)
    if choice == "all":
        return All(nothing), Awake(nothing)
    if isinstance(system, PetriNet):
        net = net_tables(system, encoding.items, layout)
        return Closure(net) if choice == "closure" else Deletion(net), Awake(nothing)
    assert isinstance(system, ClientServerSystem)
    if choice in ("processes", "next-processes"):
        processes = process_tables(system, layout, next_only=choice == "next-processes")
        return Processes(processes), Awake(nothing)
    local = local_tables(system, layout, request.form)
    test = _test(request, local, independent, layout, moves)
    if isinstance(test, Unfolded) and choice == "trimmed":
        return Trimmed(test, np.zeros(independent.shape[1], dtype=np.uint64)), test
    return ClosureSet(local, CLOSINGS[choice], request.by_pifs), test


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
