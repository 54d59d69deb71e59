"""The full state space: the reference explorer and the compiled one build the same graph."""

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from mazurka.errors import UnboundedNetError
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, nets, systems, unbounded_nets
from mazurka.limits import Limits, Watch
from mazurka.optimized import explorer as optimized
from mazurka.reference import explorer as reference
from mazurka.systems import PetriNet, Transition, replay

# One token goes round, so that four places share a field; each of them inhibits, and two tokens are never
# there to go on by y.  Random rings are shorter.
RING = PetriNet(
    "ring",
    ("p0", "p1", "p2", "p3", "q0", "q1", "q2", "q3"),
    (
        *(Transition(f"r{k}", {k: 1}, {(k + 1) % 4: 1}) for k in range(4)),
        *(Transition(f"x{k}", {4 + k: 1}, inhibitors={k: 1}) for k in range(4)),
        Transition("y", {1: 2}, {2: 2}),
    ),
    (1, 0, 0, 0, 1, 1, 1, 1),
)


@example(system=RING)
@settings(max_examples=settings.default.max_examples * 2)
@given(st.one_of(nets(), systems()))
def test_the_same_graph_breadth_first(system):
    found = optimized.explore(system, Watch(), order="bfs", recording=True).graph()
    plain = reference.explore(system)
    assert (found.states, found.successors) == (plain.states, plain.successors)


@given(systems())
def test_the_same_graph_depth_first(system):
    found = optimized.explore(system, Watch(), order="dfs", recording=True).graph()
    plain = reference.explore(system, order="dfs")
    assert (found.states, found.successors) == (plain.states, plain.successors)


@given(systems())
def test_the_counts_are_those_of_the_graph(system):
    found = optimized.explore(system, Watch())
    states = within(system, LARGEST)
    assert found.complete
    assert found.states == found.nodes == len(states)
    assert found.transitions == sum(len(system.enabled(s)) for s in states)
    assert found.deadlocks == sum(not system.enabled(s) for s in states)


@given(nets())
def test_the_token_counts_of_a_net_are_those_of_its_markings(net):
    found = optimized.explore(net, Watch())
    markings = within(net, LARGEST)
    assert found.max_tokens_per_place == max(max(m, default=0) for m in markings)
    assert found.max_tokens_in_marking == max(sum(m) for m in markings)


@pytest.mark.parametrize("explore", [reference.explore, optimized.explore])
def test_an_unbounded_net_is_refused_with_a_run_that_can_be_repeated_for_ever(explore):
    refused = []

    @given(unbounded_nets())
    def sample(net):
        try:
            found = explore(net, Watch(Limits(max_states=20_000)))
        except UnboundedNetError as refusal:
            assert_that_it_pumps(net, refusal)
            refused.append(True)
        else:
            # The compiled explorer looks when a place needs more bits, which the limit may forestall.
            assert (found.complete, found.limit) == (False, "max_states")
            refused.append(False)

    sample()
    assert sum(refused) >= (1.0 if explore is reference.explore else 0.8) * len(refused)


def assert_that_it_pumps(net, refusal):
    below = replay(net, refusal.run)
    above = replay(net, refusal.run + refusal.pump)
    place = net.places.index(refusal.place)
    assert all(x <= y for x, y in zip(below, above, strict=True))
    assert below[place] < above[place]
