"""`check`: does a predicate hold in every reachable state."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from mazurka.cli.options import Json, MaxMemory, MaxSeconds, MaxStates, Model, Quiet, Settings, limits
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.cli.watching import stdout_for_results, watching
from mazurka.errors import OptionError
from mazurka.systems.name_lists import list_of_names

Predicate = Annotated[
    str, typer.Argument(metavar="PREDICATE", help="What is to hold: see above.", show_default=False)
]
ReducerName = Annotated[
    str | None,
    typer.Option("--reducer", metavar="NAME", help="By default one that fits; reach for none at all."),
]

FITTING = {"petri-net": "stubborn/closure", "client-server": "pset"}
"""The reducer for each formalism that has one with visibility and provisos."""
PROVISO = "expanded-safety"


Whole = Annotated[
    bool, typer.Option("--whole", metavar="", help="Go on after a violation, and count all states.")
]


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command()(check)


def check(
    model: Model,
    predicate: Predicate,
    reducer: ReducerName = None,
    settings: Settings = None,
    whole: Whole = False,
    max_states: MaxStates = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Find out whether a predicate holds in every reachable state; if not, by which run it is violated.

    Predicates are formulas as in mazurka query. What they speak of:

    nets: the tokens of places, 'p + q <= 1'
    client/server systems: local states, 'client = idle | server != free'
    entity systems: what is present, 'e & !f', and how many, 'e + f <= 1'
    labelled transition systems: 'state != 3'

    The reduction keeps what the predicate sees. The search stops at the first
    violation.
    Exit status: 0 it holds; 1 it is violated; 3 no answer.
    """
    from mazurka.formats import read_model
    from mazurka.formulas import parse_predicate
    from mazurka.invariants import check_invariant
    from mazurka.registry import find_reducer
    from mazurka.report.invariants import answer_json, answered

    show = Show.of(json, quiet)
    with stdout_for_results():
        asked = None if reducer is None else find_reducer(reducer)
    if asked is None and settings:
        raise OptionError("--set is for a reducer: name it with --reducer")
    system = read_model(model)
    wanted = parse_predicate(predicate, system)
    chosen = asked or find_reducer(FITTING.get(system.formalism, "reach"))
    options = _options(chosen, settings or [], wanted.visible)
    with watching(limits(max_states, max_seconds, max_memory), show, model) as watch:
        found = check_invariant(
            system, wanted.holds, wanted.visible, reducer=chosen, options=options, watch=watch, whole=whole
        )
    data = answer_json(system, predicate, wanted.visible, chosen.name, options, found)
    text = list(answered(system, data, found)) if show is Show.TEXT else ()
    return Outcome(show, data, text, _status(found))


def _options(chosen: Any, settings: Sequence[str], visible: Sequence[str]) -> dict[str, object]:
    """The options given, and a proviso for safety where the reducer takes one and none was given."""
    options: dict[str, object] = chosen.parse(settings)
    if options.get("proviso") == "none" and not any(x.startswith("proviso=") for x in settings):
        options["proviso"] = PROVISO
    if "visible" in options:
        options["visible"] = list_of_names(visible)
    return options


def _status(found: Any) -> Status:
    if found.holds is None:
        return Status.of(found.exploration.limit)
    return Status.DONE if found.holds else Status.FAILS
