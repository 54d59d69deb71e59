"""Traces: each notion by its definition and by its algorithm, for any words and any independence."""

from itertools import pairwise, product

from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.strategies import client_server_systems, entity_systems
from mazurka.reference.explorer import explore
from mazurka.reference.traces import (
    are_equivalent,
    dependence,
    difference,
    first,
    foata_normal_form,
    is_difference,
    is_prime_cause,
    is_weak_prefix,
    lex_runs,
    lexicographic_normal_form,
    maximal_runs,
    prime_cause,
    trace,
)

LETTERS = "abcd"
words = st.lists(st.sampled_from(LETTERS), max_size=6).map(tuple)
relations = st.sets(st.frozensets(st.sampled_from(LETTERS), min_size=2, max_size=2)).map(
    lambda pairs: lambda a, b: frozenset((a, b)) in pairs
)


@given(relations, words, words)
def test_equivalence_by_projections_is_equivalence_by_swaps(independent, v, w):
    assert are_equivalent(independent, v, w) == (v in trace(independent, w))


@given(relations, words)
def test_every_word_of_a_trace_has_the_same_normal_forms_and_no_other_word_has_them(independent, w):
    for form in (
        lambda u: foata_normal_form(independent, u),
        lambda u: lexicographic_normal_form(independent, LETTERS, u),
    ):
        same = {u for u in product(LETTERS, repeat=len(w)) if form(u) == form(w)} if len(w) < 5 else None
        assert {form(u) for u in trace(independent, w)} == {form(w)}
        assert same is None or same == trace(independent, w)


@given(relations, words)
def test_the_lexicographic_normal_form_is_the_smallest_word(independent, w):
    assert lexicographic_normal_form(independent, LETTERS, w) == min(trace(independent, w))


@given(relations, words)
def test_in_foatas_form_steps_are_independent_and_each_letter_depends_on_the_step_before(independent, w):
    steps = foata_normal_form(independent, w)
    assert all(independent(a, b) for s in steps for i, a in enumerate(s) for b in s[:i])
    assert all(any(not independent(a, b) for b in before) for before, s in pairwise(steps) for a in s)
    assert are_equivalent(independent, tuple(a for s in steps for a in s), w)


@given(relations, words)
def test_first_is_what_begins_some_word_of_the_trace(independent, w):
    assert first(independent, w) == {u[0] for u in trace(independent, w) if u}


@given(relations, words, words)
def test_the_difference_exists_iff_there_is_a_weak_prefix(independent, w, v):
    rest = difference(independent, w, v)
    assert (rest is not None) == is_weak_prefix(independent, v, w)
    assert rest is None or is_difference(independent, rest, w, v)


@given(relations, words, st.sampled_from(LETTERS))
def test_the_prime_cause_is_the_least_weak_prefix_that_leaves_nothing_of_influence(independent, w, a):
    v = prime_cause(lambda x, y: not independent(x, y), w, a)
    assert is_prime_cause(independent, v, w, a)
    assert not is_prime_cause(independent, (*v, "a"), w, a)


@given(entity_systems())
def test_within_runs_of_entity_systems_influence_and_dependence_give_the_same_causes(system):
    influences = dependence(system)
    for run in list(lex_runs(system) if explore(system).topological_order() else ())[:5]:
        for i, a in enumerate(run):
            by_dependence = prime_cause(lambda x, y: not system.independent(x, y), run[:i], a)
            assert prime_cause(influences, run[:i], a) == by_dependence


@given(client_server_systems())
def test_there_is_one_lexicographic_run_for_each_trace_of_maximal_runs(system):
    if len(explore(system).states) > 25:
        return
    runs = set(maximal_runs(system, system.initial))
    smallest = {lexicographic_normal_form(system.independent, system.actions, w) for w in runs}
    found = list(lex_runs(system))
    assert sorted(found) == sorted(smallest)
