"""`oracle smallest`: the fewest states that a reduction by covering source sets can keep."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazurka.cli.options import Json, MaxMemory, MaxSeconds, MaxStates, Model, Quiet, limits
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.cli.watching import watching
from mazurka.systems import Exploration, System

if TYPE_CHECKING:
    from mazurka.limits import Watch
    from mazurka.oracle.smallest_reduction import SmallestReduction

Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="OUT.aut|.dot", help="Write the smallest graph.")
]


def smallest(
    model: Model,
    output: Output = None,
    max_states: MaxStates = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Find the smallest reduction by covering source sets, without sleep sets, of an acyclic system."""
    from mazurka.cli.graphs import write_graph
    from mazurka.cli.outputs import check_output
    from mazurka.formats import read_model
    from mazurka.optimized.explorer import explore

    show = Show.of(json, quiet)
    check_output(output, model)
    system = read_model(model)
    with watching(limits(max_states, max_seconds, max_memory), show, model) as watch:
        full = explore(system, watch, recording=True)
        found = smallest_of(system, full, watch)
        seconds = watch.seconds()
    result: dict[str, Any] = {
        "model": system.name,
        "formalism": system.formalism,
        "full_states": full.states,
        "states": found and found.states,
        "lower_bound": found and found.lower_bound,
        "optimal": found is not None and found.optimal,
        "limit": full.limit if found is None else found.limit,
        "seconds": round(seconds, 6),
    }
    notes = []
    if output is not None and found is not None:
        write_graph(system, as_exploration(system, found, seconds), output)
        result["output"] = str(output)
    elif output is not None:
        notes = [f"{output} is not written: the full state space is not complete"]
    return Outcome(show, result, _told(result) if show is Show.TEXT else (), _status(result), notes=notes)


def smallest_of(
    system: System[Any], full: Exploration[Any], watch: "Watch"
) -> "SmallestReduction[Any] | None":
    """The smallest reduction of a system whose full graph was recorded; None where that is not complete."""
    from mazurka.oracle.smallest_reduction import smallest_reduction

    if not full.complete or full.graph is None:
        return None
    if watch.announce is not None:
        watch.announce("smallest reduction", True)
    return smallest_reduction(system, full.graph(), watch)


def as_exploration(system: System[Any], found: "SmallestReduction[Any]", seconds: float) -> Exploration[Any]:
    """The smallest reduction as the result of a search."""
    graph = found.graph
    return Exploration(
        states=found.states,
        nodes=found.states,
        transitions=graph.number_of_edges,
        deadlocks=sum(not system.enabled(s) for s in graph.states),
        complete=True,
        limit=None,
        seconds=seconds,
        graph=lambda: graph,
    )


def _status(result: dict[str, Any]) -> Status:
    return Status.DONE if result["optimal"] else Status.of(result["limit"])


def _told(result: dict[str, Any]) -> list[str]:
    first = f"{result['model']}  ({result['formalism']})"
    if result["states"] is None:
        return [first, f"  unknown: the full state space stopped at {result['limit']}"]
    of = f"of {result['full_states']:,} states"
    if result["optimal"]:
        told = f"  smallest reduction by covering source sets: {result['states']:,} {of}"
    else:
        told = (
            f"  smallest reduction by covering source sets: from {result['lower_bound']:,} to "
            f"{result['states']:,} {of} ({result['limit']})"
        )
    return [first, told, *([f"  written to {result['output']}"] if "output" in result else [])]
