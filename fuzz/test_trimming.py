"""Trimmed closures cover, and where the test is exact nothing more can be left out."""

from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.strategies import client_server_systems
from mazurka.fuzz.test_includes_first_set import questions
from mazurka.reference.closure_sets import covering_set, freshest_covering_set
from mazurka.reference.includes_first_set import FirstSetOracle
from mazurka.reference.local_runs import local_runs
from mazurka.reference.pifs import find_pifs
from mazurka.reference.source_sets import covers
from mazurka.reference.trimming import trimmed
from mazurka.reference.unfolding import UnfoldedOracle

SYSTEMS = client_server_systems()


@given(SYSTEMS, st.sampled_from([1, 3, 20]), st.integers(0, 2**32))
def test_what_is_left_covers_and_an_exact_test_leaves_nothing_to_spare(system, budget, seed):
    exact, table = FirstSetOracle(system), local_runs(system)
    for s, sleep in questions(system):
        firsts = exact.table[exact.number[s]]
        met = {t for i, t in enumerate(exact.full.states) if seed >> i % 32 & 1}
        closure = freshest_covering_set(covering_set, table, s, sleep, met)
        assert covers(set(closure), firsts, sleep)
        awake = [a for a in closure if a not in sleep]
        some = trimmed(system, UnfoldedOracle(table, find_pifs, covering_set, budget), s, sleep, awake, met)
        fewest = trimmed(system, exact, s, sleep, awake, met)
        for left in (some, fewest):
            assert [a for a in awake if a in left] == left
            assert covers(set(left), firsts, sleep)
        assert not any(covers(set(fewest) - {a}, firsts, sleep) for a in fewest)
