"""Walks by random priorities on small nets: compiled, interpreted, with bounds checks."""

import pytest

from mazurka.formulas import AllOf, at_least, at_most, deadlock
from mazurka.fuzz.test_priority_walks import drawn
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.optimized.goal_search import compile_net
from mazurka.optimized.priority_walks import PriorityWalks, groups_of
from mazurka.query.shortening import is_run_to
from mazurka.reference import priority_walks as plain
from mazurka.systems import PetriNet, Transition


@pytest.mark.parametrize("family", ["peterson", "philosophers", "kanban", "fms"])
def test_plain_and_compiled_walks_are_the_same(family):
    net = build(family, {"n": 3})
    compilation = compile_net(net)
    groups = groups_of(net, compilation.encoding)
    for goal in (deadlock(net), *(AllOf((at_least([p], 1), at_most([p // 2], 0))) for p in (3, 5, 7))):
        walks = PriorityWalks(compilation, goal, seed=5)
        walks.advance(Watch(), 601)
        expected = plain.find_run(net, goal, groups, drawn(5), 600)
        assert (walks.run() if walks.reachable else None) == expected
        assert walks.reachable or walks.expanded == 600
        assert expected is None or is_run_to(net, goal, expected)


def test_transitions_are_of_the_process_that_they_move():
    net = build("peterson", {"n": 3})
    groups = groups_of(net, compile_net(net).encoding)
    of = {t.name: g for t, g in zip(net.transitions, groups, strict=True)}
    moved = [{g for name, g in of.items() if name.split("_")[1] == str(i)} for i in (1, 2, 3)]
    assert all(len(groups) == 1 for groups in moved)
    assert len(set.union(*moved)) == 3


def test_fields_are_widened_on_the_way():
    net = PetriNet("source", ("p",), (Transition("t", {}, {0: 1}),), (0,))
    walks = PriorityWalks(compile_net(net), at_least([0], 300))
    assert walks.advance(Watch()) is None
    assert len(walks.run()) == 300


def test_walks_end_at_a_limit_and_go_on():
    net = build("philosophers", {"n": 3})
    walks = PriorityWalks(compile_net(net), at_least([0], 2))
    assert walks.advance(Watch(Limits(max_states=5000))) == "max_states"
    before = walks.states
    assert walks.advance(Watch(), states=before + 10) is None
    assert (walks.reachable, walks.states) == (None, before + 10)


def test_the_lengths_of_walks_are_the_ruler():
    assert [plain.length_of(n) // plain.SHORTEST for n in range(1, 9)] == [1, 2, 1, 4, 1, 2, 1, 8]
    assert plain.length_of(2**40) == plain.LONGEST


def test_what_holds_is_kept_where_that_is_possible():
    net = PetriNet(
        "two", ("p", "q"), (Transition("t", {0: 1}, {1: 1}), Transition("u", {1: 1}, {0: 1})), (1, 0)
    )
    keep, m = [at_least([0], 1)], (1, 0)
    assert plain.choose(net, at_least([1], 2), keep, m, ("t",)) == "t"
    loop = PetriNet("loop", ("p",), (Transition("t", {0: 1}, {}), Transition("u", {}, {}, {0: 1})), (1,))
    assert plain.choose(loop, at_least([0], 2), keep, (1,), ("t", "u")) == "u"
