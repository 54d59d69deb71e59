"""Probe sets with visibility: what is seen keeps its order, and what may last for ever is not promised."""

from dataclasses import replace

import pytest

from mazurka.audit import audit
from mazurka.errors import PreconditionError, UnknownNameError
from mazurka.reference.probe_visible import is_visible, with_phases
from mazurka.reference.probe_visible_nets import with_phase_places
from mazurka.registry import find_reducer
from mazurka.systems import Lts
from tests.reference.entity_systems import action, entities
from tests.reference.small_systems import net

VISIBLE = find_reducer("plain/probe/visible")
THREE = entities("", action("a", creates="0"), action("b", creates="1"), action("c", creates="2"))


def found(system, reducer, seen, **options):
    return audit(system, reducer, criteria=["ltl-x"], visible=seen.split(), options=options).findings[-1]


def test_what_is_seen_in_either_order_is_seen_so_in_the_reduction():
    assert found(THREE, find_reducer("probe/sound"), "0 1").holds is False
    assert found(THREE, VISIBLE, "0 1", visible="0, 1").holds


def test_what_is_not_seen_is_explored_in_one_order():
    """a and b in both orders, c in one: four states of a and b, and three or fewer more."""
    assert (
        VISIBLE.run(THREE, {"visible": "0,1"}).states < VISIBLE.run(THREE, {"visible": "0,1,2"}).states == 8
    )


def test_visible_actions_are_dependent_and_others_as_they_were():
    system, stands_for = with_phases(THREE, ["0", "1"])
    assert [stands_for[a] for a in system.actions] == ["a", "a", "b", "b", "c"]
    for a in system.actions:
        for b in system.actions:
            assert system.independent(a, b) is (stands_for[a] != stands_for[b] and "c" in (a, b))


def test_an_action_that_reads_is_not_visible():
    assert not is_visible(action("a", reads="0", creates="1"), {"0"})
    assert is_visible(action("a", deletes="0"), {"0"})


THREE_PLACES = net({"p": 2, "q": 0, "r": 0}, {"a": ("p", "q"), "b": ("p", "q"), "c": ("", "r", "", "r")})


@pytest.mark.parametrize("line", ["", "plain/"])
def test_numbers_of_tokens_that_are_seen_in_either_order_are_seen_so_in_the_reduction(line):
    system = net({"p": 2, "q": 0, "r": 1, "s": 0}, {"a": ("p", "q"), "c": ("r", "s")}, "two tokens and one")
    assert found(system, find_reducer("probe/sound"), "q s").holds is False
    assert found(system, find_reducer(f"{line}probe/visible"), "q s", visible="q,s").holds
    reduced = find_reducer(f"{line}probe/visible").run(system, {"visible": "q"})
    assert (reduced.states, {len(m) for m in reduced.graph().states}) == (4, {4})


def test_visible_transitions_are_dependent_and_others_as_they_were():
    system, stands_for = with_phase_places(THREE_PLACES, ["q"])
    assert [stands_for[a] for a in system.actions] == ["a", "a", "b", "b", "c"]
    assert not any(system.independent(a, b) for a in system.actions[:4] for b in system.actions[:4])
    assert all(system.independent(a, "c") for a in system.actions[:4])


def test_a_view_that_can_be_kept_for_ever_is_lost_where_there_is_a_loop():
    system = entities("", action("b", creates="1"), action("d"))
    lost = found(system, VISIBLE, "1", visible="1")
    assert (lost.holds, lost.witness) == (False, ())
    assert "the system can stay as it looks here for ever" in lost.reason


def test_what_does_not_exist_or_cannot_be_reduced_is_refused_by_name():
    with pytest.raises(UnknownNameError, match="9"):
        VISIBLE.run(THREE, {"visible": "9"})
    with pytest.raises(UnknownNameError, match="no place is called 'x'"):
        VISIBLE.run(THREE_PLACES, {"visible": "p,x"})
    with pytest.raises(PreconditionError, match="probe/visible"):
        VISIBLE.run(Lts.from_edges("x", [(0, "a", 1)]), {})
    with pytest.raises(PreconditionError, match="rename 'phase here'"):
        VISIBLE.run(replace(THREE, initial=frozenset({"phase here"})), {})
