"""JSON and XML that is well formed and says something else: a wrong type at any place, an attribute lost."""

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

from lxml import etree

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 1.5, 1e300, float("nan"), float("inf"), 10**30, -(10**30), "", " ", "0",
    "a", "\0", "\ud800", "\u202e", "é" * 3, "x" * 3000, [], {}, [[]], [None], [0, "a", []], {"": 0},
    {"a": {}},
)  # fmt: skip

DEEP = "deep"
"""Stands for what Python's own writer cannot write: thousands of lists in one another."""

Holder = dict[Any, Any] | list[Any]


def changed_json(random: Random, data: bytes) -> bytes:
    """The document with one or two of its values changed, lost, doubled, moved or nested."""
    whole: list[Any] = [json.loads(data)]
    for _ in range(random.choice((1, 1, 2))):
        holder, key = random.choice(_places(whole))
        _change(random, whole, holder, key)
    text = json.dumps(whole[0] if whole else None, ensure_ascii=random.randrange(2) == 0)
    if random.randrange(8) == 0 and '": ' in text:  # a key twice
        begin = text.index('"')
        text = text[:begin] + text[begin:].partition(",")[0].rstrip("}]") + ", " + text[begin:]
    nested = random.choice((60, 3000, 100_000))
    return text.replace(f'"{DEEP}"', "[" * nested + "]" * nested).encode("utf-8", "surrogatepass")


def _places(whole: list[Any]) -> list[tuple[Holder, Any]]:
    """Where values stand: in which object or list, and at which key."""
    found: list[tuple[Holder, Any]] = []
    waiting: list[Holder] = [whole]
    while waiting:
        holder = waiting.pop()
        for key, value in holder.items() if isinstance(holder, dict) else enumerate(holder):
            found.append((holder, key))
            if isinstance(value, dict | list):
                waiting.append(value)
    return found or [(whole, 0)]


def _change(random: Random, whole: list[Any], holder: Holder, key: Any) -> None:
    if not whole:
        whole.append(None)
        return
    match random.randrange(6):
        case 0 if holder is not whole:
            del holder[key]
        case 1 if isinstance(holder, list):
            holder[key:key] = [deepcopy(holder[key]) for _ in range(random.choice((1, 2, 500)))]
        case 1 if isinstance(holder, dict):
            holder[random.choice(("", "a", "x", "format", "\u202e"))] = holder.pop(key)
        case 2:
            other, place = random.choice(_places(whole))
            holder[key] = deepcopy(other[place])
        case 3:
            holder[key] = random.choice(([holder[key]], {"a": holder[key]}, [[holder[key]]], DEEP))
        case _:
            holder[key] = deepcopy(random.choice(VALUES))


PROLOGUES = (
    b'<?xml version="1.0" encoding="utf-7"?>',
    b'<?xml version="1.0" encoding="nonsense"?>',
    b'<?xml version="1.0" encoding="utf-16"?>',
    b'<?xml version="1.0" encoding="IBM037"?>',
    b'<?xml version="9.9" standalone="maybe"?>',
    b'<!DOCTYPE x [<!ENTITY a "aaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY x "&b;&b;&b;&b;">]>',
    b'<!DOCTYPE x [<!ENTITY x SYSTEM "file:///etc/hostname">]>',
    b'<!DOCTYPE x SYSTEM "http://localhost/x.dtd">',
    b"<?x y?><!-- -- -->",
    b"\n\n",
)
TEXTS = (
    "", " ", "0", "-1", "1.5", "1e3", "NaN", "99999999999999999999", "9" * 5000, "٣", "²", "1,2",
    "Default,2", "a,b,1", ",1", "a", "p", "\u202e", "é", "_xD800_", "[0,inf)", "inhibitor", "timed",
    "true",
)  # fmt: skip
TAGS = (
    "net", "page", "place", "transition", "arc", "name", "text", "initialMarking", "inscription", "type",
    "referencePlace", "toolspecific", "property-set", "property", "formula", "all-paths", "finally",
    "negation", "conjunction", "deadlock", "is-fireable", "tokens-count", "integer-constant",
    "integer-sum", "integer-le", "x",
)  # fmt: skip


def changed_xml(random: Random, data: bytes) -> bytes:
    """The document with one or two of its elements changed, lost, doubled, moved or nested."""
    root = etree.fromstring(data)
    for _ in range(random.choice((1, 1, 2, 3))):
        random.choice(_XML_CHANGES)(random, root)
    text = etree.tostring(root)
    return random.choice(PROLOGUES) + text if random.randrange(10) == 0 else text


def _some(random: Random, root: etree._Element) -> etree._Element:
    return random.choice(list(root.iter()))


def _attribute_lost(random: Random, root: etree._Element) -> None:
    element = _some(random, root)
    if element.attrib:
        del element.attrib[random.choice(list(element.attrib))]


def _attribute_changed(random: Random, root: etree._Element) -> None:
    element, other = _some(random, root), _some(random, root)
    if element.attrib:
        value = random.choice([*TEXTS, *map(str, other.attrib.values())])
        element.set(random.choice([*map(str, element.attrib), "id", "type", "ref", "weight"]), value)


def _lost(random: Random, root: etree._Element) -> None:
    element = _some(random, root)
    if (parent := element.getparent()) is not None:
        parent.remove(element)


def _moved(random: Random, root: etree._Element) -> None:
    """A copy of an element in another, once or many times."""
    element, other = _some(random, root), _some(random, root)
    copies = random.choice((1, 1, 2, 100)) if len(element) < 3 else 1
    for copy in [deepcopy(element) for _ in range(copies)]:
        other.append(copy)


def _text_changed(random: Random, root: etree._Element) -> None:
    _some(random, root).text = random.choice(TEXTS)


def _renamed(random: Random, root: etree._Element) -> None:
    element = _some(random, root)
    space, brace, _ = str(element.tag).rpartition("}")
    element.tag = (space + brace if random.randrange(4) else "") + random.choice(TAGS)


def _nested(random: Random, root: etree._Element) -> None:
    element, tag = _some(random, root), random.choice(TAGS)
    for _ in range(random.choice((1, 2, 60, 240))):
        element = etree.SubElement(element, tag)


_XML_CHANGES: tuple[Callable[[Random, etree._Element], None], ...] = (
    _attribute_lost, _attribute_changed, _lost, _moved, _text_changed, _text_changed, _renamed, _nested,
)  # fmt: skip
