"""What a query answers before compiled searches are asked, on whole state spaces."""

from hypothesis import given
from hypothesis import strategies as st

from mazurka.formulas import AllOf, Goal
from mazurka.fuzz.formulas import conjunctions, goals
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, nets
from mazurka.limits import Watch
from mazurka.query.relaxed_plans import RelaxedPlans
from mazurka.query.shortening import is_run_to
from mazurka.query.small_equations import is_shortest
from mazurka.systems import PetriNet


def distance(net: PetriNet, goal: Goal) -> int | None:
    """How many steps the nearest marking of the goal is away; None where there is none."""
    layer, seen, steps = {net.initial}, {net.initial}, 0
    while layer and not any(goal.holds(m) for m in layer):
        layer = {net.after(m, a) for m in layer for a in net.enabled(m)} - seen
        seen |= layer
        steps += 1
    return steps if layer else None


@given(st.data(), nets())
def test_relaxed_plans_are_right_where_they_answer(data, net):
    goal = data.draw(st.one_of(goals(net), conjunctions(net).map(AllOf)))
    found = RelaxedPlans(net, goal).turn(2_000, Watch()) if not goal.holds(net.initial) else None
    if found is not None:
        assert found.reachable == any(goal.holds(m) for m in within(net, LARGEST))
        assert found.run is None or is_run_to(net, goal, found.run)


@given(st.data(), nets())
def test_where_a_run_is_shorter_the_state_equation_does_not_say_that_there_is_none(data, net):
    goal = AllOf(data.draw(conjunctions(net)))
    nearest = distance(net, goal)
    if nearest is not None and net.transitions:
        longer = (net.transitions[0].name,) * max(3, nearest + 1)
        assert not is_shortest(net, goal, longer, Watch())
