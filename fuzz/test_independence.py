"""Independence: what systems declare, what the reference calls valid, and what a plain count says."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.reachable import valid_pairs
from mazurka.fuzz.strategies import client_server_systems, entity_systems, labelled_systems, nets, systems
from mazurka.oracle.independence import check_independence
from mazurka.reference.independence import (
    find_invalid_diamond,
    is_valid_independence,
    largest_valid_independence,
)
from mazurka.systems import Lts, replay


@given(systems())
def test_what_a_system_declares_independent_is_independent(system):
    pairs = {frozenset(p) for p in combinations(system.actions, 2) if system.independent(*p)}
    assert pairs <= valid_pairs(system)
    assert is_valid_independence(system)


@given(st.one_of(client_server_systems(), nets(), entity_systems()))
def test_the_solver_agrees_with_the_count(system):
    assert check_independence(system).valid is True

    everything = check_independence(system, independent=lambda a, b: a != b)
    assert not everything.unknown
    assert all(c.replay(system) for c in everything.invalid)
    refuted = {frozenset((c.a, c.b)) for c in everything.invalid}
    # The solver speaks of all states, the count of the reachable ones.
    assert {frozenset(p) for p in combinations(system.actions, 2)} - refuted <= valid_pairs(system)


@given(systems())
def test_the_largest_valid_independence_is_that_of_the_plain_count(system):
    assert largest_valid_independence(system) == valid_pairs(system)


@given(labelled_systems(), st.data())
def test_a_relation_with_one_pair_too_many_is_refused_at_a_state_that_shows_it(system, data):
    valid = valid_pairs(system)
    too_many = [p for p in combinations(sorted(system.actions), 2) if frozenset(p) not in valid]
    if not too_many:
        return
    pair = frozenset(data.draw(st.sampled_from(too_many)))
    wrong = Lts("random", 0, system.number_of_states, system.edges, system.independence | {pair})
    found = find_invalid_diamond(wrong)
    assert found is not None
    assert {found.a, found.b} == pair
    assert found.a in system.enabled(replay(system, found.run))
    assert not is_valid_independence(wrong)
