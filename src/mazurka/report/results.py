"""Results as JSON objects: the keys are the contract with scripts."""

from collections.abc import Mapping
from typing import Any

from mazurka.limits import peak_rss_bytes
from mazurka.systems import Exploration, System

MAX_NODES_FOR_PATHS = 1_000_000
"""Paths are counted by walking the whole graph in Python; for larger graphs the answer is null."""


def explored(system: System[Any], found: Exploration[Any]) -> dict[str, Any]:
    """The result of `explore`."""
    return {"model": system.name, "formalism": system.formalism, **_measured(found)}


def reduced(
    system: System[Any], reducer: str, options: Mapping[str, object], found: Exploration[Any]
) -> dict[str, Any]:
    """The result of `reduce`."""
    return {
        "model": system.name,
        "formalism": system.formalism,
        "reducer": reducer,
        "options": dict(options),
        **_measured(found),
        "nodes": found.nodes,
        "paths": number_of_paths(found),
    }


def counts(found: Exploration[Any], *, reduced: bool = False) -> dict[str, Any]:
    """One of the two halves of an audit."""
    basic = {
        "states": found.states,
        "transitions": found.transitions,
        "deadlocks": found.deadlocks,
        "complete": found.complete,
        "limit": found.limit,
        "seconds": round(found.seconds, 6),
    }
    return {**basic, "nodes": found.nodes, "paths": number_of_paths(found)} if reduced else basic


def number_of_paths(found: Exploration[Any]) -> int | None:
    """The number of maximal paths; None for a graph that is cyclic, incomplete, not kept or too large."""
    if found.graph is None or not found.complete or found.nodes > MAX_NODES_FOR_PATHS:
        return None
    return found.graph().number_of_paths()


def _measured(found: Exploration[Any]) -> dict[str, Any]:
    measured = {
        "states": found.states,
        "transitions": found.transitions,
        "deadlocks": found.deadlocks,
        "complete": found.complete,
        "limit": found.limit,
        "seconds": round(found.seconds, 6),
        "peak_rss_bytes": peak_rss_bytes(),
    }
    if found.max_tokens_per_place is not None:
        measured["max_tokens_per_place"] = found.max_tokens_per_place
        measured["max_tokens_in_marking"] = found.max_tokens_in_marking
    return measured
