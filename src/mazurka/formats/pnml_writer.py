"""Writing nets as PNML.

A net with plain arcs is written in the grammar of ISO/IEC 15909-2.  Read and inhibitor arcs, which that
grammar lacks, get the child `<type value="test"/>` or `<type value="inhibitor"/>`.  An action whose
name is no XML name gets an escaped identifier, marked as such by `<toolspecific tool="mazurka">`, and keeps
its name when mazurka reads the file again; other tools see the name in `<name>`.
"""

from itertools import count
from pathlib import Path
from typing import Any

from lxml import etree

from mazurka.errors import FormatError
from mazurka.formats import files
from mazurka.formats.identifiers import NCNAME, escape, fresh, is_plain
from mazurka.formats.pnml import GRAMMAR
from mazurka.systems import PetriNet, Transition


def write_pnml(net: PetriNet, path: Path | str) -> None:
    """Write a net so that `read_pnml` gives it back."""
    files.write_text(path, to_pnml(net, str(path)))


def to_pnml(net: PetriNet, path: str = "the net") -> str:
    """The text of the PNML file; `path` is for error messages."""
    writing = _Writing(net, path)
    namespaces: Any = {None: f"{GRAMMAR}pnml"}
    root = etree.Element("pnml", nsmap=namespaces)
    body = etree.SubElement(root, "net", id=writing.identifier(net.name), type=f"{GRAMMAR}ptnet")
    writing.name(body, net.name)
    page = etree.SubElement(body, "page", id=fresh("page", writing.taken, "_"))
    for place, tokens in zip(net.places, net.initial, strict=True):
        element = writing.node(page, "place", place)
        if tokens:
            writing.label(element, "initialMarking", str(tokens))
    for t in net.transitions:
        writing.node(page, "transition", t.name)
    for t in net.transitions:
        writing.arcs(page, t)
    text = etree.tostring(root, encoding="unicode", pretty_print=True)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + text


class _Writing:
    """One net on its way into a document: identifiers given so far."""

    def __init__(self, net: PetriNet, path: str) -> None:
        self.net, self.path = net, path
        self.taken = {self.identifier(x) for x in [*net.places, *(t.name for t in net.transitions)]}
        self.arc_numbers = count(1)

    def identifier(self, name: str) -> str:
        return name if is_plain(name, NCNAME) else escape(name, NCNAME)

    def node(self, page: etree._Element, tag: str, name: str) -> etree._Element:
        identifier = self.identifier(name)
        element = etree.SubElement(page, tag, id=identifier)
        label = self.net.labels.get(name)
        if label is not None:
            self.name(element, label)
        if identifier != name:
            if label is None and _is_xml_text(name):
                self.name(element, name)
            mark = etree.SubElement(element, "toolspecific", tool="mazurka", version="1")
            etree.SubElement(mark, "escaped")
        return element

    def name(self, element: etree._Element, text: str) -> None:
        try:
            self.label(element, "name", text)
        except ValueError:
            raise FormatError(
                self.path, f"the name {text!r} contains a character that XML cannot hold", cure="rename it"
            ) from None

    def label(self, element: etree._Element, tag: str, text: str) -> None:
        etree.SubElement(etree.SubElement(element, tag), "text").text = text

    def arcs(self, page: etree._Element, t: Transition) -> None:
        for p, weight in t.consumes.items():
            self.arc(page, self.net.places[p], t.name, weight)
        for p, weight in t.produces.items():
            self.arc(page, t.name, self.net.places[p], weight)
        for p, weight in t.reads.items():
            self.arc(page, self.net.places[p], t.name, weight, "test")
        for p, weight in t.inhibitors.items():
            self.arc(page, self.net.places[p], t.name, weight, "inhibitor")

    def arc(self, page: etree._Element, source: str, target: str, weight: int, kind: str = "") -> None:
        number = next(n for n in self.arc_numbers if f"arc{n}" not in self.taken)
        attributes = {"id": f"arc{number}", "source": self.identifier(source)}
        attributes["target"] = self.identifier(target)
        element = etree.SubElement(page, "arc", attributes)
        if weight != 1:
            self.label(element, "inscription", str(weight))
        if kind:
            etree.SubElement(element, "type", value=kind)


def _is_xml_text(name: str) -> bool:
    """Whether XML can hold the name, and reading, which strips spaces, gives it back."""
    try:
        etree.Element("text").text = name
    except ValueError:
        return False
    return name == name.strip()
