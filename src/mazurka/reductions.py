"""A reduction with its graph: made by a reducer, or made elsewhere and read from a graph or a file.

The nodes of a file have no states; they get them by following its edges in the system, if that can be done.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from mazurka.errors import MazurkaError
from mazurka.formats.aut import AutGraph
from mazurka.limits import Watch
from mazurka.reference.finding import Finding
from mazurka.reference.foreign import attach_states
from mazurka.registry import Reducer, check_shape, counted
from mazurka.systems import Exploration, StateGraph, System

Reduction: TypeAlias = Reducer | StateGraph[Any] | AutGraph


@dataclass(frozen=True)
class Made:
    """A reduction: its graph and counts, or why its states cannot be determined."""

    graph: StateGraph[Any] | None
    counts: Exploration[Any] | AutGraph
    fault: Finding | None = None


def made(system: System[Any], reduction: Reduction, options: Mapping[str, object], watch: Watch) -> Made:
    """Run the reducer, or find the states of the graph; MazurkaError where the reducer keeps no graph."""
    if isinstance(reduction, AutGraph):
        attached = attach_states(system, reduction.number_of_states, reduction.initial, reduction.edges)
        if attached.graph is None:
            return Made(None, reduction, attached.finding)
        return Made(attached.graph, counted(attached.graph, system, 0.0))
    if isinstance(reduction, StateGraph):
        check_shape("the graph", reduction)
        return Made(reduction, counted(reduction, system, 0.0))
    begun = watch.seconds()
    exploration = reduction.run(system, options, watch)
    if exploration.graph is None:
        raise MazurkaError(f"{reduction.name} keeps no graph, so that there is nothing to audit")
    graph = exploration.graph()
    check_shape(reduction.name, graph)
    return Made(graph, replace(exploration, seconds=watch.seconds() - begun, graph=lambda: graph))
