"""What can be reached: local states, views, and goals.

    local-states     each component (place, process, entity) takes the same values in both graphs;
    reachable-views  the visible components take the same values, together, in both graphs;
    reachable-goal   a state that satisfies the goal is reachable in the reduction iff it is in the system.

[EP] section 1.2: persistent sets that satisfy C2S keep the reachable local states.
"""

from collections.abc import Hashable

from mazurka.reference.ample_sets import seen
from mazurka.reference.finding import Context, Finding, fails, holds, not_checked, nothing_found
from mazurka.systems import State, StateGraph, System

LOCAL_STATES, VIEWS, REACHABLE_GOAL = "local-states", "reachable-views", "reachable-goal"


def local_values(system: System[State], graph: StateGraph[State]) -> set[tuple[str, Hashable]]:
    """The pairs of a component and a value that it takes in some state of the graph."""
    return {pair for s in set(graph.states) for pair in system.local_states(s).items()}


def find_lost_local_state(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State]
) -> tuple[int, str, Hashable] | None:
    """The first node of the full graph with a component whose value is not in the reduction."""
    kept = local_values(system, reduced)
    for n, s in enumerate(full.states):
        for component, value in system.local_states(s).items():
            if (component, value) not in kept:
                return n, component, value
    return None


def check_local_states(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], _context: Context
) -> Finding:
    """Whether every local state is kept; the witness is a shortest run to one that is lost."""
    if not reduced.complete:
        return not_checked(LOCAL_STATES, f"the reduction stopped at {reduced.limit}")
    checked = len(local_values(system, full))
    if found := find_lost_local_state(system, full, reduced):
        n, component, value = found
        return fails(
            LOCAL_STATES,
            checked,
            full.run_to(n),
            f"{component} = {value!r} here, and nowhere in the reduction",
        )
    if not full.complete:
        return not_checked(LOCAL_STATES, f"the full state space stopped at {full.limit}", checked)
    return holds(LOCAL_STATES, checked, f"all {checked} local states are kept")


def check_reachable_views(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    """Whether every view is kept; the witness is a shortest run to one that is lost."""
    if context.visible is None:
        return not_checked(VIEWS, "no visible components were given")
    if not reduced.complete:
        return not_checked(VIEWS, f"the reduction stopped at {reduced.limit}")
    components = context.visible
    kept = {seen(system, s, components) for s in reduced.states}
    for n, s in enumerate(full.states):
        if (view := seen(system, s, components)) not in kept:
            shown = ", ".join(f"{c} = {x!r}" for c, x in zip(components, view, strict=True))
            return fails(VIEWS, n + 1, full.run_to(n), f"{shown} here, and nowhere in the reduction")
    if not full.complete:
        return not_checked(VIEWS, f"the full state space stopped at {full.limit}", len(kept))
    return holds(VIEWS, len(kept), f"all {len(kept)} views of {', '.join(components)} are kept")


def check_reachable_goal(
    _system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    """Whether the goal is reachable in both or in neither; the witness is a shortest run to a lost goal."""
    goal = context.goal
    if goal is None:
        return not_checked(REACHABLE_GOAL, "no goal was given")
    if any(goal(s) for s in reduced.states):
        return holds(REACHABLE_GOAL, len(reduced.states), "the goal is reachable, in the reduction too")
    if not reduced.complete:
        return not_checked(
            REACHABLE_GOAL, f"the reduction stopped at {reduced.limit}, before a goal was found"
        )
    reached = next((n for n, s in enumerate(full.states) if goal(s)), None)
    if reached is not None:
        return fails(
            REACHABLE_GOAL,
            len(full.states),
            full.run_to(reached),
            "the goal holds here, and nowhere in the reduction",
        )
    if not full.complete:
        return not_checked(
            REACHABLE_GOAL, f"the full state space stopped at {full.limit}, before a goal was found"
        )
    return nothing_found(REACHABLE_GOAL, reduced, len(full.states), "the goal is reachable in neither")
