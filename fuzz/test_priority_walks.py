"""Walks by random priorities: the plain and the compiled ones take the same steps, and stay on runs."""

from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.formulas import goals
from mazurka.fuzz.strategies import nets, unbounded_nets
from mazurka.limits import Watch
from mazurka.optimized.goal_search import compile_net
from mazurka.optimized.priority_walks import PriorityWalks
from mazurka.query.shortening import is_run_to
from mazurka.reference.priority_walks import find_run

STEPS = 600


def drawn(seed):
    """The numbers that the compiled walks draw."""
    x = seed
    while True:
        x ^= x << 13 & 2**64 - 1
        x ^= x >> 7
        x ^= x << 17 & 2**64 - 1
        yield x >> 11


@given(st.data(), st.one_of(nets(), nets(), unbounded_nets()), st.integers(1, 2**64 - 1))
def test_both_lines_walk_the_same_way(data, net, seed):
    goal = data.draw(goals(net))
    groups = data.draw(
        st.lists(st.integers(0, 3), min_size=len(net.transitions), max_size=len(net.transitions))
    )
    walks = PriorityWalks(compile_net(net), goal, groups, seed)
    walks.advance(Watch(), STEPS + 1)
    expected = find_run(net, goal, groups, drawn(seed), STEPS)
    assert (walks.run() if walks.reachable else None) == expected
    assert expected is None or is_run_to(net, goal, expected)
