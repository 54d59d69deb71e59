"""The options that commands share."""

import csv
import re
from collections.abc import Collection
from pathlib import Path
from typing import Annotated

import typer

from mazurka.errors import OptionError
from mazurka.limits import Limits

_SIZE = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?", re.IGNORECASE)
_FACTOR = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def size(text: str) -> int:
    """Bytes from `500M`, `2G`, `1.5GiB` or a plain number; units are powers of 1024."""
    found = _SIZE.fullmatch(text.strip())
    if found is None or not 0 < float(found[1]) < 1e15:
        raise typer.BadParameter(f"{text!r} is no size; write 500M or 2G")
    return int(float(found[1]) * _FACTOR[found[2].lower()])


def names(text: str | None) -> list[str] | None:
    """The names in a list with commas; in "quotes" those that hold a comma.  None for no list."""
    if text is None:
        return None
    try:
        rows = list(csv.reader([text], skipinitialspace=True, strict=True))
    except csv.Error:
        rows = []
    found = [name.strip() for row in rows for name in row]
    if not found or not all(found):
        raise OptionError(f'{text!r} is no list of names; write a,b,c, and "a,b" for a name with a comma')
    return found


def reducer_names(text: str | None, known: Collection[str]) -> list[str] | None:
    """The same for names of reducers, some of which have a comma of their own."""
    found: list[str] = []
    for name in names(text) or []:
        if found and f"{found[-1]},{name}" in known:
            found[-1] += f",{name}"
        else:
            found.append(name)
    return None if text is None else found


Model = Annotated[Path, typer.Argument(metavar="MODEL", help="A model file.", show_default=False)]
MaxStates = Annotated[
    int | None, typer.Option("--max-states", metavar="N", min=1, help="Stop at this many states.")
]
MaxSeconds = Annotated[
    float | None, typer.Option("--max-seconds", metavar="S", min=0, help="Stop after this time.")
]
MaxMemory = Annotated[
    int | None,
    typer.Option("--max-memory", metavar="SIZE", parser=size, help="Stop at this much memory: 500M, 2G."),
]
Json = Annotated[bool, typer.Option("--json", metavar="", help="Print one JSON object, and nothing else.")]
Quiet = Annotated[
    bool, typer.Option("--quiet", "-q", metavar="", help="No table, no progress: the exit status tells.")
]
Settings = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Set an option of the reducer.")
]
ReducerName = Annotated[
    str, typer.Option("--reducer", metavar="NAME", help="A reducer, or package.module:attr.")
]


def limits(max_states: int | None, max_seconds: float | None, max_memory: int | None) -> Limits:
    """The limits that were given."""
    return Limits(max_states, max_seconds, max_memory)
