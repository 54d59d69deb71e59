"""Sleep sets in the search by probe sets lose a deadlock, each of two ways to combine them."""

import pytest

from mazurka.limits import Limits, Watch
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.probe_sleep import SleepingSearch
from mazurka.reference.probe_sound import Rules, probe_search
from tests.reference.entity_systems import action, entities

CIRCLE = entities(
    "0 1 3",
    action("b", deletes="1"),
    action("c", creates="4"),
    action("d", deletes="0 1 3", creates="4"),
    action("e", reads="1", deletes="3"),
)


def judged(system, record):
    graph = record.to_exploration(0.0).graph()
    return CRITERIA["deadlocks"](system, explore(system), graph, Context())


@pytest.mark.parametrize("cautious", [False, True])
def test_actions_left_to_one_another_in_a_circle_lose_a_deadlock(cautious):
    found = judged(CIRCLE, SleepingSearch(CIRCLE, Rules(), cautious).run(Watch()))
    assert (found.holds, sorted(found.witness)) == (False, ["b", "c", "e"])
    assert judged(CIRCLE, probe_search(CIRCLE, Rules())).holds


def test_an_action_asleep_is_not_explored_again():
    """b is enabled after c too, where it is asleep, as b·c is explored."""
    record = SleepingSearch(CIRCLE, Rules(), cautious=False).run(Watch())
    words = {v.word for v in record.vectors.values()}
    assert ("b", "c") in words
    assert ("c", "b") not in words


def test_a_limit_leaves_it_incomplete():
    record = SleepingSearch(CIRCLE, Rules(), cautious=False).run(Watch(Limits(max_states=2)))
    assert (record.limit, len(record.vectors)) == ("max_states", 2)
    assert not record.to_exploration(0.0).complete
