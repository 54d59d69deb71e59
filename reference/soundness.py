"""Soundness: a reduction makes no step and has no state that the system does not have.

It is judged from the labels: every path from the initial node is replayed, edge by edge.  All other criteria
take soundness for granted.
"""

from typing import NamedTuple

from mazurka.reference.finding import Context, Finding, fails, nothing_found
from mazurka.systems import Run, State, StateGraph, System

NAME = "soundness"


class Fault(NamedTuple):
    """What is wrong at the end of a run of the system."""

    run: Run
    reason: str


def is_sound(system: System[State], reduced: StateGraph[State]) -> bool:
    """Whether node 0 is initial, paths from it reach all nodes, and every edge is a step of the system."""
    return (
        bool(reduced.states)
        and reduced.states[0] == system.initial
        and all(
            a in system.enabled(reduced.states[n]) and system.after(reduced.states[n], a) == reduced.states[m]
            for n, a, m in reduced.edges()
        )
        and len(reached(reduced)) == len(reduced.states)
    )


def reached(graph: StateGraph[State]) -> list[int]:
    """The nodes that paths from node 0 reach, breadth first."""
    met = {0}
    queue = [0]
    for n in queue:
        for _, m in graph.successors[n]:
            if m not in met:
                met.add(m)
                queue.append(m)
    return queue


def find_fault(system: System[State], reduced: StateGraph[State]) -> Fault | None:
    """A shortest run, shared by the system and the reduction, at whose end the reduction goes wrong."""
    if not reduced.states:
        return Fault((), "the reduction has no node, not even an initial one")
    if reduced.states[0] != system.initial:
        return Fault((), "the initial node of the reduction does not have the initial state of the system")
    order = reached(reduced)
    for n in order:  # Breadth first: the steps before n have been judged already.
        enabled = system.enabled(reduced.states[n])
        for a, m in reduced.successors[n]:
            if a not in enabled:
                reason = f"the reduction goes on by {a!r}, which the system does not enable here"
                return Fault(reduced.run_to(n), reason)
            if system.after(reduced.states[n], a) != reduced.states[m]:
                reason = f"the reduction is then in node {m}, whose state is another"
                return Fault((*reduced.run_to(n), a), reason)
    if len(order) < len(reduced.states):
        lonely = min(set(range(len(reduced.states))) - set(order))
        return Fault((), f"no path leads to node {lonely}: its state cannot be judged")
    return None


def check_soundness(
    system: System[State], _full: StateGraph[State], reduced: StateGraph[State], _context: Context
) -> Finding:
    """Whether every edge is a step of the system and every node has the state that the steps lead to."""
    checked = reduced.number_of_edges
    if fault := find_fault(system, reduced):
        return fails(NAME, checked, *fault)
    return nothing_found(NAME, reduced, checked, f"all {checked} edges are steps of the system")
