"""Formulas: spellings, precedence, names, what they mean for each formalism, how they are printed."""

import pytest

from mazurka.formulas import FALSE, TRUE, Inequality, at_least, parse, parse_predicate, places_of, show
from mazurka.models import build
from mazurka.systems import EntityAction, EntitySystem, Lts, PetriNet, Transition

NET = PetriNet(
    "n",
    ("a", "b", "p3_1", "x y", "odd.name-1", "-7", "and", 'say "so" \\', "12"),
    (Transition("t", {0: 1}, {1: 2}, {}, {2: 3}), Transition("u v", {1: 2}, {0: 1})),
    (1,) + (0,) * 8,
    {"a": "Idle", "t": "Go"},
)


def shown(text):
    """A formula as it is printed."""
    return show(parse(text, NET), NET.places)


@pytest.mark.parametrize("either", ["|", "||", "+", "or", "OR", "∨"])
@pytest.mark.parametrize("both", ["&", "&&", "*", "and", "And", "∧"])
def test_appendix_a_every_spelling_of_an_operator_is_read(either, both):
    """[E] Appendix A."""
    for no in ("!", "~", "not ", "¬"):
        assert shown(f"a = 1 {either} b = 1 {both} {no}b = 2") == "a = 1 | (b = 1 & b != 2)"


@pytest.mark.parametrize(
    ("relations", "as_printed"),
    [
        ("= ==", "a = 2"),
        ("!= <> ≠", "a != 2"),
        ("<", "a <= 1"),
        (">", "a >= 3"),
        ("<= ≤", "a <= 2"),
        (">= ≥", "a >= 2"),
    ],
)
def test_appendix_a_every_relation_is_read(relations, as_printed):
    """[E] Appendix A."""
    assert {shown(f"a{relation}2") for relation in relations.split()} == {as_printed}


MEANS = {
    "! a >= 1 & b >= 1": "a <= 0 & b >= 1",
    "a >= 1 | b >= 1 & a >= 2": "a >= 1 | (b >= 1 & a >= 2)",
    "(a >= 1 | b >= 1) & a >= 2": "(a >= 1 | b >= 1) & a >= 2",
    "!(a >= 1 | not b >= 1)": "a <= 0 & b >= 1",
    "a = 1 + b = 1": "a = 1 | b = 1",
    "a >= 1 + b": "a >= b + 1",
    "(a = 1) + (b = 1)": "a = 1 | b = 1",
    "a = 1 + true": "true",
    "a = 1 * !b = 1": "a = 1 & b != 1",
    "a + b = 1 * b = 1": "a + b = 1 & b = 1",
    "2 * a + 3 * (a + b) > 2 * b * 1": "5 * a + b >= 1",
    "2 * a = 3": "a >= 2 & a <= 1",
    "a >= 0": "true",
    "a < 0": "false",
    "a + 1 > a": "true",
    "1 <= a": "a >= 1",
    "deadlock": "(a <= 0 | p3_1 >= 3) & b <= 1",
    "fireable(t)": "a >= 1 & p3_1 <= 2",
    'is-fireable(Go, "u v")': "(a >= 1 & p3_1 <= 2) | b >= 2",
    "a >= 1 & a <= 1 & b != 3": "a = 1 & b != 3",
}


@pytest.mark.parametrize("text", MEANS)
def test_a_formula_means_what_precedence_says(text):
    assert shown(text) == MEANS[text]
    assert parse(MEANS[text], NET) == parse(text, NET)


NAMES = {
    "a = 1": "a",
    "Idle = 1": "a",
    "p3/1 = 1": "p3_1",
    '"p3_1" = 1': "p3_1",
    '"x y" = 1': "x y",
    "odd.name-1 = 1": "odd.name-1",
    "-7 = 1": "-7",
    '"and" = 1': "and",
    '"12" = 1': "12",
    '"say \\"so\\" \\\\" = 1': 'say "so" \\',
}


@pytest.mark.parametrize("text", NAMES)
def test_a_place_has_its_identifier_or_its_name_with_quotes_where_needed(text):
    goal = parse(text, NET)
    assert [NET.places[p] for p in places_of(goal)] == [NAMES[text]]
    assert parse(show(goal, NET.places), NET) == goal


def test_truth_is_a_goal():
    assert (parse("true", NET), parse("false", NET), parse("! true", NET)) == (TRUE, FALSE, FALSE)


def test_a_sum_is_one_inequality():
    assert parse("2 * b + 3 <= a", NET) == Inequality(((0, 1), (1, -2)), 3)


@pytest.mark.parametrize(
    ("text", "goal"),
    [("true", TRUE), ("false", FALSE), ("deadlock", FALSE), ("fireable(t)", TRUE), ("0 >= 1", FALSE)],
)
def test_in_a_net_without_places_everything_is_known(text, goal):
    assert parse(text, PetriNet("bare", (), (Transition("t"),), ())) == goal


def test_a_process_is_in_a_local_state():
    system = build("dp", {"n": 2})
    predicate = parse_predicate("p1 = hungry0 & f2 != free", system)
    assert predicate.visible == ("f2", "p1")
    assert str(predicate) == "p1 = hungry0 & f2 != free"
    assert not predicate.holds(system.initial)
    assert predicate.holds(system.after(system.initial, "p2.take.f2"))


def test_an_entity_is_present():
    action = EntityAction("x", reads=frozenset("a"), deletes=frozenset("b"), creates=frozenset("c"))
    system = EntitySystem("e", frozenset("ab"), (action,))
    assert parse_predicate("a & !c & a + b >= 2", system).holds(system.initial)
    assert str(parse_predicate("fireable(x)", system)) == "a & b & !c"
    assert parse_predicate("deadlock", system).holds(frozenset("ac"))


def test_a_labelled_system_is_in_a_state():
    system = Lts.from_edges("l", [(0, "a", 1), (1, "b", 0)])
    assert [parse_predicate("state = 1", system).holds(s) for s in (0, 1)] == [False, True]
    assert str(parse_predicate("fireable(b)", system)) == "state = 1"


@pytest.mark.parametrize("system", [build("dp", {"n": 2}), build("philosophers", {"n": 2})])
def test_fireable_and_deadlock_say_what_the_system_does(system):
    todo, met = [system.initial], {system.initial}
    for s in todo:
        enabled = system.enabled(s)
        assert parse_predicate("deadlock", system).holds(s) == (not enabled)
        for a in system.actions:
            assert parse_predicate(f"fireable({a})", system).holds(s) == (a in enabled)
        fresh = {system.after(s, a) for a in enabled} - met
        met |= fresh
        todo += sorted(fresh)


def test_marked_places_can_be_counted_together():
    assert parse("a + b + a >= 3", NET) == Inequality(((0, 2), (1, 1)), 3)
    assert parse("a + b >= 3", NET) == at_least([0, 1], 3)
