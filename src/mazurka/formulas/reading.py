"""Formulas with their meaning: trees to goals over what a system counts.

A formula and its negation are built together, so that `not` costs nothing.
"""

import re
from dataclasses import dataclass
from math import prod
from typing import Any, NamedTuple, TypeAlias

from lark import Token
from lark.exceptions import VisitError
from lark.visitors import Transformer_NonRecursive

from mazurka.errors import FormulaError
from mazurka.formulas.goals import (
    FALSE,
    TRUE,
    Goal,
    all_of,
    inequalities,
    linear,
    negation,
    places_of,
    some_of,
)
from mazurka.formulas.names import NameFault
from mazurka.formulas.syntax import read_syntax, refused_arrow
from mazurka.formulas.vocabulary import Vocabulary, vocabulary
from mazurka.systems import PetriNet, System

MAX_CONSTANT = 10**9
MAX_COEFFICIENT = 10**6
"""The largest numbers: no sum over a marking then leaves 64 bits."""
_DIGITS = 30
MAX_EXPANDED = 1_000_000
"""How many inequalities `deadlock` and `fireable` may stand for in one formula, all together."""


def parse(text: str, net: PetriNet) -> Goal:
    """The goal that a formula describes; FormulaError says what is wrong with it, and where."""
    return read_goal(text, vocabulary(net))


@dataclass(frozen=True)
class Predicate:
    """A formula about the states of a system of any formalism.

    visible: the components that it looks at; none of them where `deadlock` … look at everything.
    """

    goal: Goal
    vocabulary: Vocabulary

    def holds(self, s: Any) -> bool:
        """Whether it holds at a state."""
        return self.goal.holds(tuple(self.vocabulary.read(s)))

    @property
    def visible(self) -> tuple[str, ...]:
        """The components that occur, sorted."""
        return tuple(sorted({self.vocabulary.component(n) for n in places_of(self.goal)}))

    def __str__(self) -> str:
        return self.vocabulary.show(self.goal)


def parse_predicate(text: str, system: System[Any]) -> Predicate:
    """The predicate that a formula describes: see `vocabulary` for what it speaks of."""
    words = vocabulary(system)
    return Predicate(read_goal(text, words), words)


def read_goal(text: str, words: Vocabulary) -> Goal:
    """The goal over the numbers of a vocabulary."""
    try:
        meaning: _Meaning = _Reader(text, words).transform(read_syntax(text))
    except VisitError as error:
        raise error.orig_exc from None
    return meaning.goal


class _Meaning(NamedTuple):
    goal: Goal
    negated: Goal

    @staticmethod
    def of(goal: Goal) -> "_Meaning":
        return _Meaning(goal, negation(goal))


class _Sum(NamedTuple):
    """Coefficients by number, that of None being the constant; and a token to complain at."""

    coefficients: dict[int | None, int]
    at: Token

    @property
    def is_constant(self) -> bool:
        return not set(self.coefficients) - {None}


_Part: TypeAlias = Token | _Sum
"""A name or number by itself stays a token: in `client = idle` neither is a number."""

_EQUAL, _UNEQUAL = frozenset({"=", "=="}), frozenset({"!=", "<>", "≠"})


