"""`oracle`: exact answers from a solver; here those at one state, with a run or a checked proof."""

from pathlib import Path
from typing import Annotated, Any

import typer

from mazurka.cli.options import Json, MaxSeconds, Model, Quiet, limits, names
from mazurka.cli.oracle_smallest import smallest
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.cli.outputs import check_room
from mazurka.cli.watching import watching
from mazurka.errors import OptionError, UnknownNameError
from mazurka.systems import Run, System

Actions = Annotated[
    str, typer.Option("--actions", metavar="A,B", help="Enabled actions, B; '' for none.", show_default=False)
]
State = Annotated[
    str,
    typer.Option("--state", metavar="A,B,…", help="The state after this run; by default the initial one."),
]
Sleep = Annotated[str, typer.Option("--sleep", metavar="A,B", help="Actions that sleep.")]
Proof = Annotated[
    Path | None,
    typer.Option("--proof", metavar="FILE.drup", help="Write the proof of the answer no, and FILE.cnf."),
]
Solver = Annotated[str, typer.Option("--solver", metavar="NAME", help="A solver of python-sat.")]


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    group = typer.Typer(rich_markup_mode="rich")
    group.callback()(_group)
    for command in (ifs, source_sets, smallest):
        group.command()(command)
    app.add_typer(group, name="oracle")


def _group() -> None:
    """Exact answers from a solver."""


def ifs(
    model: Model,
    actions: Actions,
    state: State = "",
    proof: Proof = None,
    solver: Solver = "cadical153",
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Find out whether some maximal run can only begin in the given actions: the includes-first-set test.

    The answer yes comes with such a run, the answer no with a proof, which has been checked.
    """
    from mazurka.formats import read_model
    from mazurka.oracle.includes_first_set import IncludesFirstSet

    show = Show.of(json, quiet)
    _check_proof(proof, model)
    system = read_model(model)
    s, run = _state(system, state)
    chosen = _actions(actions)
    with watching(limits(None, max_seconds, None), show, model) as watch:
        with IncludesFirstSet(system, solver) as oracle:  # type: ignore[arg-type]
            answer = oracle.ask(s, set(chosen), watch)
            refutation = oracle.refutation(s, set(chosen)) if answer.holds is False else None
        seconds = watch.seconds()
    data: dict[str, Any] = {
        "model": system.name,
        "state": list(run),
        "actions": chosen,
        "includes": answer.holds,
        "witness": None if answer.run is None else list(answer.run),
        "proof": None,
        "limit": answer.limit,
        "solver": solver,
        "seconds": round(seconds, 6),
    }
    if refutation is not None:
        steps = len(refutation.proof)
        data["proof"] = {"steps": steps, "checked": True, "file": None, "formula": None}
        if proof is not None:
            data["proof"] |= {"file": str(proof), "formula": str(refutation.write(proof))}
    text = _told_ifs(data) if show is Show.TEXT else ()
    return Outcome(show, data, text, Status.of(answer.limit))


def source_sets(
    model: Model,
    state: State = "",
    sleep: Sleep = "",
    solver: Solver = "cadical153",
    max_seconds: MaxSeconds = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """List all inclusion-minimal covering source sets at a state, a smallest one first."""
    from mazurka.formats import read_model
    from mazurka.oracle.includes_first_set import IncludesFirstSet
    from mazurka.oracle.source_sets import find_all_covering

    show = Show.of(json, quiet)
    system = read_model(model)
    s, run = _state(system, state)
    asleep = _actions(sleep)
    for a in asleep:
        if a not in system.actions:
            raise UnknownNameError("action", a, system.actions)
    with watching(limits(None, max_seconds, None), show, model) as watch:
        with IncludesFirstSet(system, solver) as oracle:  # type: ignore[arg-type]
            found = find_all_covering(oracle, s, set(asleep), watch)
        seconds = watch.seconds()
    data = {
        "model": system.name,
        "state": list(run),
        "enabled": list(system.enabled(s)),
        "sleep": asleep,
        "minimum": list(found.sets[0]) if found.sets else None,
        "sets": [list(x) for x in found.sets],
        "complete": found.limit is None,
        "limit": found.limit,
        "solver": solver,
        "seconds": round(seconds, 6),
    }
    text = _told_sets(data) if show is Show.TEXT else ()
    return Outcome(show, data, text, Status.of(found.limit))


def _check_proof(proof: Path | None, model: Path) -> None:
    """OptionError, before any work is done, for a file that cannot be written."""
    check_room(proof, model)
    if proof is not None and proof.suffix == ".cnf":
        raise OptionError(f"{proof} would be the formula; name the proof FILE.drup")


def _actions(text: str) -> list[str]:
    return names(text) or [] if text.strip() else []


def _state(system: System[Any], text: str) -> tuple[Any, Run]:
    """The state after the run; OptionError for a step that cannot be taken."""
    s, run = system.initial, tuple(_actions(text))
    for n, a in enumerate(run, 1):
        enabled = system.enabled(s)
        if a not in enabled:
            there = ", ".join(enabled[:24]) or "nothing"
            raise OptionError(f"--state: step {n}, {a!r}, is not enabled; enabled there: {there}")
        s = system.after(s, a)
    return s, run


def _told_ifs(data: dict[str, Any]) -> list[str]:
    begin = ", ".join(data["actions"]) or "nothing"
    if data["includes"] is None:
        return [f"{data['model']}: no answer: {data['limit']} was reached"]
    if data["includes"]:
        return [
            f"{data['model']}: yes, a maximal run that can only begin in {{{begin}}}:",
            " ".join(data["witness"]) or "(the empty run: nothing is enabled)",
        ]
    lines = [
        f"{data['model']}: no maximal run can only begin in {{{begin}}}",
        f"A proof of {data['proof']['steps']} steps was checked.",
    ]
    if data["proof"]["file"] is not None:
        lines.append(f"Written: {data['proof']['file']}, {data['proof']['formula']}")
    return lines


def _told_sets(data: dict[str, Any]) -> list[str]:
    from mazurka.report.tables import LIMITS

    count, enabled = len(data["sets"]), len(data["enabled"])
    found = (
        f"{data['model']}: {count or 'no'} minimal covering source set{'s' * (count != 1)} "
        f"of {enabled} enabled action{'s' * (enabled != 1)}"
    )
    more = "more" if count else "some"
    lines = [found + ("" if data["complete"] else f"; there may be {more}: {LIMITS[data['limit']]}")]
    return lines + ["{" + ", ".join(x) + "}" for x in data["sets"]]
