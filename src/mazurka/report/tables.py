"""Tables for people: summaries of searches, lists of reducers and models, the comparison.

A width of 80 columns is enough for every table; long texts wrap.  Names are shown as they are, not
as rich's markup.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from rich.box import SIMPLE_HEAD
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from mazurka.registry.reducer import FORMALISMS

LIMITS: Mapping[str, str] = {
    "max_states": "the limit on states (--max-states) was reached",
    "max_seconds": "the limit on time (--max-seconds) was reached",
    "max_memory": "the limit on memory (--max-memory) was reached",
    "max_vectors": "the limit on vectors (--set vectors=N) was reached",
    "interrupt": "interrupted",
}

MANY = 3
"""More values than these are named once, above a list."""

_UNITS = ("B", "kB", "MB", "GB", "TB")


def new_table(*columns: str, right: Sequence[str] = (), wrap: Sequence[str] = ()) -> Table:
    """An empty table; the columns in `right` hold numbers, only those in `wrap` give way."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for column in columns:
        justify: Literal["left", "right"] = "right" if column in right else "left"
        table.add_column(column, justify=justify, overflow="fold", no_wrap=column not in wrap)
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
    if result.get("stored_bytes"):
        table.add_row("  speed", _speed(result))
    options = result.get("options")
    if options:
        table.add_row("  options", " ".join(f"{k}={v}" for k, v in options.items()))
    heading = Text.assemble((result["model"], "bold"), f"  ({result['formalism']})")
    return [heading, table, *incompleteness(result["limit"])]


def _speed(result: Mapping[str, Any]) -> str:
    """Nodes a second, and what one takes in memory."""
    nodes = result.get("nodes", result["states"])
    each = f"{result['stored_bytes'] / nodes:,.0f} bytes a node"
    return f"{nodes / result['seconds']:,.0f} nodes/s, {each}" if result["seconds"] else each


def _value(key: str, value: Any) -> str:
    if key == "peak_rss_bytes":
        return size(value)
    return value if isinstance(value, str) else number(value)


