"""Two solvers, two formulas, and enumeration: they answer alike, and every answer has its evidence."""

from itertools import chain, combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.fuzz.crowds import crowds, gatherings
from mazurka.fuzz.strategies import client_server_systems
from mazurka.oracle.event_positions import EventPositions
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.oracle.rup import Step, is_refutation
from mazurka.oracle.solvers import SOLVERS
from mazurka.oracle.source_sets import find_all_covering, find_covering, is_covering
from mazurka.reference.includes_first_set import FirstSetOracle, is_run_with_first_set_within
from mazurka.reference.source_sets import covers
from mazurka.reference.source_sets import find_covering as find_covering_by_force
from mazurka.systems import ClientServerSystem, Process

QUESTIONS = 8


def drawn_questions(system, known, throws):
    """Some (s, B) with B enabled at s: a state and a subset for each throw."""
    for throw in throws:
        s = known.full.states[throw % len(known.full.states)]
        chosen = throw // 7
        yield s, frozenset(a for i, a in enumerate(system.enabled(s)) if chosen >> i & 1)


# c2 drops the lock and takes it again; were the steps of several clients next after one, all could take it.
AFTER_ONE_ANOTHER = ClientServerSystem(
    "after-one-another",
    (
        Process("c1", "0", (("0", "c1.drop", "1"), ("0", "c1.take", "1"))),
        Process("c2", "0", (("0", "c2.take", "1"), ("1", "c2.drop", "2"), ("2", "c2.take", "3"))),
        Process("c3", "0", (("0", "c3.drop", "1"), ("0", "c3.take", "1"))),
        Process("c4", "0", (("0", "c4.take", "1"),)),
    ),
    (
        Process(
            "lock",
            "free",
            tuple(("free", f"c{i}.take", "held") for i in range(1, 5))
            + tuple(("held", f"c{i}.drop", "free") for i in range(1, 4)),
        ),
    ),
)

throws = st.lists(st.integers(0, 10_000), min_size=QUESTIONS, max_size=QUESTIONS)
small = st.one_of(client_server_systems(), crowds(), gatherings())


@settings(max_examples=settings.default.max_examples * 2)
@given(small, throws, st.sampled_from(SOLVERS))
def test_the_oracle_answers_as_enumeration_does_with_a_run_or_a_checked_proof(system, throws, solver):
    known = FirstSetOracle(system)
    with IncludesFirstSet(system, solver) as oracle:
        for s, b in drawn_questions(system, known, throws):
            assert_answered(oracle, known, s, b)


def assert_answered(oracle, known, s, b):
    answer = oracle.ask(s, b)
    assert answer.holds == known(s, b)
    if answer.holds:
        assert is_run_with_first_set_within(known.system, s, b, answer.run)
    else:
        refutation = oracle.refutation(s, b)
        assert is_refutation(refutation.formula(), refutation.proof)


@pytest.mark.parametrize("solver", SOLVERS)
def test_all_questions_are_answered_where_several_take_the_lock_one_after_another(solver):
    known = FirstSetOracle(AFTER_ONE_ANOTHER)
    with IncludesFirstSet(AFTER_ONE_ANOTHER, solver) as oracle:
        for s in known.full.states:
            enabled = AFTER_ONE_ANOTHER.enabled(s)
            for b in chain.from_iterable(combinations(enabled, k) for k in range(len(enabled) + 1)):
                assert_answered(oracle, known, s, frozenset(b))


@given(small, throws)
def test_integers_and_orders_give_the_same_answers(system, throws):
    known = FirstSetOracle(system)
    with EventPositions(system) as oracle:
        for s, b in list(drawn_questions(system, known, throws))[:3]:
            answer = oracle.ask(s, b)
            assert answer.holds == known(s, b)
            assert answer.run is None or is_run_with_first_set_within(system, s, b, answer.run)


@given(small, throws)
def test_no_proof_of_an_answer_yes_is_accepted(system, throws):
    known = FirstSetOracle(system)
    with IncludesFirstSet(system) as oracle:
        for s, b in drawn_questions(system, known, throws):
            if known(s, b):
                formula = [*oracle._formula.clauses, *((x,) for x in oracle._assumptions(s, b))]
                assert not is_refutation(formula, [Step(False, (1,)), Step(False, (-1,)), Step(False, ())])


@given(small, throws)
def test_minimal_covering_sets_are_those_of_the_first_sets(system, throws):
    known = FirstSetOracle(system)
    with IncludesFirstSet(system) as oracle:
        for s, z in list(drawn_questions(system, known, throws))[:4]:
            firsts = known.table[known.number[s]]
            found = find_all_covering(oracle, s, z)
            smallest = find_covering(oracle, s, z)
            assert smallest in found.sets
            assert len(smallest) == len(found.sets[0])
            assert len(found.sets[0]) == len(find_covering_by_force(system, s, z))
            for x in found.sets:
                assert covers(frozenset(x), firsts, z)
                assert all(not covers(frozenset(x) - {a}, firsts, z) for a in x)
                assert is_covering(oracle, s, frozenset(x), z)


def test_what_is_possible_now_and_again_later_is_asked_for_only_when_it_comes_first():
    """b a begins with b alone, though a is possible at once, and r, which a excludes, is outside {b}."""
    c = Process("c", "0", (("0", "a", "3"), ("0", "b", "1"), ("1", "a", "2")))
    d = Process("d", "0", (("0", "r", "1"),))
    p = Process("p", "0", (("0", "b", "1"),))
    q = Process("q", "0", (("0", "a", "1"), ("0", "r", "1")))
    system = ClientServerSystem("now-and-later", (c, d), (p, q))
    assert FirstSetOracle(system)(system.initial, frozenset({"b"}))
    with IncludesFirstSet(system) as oracle:
        assert oracle.ask(system.initial, frozenset({"b"})).run == ("b", "a")
