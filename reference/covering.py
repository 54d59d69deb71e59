"""Reductions by covering source sets, judged node by node.

    [HLPW]  Definition 6, Proposition 7; sleep sets as in section 6.

At a node (s, Z) with the actions treated in order, some of them explored and the others refused:

    (1)  for every maximal run w ≠ ε from s with first(w) ∩ Z = ∅, some treated action is in first(w), and
         the earliest such is explored;
    (2)  the sleep set of the successor by a is within (Z ∪ those treated before a) ∖ D(a);
    (3)  the initial node has nothing asleep.

Then every full run has an equivalent full run in the graph.  Proof, by induction on w: let a be the action
of (1), w ≃ a·u.  If c ∈ first(u) were asleep at the successor, then by (2) c is independent of a, hence
c ∈ first(w), and c is in Z or treated before a: neither is possible.  So u has its path from the successor.
The proof shows why (1) says "the earliest": an action that was refused counts as treated before a, so
that what begins with it is asleep after a, and nobody would have covered it.  Where nothing is ever
refused, (1) says that the explored actions meet first(w).

For acyclic systems.
"""

from mazurka.reference.explicit import explicit
from mazurka.reference.finding import Context, Finding, expanded, fails, listed, not_checked, nothing_found
from mazurka.reference.soundness import Fault
from mazurka.reference.source_sets import FirstSets, first_sets_from_successors, run_with_first_set
from mazurka.systems import Action, State, StateGraph, System

NAME = "covering-source-sets"


def sleep_of(reduced: StateGraph[State], n: int) -> frozenset[Action]:
    """The sleep set of a node, empty where the reduction has none."""
    return reduced.sleep[n] if reduced.sleep is not None else frozenset()


def treated_at(reduced: StateGraph[State], n: int) -> tuple[Action, ...]:
    """The actions treated at a node, in order; those explored where nothing is ever refused."""
    return reduced.treated[n] if reduced.treated is not None else reduced.explored(n)


def is_covered(reduced: StateGraph[State], n: int, f: frozenset[Action]) -> bool:
    """(1) for the runs with first set f ≠ ∅."""
    if f & sleep_of(reduced, n):
        return True
    earliest = next((a for a in treated_at(reduced, n) if a in f), None)
    return earliest in reduced.explored(n)


def oversleeping(
    system: System[State], reduced: StateGraph[State], n: int
) -> tuple[Action, frozenset[Action]] | None:
    """An action explored at n, and what is asleep after it against (2); None where (2) holds."""
    order = treated_at(reduced, n)
    for a, m in reduced.successors[n]:
        allowed = sleep_of(reduced, n).union(order[: order.index(a)] if a in order else ())
        wrong = frozenset(b for b in sleep_of(reduced, m) if b not in allowed or not system.independent(a, b))
        if wrong:
            return a, wrong
    return None


def find_sleeping_fault(system: System[State], reduced: StateGraph[State]) -> Fault | None:
    """Where (2) or (3) is broken."""
    if sleep_of(reduced, 0):
        return Fault((), f"the initial node has {listed(sorted(sleep_of(reduced, 0)))} asleep")
    for n in expanded(reduced):
        if found := oversleeping(system, reduced, n):
            a, wrong = found
            names = listed(sorted(wrong))
            reason = f"{names} must not be asleep here: not treated before {a!r}, or dependent on it"
            return Fault((*reduced.run_to(n), a), reason)
    return None


def find_uncovered(
    system: System[State], full: StateGraph[State], table: list[FirstSets], reduced: StateGraph[State]
) -> Fault | None:
    """A run to a node at which (1) is broken, continued by a maximal run that is not covered."""
    number = {s: n for n, s in enumerate(full.states)}
    for n in expanded(reduced):
        place = number[reduced.states[n]]
        for f in sorted(table[place], key=sorted):
            if f and not is_covered(reduced, n, f):
                to, lost = reduced.run_to(n), run_with_first_set(system, full, table, place, f)
                reason = (
                    f"after {' '.join(to) or 'the empty run'} the reduction explores "
                    f"{listed(reduced.explored(n))}; the rest, {' '.join(lost)}, can begin only in "
                    f"{listed(sorted(f))}"
                )
                if sleep_of(reduced, n):
                    reason += f" (asleep: {listed(sorted(sleep_of(reduced, n)))})"
                return Fault(to + lost, reason)
    return None


def check_covering(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    """Whether (1), (2) and (3) hold at every node; the witness is a full run lost at the node named."""
    order = full.topological_order()
    if order is None:
        return not_checked(
            NAME, "the system has a cycle, and covering source sets are defined for acyclic systems"
        )
    nodes = len(reduced.states)
    if fault := find_sleeping_fault(system, reduced):
        return fails(NAME, nodes, *fault)
    known = explicit(system, full)
    table: list[FirstSets] = [frozenset()] * len(full.states)
    for done, n in enumerate(reversed(order)):
        table[n] = first_sets_from_successors(known, full, table, n)
        if limit := context.limit_reached():
            return not_checked(NAME, f"{limit}: first sets of {done} of {len(order)} states were found")
    if fault := find_uncovered(known, full, table, reduced):
        return fails(NAME, nodes, *fault)
    return nothing_found(NAME, reduced, nodes, f"all runs from {nodes} nodes are covered")
