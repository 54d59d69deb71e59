"""Relaxed plans: what they find and what they give up; and a goal that nothing can bring about."""

from mazurka.formulas import AllOf, SomeOf, at_least, parse
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.query import answer
from mazurka.query.relaxed_plans import Levels, Plan, RelaxedPlans
from mazurka.query.shortening import is_run_to
from mazurka.query.small_equations import is_shortest
from mazurka.systems import PetriNet, Transition

BELT = PetriNet(
    "belt",
    ("left", "middle", "right", "broken"),
    (
        Transition("load", {0: 1}, {1: 1}, inhibitors={1: 1}),
        Transition("unload", {1: 1}, {2: 1}),
        Transition("mend", {3: 1}, {0: 9}, reads={2: 2}),
    ),
    (7, 0, 0, 0),
)
"""One thing at a time goes over the belt."""


def run_of(net, goal, budget=10_000):
    return RelaxedPlans(net, goal).turn(budget, Watch())


def test_a_plan_is_fired_as_often_as_the_goal_needs():
    goal = at_least([2], 7)
    found = run_of(BELT, goal)
    assert found.run == ("load", "unload") * 7
    assert is_shortest(BELT, goal, found.run, Watch())


def test_what_inhibits_is_taken_away_first():
    found = run_of(BELT, AllOf((at_least([1], 1), at_least([2], 1))))
    assert found.run == ("load", "unload", "load")


def test_prices_grow_with_what_a_transition_lacks_and_its_helpers_cost():
    levels = Levels(BELT)
    plan = Plan(levels, levels.initial)
    assert [plan.price[t] for t in range(2)] == [1, 2]
    assert 2 not in plan.price  # nothing breaks
    assert plan.firings([(1, 5)]) == [(0, 1), (1, 5)]


def test_a_goal_that_nothing_can_bring_about_is_unreachable():
    found = run_of(BELT, at_least([3], 1))
    assert (found.reachable, found.run) == (False, None)
    assert "can ever fire" in found.reason


def test_of_a_disjunction_the_part_that_costs_least_is_brought_about():
    goal = SomeOf((at_least([3], 1), at_least([2], 3), at_least([2], 2)))
    assert run_of(BELT, goal).run == ("load", "unload") * 2


def test_where_no_plan_leads_on_there_is_no_answer():
    fork = PetriNet(
        "fork", ("p", "q", "r"), (Transition("a", {0: 1}, {1: 1}), Transition("b", {0: 1}, {2: 1})), (1, 0, 0)
    )
    both = AllOf((at_least([1], 1), at_least([2], 1)))
    method = RelaxedPlans(fork, both)
    assert method.turn(10_000, Watch()) is None
    assert method.over
    assert "no plan leads on" in method.reason
    assert answer(fork, both, engine="relaxed-plans").reachable is None
    assert answer(fork, both).reachable is False


def test_a_turn_goes_on_where_the_last_one_ended():
    method = RelaxedPlans(BELT, at_least([2], 7))
    turns = 1
    while (found := method.turn(40 * turns, Watch())) is None:
        turns += 1
        assert not method.over
    assert turns > 2
    assert found.run == ("load", "unload") * 7


def test_the_limit_on_states_is_kept():
    method = RelaxedPlans(BELT, at_least([2], 7))
    assert method.turn(10_000, Watch(Limits(max_states=1))) is None
    assert method.limit == "max_states"


def test_runs_of_thousands_of_steps_are_found_and_known_to_be_shortest():
    net = build("kanban", {"n": 500})
    goal = parse("out4 >= 500", net)
    found = answer(net, goal)
    assert found.method == "relaxed-plans"
    assert is_run_to(net, goal, found.run)
    assert is_shortest(net, goal, found.run, Watch())
    assert not is_shortest(net, goal, (*found.run, found.run[0]), Watch())
