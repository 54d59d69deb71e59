"""The declarations of a TChecker file: lexical structure, attributes, and what the untimed subset refuses."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mazurka.errors import FormatError
from mazurka.formats import files
from mazurka.formats.identifiers import unescape

IDENTIFIER = re.compile(
    r"(?!(?:clock|edge|event|int|location|process|sync|system)\Z)(?![tT][cC][kK])[A-Za-z_][A-Za-z0-9_.]*"
)
"""Identifiers of TChecker, without its reserved words."""

Side = tuple[str, str]
"""A process and an event."""

_FIELDS = {
    "system": ("system", "name"),
    "event": ("event", "name"),
    "process": ("process", "name"),
    "location": ("location", "process", "name"),
    "edge": ("edge", "process", "source", "target", "event"),
}
_REFUSED = {
    "clock": "a clock",
    "int": "an integer variable",
    "invariant": "an invariant",
    "committed": "a committed location",
    "urgent": "an urgent location",
    "provided": "a guard",
    "do": "a statement",
}
_CURE = "only the untimed subset without variables is read: locations, edges, and syncs of two processes"


@dataclass
class ProcessDeclaration:
    """A process: its initial location, its locations, and its edges: (source, event) to target."""

    line: int
    initial: str | None = None
    locations: set[str] = field(default_factory=set)
    edges: dict[tuple[str, str], str] = field(default_factory=dict)


@dataclass
class Network:
    """What a file declares, in the order of its declarations."""

    path: str
    name: str | None = None
    events: set[str] = field(default_factory=set)
    processes: dict[str, ProcessDeclaration] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    syncs: dict[tuple[Side, Side], int] = field(default_factory=dict)
    escaped: bool = False

    def error(self, line: int, problem: str, cure: str = _CURE) -> FormatError:
        return FormatError(self.path, problem, line=line, cure=cure)

    def take(self, line: int, declaration: str) -> None:
        """Take up one declaration."""
        head, attributes = self._split(line, declaration)
        keyword, *parts = (x.strip() for x in head.split(":"))
        if self.name is None and keyword != "system":
            raise self.error(line, f"the file begins with {head[:40]!r}", "expected system:name first")
        for key in (keyword, *attributes):
            if key in _REFUSED and (key not in ("provided", "do", "invariant") or attributes[key]):
                raise self.error(line, f"{_REFUSED[key]}: {declaration[:60]!r}")
        if keyword == "sync":
            self._sync(line, parts)
            return
        if keyword not in _FIELDS:
            raise self.error(line, f"unknown declaration {declaration[:60]!r}", "see TChecker's file format")
        expected = _FIELDS[keyword]
        if len(parts) != len(expected) - 1:
            shape = ":".join(expected)
            raise self.error(line, f"{head!r} has {len(parts)} fields", f"expected {shape}{{attributes}}")
        if keyword == "system":
            self.escaped = "escaped" in attributes
        names = [self._identifier(line, x) for x in parts]
        match keyword:
            case "system":
                self._system(line, names)
            case "event":
                self._event(line, names)
            case "process":
                self._process(line, names, attributes)
            case "location":
                self._location(line, names, attributes)
            case "edge":
                self._edge(line, names)

    def _split(self, line: int, declaration: str) -> tuple[str, dict[str, str]]:
        """What precedes the braces, and the attributes in them: key:value:key:value…"""
        head, brace, rest = declaration.partition("{")
        if not brace:
            return head, {}
        inside, close, after = rest.partition("}")
        if not close or after.strip() or "{" in inside:
            raise self.error(line, "unbalanced braces", "expected {key:value:key:value} at the end")
        texts = [x.strip() for x in inside.split(":")]
        if texts == [""]:
            return head, {}
        if len(texts) % 2:
            raise self.error(
                line, f"attributes {inside!r}", "expected {key:value:key:value}; a value may be empty"
            )
        return head, dict(zip(texts[::2], texts[1::2], strict=True))

    def _identifier(self, line: int, text: str) -> str:
        if not IDENTIFIER.fullmatch(text):
            raise self.error(
                line,
                f"{text!r} is not an identifier",
                "an identifier is a letter or _, then letters, digits, _ and ., and no reserved word",
            )
        try:
            return unescape(text) if self.escaped else text
        except ValueError:
            raise self.error(line, f"{text!r} holds a code that is no character", "correct it") from None

    def _system(self, line: int, names: Sequence[str]) -> None:
        if self.name is not None:
            raise self.error(line, "a second system", "one system in a file was expected")
        self.name = names[0]

    def _event(self, line: int, names: Sequence[str]) -> None:
        self._new(line, "event", names[0], names[0] in self.events)
        self.events.add(names[0])

    def _process(self, line: int, names: Sequence[str], attributes: dict[str, str]) -> None:
        name, role = names[0], attributes.get("role")
        self._new(line, "process", name, name in self.processes)
        self.processes[name] = ProcessDeclaration(line)
        if role is not None:
            if role not in ("client", "server"):
                raise self.error(line, f"role {role!r}", "the roles are client and server")
            self.roles[name] = role

    def _location(self, line: int, names: Sequence[str], attributes: dict[str, str]) -> None:
        process, name = names
        p = self._declared(line, process)
        self._new(line, f"location of process {process!r}", name, name in p.locations)
        p.locations.add(name)
        if "initial" in attributes:
            if p.initial is not None:
                raise self.error(
                    line, f"a second initial location of process {process!r}", "keep one of them"
                )
            p.initial = name

    def _edge(self, line: int, names: Sequence[str]) -> None:
        process, source, target, event = names
        p = self._declared(line, process)
        for end in (source, target):
            self._known(line, f"location of process {process!r}", end, end in p.locations)
        self._known(line, "event", event, event in self.events)
        if (source, event) in p.edges:
            raise self.error(
                line,
                f"a second edge of process {process!r} leaves location {source!r} by event {event!r}",
                "processes are action-deterministic: name the two events apart",
            )
        p.edges[source, event] = target

    def _sync(self, line: int, parts: Sequence[str]) -> None:
        if len(parts) != 2:
            raise self.error(line, f"a sync of {len(parts)} processes")
        sides = []
        for part in parts:
            process, at, event = (x.strip() for x in part.partition("@"))
            if event.endswith("?"):
                raise self.error(line, f"a weak sync: {part!r}")
            if not at:
                raise self.error(line, f"{part!r} in a sync", "expected process@event")
            process, event = self._identifier(line, process), self._identifier(line, event)
            self._declared(line, process)
            self._known(line, "event", event, event in self.events)
            sides.append((process, event))
        first, second = sides
        if first[0] == second[0]:
            raise self.error(line, f"process {first[0]!r} synchronises with itself")
        earlier = self.syncs.get((first, second), self.syncs.get((second, first)))
        if earlier is not None:
            raise self.error(line, f"the same sync as in line {earlier}", "keep one of the two")
        self.syncs[first, second] = line

    def _declared(self, line: int, process: str) -> ProcessDeclaration:
        self._known(line, "process", process, process in self.processes)
        return self.processes[process]

    def _known(self, line: int, kind: str, name: str, known: bool) -> None:
        if not known:
            raise self.error(line, f"no {kind} is called {name!r}", "declare it in an earlier line")

    def _new(self, line: int, kind: str, name: str, known: bool) -> None:
        if known:
            raise self.error(line, f"a second {kind} is called {name!r}", "rename one of the two")


def read_network(path: Path | str) -> Network:
    """The declarations of a file; FormatError with the line where they are wrong or beyond the subset."""
    network = Network(str(path))
    for line, declaration in _declarations(files.read_text(path)):
        network.take(line, declaration)
    if network.name is None:
        raise network.error(1, "there is no declaration", "expected system:name first")
    for name, p in network.processes.items():
        if p.initial is None:
            raise network.error(
                p.line, f"process {name!r} has no initial location", "mark one with the attribute {initial:}"
            )
    return network


def _declarations(text: str) -> Iterator[tuple[int, str]]:
    """The declarations with the numbers of their first lines; attributes may go over several lines."""
    first, pending, opened = 0, list[str](), False
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.partition("#")[0]
        first = first if pending else number
        pending.append(line)
        opened = opened or "{" in line
        if opened and "}" not in line:
            continue
        if declaration := " ".join(pending).strip():
            yield first, declaration
        pending, opened = [], False
    if declaration := " ".join(pending).strip():
        yield first, declaration
