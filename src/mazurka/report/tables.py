"""Tables for people: summaries of searches, lists of reducers and models, the comparison.

A width of 80 columns is enough for every table; long texts wrap.  Names are shown as they are, not
as rich's markup.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.box import SIMPLE_HEAD
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

LIMITS: Mapping[str, str] = {
    "max_states": "the limit on states (--max-states) was reached",
    "max_seconds": "the limit on time (--max-seconds) was reached",
    "max_memory": "the limit on memory (--max-memory) was reached",
    "interrupt": "interrupted",
}

_UNITS = ("B", "kB", "MB", "GB", "TB")


def new_table(*columns: str, right: Sequence[str] = (), wrap: Sequence[str] = ()) -> Table:
    """An empty table; the columns in `right` hold numbers, those in `wrap` give way first."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        table.add_column(
            column,
            justify="right" if column in right else "left",
            overflow="fold",
            ratio=1 if column in wrap else None,
            no_wrap=column in right,
        )
    return table


def number(value: float | None) -> str:
    """A number with thin structure: 1,234; a dash for what is not known."""
    if value is None:
        return "–"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def size(value: int) -> str:
    """Bytes in the largest unit that leaves a figure before the point."""
    amount, unit = float(value), 0
    while amount >= 1000 and unit < len(_UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return f"{amount:.0f} {_UNITS[unit]}"


def percent(part: int | None, whole: int | None) -> str:
    """How much of the whole a part is."""
    if part is None or not whole:
        return "–"
    share = 100 * part / whole
    return f"{share:.1f} %" if share >= 0.1 else "< 0.1 %"


def incompleteness(limit: str | None) -> list[RenderableType]:
    """The remark on a search that did not end by itself."""
    if limit is None:
        return []
    return [Text(f"Incomplete: {LIMITS.get(limit, limit)}; all counts are lower bounds.", style="yellow")]


_ROWS: Mapping[str, str] = {
    "reducer": "reducer",
    "states": "states",
    "nodes": "nodes",
    "transitions": "transitions",
    "deadlocks": "deadlocks",
    "paths": "maximal paths",
    "max_tokens_per_place": "most tokens in a place",
    "max_tokens_in_marking": "most tokens in a marking",
    "seconds": "seconds",
    "peak_rss_bytes": "peak memory",
    "output": "written to",
}


def summary(result: Mapping[str, Any]) -> list[RenderableType]:
    """The result of `explore` or `reduce`."""
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    for key, shown in _ROWS.items():
        if key in result and result[key] is not None:
            table.add_row(f"  {shown}", _value(key, result[key]))
    options = result.get("options")
    if options:
        table.add_row("  options", " ".join(f"{k}={v}" for k, v in options.items()))
    heading = Text.assemble((result["model"], "bold"), f"  ({result['formalism']})")
    return [heading, table, *incompleteness(result["limit"])]


def _value(key: str, value: Any) -> str:
    if key == "peak_rss_bytes":
        return size(value)
    return value if isinstance(value, str) else number(value)


def reducer_list(rows: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    """The result of `reducers`."""
    table = new_table("reducer", "for", "promises", "sound", "source", wrap=("promises", "source"))
    for r in rows:
        promises = [*r["promises"], *(f"{p} (if acyclic)" for p in r["promises_if_acyclic"])]
        formalisms = "any system" if len(r["formalisms"]) == 4 else ", ".join(r["formalisms"])
        if r["preconditions"]:
            formalisms += f" ({', '.join(r['preconditions'])})"
        sound = {True: Text("yes", style="green"), False: Text("no", style="red"), None: Text("?")}
        source = "\n".join(filter(None, (r["source"], r["note"], _options(r["options"]))))
        table.add_row(r["name"], formalisms, ", ".join(promises), sound[r["sound_as_printed"]], source)
    return [table]


def _options(options: Mapping[str, Mapping[str, Any]]) -> str:
    return "\n".join(
        f"--set {name}={'|'.join(o['choices']) or o['kind']} (default {o['default']})"
        for name, o in options.items()
    )


def model_list(rows: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    """The result of `models`."""
    table = new_table("family", "parameters", "gives", "what", wrap=("what",))
    for r in rows:
        parameters = "\n".join(
            name + ("" if p["default"] is None else f"={p['default']}") for name, p in r["parameters"].items()
        )
        table.add_row(r["name"], parameters, r["formalism"], f"{r['summary']}\n[{r['source']}]".strip())
    return [table]


def comparison(rows: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    """The result of `compare`: models by reducers, and below it why some reducers do not apply."""
    table = new_table(
        "model", "reducer", "states", "nodes", "of full", "deadlocks", "kept", "seconds",
        right=("states", "nodes", "of full", "deadlocks", "seconds"), wrap=("model",),
    )  # fmt: skip
    remarks: list[RenderableType] = []
    for i, r in enumerate(rows):
        first = i == 0 or rows[i - 1]["file"] != r["file"]
        table.add_row(r["model"] if first else "", r["reducer"], *_compared(r))
        if r["reason"]:
            remarks.append(Text(f"{r['model']}, {r['reducer']}: {r['reason']}"))
    return [table, *remarks]


def _compared(r: Mapping[str, Any]) -> tuple[str | Text, ...]:
    if not r["applies"]:
        return ("n/a", "", "", "", "", "")
    kept = {True: Text("✓", style="green"), False: Text("✗", style="red"), None: Text("–")}
    bound = "" if r["complete"] else "≥ "
    return (
        bound + number(r["states"]),
        number(r["nodes"]),
        "–" if r["ratio"] is None else percent(round(1e6 * r["ratio"]), 1_000_000),
        number(r["deadlocks"]),
        kept[r["deadlocks_preserved"]],
        number(r["seconds"]),
    )