def reducer_list(rows: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    """The result of `reducers`: the groups of values that promises speak of stand once, above."""
    groups = _value_groups(rows)
    table = Table.grid(padding=(0, 2))
    table.add_column(no_wrap=True)
    table.add_column()
    for values, name in groups.items():
        table.add_row(name, Text(" ".join(values), style="dim"))
    blocks: list[RenderableType] = [table] if groups else []
    for r in rows:
        blocks.append(Text(f"\n{r['name']}", style="bold"))
        for i, line in _lines(r, groups):
            blocks.append(Padding(Text(line, style="dim" if i else ""), (0, 0, 0, 4), expand=False))
    return blocks


def _lines(r: Mapping[str, Any], groups: Mapping[tuple[str, ...], str]) -> Iterable[tuple[int, str]]:
    """What is said of a reducer, line by line."""
    every = len(r["formalisms"]) == len(FORMALISMS)
    formalisms = "every formalism" if every else ", ".join(r["formalisms"])
    conditions = "".join(f", {p}" for p in r["preconditions"])
    sound = {True: "sound as printed", False: "NOT sound", None: "soundness not known"}
    promises = [*r["promises"], *(f"{p} (if acyclic)" for p in r["promises_if_acyclic"])]
    return enumerate(
        [
            f"for {formalisms}{conditions}; {sound[r['sound_as_printed']]}",
            f"promises {', '.join(promises)}",
            *(_conditional(w, groups) for w in r["promises_with"]),
            *(f"--set {name}={_values(o, groups)}" for name, o in r["options"].items()),
            *filter(None, (r["source"], r["note"])),
        ]
    )


def _value_groups(rows: Sequence[Mapping[str, Any]]) -> dict[tuple[str, ...], str]:
    """A name for each group of values with which some promise is made, such as PROVISO-1; largest first."""
    found = {
        (option, tuple(values))
        for r in rows
        for w in r["promises_with"]
        for option, values in w["options"].items()
        if len(values) > MANY
    }
    groups: dict[tuple[str, ...], str] = {}
    for option in sorted({option for option, _ in found}):
        each = sorted((values for o, values in found if o == option), key=lambda v: (-len(v), v))
        groups |= {values: f"{option.upper()}-{i}" for i, values in enumerate(each, 1)}
    return groups


def _conditional(with_: Mapping[str, Any], groups: Mapping[tuple[str, ...], str]) -> str:
    """A promise that holds with some options only."""
    given = " and ".join(
        f"{name} {groups.get(tuple(values)) or '|'.join(values) or 'set'}"
        for name, values in with_["options"].items()
    )
    every = len(with_["formalisms"]) == len(FORMALISMS)
    only = "" if every else f", for {', '.join(with_['formalisms'])}"
    return f"with {given} also {', '.join(with_['promises'])}{only}"


def _values(option: Mapping[str, Any], groups: Mapping[tuple[str, ...], str]) -> str:
    """What an option may be; a group that its choices end in is called by its name."""
    choices = tuple(option["choices"])
    for values, name in groups.items():
        if choices[-len(values) :] == values:
            choices = (*choices[: -len(values)], name)
    default = f"default {option['default']}" if option["default"] != "" else "none by default"
    return f"{'|'.join(choices) or option['kind']} ({default})"


def model_list(rows: Sequence[Mapping[str, Any]]) -> list[RenderableType]:
    """The result of `models`."""
    table = _blocks()
    for r in rows:
        parameters = (
            f"{name}={p['minimum']}..{p['maximum']}: {p['help']}"
            + ("" if p["default"] is None else f" (default {p['default']})")
            for name, p in r["parameters"].items()
        )
        table.add_row(
            Text(r["name"], style="bold"),
            _indented([f"{r['formalism']}: {r['summary']}", *parameters, r["source"]]),
        )
    return [table]


def _blocks() -> Table:
    """Names on the left, a few lines about each on the right."""
    table = Table.grid(padding=(0, 2, 1, 0))
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    return table


def _indented(lines: Sequence[str]) -> Group:
    """Lines of which the first stands out."""
    return Group(*(Text(line, style="" if i == 0 else "dim") for i, line in enumerate(lines)))


def comparison(rows: Sequence[Mapping[str, Any]], *, optimum: bool = False) -> list[RenderableType]:
    """The result of `compare`: under each model its reducers, and below why some do not apply.

    optimum: in place of seconds, how many times the states of the smallest reduction without sleep sets a
             row has; reducers with sleep sets can be below 1.
    """
    last = "× optimum" if optimum else "seconds"
    figures = ("states", "nodes", "of full", "deadlocks", "kept", last)
    table = new_table("", *figures, right=[f for f in figures if f != "kept"], wrap=("",))
    remarks: list[RenderableType] = []
    for i, r in enumerate(rows):
        if i == 0 or rows[i - 1]["file"] != r["file"]:
            table.add_row(Text(r["model"], style="bold"))
        table.add_row(_breakable(f"  {r['reducer']}"), *_compared(r), number(_last(r, optimum)))
        if r["reason"]:
            remarks.append(Text(f"{r['model']}, {r['reducer']}: {r['reason']}"))
    if optimum and any((_last(r, optimum) or 1) < 1 for r in rows):
        remarks.append(
            Text("Below 1: the optimum is without sleep sets; with them, or unsound, fewer will do.")
        )
    return [table, *remarks]


def _breakable(name: str, width: int = 24) -> str:
    """A name too long for its column in 80 goes on in a second line after a slash."""
    family, slash, rest = name.rpartition("/")
    return f"{family}/\n    {rest}" if slash and len(name) > width else name


def _last(r: Mapping[str, Any], optimum: bool) -> float | None:
    ratio = r["optimum_ratio"] if optimum else r["seconds"]
    return None if ratio is None else float(ratio)


def _compared(r: Mapping[str, Any]) -> tuple[str | Text, ...]:
    if not r["applies"]:
        return ("n/a", "", "", "", "")
    kept = {True: Text("✓", style="green"), False: Text("✗", style="red"), None: Text("–")}
    bound = "" if r["complete"] else "≤ " if "lower_bound" in r else "≥ "
    return (
        bound + number(r["states"]),
        number(r["nodes"]),
        "–" if r["ratio"] is None else percent(round(1e6 * r["ratio"]), 1_000_000),
        number(r["deadlocks"]),
        kept[r["deadlocks_preserved"]],
    )
