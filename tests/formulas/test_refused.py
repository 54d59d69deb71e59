"""Formulas that are refused: the caret stands under the spot, and no length or depth takes long."""

import pytest

from mazurka.errors import FormulaError
from mazurka.formulas import parse, parse_predicate
from mazurka.formulas.syntax import MAX_CHARACTERS
from mazurka.models import build
from mazurka.systems import PetriNet, Transition

NET = PetriNet(
    "n", ("alpha", "beta", "g1", "g2"), (Transition("t", {0: 1}),), (0, 0, 0, 0), {"g1": "g", "g2": "g"}
)

WRONG = {
    "alpha = (beta": (8, "this parenthesis is never closed; close it with )"),
    "alpha = beta) & true": (12, "this parenthesis closes none; remove it, or open one before it"),
    "alpha >= -1": (9, "a negative constant: -1; no count is negative, and a sum is brought to the other"),
    "alpha - beta >= 1": (6, "there is no subtraction; bring it to the other side"),
    "alpha = 1 -> beta = 1": (10, "there is no ->; write !(…) | … for it"),
    "alpha = 1 ->beta = 1": (10, "there is no ->"),
    "(alpha=1)->(beta=1)": (9, "there is no ->"),
    "alpha->beta": (5, "there is no ->"),
    "alpha = 1 => beta = 1": (10, "there is no =>; write !(…) | … for it"),
    "alpha = 1 <-> beta = 1": (10, "there is no <->; write (… & …) | !(… | …) for it"),
    "(alpha = 1) <=> (beta = 1)": (12, "there is no <=>"),
    "alhpa = 1": (0, "no place is called 'alhpa'; near to it: alpha"),
    "ALPHA = 1": (0, "no place is called 'ALPHA'; near to it: alpha"),
    "alpha = 1 & g = 2": (12, "2 places are called 'g'; give an identifier: g1, g2"),
    "zzz = 1": (0, "no place is called 'zzz'; there are: alpha, beta, g1, …"),
    "fireable(u)": (9, "no transition is called 'u'; there are: t"),
    "fireable()": (9, "found ')'; expected a name"),
    "fireable(t": (8, "this parenthesis is never closed"),
    "alpha": (0, "the place 'alpha' is compared with nothing; write, for instance, >= 1 after it"),
    "alpha + beta": (0, "this is a number and no formula; compare it, as in p + q >= 2"),
    "3": (0, "this is a number and no formula"),
    "alpha * beta = 1": (8, "a product of two places; a coefficient is a number, as in 2 * p"),
    "alpha = beta = 1": (13, "a second '='; two comparisons are joined by &, as in p < q & q < r"),
    "alpha = 1 + beta + g1 = 1": (
        17,
        "a second + or * between two comparisons; put each comparison into par",
    ),
    "alpha = ": (7, "the formula ends here; a place, a number or a parenthesis is missing"),
    "& alpha = 1": (0, "found '&'; expected a place, a number or a parenthesis"),
    "alpha beta": (6, "found 'beta'; expected an operator"),
    "alpha @ 1": (6, "'@' has no meaning here; names with such characters need quotes"),
    'alpha = "beta': (8, "this quote is never closed"),
    "  ": (0, "the formula is empty; write, for instance, p = 1 & q >= 2"),
    "alpha = 1000000001": (
        6,
        "a number in this comparison is too large; constants are at most 1,000,000,000",
    ),
    "1001 * 1001 * alpha = 1": (20, "a number in this comparison is too large"),
    "alpha = " + "9" * 5000: (8, "this number is too large"),
}


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said_with_a_caret_under_the_spot(text):
    position, message = WRONG[text]
    with pytest.raises(FormulaError) as caught:
        parse(text, NET)
    error = caught.value
    assert str(error).startswith(f"formula, column {position + 1}: {message}")
    line, caret = error.excerpt.split("\n")
    assert caret.index("^") == position
    assert line[position : position + 3] == text[position : position + 3]


def test_the_line_is_told_where_there_are_several():
    with pytest.raises(FormulaError, match="formula, line 2, column 10: found '='") as caught:
        parse("alpha = 1 &\n beta  = = 2", NET)
    assert caught.value.excerpt == " beta  = = 2\n         ^"


def test_the_excerpt_of_a_long_formula_is_the_part_around_the_spot():
    with pytest.raises(FormulaError) as caught:
        parse("alpha >= 1 & " * 500 + "gamma = 1" + " & alpha >= 1" * 500, NET)
    line, caret = caught.value.excerpt.split("\n")
    assert line[caret.index("^") :].startswith("gamma = 1")
    assert max(len(line), len(caret)) <= FormulaError.WIDTH + 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("alpha = 1 & " * 100_000 + "true", "the formula has 1,200,004 characters, and the limit is 100,000"),
        ("(" * 10_000 + "alpha = 1" + ")" * 10_000, "parentheses are nested more than 200 deep"),
        ("(" * 50_000, "parentheses are nested more than 200 deep"),
    ],
)
def test_what_is_too_large_is_refused(text, message):
    with pytest.raises(FormulaError, match=message):
        parse(text, NET)


def test_what_is_just_small_enough_is_read():
    deep = parse("!(" * 199 + "alpha = 1 | beta = 1" + "& alpha = 2)" * 199, NET)
    assert deep.holds((0, 0, 0, 0)) in (True, False)
    assert parse("!" * (MAX_CHARACTERS - 9) + "alpha = 1", NET) in (
        parse("alpha != 1", NET),
        parse("alpha = 1", NET),
    )


def test_transitions_are_not_expanded_without_end():
    many = PetriNet("many", ("p",), tuple(Transition(f"t{k}", {0: 1}) for k in range(500)), (0,))
    with pytest.raises(FormulaError, match="this stands for more than 1,000,000 inequalities in all"):
        parse(" & ".join(["deadlock"] * 5000), many)


LOCAL = {
    "p9 = hungry0": (0, "no process is called 'p9'; there are: p1, p2, f1, …"),
    "p1 = hungry": (5, "no local state of 'p1' is called 'hungry'; near to it: hungry0"),
    "p1 >= 1": (0, "'p1' is no number; write p1 = and one of its states"),
    "p1": (0, "'p1' is no number"),
    "fireable(p1.take.f9)": (9, "no action is called 'p1.take.f9'; near to it: p1.take.f2, p1.take.f1"),
}


@pytest.mark.parametrize("text", LOCAL)
def test_a_process_is_no_number(text):
    position, message = LOCAL[text]
    with pytest.raises(FormulaError) as caught:
        parse_predicate(text, build("dp", {"n": 2}))
    assert str(caught.value).startswith(f"formula, column {position + 1}: {message}")
