"""Results as JSON objects: the keys are the contract with scripts."""

from collections.abc import Mapping
from typing import Any

from mazurka.limits import peak_rss_bytes
from mazurka.systems import Exploration, System


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


def counts(found: Exploration[Any]) -> dict[str, Any]:
    """The counts of a full state space, as one half of an audit."""
    return {
        "states": found.states,
        "transitions": found.transitions,
        "deadlocks": found.deadlocks,
        "complete": found.complete,
        "limit": found.limit,
        "seconds": round(found.seconds, 6),
    }


def reduced_counts(found: Exploration[Any]) -> dict[str, Any]:
    """The counts of a reduction, as the other half."""
    return {**counts(found), "nodes": found.nodes, "paths": number_of_paths(found)}


def stateless_counts(nodes: int, transitions: int) -> dict[str, Any]:
    """The same for a graph that is no reduction of the system, so that its states are not known."""
    unknown = dict.fromkeys(("states", "transitions", "deadlocks", "complete", "limit", "seconds"))
    return {**unknown, "transitions": transitions, "nodes": nodes, "paths": None}


def number_of_paths(found: Exploration[Any]) -> int | None:
    """The number of maximal paths; None for a graph that is cyclic, incomplete, or not kept."""
    if found.paths is not None:
        return found.paths()
    if found.graph is None or not found.complete:
        return None
    return found.graph().number_of_paths()


def _measured(found: Exploration[Any]) -> dict[str, Any]:
    measured = {**counts(found), "peak_rss_bytes": peak_rss_bytes()}
    if found.max_tokens_per_place is not None:
        measured["max_tokens_per_place"] = found.max_tokens_per_place
        measured["max_tokens_in_marking"] = found.max_tokens_in_marking
    if found.stored_bytes is not None:
        measured["stored_bytes"] = found.stored_bytes
    return measured
