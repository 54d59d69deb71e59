"""`compare`: models by reducers in one table."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from mazurka.cli.options import Json, MaxMemory, MaxSeconds, MaxStates, Quiet, limits, reducer_names
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.cli.watching import stdout_for_results, watching
from mazurka.errors import PreconditionError
from mazurka.limits import Limits
from mazurka.systems import Exploration, System

if TYPE_CHECKING:
    from mazurka.registry import Reducer

Models = Annotated[list[Path], typer.Argument(metavar="MODEL", help="Model files.", show_default=False)]
Reducers = Annotated[
    str | None,
    typer.Option("--reducers", metavar="A,B,C", help="By default all sound ones of the optimized line."),
]
OPTIMUM = "(optimum)"

Optimum = Annotated[
    bool,
    typer.Option("--optimum", metavar="", help="Also the smallest reduction without sleep sets."),
]


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command()(compare)


def compare(
    models: Models,
    reducers: Reducers = None,
    optimum: Optimum = False,
    max_states: MaxStates = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Reduce models by several reducers, each within the limits, and compare with the full state space."""
    from mazurka.formats import read_model
    from mazurka.registry import BUILT_IN, find_reducer
    from mazurka.report.tables import LIMITS, comparison

    show = Show.of(json, quiet)
    with stdout_for_results():
        chosen = [find_reducer(name) for name in reducer_names(reducers, BUILT_IN) or []]
    systems = [(path, read_model(path)) for path in models]
    bounds = limits(max_states, max_seconds, max_memory)
    rows: list[dict[str, Any]] = []
    for path, system in systems:
        rows += _rows(path, system, chosen, bounds, show, optimum=optimum)
        if rows[-1]["limit"] == "interrupt":
            break
    if optimum:
        _add_distances(rows)
    reached = [r["limit"] for r in rows if r["limit"] is not None]
    limit = "interrupt" if "interrupt" in reached else next(iter(reached), None)
    notes = [] if limit is None else [f"not every search is complete: {LIMITS.get(limit, limit)}"]
    text = comparison(rows, optimum=optimum) if show is Show.TEXT else ()
    return Outcome(show, rows, text, Status.of(limit), notes=notes)


def _rows(
    path: Path, system: System[Any], chosen: list["Reducer"], bounds: Limits, show: Show, *, optimum: bool
) -> Iterator[dict[str, Any]]:
    """The full state space, the optimum if it is asked for, a row for each reducer, up to an interrupt."""
    from mazurka.optimized.explorer import explore
    from mazurka.registry import default_reducers

    with watching(bounds, show, path) as watch:
        recording = optimum or any(r.line == "plugin" for r in chosen)
        full = explore(system, watch, recording=recording)
    yield _row(path, system, "(full)", full, full, kept=True if full.complete else None)
    if full.limit == "interrupt":
        return
    if optimum:
        row = _optimum(path, system, full, bounds, show)
        yield row
        if row["limit"] == "interrupt":
            return
    for reducer in chosen or default_reducers(system.formalism):
        if reducer.name == "reach" and not chosen:
            continue
        try:
            with watching(bounds, show) as watch:
                found = reducer.run(system, None, watch)
                kept = (_kept_by_plug_in if reducer.line == "plugin" else _kept)(system, found, full)
        except PreconditionError as refusal:
            yield _row(path, system, reducer.name, None, full, reason=str(refusal))
            continue
        yield _row(path, system, reducer.name, found, full, kept=kept)
        if found.limit == "interrupt":
            return


def _optimum(
    path: Path, system: System[Any], full: Exploration[Any], bounds: Limits, show: Show
) -> dict[str, Any]:
    """The row of the smallest reduction; where a limit was reached, of the smallest that was found."""
    from mazurka.cli.oracle_smallest import as_exploration, smallest_of

    try:
        with watching(bounds, show) as watch:
            least = smallest_of(system, full, watch)
            seconds = watch.seconds()
    except PreconditionError as refusal:
        return _row(path, system, OPTIMUM, None, full, reason=str(refusal))
    if least is None:
        return _row(path, system, OPTIMUM, None, full, reason="the full state space is not complete")
    found = as_exploration(system, least, seconds)
    reason = None if least.optimal else f"no such reduction has fewer than {least.lower_bound:,} states"
    row = _row(path, system, OPTIMUM, found, full, kept=_kept(system, found, full), reason=reason)
    return {**row, "complete": least.optimal, "limit": least.limit, "lower_bound": least.lower_bound}


def _add_distances(rows: list[dict[str, Any]]) -> None:
    """Add to each row how many times the states of the smallest reduction it has, where that is known."""
    least = {r["file"]: r["states"] for r in rows if r["reducer"] == OPTIMUM and r["complete"]}
    for r in rows:
        known = r["complete"] and r["file"] in least
        r["optimum_ratio"] = r["states"] / least[r["file"]] if known else None


def _row(
    path: Path,
    system: System[Any],
    reducer: str,
    found: Exploration[Any] | None,
    full: Exploration[Any],
    *,
    kept: bool | None = None,
    reason: str | None = None,
) -> dict[str, Any]:
    known = found is not None and full.complete
    return {
        "model": system.name,
        "file": str(path),
        "formalism": system.formalism,
        "reducer": reducer,
        "applies": found is not None,
        "states": found and found.states,
        "nodes": found and found.nodes,
        "transitions": found and found.transitions,
        "deadlocks": None if found is None else found.deadlocks,
        "ratio": found.states / full.states if found is not None and known and found.complete else None,
        "deadlocks_preserved": kept,
        "complete": found is not None and found.complete,
        "limit": found and found.limit,
        "seconds": found and round(found.seconds, 6),
        "reason": reason,
    }


def _kept(_system: System[Any], found: Exploration[Any], full: Exploration[Any]) -> bool | None:
    """Whether a reduction by our own search reaches the same deadlocks; None where that is not certain.

    What such a search reaches is reachable, so that its deadlocks are among those of the system, and their
    numbers tell whether all are there.
    """
    if found.complete and (full.complete or found.deadlocks < full.deadlocks):
        return found.deadlocks == full.deadlocks
    return None


def _kept_by_plug_in(system: System[Any], found: Exploration[Any], full: Exploration[Any]) -> bool | None:
    """The same for a plug-in, which may count and reach anything: the deadlocks themselves are compared."""
    from mazurka.registry import deadlock_states

    if not found.complete or found.graph is None or full.graph is None:
        return None
    reached, real = (deadlock_states(x.graph(), system) for x in (found, full) if x.graph is not None)
    if full.complete:
        return reached == real
    return None if real <= reached else False
