"""Agglomerations and abstractions of nets: as good as the net for every goal over what was kept."""

from hypothesis import given, settings, target
from hypothesis import strategies as st

from mazurka.formulas import places_of, renumbered
from mazurka.fuzz.formulas import goals
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, nets, passing_nets
from mazurka.limits import Watch
from mazurka.optimized.abstraction import Abstraction
from mazurka.optimized.agglomeration import agglomerate
from mazurka.query.shortening import is_run_to
from mazurka.reference.abstract_invariant import AbstractInvariant, find_fault

VECTORS = 4 * LARGEST


@st.composite
def questions(draw):
    """A net, often with places to pass through, and a goal that speaks of few of its places."""
    net = draw(st.one_of(nets(), passing_nets()))
    return net, draw(goals(net, draw(st.integers(0, 1))))


def reachable(net, goal):
    """Whether some marking in the goal is reachable."""
    markings = within(net, LARGEST)
    assert markings is not None
    return any(goal.holds(m) for m in markings)


def runs_to(net, goal):
    """A run to each marking in the goal."""
    run = {net.initial: ()}
    waiting = [net.initial]
    for m in waiting:
        for t in net.enabled(m):
            later = net.after(m, t)
            if later not in run:
                run[later] = (*run[m], t)
                waiting.append(later)
    return [run[m] for m in waiting if goal.holds(m)]


@given(questions())
def test_an_agglomeration_reaches_the_goal_if_and_only_if_the_net_does(question):
    net, goal = question
    smaller = agglomerate(net, places_of(goal))
    target(len(net.places) - len(smaller.net.places))
    number = {net.places.index(p): n for n, p in enumerate(smaller.net.places)}
    found = runs_to(smaller.net, renumbered(goal, number))
    assert bool(found) == reachable(net, goal)
    for run in found:
        assert is_run_to(net, goal, smaller.run(run))


@given(questions())
def test_an_abstraction_is_right_and_shows_why(question):
    net, goal = question
    abstraction = Abstraction(net, goal)
    abstraction.advance(Watch(), VECTORS)
    if abstraction.reachable:
        assert is_run_to(net, goal, abstraction.run)
    if abstraction.reachable is False:
        assert not reachable(net, goal)
        sums = tuple(dict(y) for y in abstraction.sums)
        assert find_fault(net, goal, AbstractInvariant(sums, frozenset(abstraction.vectors))) is None


@settings(max_examples=settings.default.max_examples // 2)
@given(questions(), st.data())
def test_what_is_called_an_abstract_invariant_holds_every_marking(question, data):
    """Whatever the vectors: with one of them away, or for a goal that some run reaches, it is refused."""
    net, goal = question
    abstraction = Abstraction(net, goal)
    abstraction.advance(Watch(), VECTORS)
    vectors = frozenset(abstraction.vectors)
    sums = tuple(dict(y) for y in abstraction.sums)
    if abstraction.reachable is False:
        fewer = vectors - {data.draw(st.sampled_from(sorted(vectors)))}
        assert find_fault(net, goal, AbstractInvariant(sums, fewer)) is not None
    elif reachable(net, goal):
        assert find_fault(net, goal, AbstractInvariant(sums, vectors)) is not None
