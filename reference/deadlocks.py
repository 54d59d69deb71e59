"""Deadlocks: reachable states in which nothing is enabled.

A reduction must reach every deadlock of the system.  It cannot add one, if it is sound: a state
where the system enables nothing is a deadlock wherever it is found.  But a node without edges whose state
enables something *looks* like a deadlock; where no sleep set explains it, the reason mentions it.
"""

from mazurka.reference.finding import Context, Finding, expanded, fails, listed, not_checked, nothing_found
from mazurka.systems import State, StateGraph, System

NAME = "deadlocks"


def deadlock_nodes(system: System[State], graph: StateGraph[State]) -> list[int]:
    """The nodes in whose state the system enables nothing."""
    return [n for n, s in enumerate(graph.states) if not system.enabled(s)]


def has_same_deadlocks(system: System[State], full: StateGraph[State], reduced: StateGraph[State]) -> bool:
    """Whether both graphs reach the same deadlock states."""
    in_full = {full.states[n] for n in deadlock_nodes(system, full)}
    return in_full == {reduced.states[n] for n in deadlock_nodes(system, reduced)}


def find_false_deadlock(system: System[State], reduced: StateGraph[State]) -> int | None:
    """A node without edges, and without a sleep set that explains it, whose state enables something."""
    return next(
        (
            n
            for n in expanded(reduced)
            if not reduced.successors[n]
            and not (reduced.sleep and reduced.sleep[n])
            and system.enabled(reduced.states[n])
        ),
        None,
    )


def check_deadlocks(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], _context: Context
) -> Finding:
    """Whether every deadlock of the system is reached; the witness is a shortest run to a lost one."""
    found = set(reduced.states)
    dead = deadlock_nodes(system, full)
    lost = [n for n in dead if full.states[n] not in found]
    if lost and reduced.complete:
        reason = f"this deadlock is not reached by the reduction ({len(lost)} of {len(dead)} are lost)"
        return fails(NAME, len(dead), full.run_to(lost[0]), reason + _remark(system, reduced))
    if not full.complete:
        return not_checked(NAME, f"the full state space stopped at {full.limit}", len(dead))
    number = "1 deadlock" if len(dead) == 1 else f"{len(dead)} deadlocks"
    return nothing_found(NAME, reduced, len(dead), f"{number} compared" + _remark(system, reduced))


def _remark(system: System[State], reduced: StateGraph[State]) -> str:
    n = find_false_deadlock(system, reduced)
    if n is None:
        return ""
    enabled = listed(system.enabled(reduced.states[n]))
    after = " ".join(reduced.run_to(n)) or "the empty run"
    return f"; the reduction stops after {after}, where the system still enables {enabled}"
