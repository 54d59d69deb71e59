"""What tokens mean: words that are operators; `+` and `*`, which are sum or `or`, product or `and`.

    [E]  Appendix A, OrOp and AndOp.

A `+` or `*` joins formulas where a formula in parentheses, `true` or the like stands on one side of it, or
`not` on its right; and where it is the only one between two comparisons, as in `p = 1 + q = 1`.  Where there
are several of them between two comparisons, nobody can tell which it is.  Everywhere else it belongs to a
sum.  Parentheses around a part of a sum get a type of their own, so that the grammar need not guess.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from lark import Token

MAX_DEPTH = 200
"""How deep parentheses may be nested."""

WORDS = {"and": "AND", "or": "OR", "not": "NOT", "true": "TRUE", "false": "FALSE", "deadlock": "DEADLOCK"}
FIREABLE = frozenset({"fireable", "is-fireable"})
"""Words only where a parenthesis follows."""

Kind: TypeAlias = Literal["number", "formula", "relation", "sign", "logic", "not"]
_KINDS: dict[str, Kind] = {
    "NAME": "number", "STRING": "number", "INTEGER": "number", "RELATION": "relation", "SIGN": "sign",
    "AND": "logic", "OR": "logic", "NOT": "not", "TRUE": "formula", "FALSE": "formula", "DEADLOCK": "formula",
}  # fmt: skip


class Fault(Exception):
    """What is wrong at an offset of the text."""

    def __init__(self, position: int, problem: str, cure: str = "") -> None:
        super().__init__(problem)
        self.position, self.problem, self.cure = position, problem, cure


@dataclass
class _Level:
    """What stands between two parentheses: kinds and numbers of tokens, a group as one of them."""

    opened: int
    names_only: bool = False
    items: list[tuple[Kind, int]] = field(default_factory=list)

    def is_formula(self) -> bool:
        """Whether this is no part of a sum."""
        return self.names_only or any(kind not in ("number", "sign") for kind, _ in self.items)


def with_meanings(stream: Iterable[Token]) -> Iterator[Token]:
    """The tokens with the types of the grammar; Fault for parentheses that do not match."""
    tokens = list(stream)
    types = [_type(tokens, n) for n in range(len(tokens))]
    levels = [_Level(-1)]
    for n, token in enumerate(tokens):
        if types[n] == "LEFT":
            if len(levels) > MAX_DEPTH:
                raise Fault(_at(token), f"parentheses are nested more than {MAX_DEPTH} deep", "use fewer")
            levels.append(_Level(n, names_only=n > 0 and types[n - 1] == "FIREABLE"))
        elif types[n] == "RIGHT":
            if len(levels) == 1:
                raise Fault(_at(token), "this parenthesis closes none", "remove it, or open one before it")
            inner = levels.pop()
            _decide(inner, tokens, types)
            if not inner.is_formula():
                types[inner.opened], types[n] = "LEFT_OF_SUM", "RIGHT_OF_SUM"
            levels[-1].items.append(("formula" if inner.is_formula() else "number", inner.opened))
        elif levels[-1].names_only and types[n] == "INTEGER":
            types[n] = "NAME"
        elif types[n] in _KINDS:
            levels[-1].items.append((_KINDS[types[n]], n))
    if len(levels) > 1:
        raise Fault(_at(tokens[levels[-1].opened]), "this parenthesis is never closed", "close it with )")
    _decide(levels[0], tokens, types)
    for token, kind in zip(tokens, types, strict=True):
        yield Token.new_borrow_pos(kind, str(token), token)


def _type(tokens: list[Token], n: int) -> str:
    token = tokens[n]
    if token.type != "WORD":
        return token.type
    word = token.lower()
    if word in FIREABLE and n + 1 < len(tokens) and tokens[n + 1].type == "LEFT":
        return "FIREABLE"
    return "INTEGER" if token.isdecimal() and token.isascii() else WORDS.get(word, "NAME")


def _at(token: Token) -> int:
    return token.start_pos or 0


def _decide(level: _Level, tokens: list[Token], types: list[str]) -> None:
    """Say of each sign of a level what it is."""
    relation = -1
    since: list[int] = []  # signs since the last relation
    items = level.items
    for n, (kind, token) in enumerate(items):
        if kind == "sign":
            beside = {items[n - 1][0] if n else None, items[n + 1][0] if n + 1 < len(items) else None}
            if "formula" in beside or (n + 1 < len(items) and items[n + 1][0] == "not"):
                _join(tokens, types, token)
                relation, since = -1, []
            else:
                types[token] = "PLUS" if tokens[token] == "+" else "TIMES"
                since.append(token)
        elif kind == "relation":
            if relation >= 0 and len(since) > 1:
                raise Fault(
                    _at(tokens[since[1]]),
                    "a second + or * between two comparisons",
                    "put each comparison into parentheses, or write | and & between them",
                )
            if relation >= 0 and since:
                _join(tokens, types, since[0])
            relation, since = token, []
        elif kind in ("logic", "not"):
            relation, since = -1, []


def _join(tokens: list[Token], types: list[str], n: int) -> None:
    types[n] = "OR" if tokens[n] == "+" else "AND"
