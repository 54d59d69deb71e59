"""Validity of an independence relation: each clause is broken once."""

import pytest
from hypothesis import given

from mazurka.fuzz.strategies import labelled_systems
from mazurka.reference.independence import (
    find_invalid_diamond,
    is_valid_independence,
    largest_valid_independence,
)
from mazurka.systems import Lts
from tests.reference.small_systems import DIAMOND

BROKEN = {
    "'a' disables 'b'": [(0, "a", 1), (0, "b", 2), (2, "a", 3)],
    "'b' disables 'a'": [(0, "a", 1), (0, "b", 2), (1, "b", 3)],
    "'a' 'b' and 'b' 'a' lead to different states": [
        (0, "a", 1),
        (0, "b", 2),
        (1, "b", 3),
        (2, "a", 4),
    ],
    "'a' enables 'b'": [(0, "a", 1), (1, "b", 2)],
}


def test_a_diamond_is_valid():
    assert is_valid_independence(DIAMOND)
    assert largest_valid_independence(DIAMOND) == {frozenset("ab")}


@pytest.mark.parametrize("reason", BROKEN)
def test_what_breaks_a_diamond_is_named(reason):
    system = Lts.from_edges("broken", BROKEN[reason], [("a", "b")])
    assert not is_valid_independence(system)
    found = find_invalid_diamond(system)
    assert (found.run, found.reason) == ((), reason)
    assert not largest_valid_independence(system)


def test_a_broken_diamond_further_on_is_found_with_a_run_to_it():
    system = Lts.from_edges("later", [(0, "c", 1), (1, "a", 2), (1, "b", 3), (2, "b", 4)], [("a", "b")])
    assert find_invalid_diamond(system).run == ("c",)


def test_an_unreachable_state_does_not_matter():
    edges = [*DIAMOND.edges, (4, "a", 5), (5, "b", 4)]
    assert is_valid_independence(Lts.from_edges("unreachable", edges, [("a", "b")]))


@given(labelled_systems())
def test_the_largest_valid_relation_is_valid_and_cannot_be_extended(system):
    largest = largest_valid_independence(system)
    assert is_valid_independence(Lts("", 0, system.number_of_states, system.edges, largest))
    for a in system.actions:
        for b in system.actions:
            if a < b and frozenset((a, b)) not in largest:
                more = largest | {frozenset((a, b))}
                assert not is_valid_independence(Lts("", 0, system.number_of_states, system.edges, more))
