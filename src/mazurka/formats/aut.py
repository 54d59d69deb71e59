"""Labelled transition systems in Aldebaran's format.

    [AUT]  the AUT format of CADP.

The first line is `des (initial, edges, states)`; a line `(from, "label", to)` follows for each edge.

A graph need not be action-deterministic: a reduction with sleep sets may have several nodes for a
state.  The order of edges is kept, since it tells in which order a reduction treated the actions.
Labels are read with or without quotes; in quotes a backslash escapes a quote, a backslash and, as n or r,
an end of line.  No label has a special meaning here, not even `i`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from mazurka.errors import FormatError
from mazurka.formats import files
from mazurka.systems import Action, Lts, State, StateGraph

_HEADER = re.compile(r"des\s*\(\s*([0-9]+)\s*,\s*([0-9]+)\s*,\s*([0-9]+)\s*\)")
_EDGE = re.compile(r"\(\s*([0-9]+)\s*,(.*),\s*([0-9]+)\s*\)", re.DOTALL)
_ESCAPE = re.compile(r'\\(["\\nr])')
_MEANING = {'"': '"', "\\": "\\", "n": "\n", "r": "\r"}
_SPELLING = str.maketrans({'"': r"\"", "\\": r"\\", "\n": r"\n", "\r": r"\r"})

MAX_UNREACHED = 1_000_000
"""How many more states a file may declare than its edges can reach: a header must not fill the memory."""


@dataclass(frozen=True)
class AutGraph:
    """An explicit graph: nodes 0 … number_of_states − 1, edges (from, label, to) in the order of the file."""

    initial: int
    number_of_states: int
    edges: tuple[tuple[int, Action, int], ...]

    @staticmethod
    def from_graph(graph: StateGraph[State]) -> "AutGraph":
        """The edges of a state graph; its states are forgotten."""
        return AutGraph(0, len(graph.states), tuple(graph.edges()))

    @staticmethod
    def from_lts(system: Lts) -> "AutGraph":
        """The edges of a labelled transition system; its independence relation is forgotten."""
        return AutGraph(system.initial, system.number_of_states, system.edges)

    def to_lts(self, name: str) -> Lts:
        """The same graph as a system; ModelError when it is not action-deterministic."""
        return Lts(name, self.initial, self.number_of_states, self.edges)


def read_aut(path: Path | str) -> AutGraph:
    """The graph of a file; FormatError with the line where it is malformed or its counts are wrong."""
    shown = str(path)
    lines = _lines(files.read_text(path))
    first, header = next(lines, (1, ""))
    found = _HEADER.fullmatch(header)
    if found is None:
        raise FormatError(
            shown, f"the header is {header[:60]!r}", line=first, cure="expected: des (initial, edges, states)"
        )
    initial, number_of_edges, number_of_states = (_number(shown, first, x) for x in found.groups())
    if initial >= number_of_states:
        raise FormatError(
            shown,
            f"the initial state {initial} does not exist",
            line=first,
            cure=f"the header declares {number_of_states} states, numbered from 0",
        )
    edges = tuple(_edge(shown, line, text, number_of_states) for line, text in lines)
    if len(edges) != number_of_edges:
        raise FormatError(
            shown,
            f"the header declares {number_of_edges} edges and {len(edges)} follow",
            line=first,
            cure="the file may be cut short: write it again, or correct the header",
        )
    if number_of_states > len(edges) + 1 + MAX_UNREACHED:
        raise FormatError(
            shown,
            f"the header declares {number_of_states} states, far more than {len(edges)} edges can reach",
            line=first,
            cure="correct the header, or leave unreachable states out",
        )
    return AutGraph(initial, number_of_states, edges)


def write_aut(graph: StateGraph[State] | AutGraph | Lts, path: Path | str) -> None:
    """Write a graph so that `read_aut` gives it back.

    The format cannot say that a graph is incomplete (because a limit was reached): let the caller say it.
    """
    if isinstance(graph, StateGraph):
        graph = AutGraph.from_graph(graph)
    lines = [f"des ({graph.initial}, {len(graph.edges)}, {graph.number_of_states})"]
    lines += [f'({s}, "{a.translate(_SPELLING)}", {t})' for s, a, t in graph.edges]
    files.write_text(path, "\n".join(lines) + "\n")


def _lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are not blank, numbered from 1, without surrounding space.

    Only line feeds end a line: labels may contain the other characters at which `splitlines` splits.
    """
    for number, line in enumerate(text.split("\n"), 1):
        if stripped := line.strip():
            yield number, stripped


def _edge(path: str, line: int, text: str, number_of_states: int) -> tuple[int, Action, int]:
    found = _EDGE.fullmatch(text)
    label = "" if found is None else found[2].strip()
    if found is None or not label:
        raise FormatError(
            path, f"not an edge: {text[:60]!r}", line=line, cure='expected: (from, "label", to)'
        )
    s, t = _number(path, line, found[1]), _number(path, line, found[3])
    if s >= number_of_states or t >= number_of_states:
        raise FormatError(
            path,
            f"state {max(s, t)} does not exist",
            line=line,
            cure=f"the header declares {number_of_states} states, numbered from 0",
        )
    return s, _label(label), t


def _label(text: str) -> Action:
    if len(text) >= 2 and text[0] == text[-1] == '"':
        return _ESCAPE.sub(lambda found: _MEANING[found[1]], text[1:-1])
    return text


def _number(path: str, line: int, digits: str) -> int:
    if len(digits) > 18:
        raise FormatError(
            path, f"the number {digits[:20]}… is too large", line=line, cure="at most 18 digits"
        )
    return int(digits)
