"""Arcs of PNML nets: their kinds and weights, and the transitions they make up."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from lxml import etree

from mazurka.errors import FormatError
from mazurka.formats.xml_document import line_of, local_name
from mazurka.systems import Transition

_KINDS = {
    "": "plain",
    "normal": "plain",
    "inhibitor": "inhibitor",
    "tapnInhibitor": "inhibitor",
    "test": "read",
    "read": "read",
}
_UNTIMED = "[0,inf)"

Weights = defaultdict[int, int]


@dataclass
class Connections:
    """The arcs of each transition, by the number of the place at their other end."""

    path: str
    place: Mapping[str, int]
    consumes: dict[str, Weights] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    produces: dict[str, Weights] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    reads: dict[str, Weights] = field(default_factory=lambda: defaultdict(lambda: defaultdict(int)))
    inhibitors: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))

    def add(self, arc: etree._Element, source: str, target: str) -> None:
        """Take up one arc between two nodes."""
        kind, weight = self._kind(arc), self._weight(arc)
        from_place, to_place = source in self.place, target in self.place
        if from_place == to_place:
            both = "places" if from_place else "transitions"
            raise self._error(
                arc,
                f"an arc connects two {both}, {source!r} and {target!r}",
                "an arc connects a place and a transition",
            )
        if kind != "plain" and to_place:
            raise self._error(
                arc,
                f"an arc of kind {kind} leads from transition {source!r} to place {target!r}",
                "it tests a place: draw it from the place to the transition",
            )
        p, t = (self.place[source], target) if from_place else (self.place[target], source)
        if kind == "inhibitor":
            self.inhibitors[t][p] = min(weight, self.inhibitors[t].get(p, weight))
        elif kind == "read":
            self.reads[t][p] = max(weight, self.reads[t][p])
        elif from_place:
            self.consumes[t][p] += weight
        else:
            self.produces[t][p] += weight

    def transition(self, name: str) -> Transition:
        """The transition with all its arcs, by ascending number of place."""
        sides = (self.consumes, self.produces, self.reads, self.inhibitors)
        return Transition(name, *(dict(sorted(arcs.get(name, {}).items())) for arcs in sides))

    def _kind(self, arc: etree._Element) -> str:
        """`plain`, `read` or `inhibitor`, from an attribute or a child element."""
        found = arc.get("type", "")
        for child in arc:
            match local_name(child):
                case "type" | "arctype":
                    found = child.get("value") or label_text(child)
                case "hlinscription":
                    raise self._error(
                        arc, "the arc has a coloured inscription", "P/T nets have weights, not colours"
                    )
        interval = arc.get("inscription", _UNTIMED).replace(" ", "")
        if found == "timed" and interval == _UNTIMED:
            return "plain"
        if found not in _KINDS or (found == "tapnInhibitor" and interval != _UNTIMED):
            shown = found if interval == _UNTIMED else f"{found} with interval {interval}"
            raise self._error(
                arc,
                f"the arc is of kind {shown!r}, which P/T nets do not have",
                "the kinds are normal, inhibitor, test and read",
            )
        return _KINDS[found]

    def _weight(self, arc: etree._Element) -> int:
        text = next((label_text(x) for x in arc if local_name(x) == "inscription"), "")
        text = text or arc.get("weight", "")
        what = f"the weight of the arc from {arc.get('source')!r} to {arc.get('target')!r}"
        return integer(self.path, arc, what, text, least=1) if text else 1

    def _error(self, arc: etree._Element, problem: str, cure: str) -> FormatError:
        return FormatError(self.path, problem, line=line_of(arc), cure=cure)


def label_text(label: etree._Element) -> str:
    """The text of a PNML label: in `<text>`, or in `<value>` as PIPE writes it, or right in the element."""
    for child in label:
        if local_name(child) in ("text", "value"):
            return (child.text or "").strip()
    return (label.text or "").strip()


def integer(path: str, element: etree._Element, what: str, text: str, *, least: int) -> int:
    """The number in a label, also in PIPE's form `Default,2`; FormatError when there is none such."""
    colour, comma, count = text.rpartition(",")
    digits = count.strip()
    if "," in colour:
        raise FormatError(
            path,
            f"{what} has several colours: {text!r}",
            line=line_of(element),
            cure="P/T nets have tokens of one colour",
        )
    is_number = digits.removeprefix("-").isdecimal() and digits.isascii() and len(digits) <= 18
    if not is_number or (comma and not colour.strip()) or int(digits) < least:
        raise FormatError(
            path,
            f"{what} is {_shortened(text)!r}",
            line=line_of(element),
            cure=f"an integer was expected, {least} or more, of at most 18 digits",
        )
    return int(digits)


def _shortened(text: str) -> str:
    return text if len(text) <= 40 else text[:40] + "…"
