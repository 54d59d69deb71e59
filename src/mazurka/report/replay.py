"""A run, replayed step by step: each action, what it changes, and the state at the end."""

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from mazurka.report.tables import new_table
from mazurka.systems import Run, System


@dataclass(frozen=True)
class Step:
    """An action of a run, and the components that it changes: name, before, after."""

    action: str
    changes: tuple[tuple[str, Hashable, Hashable], ...]


def steps(system: System[Any], run: Run) -> Iterator[Step]:
    """The steps of a run from the initial state."""
    s = system.initial
    before = system.local_states(s)
    for a in run:
        s = system.after(s, a)
        after = system.local_states(s)
        yield Step(a, tuple((c, before[c], x) for c, x in after.items() if before[c] != x))
        before = after


def state(system: System[Any], s: Any) -> str:
    """A state in words: marked places, entities that exist, or the local states of processes."""
    local = system.local_states(s)
    if system.formalism == "petri-net":
        return _listed([p if k == 1 else f"{p}×{k}" for p, k in local.items() if k], "no token anywhere")
    if system.formalism == "entity":
        return _listed([e for e, there in local.items() if there], "no entity")
    return _listed([f"{c}={x}" for c, x in local.items()], "no process")


def _listed(parts: Sequence[str], nothing: str) -> str:
    return ", ".join(parts) if parts else nothing


def replayed(system: System[Any], run: Run) -> list[RenderableType]:
    """The run as a numbered table, and its last state."""
    table = new_table("step", "action", "what changes", right=("step",), wrap=("action", "what changes"))
    for i, step in enumerate(steps(system, run)):
        table.add_row(str(i + 1), step.action, ", ".join(_change(*c) for c in step.changes) or "nothing")
    s = system.initial
    for a in run:
        s = system.after(s, a)
    enabled = system.enabled(s)
    ending = Text.assemble(("State at the end: ", "bold"), state(system, s))
    going_on = Text.assemble(("Enabled there: ", "bold"), ", ".join(enabled) or "nothing: a deadlock")
    return [
        *([table] if run else [Text("The run is empty: it is about the initial state.")]),
        ending,
        going_on,
    ]


def _change(component: str, before: Hashable, after: Hashable) -> str:
    if isinstance(before, bool):
        return f"{component} appears" if after else f"{component} disappears"
    return f"{component}: {before} → {after}"
