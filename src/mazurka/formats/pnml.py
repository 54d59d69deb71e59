"""Reading place/transition nets in PNML.

    [PNML]  ISO/IEC 15909-2, place/transition nets; arc kinds as PIPE and TAPAAL write them.

Pages are flattened and reference nodes resolved.  The identifiers are the names of places and
actions; a `<name>` that differs is a label.  Several arcs between the same two nodes act together: the
weights of plain arcs add; of read arcs the largest counts and of inhibitor arcs the smallest, since
each is a condition of its own.  A net without a type, or of the core model's type (as ProM and pm4py write
it), is read as a P/T net; what would give it another meaning (colours, clocks, capacities, priorities)
is refused by name.
"""

from dataclasses import dataclass, field
from pathlib import Path

from lxml import etree

from mazurka.errors import FormatError
from mazurka.formats.identifiers import unescape
from mazurka.formats.pnml_arcs import Connections, integer, label_text
from mazurka.formats.xml_document import line_of, local_name, read_xml
from mazurka.systems import PetriNet

GRAMMAR = "http://www.pnml.org/version-2009/grammar/"
"""The namespace of PNML is GRAMMAR + "pnml"; types of nets begin with it too."""

_PLAIN_TYPES = {"", "ptnet", "ptnetb", "pnmlcoremodel", "p/tnet"}
"""The last part of the types of P/T nets, in lower case and without spaces."""

_OTHER_TYPES = {
    "symmetricnet": "symmetric (coloured)",
    "highlevelnet": "high-level (coloured)",
    "pt-hlpng": "high-level (coloured)",
    "hlcorestructure": "high-level (coloured)",
    "hlnet": "high-level (coloured)",
    "tpn": "timed",
    "timednet": "timed",
    "stochasticnet": "stochastic",
    "sptnet": "stochastic",
}

_FOREIGN_PARTS = {
    "hlinitialMarking": "a coloured marking",
    "hlinscription": "a coloured arc inscription",
    "condition": "the guard of a coloured net",
    "delay": "a firing interval of a time net",
    "interval": "a firing interval of a time net",
}


def read_pnml(path: Path | str) -> PetriNet:
    """The P/T net of a PNML file; FormatError with the line for everything that is not one."""
    root = read_xml(path)
    reading = _Reading(str(path))
    net = reading.only_net(root)
    reading.check_type(net)
    reading.collect(net)
    connections = reading.connect()
    identifier = net.get("id", "").strip() or Path(path).stem
    return PetriNet(
        name=reading.name_of(net) or identifier,
        places=tuple(reading.marking),
        transitions=tuple(connections.transition(t) for t in reading.transitions),
        initial=tuple(reading.marking.values()),
        labels=reading.labels,
    )


