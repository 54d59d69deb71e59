"""Formulas in conjunctive normal form, in the format of DIMACS.

    [DIMACS]  section 2: comments, the line `p cnf VARIABLES CLAUSES`, clauses that end with 0.

A clause may take several lines, and a line may hold several clauses.  A line that begins with % ends the
file, as in the collection SATLIB."""

from pathlib import Path

from mazurka.errors import FormatError
from mazurka.formats.files import read_text

Formula = tuple[tuple[int, ...], ...]

MAX_VARIABLES, MAX_CLAUSES = 1_000, 10_000
"""What can be made into a system, which has a process for each literal."""

_CURE = "a formula begins with: p cnf VARIABLES CLAUSES"


def read_dimacs(path: Path | str) -> Formula:
    """The clauses of a file; FormatError, with the line, for what is not such a file."""
    shown, variables, expected = str(path), None, 0
    clauses: list[tuple[int, ...]] = []
    clause: list[int] = []
    number = 0
    for number, line in enumerate(read_text(path).splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("c"):
            continue
        if words[0].startswith("%"):
            break
        if words[0] == "p":
            if variables is not None:
                raise FormatError(shown, "a second line that begins with p", line=number, cure=_CURE)
            variables, expected = _header(shown, number, words)
            continue
        if variables is None:
            raise FormatError(shown, f"found {line.strip()[:40]!r}", line=number, cure=_CURE)
        for word in words:
            literal = _literal(shown, number, word, variables)
            if literal:
                clause.append(literal)
            else:
                clauses.append(tuple(clause))
                clause = []
    if variables is None:
        raise FormatError(shown, "there is no line that begins with p", cure=_CURE)
    if clause:
        raise FormatError(shown, "the last clause has no end", line=number, cure="end each clause with 0")
    if len(clauses) != expected:
        cure = f"its first line says {expected}"
        raise FormatError(shown, f"the formula has {len(clauses)} clauses", cure=cure)
    return tuple(clauses)


def _header(path: str, number: int, words: list[str]) -> tuple[int, int]:
    counts = [int(x) if x.isascii() and x.isdigit() and len(x) < 19 else -1 for x in words[2:]]
    if words[:2] != ["p", "cnf"] or len(counts) != 2 or min(counts) < 0:
        raise FormatError(path, f"found {' '.join(words)[:40]!r}", line=number, cure=_CURE)
    for count, most, what in zip(counts, (MAX_VARIABLES, MAX_CLAUSES), ("variables", "clauses"), strict=True):
        if count > most:
            cure = f"the limit is {most}: give a smaller formula"
            raise FormatError(path, f"{count} {what}", line=number, cure=cure)
    return counts[0], counts[1]


def _literal(path: str, number: int, word: str, variables: int) -> int:
    try:
        literal = int(word) if word.isascii() else None
    except ValueError:
        literal = None
    if literal is None or abs(literal) > variables:
        cure = f"literals are numbers from 1 to {variables}, with or without −, and 0 ends a clause"
        raise FormatError(path, f"found {word[:40]!r}", line=number, cure=cure)
    return literal
