"""Answers of `check` as JSON objects and as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from mazurka.invariants import InvariantAnswer
from mazurka.report.replay import replayed
from mazurka.report.results import reduced_counts
from mazurka.report.tables import incompleteness, number
from mazurka.systems import System


def answer_json(
    system: System[Any],
    predicate: str,
    visible: Sequence[str],
    reducer: str,
    options: Mapping[str, object],
    found: InvariantAnswer,
) -> dict[str, Any]:
    """The question, and what is known."""
    return {
        "model": system.name,
        "formalism": system.formalism,
        "predicate": predicate,
        "holds": found.holds,
        "run": None if found.run is None else list(found.run),
        "run_length": None if found.run is None else len(found.run),
        "visible": list(visible),
        "reducer": reducer,
        "options": dict(options),
        **reduced_counts(found.exploration),
    }


def answered(
    system: System[Any], data: Mapping[str, Any], found: InvariantAnswer
) -> Iterator[RenderableType]:
    """The answer, and the run to a violation step by step."""
    said = {True: ("holds", "bold"), False: ("VIOLATED", "bold red"), None: ("no answer", "bold yellow")}
    stopped = found.holds is False and not data["complete"]
    states = f"{'after ' if stopped else ''}{number(data['states'])} states"
    how = f" ({data['reducer']}, {states}, {number(data['seconds'])} seconds)"
    yield Text.assemble((system.name, "bold"), ": ", said[found.holds], how)
    yield Text(f"  {data['predicate']}")
    if found.run is not None:
        yield ""
        yield from replayed(system, found.run)
    elif found.holds is None:
        yield from incompleteness(found.exploration.limit)