class _Reader(Transformer_NonRecursive[Token, _Meaning]):
    """One method for each rule of the grammar; a name or number by itself stays a token."""

    def __init__(self, text: str, words: Vocabulary) -> None:
        super().__init__(visit_tokens=False)
        self.text, self.words = text, words
        self.enabled: dict[int, _Meaning] = {}
        self.expanded = 0

    def disjunction(self, parts: list[_Meaning]) -> _Meaning:
        return _Meaning(some_of(p.goal for p in parts), all_of(p.negated for p in parts))

    def conjunction(self, parts: list[_Meaning]) -> _Meaning:
        return _Meaning(all_of(p.goal for p in parts), some_of(p.negated for p in parts))

    def negation(self, parts: list[Any]) -> _Meaning:
        goal, negated = parts[-1]
        return _Meaning(goal, negated) if len(parts) % 2 else _Meaning(negated, goal)

    def truth(self, parts: list[Token]) -> _Meaning:
        if parts[0].type == "DEADLOCK":
            each = [self._enabled(a, parts[0]) for a in self.words.everywhere()]
            return _Meaning(all_of(e.negated for e in each), some_of(e.goal for e in each))
        return _Meaning.of(TRUE if parts[0].type == "TRUE" else FALSE)

    def fireable(self, parts: list[Token]) -> _Meaning:
        each = []
        for name in parts[1:]:
            try:
                each.append(self._enabled(self.words.action(spelled(name)), name))
            except NameFault as fault:
                raise self._fault(name, fault.problem, fault.cure) from None
        return self.disjunction(each)

    def _enabled(self, a: int, at: Token) -> _Meaning:
        if a not in self.enabled:
            self.enabled[a] = _Meaning.of(self.words.enabled(a))
        self.expanded += 1 + sum(1 for _ in inequalities(self.enabled[a].goal))
        if self.expanded > MAX_EXPANDED:
            raise self._fault(
                at, f"this stands for more than {MAX_EXPANDED:,} inequalities in all", "ask for less"
            )
        return self.enabled[a]

    def comparison(self, parts: list[Any]) -> _Meaning:
        left = parts[0]
        if len(parts) == 1:
            return self._by_itself(left)
        relation, right = parts[1:]
        if relation in _EQUAL | _UNEQUAL and isinstance(left, Token) and left.type != "INTEGER":
            found = self._of_component(left, right)
            if found is not None:
                return found if relation in _EQUAL else _Meaning(found.negated, found.goal)
        a, b = self._number(left).coefficients, self._number(right).coefficients
        difference = {n: a.get(n, 0) - b.get(n, 0) for n in {**a, **b}}
        constant = difference.pop(None, 0)
        too_large = abs(constant) > MAX_CONSTANT or any(abs(c) > MAX_COEFFICIENT for c in difference.values())
        if too_large:
            cure = f"constants are at most {MAX_CONSTANT:,}, coefficients at most {MAX_COEFFICIENT:,}"
            raise self._fault(relation, "a number in this comparison is too large", cure)
        return _compared(difference, constant, relation)  # type: ignore[arg-type]

    def sum(self, parts: list[_Part]) -> _Part:
        if len(parts) == 1:
            return parts[0]
        total: dict[int | None, int] = {}
        summands = [self._number(part) for part in parts]
        for summand in summands:
            for n, c in summand.coefficients.items():
                total[n] = total.get(n, 0) + c
        return _Sum(total, summands[0].at)

    def product(self, parts: list[_Part]) -> _Part:
        if len(parts) == 1:
            return parts[0]
        factors = [self._number(part) for part in parts]
        others = [f for f in factors if not f.is_constant]
        if len(others) > 1:
            raise self._fault(
                others[1].at, "a product of two places", "a coefficient is a number, as in 2 * p"
            )
        constant = prod(f.coefficients.get(None, 0) for f in factors if f.is_constant)
        variable = others[0].coefficients if others else {None: 1}
        return _Sum({n: c * constant for n, c in variable.items()}, factors[0].at)

    def _by_itself(self, part: _Part) -> _Meaning:
        if isinstance(part, Token) and part.type != "INTEGER":
            try:
                return _Meaning.of(self.words.present(spelled(part)))
            except NameFault as fault:
                raise self._name_fault(part, fault) from None
        at = part if isinstance(part, Token) else part.at
        raise self._fault(at, "this is a number and no formula", "compare it, as in p + q >= 2")

    def _of_component(self, name: Token, value: _Part) -> _Meaning | None:
        if not isinstance(value, Token):
            return None
        try:
            found = self.words.equal(spelled(name), spelled(value))
        except NameFault as fault:
            raise self._name_fault(value if fault.of_value else name, fault) from None
        return None if found is None else _Meaning.of(found)

    def _number(self, part: _Part) -> _Sum:
        if isinstance(part, _Sum):
            return part
        if part.type == "INTEGER":
            if len(part) > _DIGITS:
                raise self._fault(part, "this number is too large", f"constants are at most {MAX_CONSTANT:,}")
            return _Sum({None: int(part)}, part)
        try:
            return _Sum({self.words.number(spelled(part)): 1}, part)
        except NameFault as fault:
            raise self._name_fault(part, fault) from None

    def _name_fault(self, name: Token, fault: NameFault) -> FormulaError:
        if name.type == "NAME" and re.fullmatch(r"-\d+", name):
            cure = "no count is negative, and a sum is brought to the other side: p + 1 >= q"
            return self._fault(name, f"a negative constant: {name}", cure)
        if name.endswith("-") and (arrow := refused_arrow(self.text, (name.end_pos or 1) - 1)):
            return arrow
        return self._fault(name, fault.problem, fault.cure)

    def _fault(self, at: Token, problem: str, cure: str) -> FormulaError:
        return FormulaError(self.text, at.start_pos or 0, problem, cure=cure)


def spelled(name: Token) -> str:
    """What a name or a quoted name stands for."""
    return re.sub(r"\\(.)", r"\1", name[1:-1]) if name.type == "STRING" else str(name)


def _compared(difference: dict[int, int], constant: int, relation: str) -> _Meaning:
    """The difference of two sums, and a constant, compared with 0."""
    opposite = {n: -c for n, c in difference.items()}
    at_least = _Meaning.of(linear(difference, -constant))
    at_most = _Meaning.of(linear(opposite, constant))
    if relation in (">=", "≥"):
        return at_least
    if relation in ("<=", "≤"):
        return at_most
    if relation == ">":
        return _Meaning(at_most.negated, at_most.goal)
    if relation == "<":
        return _Meaning(at_least.negated, at_least.goal)
    equal = _Meaning(all_of((at_least.goal, at_most.goal)), some_of((at_least.negated, at_most.negated)))
    return equal if relation in _EQUAL else _Meaning(equal.negated, equal.goal)
