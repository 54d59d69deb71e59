"""PIFS unfolded lies between PIFS and IFS, the nearer to IFS the more it may ask."""

from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.strategies import client_server_systems
from mazurka.fuzz.test_includes_first_set import questions
from mazurka.reference.closure_sets import covering_set
from mazurka.reference.includes_first_set import FirstSetOracle
from mazurka.reference.local_runs import local_runs
from mazurka.reference.pifs import find_action_pifs, find_pifs, find_rpifs
from mazurka.reference.unfolding import UnfoldedOracle, unfolded

SYSTEMS = client_server_systems()
FORMS = st.sampled_from([find_pifs, find_action_pifs, find_rpifs])
ENOUGH = 10**6


@given(SYSTEMS, FORMS)
def test_with_questions_enough_it_is_the_exact_test_and_with_one_it_is_pifs(system, form):
    exact, table = FirstSetOracle(system), local_runs(system)
    much, once = (UnfoldedOracle(table, form, covering_set, budget) for budget in (ENOUGH, 1))
    for s, b in questions(system):
        assert much(s, b) == exact(s, b)
        assert once(s, b) == form(table, s, b).holds


@given(SYSTEMS, FORMS)
def test_who_may_ask_more_says_yes_less(system, form):
    table = local_runs(system)
    tests = [UnfoldedOracle(table, form, covering_set, budget) for budget in (ENOUGH, 4, 2, 1)]
    for s, b in questions(system):
        answers = [test(s, b) for test in tests]
        assert answers == sorted(answers), (s, b)


@given(SYSTEMS)
def test_a_first_set_is_included_iff_that_of_the_rest_is_after_some_first_step(system):
    exact, table = FirstSetOracle(system), local_runs(system)
    for s, b in questions(system):
        if b:
            assert exact(s, b) == any(exact(*unfolded(table, s, b, a)) for a in b)
