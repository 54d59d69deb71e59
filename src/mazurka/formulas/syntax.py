"""The syntax of formulas: text to tree.

    [E]  Appendix A, with sums on either side of a comparison.

Comparisons bind tightest, then `not`, then `and`, then `or`:

    or           |  ||  +  or  ∨
    and          &  &&  *  and  ∧
    not          !  ~  not  ¬
    comparison   =  ==  !=  <>  <  <=  >  >=  ≠  ≤  ≥      between sums
    sum          p + 2 * q + 3
    others       true  false  deadlock  fireable(t, u)  is-fireable(t, u)

A name of letters, digits and - _ # / \\ . needs no quotes, unless it is a number or one of the words above.
Any other name stands in double quotes, in which \\" and \\\\ are a quote and a backslash.  Words may be in
upper case.  What `+` and `*` mean is told by what stands beside them: see `operators`.
"""

from collections.abc import Iterator
from functools import cache
from typing import TypeAlias

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedToken
from lark.lark import PostLex

from mazurka.errors import FormulaError
from mazurka.formulas.operators import Fault, with_meanings

Syntax: TypeAlias = Tree[Token]

MAX_CHARACTERS = 100_000
"""The longest formula that is read; that takes two seconds or so."""

_GRAMMAR = r"""
    ?start: disjunction
    ?disjunction: conjunction (_OR conjunction)*
    ?conjunction: negation (_AND negation)*
    ?negation: NOT+ _atom -> negation
             | _atom
    _atom: _LEFT disjunction _RIGHT | comparison | truth | fireable
    truth: TRUE | FALSE | DEADLOCK
    fireable: FIREABLE _LEFT _name (_COMMA _name)* _RIGHT
    comparison: sum [RELATION sum]
    sum: product (_PLUS product)*
    product: _factor (_TIMES _factor)*
    _factor: _name | INTEGER | _LEFT_OF_SUM sum _RIGHT_OF_SUM
    _name: NAME | STRING

    WORD: /[-#\/\\.\w]+/
    STRING: /"(\\["\\]|[^"\\])*"/
    RELATION.2: /[=!<>]=|<>|[=<>≠≤≥]/
    AND.1: /&&?|∧/
    OR.1: /\|\|?|∨/
    NOT: /[!~¬]/
    SIGN: /[+*]/
    LEFT: "("
    RIGHT: ")"
    _COMMA: ","
    %declare INTEGER NAME TRUE FALSE DEADLOCK FIREABLE
    %declare _AND _OR _PLUS _TIMES _LEFT _RIGHT _LEFT_OF_SUM _RIGHT_OF_SUM
    %ignore /\s+/
"""

_SILENT = ("AND", "OR", "PLUS", "TIMES", "LEFT", "RIGHT", "LEFT_OF_SUM", "RIGHT_OF_SUM")
"""What leaves no trace in the tree."""


class _Meanings(PostLex):
    """Puts `with_meanings` between the lexer and the parser."""

    always_accept = ("WORD", "SIGN", "AND", "OR", "LEFT", "RIGHT")

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        for token in with_meanings(stream):
            silent = token.type in _SILENT
            yield Token.new_borrow_pos(f"_{token.type}", str(token), token) if silent else token


@cache
def _parser() -> Lark:
    return Lark(_GRAMMAR, parser="lalr", lexer="basic", postlex=_Meanings(), maybe_placeholders=False)


def read_syntax(text: str) -> Syntax:
    """The tree of a formula; FormulaError says what is wrong, and where."""
    if len(text) > MAX_CHARACTERS:
        raise FormulaError(
            text[:MAX_CHARACTERS],
            MAX_CHARACTERS,
            f"the formula has {len(text):,} characters, and the limit is {MAX_CHARACTERS:,}",
            cure="ask for its parts one by one",
        )
    if not text.strip():
        raise FormulaError(text, 0, "the formula is empty", cure="write, for instance, p = 1 & q >= 2")
    try:
        return _parser().parse(text)
    except Fault as fault:
        raise FormulaError(text, fault.position, fault.problem, cure=fault.cure) from None
    except UnexpectedCharacters as error:
        raise _unexpected_character(text, error.pos_in_stream or 0) from None
    except UnexpectedToken as error:
        raise _unexpected_token(text, error) from None


def _unexpected_character(text: str, position: int) -> FormulaError:
    if text[position] == '"':
        return FormulaError(text, position, "this quote is never closed", cure='close it with "')
    return FormulaError(
        text,
        position,
        f"{text[position]!r} has no meaning here",
        cure="names with such characters need quotes",
    )


def _unexpected_token(text: str, error: UnexpectedToken) -> FormulaError:
    token = error.token
    if arrow := refused_arrow(text, token.start_pos or 0):
        return arrow
    if token.startswith("-") and not _begins(error):
        cure = (
            "bring it to the other side, as in p >= q + 1; a name with a dash that stands alone needs quotes"
        )
        return FormulaError(text, token.start_pos or 0, "there is no subtraction", cure=cure)
    wanted = "a place, a number or a parenthesis" if _begins(error) else "an operator"
    if not {"INTEGER", "RELATION"} & set(error.expected):
        wanted = "a name"
    if token.type == "$END":
        return FormulaError(text, len(text.rstrip()), "the formula ends here", cure=f"{wanted} is missing")
    if token.type == "RELATION" and not _begins(error):
        cure = "two comparisons are joined by &, as in p < q & q < r"
        return FormulaError(text, token.start_pos or 0, f"a second {token.value!r}", cure=cure)
    return FormulaError(text, token.start_pos or 0, f"found {token.value!r}", cure=f"expected {wanted}")


def refused_arrow(text: str, position: int) -> FormulaError | None:
    """The complaint about an arrow at that offset, which formulas do not have, if there is one."""
    for arrow, cure in _ARROWS.items():
        if text.startswith(arrow, position):
            return FormulaError(text, position, f"there is no {arrow}", cure=cure)
    return None


_IMPLICATION, _EQUIVALENCE = "write !(…) | … for it", "write (… & …) | !(… | …) for it"
_ARROWS = {"<->": _EQUIVALENCE, "<=>": _EQUIVALENCE, "->": _IMPLICATION, "=>": _IMPLICATION}


def _begins(error: UnexpectedToken) -> bool:
    """Whether an operand could stand there."""
    return bool({"NAME", "INTEGER"} & set(error.accepts or error.expected))
