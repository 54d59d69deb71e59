"""Formulas: what is printed reads back; normal forms and negations say the same; no text does harm."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.errors import FormulaError
from mazurka.formulas import Inequality, disjuncts, fireable, linear, negation, parse, show
from mazurka.fuzz.formulas import formulas, goals, made_of, scraps
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, nets
from mazurka.systems import PetriNet, Transition

SMALL = PetriNet("small", ("p1", "p2"), (Transition("t1", {0: 1}, {1: 1}),), (1, 0))
SUMS = [((0, 1),), ((0, 1), (1, 1)), ((0, -1),)]


@given(st.data(), nets())
def test_a_printed_goal_reads_back_and_says_the_same(data, net):
    goal = data.draw(goals(net))
    again = parse(show(goal, net.places), net)
    assert all(again.holds(m) == goal.holds(m) for m in within(net, LARGEST))
    text = show(again, net.places)  # of which p ≠ 1 is read as p ≤ 0 or p ≥ 2, in this order
    assert show(parse(text, net), net.places) == text


@settings(max_examples=settings.default.max_examples * 4)
@given(made_of(lambda d: Inequality(d.pick(SUMS), d.pick(range(-2, 4))), 3))
def test_the_normal_form_and_the_negation_say_the_same(goal):
    """Of few sums, so that bounds meet bounds on the same."""
    cases, opposite = disjuncts(goal), negation(goal)
    for m in product(range(4), repeat=2):
        assert any(all(i.holds(m) for i in case) for case in cases) == goal.holds(m)
        assert opposite.holds(m) != goal.holds(m)


@given(st.data(), nets())
def test_every_spelling_can_be_read_and_negated(data, net):
    text = data.draw(formulas(net))
    goal, *negated = (parse(f"{'not ' * k}({text})", net) for k in range(4))
    for m in within(net, LARGEST):
        once, twice, thrice = (opposite.holds(m) for opposite in negated)
        assert (once, twice, thrice) == (not goal.holds(m), goal.holds(m), not goal.holds(m))


@given(nets())
def test_fireable_is_enabled(net):
    for m in within(net, LARGEST):
        assert [fireable(t).holds(m) for t in net.transitions] == [t.is_enabled(m) for t in net.transitions]


@given(st.dictionaries(st.integers(0, 1), st.integers(-4, 4)), st.integers(-6, 6))
def test_an_inequality_is_simplified_without_a_change(coefficients, bound):
    for m in ((x, y) for x in range(5) for y in range(5)):
        assert linear(coefficients, bound).holds(m) == (
            sum(c * m[p] for p, c in coefficients.items()) >= bound
        )


@given(scraps())
def test_any_text_is_read_or_refused_with_a_caret(text):
    try:
        goal = parse(text, SMALL)
    except FormulaError as error:
        line, caret = error.excerpt.split("\n")
        assert caret.strip() == "^"
        assert len(caret) <= len(line) + 1
        assert 0 <= error.position <= len(text)
    else:
        printed = show(goal, SMALL.places)
        assert show(parse(printed, SMALL), SMALL.places) == printed
