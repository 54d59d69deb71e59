"""Insertion, weakly stubborn sets and dependency groups on the smallest nets that tell them apart."""

import pytest

from mazurka.audit import audit
from mazurka.errors import OptionError
from mazurka.limits import Watch
from mazurka.models import build
from mazurka.reference.dependency_groups import dependency_groups, is_union_of_groups
from mazurka.reference.explicit import Explicit
from mazurka.reference.explorer import explore
from mazurka.reference.insertion import find_scapegoat, insertion
from mazurka.reference.net_stubborn_sets import (
    arcs_of,
    find_by_closure,
    reduce_by_closure,
    reduce_by_deletion,
    reduce_by_smallest,
)
from mazurka.reference.stubborn_sets import is_stubborn, is_weakly_stubborn
from mazurka.reference.weakly_stubborn import find_weakly_stubborn, may_hinder
from mazurka.registry import find_reducer
from mazurka.systems import PetriNet, Transition
from tests.cli.small_systems import late_rival

# b competes with a for p, and only looks at q, which c takes.
LOOKS_ON = PetriNet(
    "looks-on",
    ("p", "q"),
    (
        Transition("a", consumes={0: 1}),
        Transition("b", consumes={0: 1}, reads={1: 1}),
        Transition("c", consumes={1: 1}),
    ),
    (1, 1),
)


def test_a_member_that_is_not_the_key_may_be_disabled_by_others():
    arcs, known = arcs_of(LOOKS_ON), Explicit(LOOKS_ON, explore(LOOKS_ON))
    assert find_by_closure(arcs, LOOKS_ON.initial) == (0, 1, 2)
    assert find_weakly_stubborn(arcs, LOOKS_ON.initial) == (0, 1)
    assert is_weakly_stubborn(known, LOOKS_ON.initial, {"a", "b"})
    assert not is_stubborn(known, LOOKS_ON.initial, {"a", "b"})
    result = audit(LOOKS_ON, find_reducer("plain/stubborn/weak"))
    assert result.verdict == "pass"
    assert "weakly (D2w)" in result.findings[-1].reason


def test_hindering_counts_whatever_the_one_that_hinders_needs_itself():
    a, b, c = LOOKS_ON.transitions
    assert may_hinder(a, b)
    assert may_hinder(c, b)
    assert not may_hinder(b, c)
    fills, stopped = Transition("f", produces={0: 1}), Transition("s", inhibitors={0: 1})
    assert (may_hinder(fills, stopped), may_hinder(stopped, fills)) == (True, False)


# t lacks tokens on p, q and r.  Two enabled transitions fill p, one fills q, three that are disabled fill r.
LACKS = PetriNet(
    "lacks",
    ("p", "q", "r", "x", "s", "y1", "y2", "y3"),
    (
        Transition("t", consumes={0: 1, 1: 1, 2: 1, 3: 1}),
        Transition("u", consumes={3: 1}),
        Transition("p1", consumes={5: 1}, produces={0: 1}),
        Transition("p2", consumes={6: 1}, produces={0: 1}),
        Transition("q1", consumes={7: 1}, produces={1: 1}),
        Transition("r1", consumes={4: 1}, produces={2: 1}),
        Transition("r2", consumes={4: 1}, produces={2: 1}),
        Transition("r3", consumes={4: 1}, produces={2: 1}),
    ),
    (0, 0, 0, 1, 0, 1, 1, 1),
)


def grown_from_u(options):
    """The insertion from u at first, by names."""
    found = insertion(arcs_of(LACKS), LACKS.initial, 1, find_scapegoat(options))
    return " ".join(LACKS.actions[t] for t in found)


def test_the_scapegoat_decides_who_comes_along():
    assert grown_from_u({"scapegoat": "first"}) == "u t p1 p2"
    assert grown_from_u({"scapegoat": "fewest"}) == "u t q1"
    assert grown_from_u({"scapegoat": "enabled"}) == grown_from_u({}) == "u t r1 r2 r3"
    assert grown_from_u({"scapegoat": lambda *_: 1}) == "u t q1"


def test_random_scapegoats_repeat_with_their_seed_and_differ_with_others():
    seeds = [*range(12)] * 2
    found = [grown_from_u({"scapegoat": "random", "seed": seed}) for seed in seeds]
    assert found[:12] == found[12:]
    assert set(found) == {"u t p1 p2", "u t q1", "u t r1 r2 r3"}
    with pytest.raises(OptionError, match="option scapegoat: 'best' is not one of"):
        find_scapegoat({"scapegoat": "best"})


def test_e_section_4_2_2_a_group_lets_another_group_enable_its_disabled_member():
    net = late_rival()
    assert dependency_groups(net) == ((0, 2), (1,))
    assert is_union_of_groups(net, frozenset({0, 2}))
    assert not is_union_of_groups(net, frozenset({0}))
    result = audit(net, find_reducer("stubborn/dependency-groups"))
    lost = {f.name: f.witness for f in result.findings if f.holds is False}
    assert lost["deadlocks"] == ("b", "c")
    assert lost["stubborn"] == ("b", "c")


@pytest.mark.parametrize(
    ("family", "n", "states"), [("production-cell", 1, (55, 43, 43)), ("slotted-ring", 3, (48, 49, 48))]
)
def test_what_deletion_leaves_and_closures_together_are_as_good_as_the_better_of_both(family, n, states):
    net = build(family, {"n": n})
    reducers = (reduce_by_closure, reduce_by_deletion, reduce_by_smallest)
    assert tuple(reduce(net, {}, Watch()).states for reduce in reducers) == states
