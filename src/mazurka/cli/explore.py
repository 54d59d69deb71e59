"""`explore` and `reduce`: a full or a reduced state space."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from mazurka.cli.options import (
    Json,
    MaxMemory,
    MaxSeconds,
    MaxStates,
    Model,
    Quiet,
    ReducerName,
    Settings,
    limits,
)
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.cli.watching import stdout_for_results, watching

Output = Annotated[
    Path | None, typer.Option("--output", "-o", metavar="OUT.aut|.dot", help="Write the reduced graph.")
]


def register(app: typer.Typer) -> None:
    """Add the commands of this file."""
    app.command()(explore)
    app.command()(reduce)


def explore(
    model: Model,
    max_states: MaxStates = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Build the full state space of a model, and count."""
    from mazurka.formats import read_model
    from mazurka.optimized.explorer import explore as explore_all
    from mazurka.report import results

    show = Show.of(json, quiet)
    system = read_model(model)
    with watching(limits(max_states, max_seconds, max_memory), show, model) as watch:
        found = explore_all(system, watch)
    return _outcome(show, results.explored(system, found), found.limit)


def reduce(
    model: Model,
    reducer: ReducerName,
    settings: Settings = None,
    output: Output = None,
    max_states: MaxStates = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Build a reduced state space."""
    from mazurka.cli.graphs import write_graph
    from mazurka.cli.outputs import check_output
    from mazurka.formats import read_model
    from mazurka.registry import find_reducer
    from mazurka.report import results

    show = Show.of(json, quiet)
    check_output(output, model)
    with stdout_for_results():
        chosen = find_reducer(reducer)
    options = chosen.parse(settings or [])
    system = read_model(model)
    with watching(limits(max_states, max_seconds, max_memory), show, model) as watch:
        found = chosen.run(system, options, watch)
        result = results.reduced(system, chosen.name, options, found)
    notes = []
    if output is not None:
        written = write_graph(system, found, output)
        result["output"] = str(output) if written else None
        notes = [] if written else [f"{output} is not written: the reduction is not complete"]
    return _outcome(show, result, found.limit, notes)


def _outcome(
    show: Show, result: Mapping[str, Any], limit: str | None, notes: list[str] | None = None
) -> Outcome:
    from mazurka.report.tables import summary

    text = summary(result) if show is Show.TEXT else ()
    return Outcome(show, result, text, Status.of(limit), notes=notes or [])
