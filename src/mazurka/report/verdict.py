"""The verdict of an audit: what was compared, each criterion, and each failure replayed."""

from collections.abc import Iterator
from typing import Any

from rich.console import RenderableType
from rich.rule import Rule
from rich.text import Text

from mazurka.audit import AuditResult
from mazurka.formats import AutGraph
from mazurka.report.replay import replayed
from mazurka.report.tables import LIMITS, new_table, number, percent
from mazurka.systems import Exploration

_STYLE = {"pass": "bold green", "fail": "bold red", "incomplete": "bold yellow"}
_MARK = {True: Text("✓", style="green"), False: Text("✗", style="red"), None: Text("–", style="yellow")}


def verdict(result: AuditResult) -> Iterator[RenderableType]:
    """Everything that an audit has to tell."""
    yield Text.assemble(
        (result.system.name, "bold"), f" ({result.system.formalism}) reduced by ", (result.reducer, "bold"),
        ": ", (result.verdict.upper(), _STYLE[result.verdict]),
    )  # fmt: skip
    yield ""
    yield from _counts(result.full, result.reduced)
    if result.limit:
        yield Text(f"Not complete: {LIMITS.get(result.limit, result.limit)}.", style="yellow")
    yield ""
    table = new_table("criterion", "holds", "checked", "reason", right=("checked",), wrap=("reason",))
    for f in result.findings:
        table.add_row(f.name, _MARK[f.holds], number(f.checked), f.reason)
    yield table
    yield from _failures(result)


def _counts(full: Exploration[Any] | None, reduced: Exploration[Any] | AutGraph) -> Iterator[RenderableType]:
    names = ("states", "nodes", "transitions", "deadlocks", "seconds", "of full")
    table = new_table("", *names, right=names)
    for name, found in (("full", full), ("reduced", reduced)):
        if isinstance(found, AutGraph):
            table.add_row(name, "–", number(found.number_of_states), number(len(found.edges)), *"–––")
            continue
        if found is None:
            continue
        share = percent(found.states, full.states if full is not None and full.complete else None)
        figures = (found.states, found.nodes, found.transitions, found.deadlocks, found.seconds)
        table.add_row(name if found.complete else f"{name} …", *(number(x) for x in figures), share)
    yield table


def _failures(result: AuditResult) -> Iterator[RenderableType]:
    for f in result.findings:
        if f.holds is False and f.witness is not None:
            yield ""
            yield Rule(Text(f"{f.name} fails: a run of the full system"), align="left", style="red")
            yield from replayed(result.system, f.witness)
            yield Text.assemble(("What goes wrong: ", "bold red"), f.reason)
