"""What a search found: counts, whether it is complete, and the graph where it was kept."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from mazurka.systems.graph import StateGraph
from mazurka.systems.protocol import State


@dataclass
class Exploration(Generic[State]):
    """The result of exploring or reducing a system.

    states:      distinct states reached.
    nodes:       nodes of the graph (more than states where sleep sets tell nodes apart).
    transitions: edges of the graph.
    deadlocks:   distinct expanded states in which the system enables nothing.
    limit:       `max_states`, `max_seconds`, `max_memory` or `interrupt` when the search is not complete.
    graph:       builds the graph, node 0 first; None when the search did not keep its edges.
    paths:       counts the maximal paths of the graph, None when it has a cycle; where this itself is None,
                 `StateGraph.number_of_paths` does.
    max_tokens_per_place, max_tokens_in_marking: for nets.
    stored_bytes: what the search kept of its states, their hash table and its frontier (not of edges),
                  counting only what is in use; None where it does not count.
    """

    states: int
    nodes: int
    transitions: int
    deadlocks: int
    complete: bool
    limit: str | None
    seconds: float
    graph: Callable[[], StateGraph[State]] | None = None
    max_tokens_per_place: int | None = None
    max_tokens_in_marking: int | None = None
    stored_bytes: int | None = None
    paths: Callable[[], int | None] | None = None
