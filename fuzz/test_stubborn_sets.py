"""Stubborn sets: the plain reducers and the compiled ones build the same graph."""

import pytest
from hypothesis import example, given

from mazurka.fuzz.strategies import nets
from mazurka.limits import Watch
from mazurka.optimized import stubborn_sets as optimized
from mazurka.reference import net_stubborn_sets as reference
from mazurka.systems import PetriNet, Transition

REDUCERS = {
    "closure": (reference.reduce_by_closure, optimized.reduce_by_closure),
    "deletion": (reference.reduce_by_deletion, optimized.reduce_by_deletion),
    "smallest": (reference.reduce_by_smallest, optimized.reduce_by_smallest),
}


# The transitions x take from p and are inhibited by it at just as many tokens as it has: they do not help t.
# Random nets hardly ever have both arcs.
HELPLESS = PetriNet(
    "helpless",
    ("q", "p", "s", "r"),
    (
        Transition("a", {0: 1}),
        Transition("t", {0: 1, 2: 1}, inhibitors={1: 1}),
        Transition("x1", {1: 1}, inhibitors={1: 2}),
        Transition("x2", {1: 1}, inhibitors={1: 2}),
        Transition("w", {3: 1}, {2: 1}),
        Transition("v", {3: 1}),
    ),
    (1, 2, 0, 1),
)

# x needs all the tokens that p has and adds one, which t lacks: without x, a looks as cheap as x is.
LAST_TOKEN = PetriNet(
    "last-token",
    ("q", "p", "r"),
    (Transition("a", {0: 1}), Transition("t", {0: 1, 1: 2}), Transition("x", {1: 1, 2: 1}, {1: 2})),
    (1, 1, 1),
)


@pytest.mark.parametrize("order", ["bfs", "dfs"])
@pytest.mark.parametrize("algorithm", REDUCERS)
@example(net=HELPLESS)
@example(net=LAST_TOKEN)
@given(net=nets())
def test_the_same_graph(algorithm, order, net):
    plain, compiled = (r(net, {"order": order}, Watch()).graph() for r in REDUCERS[algorithm])
    assert (compiled.states, compiled.successors) == (plain.states, plain.successors)
