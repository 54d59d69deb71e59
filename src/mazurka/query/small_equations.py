"""What the state equation of a small net tells at once.

    [Murata]  section V.

A large one takes seconds to be set up, before it is asked anything.
"""

from dataclasses import replace

from mazurka.formulas import Goal
from mazurka.limits import Watch
from mazurka.systems import PetriNet, Run

MOST_CHANGES = 10_000
"""How many changes of places by transitions a small net has at most."""
QUICK_SECONDS = 0.3
"""How long the solver may take."""


def is_small(net: PetriNet) -> bool:
    """Whether the equation is set up in no time."""
    return sum(len(t.effect) for t in net.transitions) <= MOST_CHANGES


def is_shortest(net: PetriNet, goal: Goal, run: Run, watch: Watch) -> bool:
    """Whether it is plain that no run to the goal is shorter: the equation has no smaller solution.

    Of runs of two steps nobody asks for more.
    """
    if len(run) <= 2:
        return True
    if not is_small(net) or watch.limit_reached(0):
        return False
    from mazurka.oracle.linear_goals import RunInequality
    from mazurka.oracle.state_equation import Solution, StateEquation

    equation = StateEquation(net)
    equation.require(goal)
    fewer = RunInequality((), 1 - len(run), tuple((t, -1) for t in range(len(net.transitions))))
    limits = replace(watch.limits, max_states=None, max_seconds=watch.seconds() + QUICK_SECONDS)
    found = equation.solve([fewer], replace(watch, limits=limits))
    return found is not None and not isinstance(found, Solution)
