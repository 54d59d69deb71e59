"""The smallest reduction by covering source sets: known sizes, limits, cyclic systems, the commands."""

import pytest

from mazurka.errors import CyclicSystemError
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.oracle.minimal_first_sets import minimal_first_sets
from mazurka.oracle.smallest_reduction import smallest_reduction, surely_kept
from mazurka.reference.covering import check_covering
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.systems import Lts


def found(system, watch=None):
    """The smallest reduction, and the finding of the reference on it."""
    full = explore(system)
    least = smallest_reduction(system, full, watch)
    return least, check_covering(system, full, least.graph, Context())


@pytest.mark.parametrize(
    ("family", "n", "states"),
    [
        ("hlpw-figure1", 1, 5),
        ("hlpw-figure5", 4, 5),
        ("dp", 3, 100),
        ("dp", 4, 404),
        ("pet", 3, 485),
        ("mpat", 3, 104),
        ("bg", 2, 41),
        ("fs", 3, 25),
    ],
)
def test_the_smallest_reduction_of_a_family_covers_and_has_this_size(family, n, states):
    least, finding = found(build(family, {"n": n}))
    assert finding.holds is True
    assert (least.states, least.lower_bound, least.limit) == (states, states, None)
    assert least.optimal


def test_two_independent_actions_need_one_order():
    square = Lts.from_edges("square", [(0, "a", 1), (0, "b", 2), (1, "b", 3), (2, "a", 3)], [("a", "b")])
    least, _ = found(square)
    assert least.states == 3
    assert least.graph.number_of_edges == 2


def test_two_dependent_actions_need_both_orders():
    square = Lts.from_edges("square", [(0, "a", 1), (0, "b", 2), (1, "b", 3), (2, "a", 3)])
    least, _ = found(square)
    assert (least.states, least.lower_bound) == (4, 4)


def test_sharing_a_state_is_worth_more_than_exploring_less():
    """Of the two ways to cover the independent x and y the one that meets the other branch is taken."""
    edges = [(0, "a", 1), (0, "b", 2), (1, "x", 3), (1, "y", 4), (3, "y", 5), (4, "x", 5), (2, "c", 4)]
    least, finding = found(Lts.from_edges("shared", edges, [("x", "y")]))
    assert finding.holds is True
    assert set(least.graph.states) == {0, 1, 2, 4, 5}


def test_a_state_with_nothing_enabled_is_its_own_smallest_reduction():
    least, _ = found(Lts("still", 0, 1, (), frozenset()))
    assert (least.states, least.lower_bound) == (1, 1)


def test_a_limit_leaves_bounds_around_the_optimum_and_a_reduction_that_covers():
    least, finding = found(build("dp", {"n": 4}), Watch(Limits(max_seconds=0)))
    assert least.limit == "max_seconds"
    assert not least.optimal
    assert least.lower_bound <= 404 <= least.states
    assert finding.holds is True


def test_what_every_reduction_keeps_is_kept_by_the_smallest():
    system = build("hlpw-figure1", {"n": 2})
    full = explore(system)
    assert minimal_first_sets(system, full).limit is None
    least = smallest_reduction(system, full)
    assert surely_kept({0: [frozenset({1}), frozenset({2, 3})], 1: [], 2: [], 3: []}) == {0, 1, 2, 3}
    assert least.lower_bound <= least.states


def test_what_is_kept_on_many_paths_is_counted_once():
    """A ladder of diamonds has 2^60 paths."""
    duties = {}
    for n in range(0, 180, 3):
        duties |= {n: [frozenset({n + 1}), frozenset({n + 2})]}
        duties |= {n + 1: [frozenset({n + 3})], n + 2: [frozenset({n + 3})]}
    assert len(surely_kept({**duties, 180: []})) == 181


def test_a_cyclic_system_is_refused_by_name():
    system = build("clock", {"n": 1})
    with pytest.raises(CyclicSystemError, match="acyclic systems only"):
        smallest_reduction(system, explore(system))
