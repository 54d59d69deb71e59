"""`audit`: judge a reducer, or a reduction made elsewhere."""

import re
from collections.abc import Callable, Hashable
from pathlib import Path
from typing import Annotated, Any

import typer

from mazurka.cli.options import Json, MaxMemory, MaxSeconds, MaxStates, Model, Quiet, Settings, limits, names
from mazurka.cli.outcome import Outcome, Show, Status
from mazurka.cli.outputs import check_room
from mazurka.cli.watching import stdout_for_results, watching
from mazurka.errors import OptionError, UnknownNameError
from mazurka.limits import Watch
from mazurka.systems import ClientServerSystem, EntitySystem, Lts, PetriNet, System

Reducer = Annotated[
    str | None, typer.Option("--reducer", metavar="NAME", help="A reducer, or package.module:attr.")
]
Reduced = Annotated[
    Path | None, typer.Option("--reduced", metavar="FILE.aut", help="A reduction made elsewhere.")
]
Criteria = Annotated[
    str | None,
    typer.Option("--criteria", metavar="A,B", help="What to judge; by default what the reducer promises."),
]
Goal = Annotated[
    str | None,
    typer.Option("--goal", metavar="NAME=VALUE,…", help="Local states, for the criterion reachable-goal."),
]
Visible = Annotated[
    str | None,
    typer.Option(
        "--visible",
        metavar="NAME,…",
        help="What a property looks at: for ltl-x, ample, reachable-views, and the reducer.",
    ),
]
MaxRuns = Annotated[
    int, typer.Option("--max-runs", metavar="N", min=1, help="Runs that trace-complete may look at.")
]
WithoutFull = Annotated[
    bool,
    typer.Option(
        "--without-full",
        metavar="",
        help="Prove each node by a solver, without the full state space (client/server systems).",
    ),
]
CheckProofs = Annotated[
    bool,
    typer.Option(
        "--check-proofs", metavar="", help="With --without-full: check a clausal proof of each answer."
    ),
]
Checkpoint = Annotated[
    Path | None,
    typer.Option(
        "--checkpoint", metavar="FILE", help="With --without-full: note here what is proved; go on."
    ),
]
Solver = Annotated[
    str | None, typer.Option("--solver", metavar="NAME", help="With --without-full: a solver of python-sat.")
]


def register(app: typer.Typer) -> None:
    """Add the command of this file."""
    app.command()(audit)


def audit(
    model: Model,
    reducer: Reducer = None,
    reduced: Reduced = None,
    settings: Settings = None,
    criteria: Criteria = None,
    goal: Goal = None,
    visible: Visible = None,
    max_runs: MaxRuns = 100_000,
    without_full: WithoutFull = False,
    check_proofs: CheckProofs = False,
    checkpoint: Checkpoint = None,
    solver: Solver = None,
    max_states: MaxStates = None,
    max_seconds: MaxSeconds = None,
    max_memory: MaxMemory = None,
    json: Json = False,
    quiet: Quiet = False,
) -> Outcome:
    """Judge a reduction: does it keep what it promises?

    Exit status: 0 it passes; 1 it fails; 3 no answer: a limit was reached,
    or a criterion that was asked for does not apply.
    """
    from mazurka import audit as judging
    from mazurka.formats import read_aut, read_model
    from mazurka.registry import find_reducer

    show = Show.of(json, quiet)
    if not without_full and (check_proofs or checkpoint is not None or solver is not None):
        raise OptionError("--check-proofs, --checkpoint and --solver are for --without-full")
    check_room(checkpoint, model, reduced)
    if (reducer is None) == (reduced is None):
        raise OptionError("give what to judge, and one thing only: --reducer NAME or --reduced FILE.aut")
    if reduced is not None and settings:
        raise OptionError("--set is for reducers, not for --reduced")
    with stdout_for_results():
        chosen = find_reducer(reducer) if reducer is not None else None
    options = chosen.parse(settings or []) if chosen is not None else {}
    system = read_model(model)
    wanted, seen = names(criteria), names(visible)
    judged = chosen if chosen is not None else read_aut(str(reduced))
    called = None if reduced is None else str(reduced)
    with watching(limits(max_states, max_seconds, max_memory), show, model) as watch:
        if without_full:
            proving = (solver, check_proofs, checkpoint)
            result = _without_full(system, judged, wanted, options, watch, called, proving)
        else:
            result = judging.audit(
                system,
                judged,
                criteria=wanted,
                options=options,
                watch=watch,
                goal=None if goal is None else _goal(system, goal),
                visible=None if seen is None else _components(system, seen),
                max_runs=max_runs,
                name=called,
            )
    return Outcome(show, result.to_json(), _text(show, result), _status(result.verdict, result.limit))


def _without_full(
    system: Any,
    judged: Any,
    wanted: list[str] | None,
    options: dict[str, object],
    watch: Watch,
    called: str | None,
    given: tuple[str | None, bool, Path | None],
) -> Any:
    from mazurka.oracle.includes_first_set import SOLVER
    from mazurka.without_full import Proving, audit_without_full

    solver, checked, checkpoint = given
    return audit_without_full(
        system,
        judged,
        criteria=wanted,
        options=options,
        watch=watch,
        name=called,
        proving=Proving(solver or SOLVER, checked, checkpoint),
    )


def _text(show: Show, result: Any) -> Any:
    from mazurka.report.verdict import verdict

    return list(verdict(result)) if show is Show.TEXT else ()


def _status(verdict: str, limit: str | None) -> Status:
    """A failure that was found stands even if a limit was reached; an interrupt goes before everything."""
    if limit == "interrupt":
        return Status.INTERRUPTED
    return {"pass": Status.DONE, "fail": Status.FAILS, "incomplete": Status.LIMIT}[verdict]


def _components(system: System[Any], given: list[str]) -> list[str]:
    known = system.local_states(system.initial)
    for name in given:
        if name not in known:
            raise UnknownNameError("component of the system", name, list(known))
    return given


def _goal(system: System[Any], text: str) -> Callable[[Any], bool]:
    """The predicate of the states in which each named component has the given value."""
    wanted: dict[str, str] = {}
    for part in names(text) or []:
        name, equals, value = part.rpartition("=")
        if not equals:
            raise OptionError(f"a goal is NAME=VALUE[,NAME=VALUE], not {text!r}")
        if wanted.setdefault(name, value) != value:
            raise OptionError(f"the goal {text!r} wants two values of {name!r}")
    _components(system, list(wanted))
    for name, value in wanted.items():
        _check_value(system, name, value)

    def holds(s: Any) -> bool:
        local = system.local_states(s)
        return all(_spelled(local[name]) == value for name, value in wanted.items())

    return holds


def _check_value(system: System[Any], name: str, value: str) -> None:
    """OptionError for a value that the component cannot have: such a goal would be kept by everything."""
    if isinstance(system, ClientServerSystem):
        process = next(p for p in system.processes if p.name == name)
        if value not in process.local_states:
            raise UnknownNameError(f"local state of {name!r}", value, process.local_states)
    elif isinstance(system, EntitySystem):
        if value not in ("true", "false"):
            raise OptionError(f"a goal for the entity {name!r} is true or false, not {value!r}")
    elif isinstance(system, Lts):
        states = system.number_of_states
        if value not in map(str, range(states)):
            raise OptionError(f"the states are 0 to {states - 1}, and {value!r} is none of them")
    elif isinstance(system, PetriNet) and re.fullmatch("0|[1-9][0-9]*", value) is None:
        raise OptionError(f"a goal for the place {name!r} is a number of tokens: 0, 1, 2, …, not {value!r}")


def _spelled(value: Hashable) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
