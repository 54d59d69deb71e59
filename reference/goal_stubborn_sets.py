"""Stubborn sets that keep a goal reachable.

    [KSV]  question-guided stubborn sets; [E] section 7.2 asks for them.

An *attractor* of a goal at a marking outside it is a set of transitions one of which fires on every path
into the goal: for an inequality those that raise its sum (its UP set); for a conjunction that of any part
that fails; for a disjunction those of all parts together.

    A set that holds an attractor, and is closed as in `net_stubborn_sets`, is enough to explore.

Proof: take a shortest path from m into the goal.  It fires a member of the set; let t be the first.  By
D1, t can fire at once and the path goes on to the same end, one step shorter from there.  So by induction
on the length, the goal is reached; no proviso for cycles is needed.  Where no member is enabled, D1 says
that there is no such path, and the marking need not be explored.  D0 is not wanted, deadlocks are lost.
"""

from collections.abc import Iterable

from mazurka.formulas import AllOf, Goal, Inequality
from mazurka.limits import Watch
from mazurka.reference.net_stubborn_sets import Arcs, Members, alternatives, arcs_of, enabled_among
from mazurka.reference.search import reduced_graph
from mazurka.reference.up_sets import is_unavoidable, up_set_of
from mazurka.systems import Action, Marking, PetriNet, StateGraph


def find_attractor(net: PetriNet, goal: Goal, m: Marking) -> frozenset[int]:
    """An attractor of a goal that fails at m; of a conjunction that of the part with the smallest."""
    if isinstance(goal, Inequality):
        return up_set_of(net, goal)
    each = [find_attractor(net, part, m) for part in goal.parts if not part.holds(m)]
    return min(each, key=len) if isinstance(goal, AllOf) else frozenset().union(*each)


def is_attractor(net: PetriNet, goal: Goal, m: Marking, members: Iterable[int]) -> bool:
    """Whether every path from m into the goal fires one of the transitions."""
    return is_unavoidable(net, goal, m, members)


def closure_of(arcs: Arcs, m: Marking, seeds: Iterable[int]) -> Members:
    """The closed set that grows from several transitions; see `net_stubborn_sets.closure`."""
    found = sorted(seeds)
    for t in found:
        missing = [[u for u in x if u not in found] for x in alternatives(arcs, m, t)]
        fewest = min(missing, key=len)
        found.extend(fewest)
    return tuple(found)


def find_goal_stubborn(arcs: Arcs, goal: Goal, m: Marking) -> Members:
    """A closed set that holds an attractor; none at a marking in the goal."""
    return () if goal.holds(m) else closure_of(arcs, m, find_attractor(arcs.net, goal, m))


def reduce_towards(net: PetriNet, goal: Goal, watch: Watch | None = None) -> StateGraph[Marking]:
    """The markings reached by such sets, breadth first; nothing is explored from a marking in the goal."""
    arcs, names = arcs_of(net), net.actions

    def choose(m: Marking) -> tuple[Action, ...]:
        return tuple(names[t] for t in enabled_among(net, m, find_goal_stubborn(arcs, goal, m)))

    return reduced_graph(net, choose, watch=watch)
