"""The tables of proofs/README.md: what is proved, where, and which code it is about.

Each row is | statement | source | theorem | about | status |.  A theorem stands beside a link to its file, a
Python function beside a link to its module.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parent
STATES = ("proved", "refuted", "tested", "open")
NAMED = re.compile(r"\[[^\]]+\]\(([^)]+)\)((?:,? ?`\w+`)+)")


class Name(NamedTuple):
    """A theorem, a test or a function, and its file."""

    file: Path
    name: str


class Row(NamedTuple):
    """A statement, and what the table says of it."""

    statement: str
    source: str
    theorems: tuple[Name, ...]
    about: tuple[Name, ...]
    status: str


def rows() -> Iterator[Row]:
    """All rows of all tables, in order."""
    for line in (FOLDER / "README.md").read_text("utf-8").splitlines():
        cells = [c.strip() for c in line.strip("|").split(" | ")]
        if line.startswith("|") and len(cells) == 5 and cells[0] not in ("statement", "---"):
            yield Row(cells[0], cells[1], names(cells[2]), names(cells[3]), cells[4])


def names(cell: str) -> tuple[Name, ...]:
    """Every name in a cell, with the file that the link before it leads to."""
    return tuple(
        Name((FOLDER / link).resolve(), name)
        for link, listed in NAMED.findall(cell)
        for name in re.findall(r"`(\w+)`", listed)
    )


def coq_theorems() -> dict[str, list[str]]:
    """The theorems in Coq by module."""
    found: dict[str, list[str]] = {}
    for row in rows():
        for file, name in row.theorems:
            if file.suffix == ".v" and name not in found.setdefault(file.stem, []):
                found[file.stem].append(name)
    return found


def axioms() -> frozenset[str]:
    """The axioms that the README names: the list under the heading Axioms."""
    text = (FOLDER / "README.md").read_text("utf-8")
    _, _, after = text.partition("\n## Axioms\n")
    return frozenset(re.findall(r"^- `([\w.]+)`", after.partition("\n## ")[0], re.MULTILINE))
