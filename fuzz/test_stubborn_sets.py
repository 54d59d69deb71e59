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

# t lacks p, which two can bring, and q, which three can: p costs less, though only those of p have y to help.
TWO_OR_THREE = PetriNet(
    "two-or-three",
    ("s", "p", "q", "r", "w", "z", "u1", "u2"),
    (
        Transition("x", {0: 1}),
        Transition("t", {0: 1, 1: 1, 2: 1}),
        Transition("a", {3: 1}, {1: 1}),
        Transition("b", {3: 1}, {1: 1, 6: 1}),
        Transition("c", {5: 1}, {2: 1}),
        Transition("d", {5: 1}, {2: 1, 6: 1}),
        Transition("e", {5: 1}, {2: 1, 7: 1}),
        Transition("y", {4: 1}, {3: 1}),
    ),
    (1, 0, 0, 0, 1, 0, 0, 0),
)


@pytest.mark.parametrize("order", ["bfs", "dfs"])
@pytest.mark.parametrize("algorithm", REDUCERS)
@example(net=HELPLESS)
@example(net=TWO_OR_THREE)
@example(net=LAST_TOKEN)
@given(net=nets())
def test_the_same_graph(algorithm, order, net):
    plain, compiled = (r(net, {"order": order}, Watch()).graph() for r in REDUCERS[algorithm])
    assert (compiled.states, compiled.successors) == (plain.states, plain.successors)


@pytest.mark.parametrize("pairs", [31, 32])
def test_deletion_with_more_enabled_than_a_number_has_bits(pairs):
    places = tuple(f"p{k}" for k in range(pairs))
    transitions = tuple(Transition(f"{name}{k}", {k: 1}) for k in range(pairs) for name in "ab")
    wide = PetriNet("wide", places, transitions, (1,) * pairs)
    plain, compiled = (r(wide, {}, Watch()).graph() for r in REDUCERS["deletion"])
    assert (compiled.states, compiled.successors) == (plain.states, plain.successors)
    assert len(compiled.states) == pairs + 1
