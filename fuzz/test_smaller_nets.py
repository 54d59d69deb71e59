"""Agglomerations and abstractions of nets: as good as the net for every goal over what was kept."""

from hypothesis import example, given, settings, target
from hypothesis import strategies as st

from mazurka.formulas import FALSE, AllOf, Inequality
from mazurka.fuzz.formulas import goals
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, nets, passing_nets
from mazurka.limits import Watch
from mazurka.optimized.abstraction import Abstraction
from mazurka.optimized.agglomeration import agglomerate
from mazurka.query.shortening import is_run_to
from mazurka.reference.abstract_invariant import AbstractInvariant, find_fault, value
from mazurka.systems import PetriNet, Transition

MANY = settings(max_examples=settings.default.max_examples * 3)
STEPS = 10_000
"""What an abstraction may spend."""

TRIED = 20
"""So many vectors are taken away from an invariant, one at a time."""

WEIGHTED = PetriNet(
    "weighted",
    ("p", "q", "r"),
    (Transition("t", {0: 1}, {1: 2}), Transition("u", {1: 2}, {2: 1})),
    (1, 0, 0),
)
"""Two tokens of q are worth one of p or r."""

GUARDED = PetriNet("guarded", ("p", "q"), (Transition("t", {}, {0: 1}, {}, {0: 1}),), (0, 1))
"""What p and q hold together inhibits nothing."""

EVENLY = PetriNet(
    "evenly",
    ("p", "q", "r", "s"),
    (Transition("t", {0: 2}, {1: 1, 2: 1}), Transition("u", {1: 2}, {0: 1, 3: 1})),
    (1, 1, 1, 0),
)
"""Two tokens of p and three of r, added up, tell that s stays empty."""

STOPPING = PetriNet(
    "stopping",
    ("a", "p", "q", "b", "c"),
    (
        Transition("h", {0: 1}, {1: 1, 3: 1}),
        Transition("f", {1: 1}, {2: 1}),
        Transition("g", {3: 1}, {4: 1}, {}, {2: 1}),
    ),
    (1, 0, 0, 0, 0),
)
"""If f fires as soon as it can, g never does."""


@st.composite
def questions(draw):
    """A net, often with places to pass through, and a goal that speaks of few of its places."""
    net = draw(st.one_of(nets(), passing_nets()))
    return net, draw(goals(net, draw(st.integers(0, 1))))


def runs(net):
    """Every reachable marking, with a run to it."""
    run = {net.initial: ()}
    waiting = [net.initial]
    for m in waiting:
        for t in net.enabled(m):
            later = net.after(m, t)
            if later not in run:
                run[later] = (*run[m], t)
                waiting.append(later)
    return run


@st.composite
def nets_and_places(draw):
    """A net, often with places to pass through, and few of its places."""
    net = draw(st.one_of(passing_nets(), nets()))
    return net, sorted(draw(st.sets(st.integers(0, len(net.places) - 1), min_size=1, max_size=3)))


@example((STOPPING, [4]))
@MANY
@given(nets_and_places())
def test_an_agglomeration_reaches_what_the_net_does_in_the_places_that_are_kept(question):
    net, kept = question
    smaller = agglomerate(net, kept)
    target(len(net.places) - len(smaller.net.places))
    there = [smaller.net.places.index(net.places[p]) for p in kept]
    found = {tuple(m[p] for p in there): run for m, run in runs(smaller.net).items()}
    assert found.keys() == {tuple(m[p] for p in kept) for m in within(net, LARGEST)}
    for values, run in found.items():
        goal = AllOf(
            tuple(
                Inequality(((p, sign),), sign * k)
                for p, k in zip(kept, values, strict=True)
                for sign in (1, -1)
            )
        )
        assert is_run_to(net, goal, smaller.run(run))


@example((WEIGHTED, Inequality(((2, 1),), 2)))
@example((EVENLY, Inequality(((3, 1),), 1)))
@MANY
@given(questions())
def test_an_abstraction_is_right_and_shows_why(question):
    net, goal = question
    abstraction = Abstraction(net, goal)
    abstraction.advance(Watch(), STEPS)
    if abstraction.reachable:
        assert is_run_to(net, goal, abstraction.run)
    if abstraction.reachable is False:
        assert not any(goal.holds(m) for m in within(net, LARGEST))
        sums = tuple(dict(y) for y in abstraction.sums)
        assert find_fault(net, goal, AbstractInvariant(sums, frozenset(abstraction.vectors))) is None


@st.composite
def nets_and_sums(draw):
    """A net, and up to three sums of up to three places."""
    net = draw(st.one_of(passing_nets(), nets()))
    weights = st.dictionaries(st.integers(0, len(net.places) - 1), st.integers(1, 2), min_size=1, max_size=3)
    return net, tuple(draw(st.lists(weights, min_size=1, max_size=3)))


@example((GUARDED, ({0: 1, 1: 1},)))
@settings(max_examples=settings.default.max_examples // 2)
@given(nets_and_sums())
def test_what_lacks_the_vector_of_some_marking_is_no_abstract_invariant(question):
    net, sums = question
    vectors = {value(sums, dict(enumerate(m))) for m in within(net, LARGEST)}
    for away in sorted(vectors)[:TRIED]:
        assert find_fault(net, FALSE, AbstractInvariant(sums, frozenset(vectors - {away}))) is not None
