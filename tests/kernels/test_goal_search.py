"""The searches for goals on small nets: compiled, interpreted, with bounds checks."""

import numpy as np
import pytest

from mazurka.errors import OptionError, PreconditionError
from mazurka.formulas import AllOf, Inequality, SomeOf, at_least, at_most, deadlock, fireable
from mazurka.fuzz.reachable import within
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.optimized.encoding import encode
from mazurka.optimized.goal_search import PLANS, GoalSearch, compile_net, search_goal
from mazurka.optimized.goal_tables import goal_tables, is_goal
from mazurka.optimized.net_tables import observe
from mazurka.optimized.relaxed_distance import relaxed_distance
from mazurka.optimized.shorter_runs import without_needless
from mazurka.optimized.up_layers import FAR, NEVER, layers_of
from mazurka.query.shortening import is_run_to
from mazurka.systems import PetriNet, Transition

NETS = [
    build(family, {"n": n})
    for family, n in [
        ("philosophers", 3), ("philosophers-ordered", 3), ("kanban", 1), ("fms", 1), ("producer-consumer", 3),
        ("readers-writers", 3), ("token-ring", 3), ("peterson", 2), ("counter-weighted", 3),
        ("last-ticket", 2),
    ]
]  # fmt: skip


def goals(net):
    """Deadlocks, each place emptied and filled, some pairs, and a disjunction."""
    found = [deadlock(net), SomeOf((at_least([0, 1], 3), AllOf((at_most([0], 0), at_least([1], 1)))))]
    for p in range(0, len(net.places), 5):
        found += [at_least([p], 1), at_most([p], 0), at_least([p], 2)]
        q = (p + 3) % len(net.places)
        found.append(AllOf((Inequality(((min(p, q), 1), (max(p, q), 2)), 2), at_most([p], 0))))
    return found


@pytest.mark.parametrize("name", PLANS)
@pytest.mark.parametrize("net", NETS, ids=lambda net: net.name)
def test_every_search_finds_a_goal_iff_it_is_reachable(net, name):
    markings = within(net, 5000)
    compilation = compile_net(net)
    for goal in goals(net):
        search = GoalSearch(compilation, goal, name)
        assert search.advance(Watch()) is None
        assert search.reachable == any(goal.holds(m) for m in markings)
        assert not search.reachable or is_run_to(net, goal, search.run())


def test_stubborn_sets_keep_shortest_runs():
    net = build("philosophers", {"n": 4})
    for name in ("breadth-first", "stubborn-sets"):
        assert len(search_goal(net, deadlock(net), name, Watch()).run) == 4


def test_stubborn_sets_leave_alone_what_the_goal_does_not_ask_for():
    steps = (Transition("t", {0: 1}, {1: 1}), Transition("u", {2: 1}, {3: 1}))
    net = PetriNet("two steps", ("p", "q", "r", "s"), steps, (1, 0, 1, 0))
    for name, states in (("breadth-first", 4), ("stubborn-sets", 2)):
        found = search_goal(net, at_least([1], 2), name, Watch())
        assert (found.reachable, found.states) == (False, states)


def chain(*needs):
    """Transitions t1, t2, … where t(k + 1) moves a token on from place k + 1 to place k + 2."""
    steps = tuple(Transition(f"t{k + 1}", {k: w}, {k + 1: 1}) for k, w in enumerate(needs))
    return PetriNet("chain", tuple("pqrst"[: len(needs) + 1]), steps, (4, *([0] * len(needs))))


def tables(net, goal):
    compilation = compile_net(net)
    return compilation, goal_tables(net, goal, compilation.tables)


def test_layers_are_numbered_backwards_from_what_raises_the_atom():
    net = chain(1, 1, 1)
    compilation, goal = tables(net, at_least([3], 1))
    slot = layers_of(goal, compilation.tables, 0)
    assert goal.layer[slot].tolist() == [2, 1, 0]
    assert layers_of(goal, compilation.tables, 0) == slot  # cached: there is one row only
    _, opposite = tables(net, at_most([3], 0))
    assert opposite.layer[layers_of(opposite, compilation.tables, 0)].tolist() == [NEVER] * 3