@dataclass
class _Reading:
    """What has been read of one file: nodes by name, in the order of the file, and arcs."""

    path: str
    marking: dict[str, int] = field(default_factory=dict)
    transitions: dict[str, None] = field(default_factory=dict)
    labels: dict[str, str] = field(default_factory=dict)
    arcs: list[etree._Element] = field(default_factory=list)
    node_of: dict[str, str] = field(default_factory=dict)
    references: dict[str, etree._Element] = field(default_factory=dict)
    lines: dict[str, int | None] = field(default_factory=dict)
    priorities: set[str] = field(default_factory=set)

    def error(self, element: etree._Element, problem: str, cure: str) -> FormatError:
        return FormatError(self.path, problem, line=line_of(element), cure=cure)

    def only_net(self, root: etree._Element) -> etree._Element:
        if local_name(root) != "pnml":
            raise self.error(root, f"the root element is <{local_name(root)}>", "PNML begins with <pnml>")
        nets = [x for x in root if local_name(x) == "net"]
        if len(nets) != 1:
            where = nets[1] if nets else root
            found = f"the file has {len(nets)} nets" if nets else "the file has no net"
            raise self.error(where, found, "one <net> in <pnml> was expected")
        return nets[0]

    def check_type(self, net: etree._Element) -> None:
        kind = net.get("type", "").replace(" ", "")
        # "P/T net" has a slash of its own.
        last = kind.lower() if kind.lower() in _PLAIN_TYPES else kind.rstrip("/#").rpartition("/")[2].lower()
        if last in _PLAIN_TYPES:
            return
        known = _OTHER_TYPES.get(last)
        what = f"the net is {known}, not a P/T net" if known else "the type of the net is unknown"
        raise self.error(net, f"{what}: {net.get('type')!r}", f"P/T nets have the type {GRAMMAR}ptnet")

    def collect(self, container: etree._Element) -> None:
        """Take up the nodes and arcs of a net or of a page, and of the pages in it."""
        for element in container:
            match local_name(element):
                case "page":
                    self.new_id(element, required=False)
                    self.collect(element)
                case "place":
                    self.marking[self.new_node(element)] = self.initial_tokens(element)
                case "transition":
                    self.transitions[self.new_node(element)] = None
                case "referencePlace" | "referenceTransition":
                    self.references[self.new_id(element)] = element
                case "arc":
                    self.new_id(element, required=False)
                    self.arcs.append(element)

    def new_id(self, element: etree._Element, *, required: bool = True) -> str:
        identifier = element.get("id", "")
        if not identifier:
            if required:
                raise self.error(element, f"a <{local_name(element)}> has no id", "give it one")
        elif identifier in self.lines:
            first = self.lines[identifier]
            raise self.error(
                element, f"duplicate id {identifier!r}, first used in line {first}", "rename one of the two"
            )
        else:
            self.lines[identifier] = line_of(element)
        return identifier

    def new_node(self, element: etree._Element) -> str:
        """Take up a place or a transition; its name is its identifier, unescaped if we wrote it so."""
        identifier = self.new_id(element)
        node = self.unescaped(element, identifier) if _is_escaped(element) else identifier
        if node in self.marking or node in self.transitions:
            raise self.error(element, f"a second node is called {node!r}", "rename one of the two")
        self.node_of[identifier] = node
        name = self.name_of(element)
        if name and name != node:
            self.labels[node] = name
        self.refuse_foreign_parts(element)
        return node

    def unescaped(self, element: etree._Element, identifier: str) -> str:
        try:
            return unescape(identifier)
        except ValueError:
            raise self.error(
                element, f"id {identifier!r} holds a code that is no character", "correct the id"
            ) from None

    def name_of(self, element: etree._Element) -> str:
        return next((label_text(x) for x in element if local_name(x) == "name"), "")

    def initial_tokens(self, place: etree._Element) -> int:
        text = next((label_text(x) for x in place if local_name(x) == "initialMarking"), "")
        text = text or place.get("initialMarking", "")
        what = f"the initial marking of place {place.get('id')!r}"
        return integer(self.path, place, what, text, least=0) if text else 0

    def refuse_foreign_parts(self, node: etree._Element) -> None:
        """Refuse what P/T nets do not have and what changes the meaning."""
        what = f"{local_name(node)} {node.get('id')!r}"
        for part in node:
            tag, text = local_name(part), label_text(part)
            meaning = _FOREIGN_PARTS.get(tag)
            if tag == "capacity" and text not in ("", "0"):
                meaning = "a capacity"
            elif tag == "timed" and text == "true":
                meaning = "a stochastic delay"
            elif tag == "priority":
                self.priorities.add(text)
                meaning = "a priority unlike that of others" if len(self.priorities) > 1 else None
            if meaning:
                raise self.error(part, f"{what} has {meaning}", "P/T nets have no such thing: remove it")
        if node.get("urgent") == "true" or node.get("invariant", "<inf").replace(" ", "") != "<inf":
            raise self.error(node, f"{what} is timed", "P/T nets have no clocks: remove the time constraint")

    def follow(self, identifier: str) -> None:
        """Make a reference node stand for the node at the end of its chain of references."""
        chain: list[str] = []
        while identifier in self.references and identifier not in self.node_of:
            element = self.references[identifier]
            if identifier in chain:
                raise self.error(
                    element,
                    f"reference {identifier!r} leads back to itself",
                    "a reference must lead to a place or a transition",
                )
            chain.append(identifier)
            identifier = element.get("ref", "")
            if identifier not in self.references and identifier not in self.node_of:
                found = f"there is no {identifier!r}" if identifier else "it has no ref"
                raise self.error(
                    element,
                    f"dangling reference {element.get('id')!r}: {found}",
                    "a reference must lead to a place or a transition",
                )
        for passed in chain:
            self.node_of[passed] = self.node_of[identifier]

    def end_of(self, arc: etree._Element, end: str) -> str:
        """The name of the node at the source or the target of an arc."""
        identifier = arc.get(end)
        if identifier is None or identifier not in self.node_of:
            found = f"it has no {end}" if identifier is None else f"its {end} {identifier!r} does not exist"
            raise self.error(
                arc,
                f"dangling arc {arc.get('id', '')!r}: {found}",
                "an arc connects a place and a transition",
            )
        return self.node_of[identifier]

    def connect(self) -> Connections:
        """Attach every arc to its transition."""
        for identifier in self.references:
            self.follow(identifier)
        connections = Connections(self.path, {p: i for i, p in enumerate(self.marking)})
        for arc in self.arcs:
            connections.add(arc, self.end_of(arc, "source"), self.end_of(arc, "target"))
        return connections


def _is_escaped(node: etree._Element) -> bool:
    """Whether mazurka wrote the identifier escaped, since the name is no XML name."""
    return any(local_name(x) == "toolspecific" and x.get("tool") == "mazurka" for x in node)
