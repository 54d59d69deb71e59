"""`convert`: a model in another format, or its state space as a graph."""

from pathlib import Path
from typing import Annotated, Any

import typer

from mazurka.cli.graphs import write_graph
from mazurka.cli.options import Json, MaxMemory, MaxSeconds, MaxStates, Model, Quiet, limits
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.cli.outputs import GRAPHS, check_room
from mazurka.cli.watching import watching
from mazurka.errors import ModelError
from mazurka.limits import Watch
from mazurka.systems import Exploration, PetriNet, StateGraph, System

Output = Annotated[
    Path, typer.Argument(metavar="OUT", help="A file; its suffix names the format.", show_default=False)
]


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command()(convert)


def convert(
    model: Model,
    output: Output,
    max_states: MaxStates = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Write a model in another format, where that keeps its meaning; as .aut or .dot its state space."""
    from mazurka.formats import read_model

    show = Show.of(json, quiet)
    check_room(output, model)
    system = read_model(model)
    graph_wanted = output.suffix.lower() in GRAPHS and not (
        output.suffix.lower() == ".aut" and system.formalism == "lts"
    )
    with watching(limits(max_states, max_seconds, max_memory), show, model) as watch:
        explored = (
            _write_space(system, output, watch) if graph_wanted else _write_model(system, output, watch)
        )
    limit = explored.limit if explored is not None else None
    written = limit is None
    data = {
        "model": system.name,
        "formalism": system.formalism,
        "output": str(output) if written else None,
        "states": explored.states if explored is not None else None,
        "complete": written,
        "limit": None if written else limit,
    }
    notes = (
        []
        if written
        else [f"{output} is not written: {limit} was reached before the state space was complete"]
    )
    text = [f"{output}: {system.name}"] if written else []
    return Outcome(show, data, text, Status.DONE if written else Status.of(limit), notes=notes)


def _write_space(system: System[Any], output: Path, watch: Watch) -> Exploration[Any]:
    from mazurka.optimized.explorer import explore

    found = explore(system, watch, recording=True)
    write_graph(system, found, output)
    return found


def _write_model(system: System[Any], output: Path, watch: Watch) -> Exploration[Any] | None:
    """Write the model; whether a net is safe, where its arcs do not show it, is found by exploring it."""
    from mazurka.formats import write_model
    from mazurka.formats.convert import convert as converted

    try:
        write_model(system, output)
    except ModelError:
        if not isinstance(system, PetriNet) or not output.name.lower().endswith(".es.json"):
            raise
        from mazurka.optimized.explorer import explore

        entities = converted(system, ".es.json", safe=True)
        found = explore(system, watch, recording=True)
        if (found.max_tokens_per_place or 0) > 1 and found.graph is not None:
            raise _unsafe(system, found.graph()) from None
        if found.complete:
            write_model(entities, output)
        return found
    return None


def _unsafe(net: PetriNet, graph: StateGraph[Any]) -> ModelError:
    """Which place holds several tokens, and how they get there."""
    n = next(n for n, m in enumerate(graph.states) if max(m) > 1)
    tokens = max(graph.states[n])
    run = graph.run_to(n)
    shown = " ".join(run[:12]) + (f" … ({len(run)} steps)" if len(run) > 12 else "")
    return ModelError(
        f"it holds {tokens} tokens after {shown or 'the empty run'}",
        where=f"place {net.places[graph.states[n].index(tokens)]!r}",
        cure="only safe nets, with at most one token in a place, can be written as entity systems",
    )