def test_prices_multiply_along_weights_and_are_far_where_nothing_helps():
    net = chain(2, 2)
    compilation, goal = tables(net, at_least([2], 1))
    s = compilation.moves.initial
    nothing = np.zeros(1, dtype=np.uint32)
    assert not is_goal(goal, compilation.tables, s)
    observe(compilation.moves.action, s, nothing, 0, compilation.tables)
    assert relaxed_distance(goal, compilation.tables) == 3  # t1 twice, then t2
    compilation, goal = tables(net, at_least([0], 5))
    is_goal(goal, compilation.tables, s)
    observe(compilation.moves.action, s, nothing, 0, compilation.tables)
    assert relaxed_distance(goal, compilation.tables) == FAR


def test_what_is_hopeless_at_first_is_answered_without_a_search():
    found = search_goal(chain(1, 1), at_least([0], 5), "guided/best-first", Watch())
    assert (found.reachable, found.states) == (False, 1)


def test_a_marking_without_successors_does_not_move():
    net = PetriNet("still", ("p", "q"), (Transition("t", {0: 1}, {1: 1}),), (0, 0))
    goal = AllOf((at_least([0], 1), at_least([1], 1)))
    assert search_goal(net, goal, "stubborn-sets", Watch()).states == 1


def test_fields_are_widened_when_a_place_without_bound_fills():
    net = PetriNet("source", ("p",), (Transition("t", {}, {0: 1}),), (0,))
    assert not encode(net).proven[0]
    for name in PLANS:
        assert len(search_goal(net, at_least([0], 300), name, Watch()).run) == 300


def test_a_search_within_a_depth_never_says_that_a_goal_is_unreachable():
    net = chain(1, 1, 1)
    for depth, reachable in ((2, None), (3, True)):
        found = search_goal(net, at_least([3], 1), "guided/up", Watch(), depth=depth)
        assert found.reachable is reachable
    assert search_goal(net, at_least([3], 1), "guided/up", Watch(), depth=2).limit == "depth"


def test_a_search_ends_at_a_limit_and_can_go_on():
    search = GoalSearch(compile_net(NETS[0]), at_least([0], 2), "breadth-first")
    assert search.advance(Watch(Limits(max_states=5))) == "max_states"
    assert search.reachable is None
    assert search.advance(Watch(), states=10) is None
    assert search.advance(Watch()) is None
    assert search.reachable is False


def test_names_and_numbers_that_cannot_be_are_refused():
    with pytest.raises(OptionError, match=r"breadth-first, .*not 'sideways'"):
        search_goal(NETS[0], at_least([0], 1), "sideways", Watch())
    with pytest.raises(PreconditionError, match="beyond 2147483648"):
        search_goal(NETS[0], at_least([0], 2**40), "breadth-first", Watch())


def test_equal_parts_of_a_goal_are_one_node_and_the_goal_is_the_last():
    net = chain(1, 1)
    part = SomeOf((at_least([1], 1), at_least([2], 1)))
    for goal, nodes in ((AllOf((part, part)), 4), (part, 3), (AllOf((at_least([1], 1),)), 2)):
        assert tables(net, goal)[1].kind.size == nodes


def test_what_a_run_does_not_need_is_left_out():
    net = chain(1, 1)
    run = ("t1", "t1", "t2", "t1", "t2", "t1")
    assert without_needless(compile_net(net), at_least([2], 1), run) == ("t1", "t2")
    assert without_needless(compile_net(net), fireable(net.transitions[1]), run) == ("t1",)
    assert without_needless(compile_net(net), at_least([2], 1), ("t2",)) == ("t2",)  # no run: given back


def test_novelty_tells_a_number_from_a_pair_from_what_is_old():
    from mazurka.optimized.layout import lay_out
    from mazurka.optimized.novelty import novelty, novelty_tables

    layout = lay_out([2, 2], [True, True])
    seen = novelty_tables(layout, asked=True)

    def state(x, y):
        return np.array([x << layout.fields[0].shift | y << layout.fields[1].shift], dtype=np.uint64)

    with np.errstate(over="ignore"):
        told = [
            int(novelty(seen, state(*s), state(*parent), distance))
            for s, parent, distance in [
                ((0, 0), (3, 3), 1),
                ((1, 1), (0, 0), 1),
                ((0, 1), (0, 0), 1),
                ((0, 1), (0, 0), 1),
                ((0, 1), (0, 0), 2),
            ]
        ]
    assert told == [1, 1, 2, 3, 1]
