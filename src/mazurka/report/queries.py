"""Answers of `query` as text."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from mazurka.query import Answer
from mazurka.report.replay import replayed
from mazurka.report.tables import LIMITS, new_table, number
from mazurka.systems import PetriNet


def answered(net: PetriNet, formula: str, found: Answer, seconds: float) -> Iterator[RenderableType]:
    """One answer, with the run step by step."""
    said = {True: ("reachable", "bold"), False: ("NOT reachable", "bold"), None: ("no answer", "bold yellow")}
    how = [found.method]
    if found.states:
        how.append(f"{number(found.states)} marking{'s' * (found.states != 1)} met")
    if found.certificate is not None:
        how.append("with a certificate that was checked")
    yield Text.assemble((net.name, "bold"), ": ", said[found.reachable], f" ({', '.join(how)})")
    yield Text(f"  {formula}")
    yield Text(f"  {number(seconds)} seconds")
    if found.run is not None:
        yield ""
        yield from replayed(net, found.run)
    elif found.reachable is None:
        yield Text(why(found), style="yellow")
    elif found.reason:
        yield Text(f"  {found.reason}")


def why(found: Answer) -> str:
    """Why there is no answer."""
    reached = LIMITS.get(found.limit or "", found.limit)
    return "; ".join(filter(None, (reached, found.reason)))


def properties_table(rows: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    """The properties of a file with their values."""
    right = ("steps", "markings met", "seconds")
    before = {"".join(r["id"].rpartition("-")[:2]) for r in rows}
    shared = before.pop() if len(before) == 1 and len(rows) > 1 else ""
    table = new_table("property", "", "value", "method", *right, right=right, wrap=("property",))
    for r in rows:
        value = {True: "TRUE", False: "FALSE", None: "?"}[r["value"]]
        figures = [number(r[key]) for key in ("trace_length", "states", "seconds")]
        table.add_row(r["id"].removeprefix(shared), r["quantifier"], value, r["method"], *figures)
    known = sum(r["value"] is not None for r in rows)
    heading = [Text(shared.rstrip("-"), style="bold")] if shared else []
    return [*heading, table, Text(f"{known} of {len(rows)} answered")]
