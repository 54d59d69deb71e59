"""`draw`: a picture of a state space, and of what a reduction leaves of it."""

from dataclasses import replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazurka.cli.options import Json, MaxMemory, MaxSeconds, Model, Quiet, Settings, limits
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.cli.outputs import check_output
from mazurka.cli.watching import stdout_for_results, watching
from mazurka.errors import OptionError
from mazurka.limits import Watch
from mazurka.systems import System

if TYPE_CHECKING:
    from mazurka.registry import Reducer
    from mazurka.report.space import Space

SUFFIXES = (".svg", ".png", ".dot")
MANY = 250
"""More states than this no one can tell apart on a page."""


class Labels(StrEnum):
    """What is written in a state."""

    NAMES = "names"
    NUMBERS = "numbers"


ReducerName = Annotated[
    str | None, typer.Option("--reducer", metavar="NAME", help="Grey what this reducer leaves out.")
]
Output = Annotated[
    Path,
    typer.Option("--output", "-o", metavar="OUT.svg|.png|.dot", help="The picture.", show_default=False),
]
MaxStates = Annotated[
    int, typer.Option("--max-states", metavar="N", min=1, help="Draw no more states than this.")
]
Written = Annotated[
    Labels | None,
    typer.Option(
        "--labels", help="What is written in a state; by default names if they are short.", show_default=False
    ),
]


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command()(draw)


def draw(
    model: Model,
    output: Output,
    reducer: ReducerName = None,
    settings: Settings = None,
    labels: Written = None,
    max_states: MaxStates = MANY,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Draw the state space of a model; with a reducer, what it leaves out is grey.

    An arrow from nowhere leads to the initial state; deadlocks have a double border, dashed where the
    reduction does not reach them. A .dot file is for Graphviz.
    """
    from mazurka.formats import read_model
    from mazurka.registry import find_reducer

    show = Show.of(json, quiet)
    check_output(output, model, suffixes=SUFFIXES, what="a picture")
    with stdout_for_results():
        chosen = None if reducer is None else find_reducer(reducer)
    if chosen is None and settings:
        raise OptionError("--set is for a reducer: name it with --reducer")
    options = {} if chosen is None else chosen.parse(settings or [])
    system = read_model(model)
    # A search may stop when it has as many states as its limit, before it is known that there are no more.
    with watching(limits(max_states + 1, max_seconds, max_memory), show, model) as watch:
        seen, limit = _space(system, chosen, options, watch)
    named = None if seen is None else _write(system, seen, labels, output)
    data = {
        "model": system.name,
        "formalism": system.formalism,
        "reducer": None if chosen is None else chosen.name,
        "options": options,
        "output": None if seen is None else str(output),
        "labels": named,
        **({} if seen is None else seen.counts()),
        "complete": limit is None,
        "limit": limit,
    }
    text = [] if seen is None else [f"{output}: {_told(system, chosen, seen)}"]
    notes = [] if limit is None else [f"{output} is not written: {_reason(limit, max_states)}"]
    return Outcome(show, data, text, Status.of(limit), notes=notes)


def _space(
    system: System[Any], reducer: "Reducer | None", options: dict[str, object], watch: Watch
) -> "tuple[Space | None, str | None]":
    """What is to be drawn, or the limit that was reached before it was known."""
    from mazurka.optimized.explorer import explore
    from mazurka.reductions import made
    from mazurka.report.space import space

    found = explore(system, watch, recording=True)
    most = watch.limits.max_states
    if found.limit or found.graph is None or (most is not None and found.states >= most):
        return None, found.limit or "max_states"
    if reducer is None:
        return space(system, found.graph()), None
    # The limit is on what is drawn: of the same states a reduction may have more nodes.
    watch.limits = replace(watch.limits, max_states=None)
    reduced = made(system, reducer, options, watch)
    assert reduced.graph is not None, "a reducer's graph has states"
    if not reduced.graph.complete:
        return None, reduced.graph.limit
    return space(system, found.graph(), reduced.graph), None


def _write(system: System[Any], seen: "Space", labels: Labels | None, output: Path) -> str:
    """Write the picture; whether it has names or numbers."""
    from mazurka.report.state_names import numbers, short_names, too_long

    names = short_names(system, seen.states)
    if labels is Labels.NUMBERS or (labels is None and too_long(names)):
        labels, names = Labels.NUMBERS, numbers(seen.states)
    if output.suffix.lower() == ".dot":
        from mazurka.formats import write_dot

        write_dot(
            seen.full,
            output,
            reduced=seen.reduced,
            deadlocks=seen.deadlocks,
            label=dict(zip(seen.states, names, strict=True)).__getitem__,
            name=system.name,
        )
    else:
        from mazurka.report.drawing import draw as draw_space

        draw_space(seen, names, output, title=system.name)
    return (labels or Labels.NAMES).value


def _told(system: System[Any], reducer: "Reducer | None", seen: "Space") -> str:
    counts = seen.counts()
    kinds = ("states", "transitions", "deadlocks")
    if reducer is None:
        return f"{system.name}: " + ", ".join(f"{counts[k]} {k}" for k in kinds)
    parts = ", ".join(f"{counts[f'{k}_kept']} of {counts[k]} {k}" for k in kinds)
    return f"{system.name}, of which {reducer.name} keeps {parts}"


def _reason(limit: str, max_states: int) -> str:
    if limit == "max_states":
        return (
            f"the model has more than {max_states:,} states; --max-states N draws more, or draw a smaller one"
        )
    return f"{limit} was reached before everything was explored"
