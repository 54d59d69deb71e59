"""Reducers held to their promises on random systems; a broken promise comes with all it takes to see it.

The report holds the shrunk system as a file, the run that is lost, and the command that replays it.
"""

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import reject
from hypothesis import strategies as st
from hypothesis.errors import UnsatisfiedAssumption

from mazurka.audit import AuditResult, audit
from mazurka.errors import MazurkaError, PreconditionError
from mazurka.formats import read_model, write_model
from mazurka.fuzz import strategies
from mazurka.fuzz.reachable import within
from mazurka.reference.finding import Finding
from mazurka.registry import ACYCLIC, Reducer
from mazurka.systems import ClientServerSystem, Exploration, Lts, StateGraph, System

SUFFIXES = {"client-server": ".cs.json", "entity": ".es.json", "petri-net": ".pnml", "lts": ".aut"}
DRAWN = {
    "client-server": strategies.client_server_systems(),
    "petri-net": strategies.nets(),
    "entity": strategies.entity_systems(),
    "lts": strategies.labelled_systems(),
}
KEPT = Path(".hypothesis", "mazurka")
RUNS = 30_000
"""How many runs of a system are looked at."""


def systems_for(reducer: Reducer) -> st.SearchStrategy[System[Any]]:
    """Random systems that the reducer's preconditions admit."""
    drawn = st.one_of([DRAWN[f] for f in reducer.formalisms])
    if ACYCLIC in reducer.preconditions:
        return drawn.filter(is_acyclic)
    cyclic = strategies.cyclic_client_server_systems()
    return st.one_of(drawn, cyclic) if "client-server" in reducer.formalisms else drawn


def is_acyclic(system: System[Any]) -> bool:
    """Whether every run of the system is finite."""
    if isinstance(system, ClientServerSystem):
        return system.cyclic_client is None
    states = within(system, strategies.LARGEST) or []
    number = {s: i for i, s in enumerate(states)}
    edges = [[(a, number[system.after(s, a)]) for a in system.enabled(s)] for s in states]
    return StateGraph(states, edges).topological_order() is not None


@contextmanager
def refusals_not_counted() -> Iterator[None]:
    """A system that a reducer refuses, by PreconditionError, is none of those it promises something for."""
    try:
        yield
    except PreconditionError:
        reject()


def require_promises_kept(
    system: System[Any], reducer: Reducer, options: Mapping[str, object] | None = None
) -> AuditResult:
    """Fail the test, with the report and without a traceback, unless the audit of the reducer passes.

    A system that the reducer refuses does not count, nor one with more runs than are looked at, which tells
    nothing.
    """
    try:
        with refusals_not_counted():
            result = audit(system, reducer, options=options, max_runs=RUNS)
    except MazurkaError as error:
        pytest.fail(f"{reducer.name}: {error}\n\n{model_text(system)}", pytrace=False)
    if result.verdict == "incomplete" and all(map(_has_too_many_runs, _unanswered(result))):
        reject()
    if result.verdict != "pass":
        pytest.fail(report(system, reducer, result, options), pytrace=False)
    return result


def _unanswered(result: AuditResult) -> list[Finding]:
    return [f for f in result.findings if f.holds is None and f.name not in result.exempt]


def _has_too_many_runs(finding: Finding) -> bool:
    return finding.reason.startswith("max_runs")


def report(
    system: System[Any], reducer: Reducer, result: AuditResult, options: Mapping[str, object] | None = None
) -> str:
    """What went wrong, on which system, and how to see it again."""
    lines = [f"{reducer.name}: the audit's verdict is {result.verdict}", ""]
    for finding in result.findings:
        if finding.holds is not True and finding.name not in result.exempt:
            answer = "fails" if finding.holds is False else "has no answer"
            lines.append(f"{finding.name} {answer}: {finding.reason}")
            if finding.witness is not None:
                lines.append(f"    run: {' '.join(finding.witness) or '(the empty run)'}")
    path = KEPT / (_file_name(reducer) + SUFFIXES[system.formalism])
    lines += ["", f"--- {path}", model_text(system, path)]
    if not isinstance(system, Lts):
        settings = "".join(f" --set {key}={value}" for key, value in (options or {}).items())
        lines += ["--- replay it:", f"    mazurka audit {path} --reducer {reducer.name}{settings}"]
    return "\n".join(lines)


def model_text(system: System[Any], path: Path | None = None) -> str:
    """The system as the text of a model file, which is written as well where a path is given.

    A labelled system is shown as Python: the file format has no place for its independence.
    """
    if isinstance(system, Lts):
        return f"{system!r}"
    target = path or KEPT / ("shown" + SUFFIXES[system.formalism])
    target.parent.mkdir(parents=True, exist_ok=True)
    write_model(system, target)
    return target.read_text("utf-8")


def left_out(result: AuditResult) -> int:
    """By how many edges the reduction is smaller than the full state space; what is large is worth a try."""
    if result.full is None or not isinstance(result.reduced, Exploration):
        return 0
    return result.full.transitions - result.reduced.transitions


def _file_name(reducer: Reducer) -> str:
    return reducer.name.replace("/", "-").replace(":", "-")


def replay_corpus(folder: Path, reducer: Reducer, options: Mapping[str, object] | None = None) -> int:
    """How many models of a folder the reducer is for; fails, as `require_promises_kept` does, on the first.

    There need not be such a folder.  MazurkaError for a file that cannot be read.
    """
    tried = 0
    models = sorted(folder.iterdir()) if folder.is_dir() else []
    for system in (read_model(f) for f in models if f.name.endswith(tuple(SUFFIXES.values()))):
        cyclic = ACYCLIC in reducer.preconditions and not is_acyclic(system)
        if system.formalism in reducer.formalisms and not cyclic:
            with suppress(UnsatisfiedAssumption):
                require_promises_kept(system, reducer, options)
                tried += 1
    return tried


def keep_in_corpus(folder: Path, reducer: Reducer) -> Path | None:
    """Add the system that `report` wrote last for the reducer to a folder, under a name of its own."""
    found = [KEPT / (_file_name(reducer) + suffix) for suffix in SUFFIXES.values() if suffix != ".aut"]
    written = [f for f in found if f.is_file()]
    if not written:
        return None
    last = max(written, key=lambda f: f.stat().st_mtime_ns)
    suffix = next(s for s in SUFFIXES.values() if last.name.endswith(s))
    data = last.read_bytes()
    target = folder / f"{_file_name(reducer)}-{hashlib.sha256(data).hexdigest()[:8]}{suffix}"
    folder.mkdir(parents=True, exist_ok=True)
    target.write_bytes(data)
    return target


class Gain:
    """How much a reducer has left out in the campaign: one that leaves out nothing passes every audit."""

    def __init__(self) -> None:
        self.systems = self.reduced = self.of_states = self.states = 0

    def count(self, result: AuditResult) -> None:
        """Add the counts of an audit."""
        if result.full is not None and isinstance(result.reduced, Exploration):
            self.systems += 1
            self.reduced += left_out(result) > 0
            self.of_states += result.full.states
            self.states += result.reduced.states

    def __str__(self) -> str:
        share = f"{self.states:,} of {self.of_states:,} states"
        return f"it left something out in {self.reduced:,} of {self.systems:,} systems, and visited {share}"
