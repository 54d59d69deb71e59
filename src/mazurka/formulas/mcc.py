"""Properties in the XML of the Model Checking Contest: ReachabilityCardinality, -Fireability and -Deadlock.

    [MCC]  the manual of the formulas.

A property says of a state formula φ that it holds in all reachable markings, AG φ, or in some, EF φ.  Either
is a question of reachability: AG φ is true iff no marking that satisfies ¬φ can be reached.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from lxml import etree

from mazurka.errors import FormatError
from mazurka.formats.xml_document import line_of, local_name, read_xml
from mazurka.formulas.goals import FALSE, TRUE, Goal, all_of, inequalities, linear, negation, some_of
from mazurka.formulas.names import NameFault
from mazurka.formulas.reading import MAX_COEFFICIENT, MAX_CONSTANT, MAX_EXPANDED
from mazurka.formulas.vocabulary import Tokens
from mazurka.systems import PetriNet

Sum = dict[int | None, int]
"""Coefficients of places; that of None is the constant."""

MAX_IN_FILE = 10 * MAX_EXPANDED
"""How many inequalities fireability and deadlocks may stand for in a file, all together."""

_QUANTIFIERS = {"all-paths": "globally", "exists-path": "finally"}


@dataclass(frozen=True)
class Property:
    """A property of a net; `formula` is what stands behind the quantifier."""

    id: str
    quantifier: Literal["AG", "EF"]
    formula: Goal

    @property
    def goal(self) -> Goal:
        """What is to be reached: an example of EF, a counterexample to AG."""
        return self.formula if self.quantifier == "EF" else negation(self.formula)

    def verdict(self, reachable: bool | None) -> bool | None:
        """Whether the property is true, once it is known whether its goal can be reached."""
        return reachable if reachable is None or self.quantifier == "EF" else not reachable


def read_properties(path: Path | str, net: PetriNet) -> tuple[Property, ...]:
    """All properties of a file, in their order; FormatError."""
    reader = _Reader(str(path), net)
    root = read_xml(path)
    if local_name(root) != "property-set":
        raise reader.fault(root, f"the root element is <{local_name(root)}>", "a <property-set> was expected")
    found: dict[str, Property] = {}
    for element in root:
        one = reader.property(element)
        if one.id in found:
            raise reader.fault(element, f"two properties are called {one.id!r}", "rename one")
        found[one.id] = one
    if not found:
        raise reader.fault(root, "the file holds no property", "a <property> was expected")
    return tuple(found.values())


class _Reader:
    """Elements to goals; each complaint has the line of its element."""

    def __init__(self, path: str, net: PetriNet) -> None:
        self.path, self.words, self.expanded = path, Tokens(net), 0
        self.relations: dict[str, Callable[[Sum], Goal]] = {
            "integer-le": lambda d: self._at_most(d, 0),
            "integer-lt": lambda d: self._at_most(d, -1),
            "integer-ge": lambda d: negation(self._at_most(d, -1)),
            "integer-gt": lambda d: negation(self._at_most(d, 0)),
            "integer-eq": lambda d: all_of((self._at_most(d, 0), negation(self._at_most(d, -1)))),
            "integer-ne": lambda d: some_of((self._at_most(d, -1), negation(self._at_most(d, 0)))),
        }

    def fault(self, element: etree._Element, problem: str, cure: str) -> FormatError:
        return FormatError(self.path, problem, line=line_of(element), cure=cure)

    def property(self, element: etree._Element) -> Property:
        if local_name(element) != "property":
            raise self.fault(element, f"found <{local_name(element)}>", "a <property> was expected")
        parts = {local_name(child): child for child in element}
        for wanted in ("id", "formula"):
            if wanted not in parts:
                raise self.fault(element, f"the property has no <{wanted}>", "add it")
        path = self._only(parts["formula"])
        expected = "AG, all-paths globally, or EF, exists-path finally, was expected"
        if (begins := local_name(path)) not in _QUANTIFIERS:
            problem = f"the formula is no path formula: it begins with <{begins}>"
            raise self.fault(path, problem, expected)
        inner = self._only(path)
        if local_name(inner) != _QUANTIFIERS[begins]:
            problem = f"the formula is no reachability: it begins with <{begins}><{local_name(inner)}>"
            raise self.fault(path, problem, expected)
        formula = self.formula(self._only(inner))
        return Property(self._text(parts["id"]), "AG" if begins == "all-paths" else "EF", formula)

    def formula(self, element: etree._Element) -> Goal:
        kind = local_name(element)
        if kind in self.relations:
            left, right = self._several(element, 2)
            difference = self.sum(left)
            for n, c in self.sum(right).items():
                difference[n] = difference.get(n, 0) - c
            return self.relations[kind](self._checked(element, difference))
        if kind == "negation":
            return negation(self.formula(self._only(element)))
        if kind in ("conjunction", "disjunction"):
            self._several(element, None)
            parts = [self.formula(child) for child in element]
            return all_of(parts) if kind == "conjunction" else some_of(parts)
        if kind == "is-fireable":
            names = self._names(element, "transition")
            return some_of([self._enabled(self._found(e, self.words.action), e) for e in names])
        if kind == "deadlock":
            return all_of([negation(self._enabled(a, element)) for a in self.words.everywhere()])
        if kind in ("true", "false"):
            return TRUE if kind == "true" else FALSE
        raise self.fault(element, f"found <{kind}>", "a state formula was expected, such as <integer-le>")

    def sum(self, element: etree._Element) -> Sum:
        kind = local_name(element)
        total: Sum = {}
        if kind == "integer-constant":
            return {None: self._integer(element)}
        if kind == "tokens-count":
            for name in self._names(element, "place"):
                place = self._found(name, self.words.number)
                total[place] = total.get(place, 0) + 1
            return total
        if kind == "integer-sum":
            for child in element:
                for n, c in self.sum(child).items():
                    total[n] = total.get(n, 0) + c
            return total
        raise self.fault(element, f"found <{kind}>", "<tokens-count> or <integer-constant> was expected")

    def _enabled(self, action: int, at: etree._Element) -> Goal:
        goal = self.words.enabled(action)
        self.expanded += 1 + sum(1 for _ in inequalities(goal))
        if self.expanded > MAX_IN_FILE:
            problem = f"the properties stand for more than {MAX_IN_FILE:,} inequalities in all"
            raise self.fault(at, problem, "give fewer of them in a file")
        return goal

    def _at_most(self, difference: Sum, bound: int) -> Goal:
        return linear(
            {p: -c for p, c in difference.items() if p is not None}, difference.get(None, 0) - bound
        )

    def _checked(self, element: etree._Element, difference: Sum) -> Sum:
        coefficients = [c for p, c in difference.items() if p is not None]
        if abs(difference.get(None, 0)) > MAX_CONSTANT or any(abs(c) > MAX_COEFFICIENT for c in coefficients):
            raise self.fault(
                element, "a number in this comparison is too large", f"constants are at most {MAX_CONSTANT:,}"
            )
        return difference

    def _integer(self, element: etree._Element) -> int:
        text = self._text(element)
        if not (text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= 12):
            raise self.fault(element, f"{text[:40]!r} is no integer constant", "such as 3 was expected")
        return int(text)

    def _names(self, element: etree._Element, kind: str) -> Iterator[etree._Element]:
        self._several(element, None)
        for child in element:
            if local_name(child) != kind:
                raise self.fault(child, f"found <{local_name(child)}>", f"a <{kind}> was expected")
            yield child

    def _found(self, element: etree._Element, find: Callable[[str], int]) -> int:
        try:
            return find(self._text(element))
        except NameFault as fault:
            raise self.fault(element, fault.problem, fault.cure) from None

    def _only(self, element: etree._Element) -> etree._Element:
        (child,) = self._several(element, 1)
        return child

    def _several(self, element: etree._Element, wanted: int | None) -> list[etree._Element]:
        children = list(element)
        if len(children) != wanted if wanted is not None else not children:
            found = f"<{local_name(element)}> holds {len(children)} elements"
            raise self.fault(element, found, f"{'at least one' if wanted is None else wanted} was expected")
        return children

    def _text(self, element: etree._Element) -> str:
        return (element.text or "").strip()
