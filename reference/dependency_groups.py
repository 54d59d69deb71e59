"""Dependency groups, as printed.

    [E]  section 4.2.2.

Two transitions that share an input place belong to one group, and so on transitively; the groups are read off
the net once.  [E] holds that a union of groups is stubborn.

It is not.  D1 fails: a disabled member can be enabled by a transition of another group.  The smallest net
that shows it: a consumes p; b moves r to q; c consumes p and q.  The groups are {a, c} and {b}; where a and b
are enabled, {a, c} leaves out b, and the run b c is lost.  What is missing is a scapegoat for c.

variant: [E] begins with the transitions that a heuristic prefers and adds their groups; here the group with
fewest enabled transitions is taken, which is the least that [E] allows.
"""

from collections.abc import Mapping

import networkx as nx

from mazurka.limits import Watch
from mazurka.reference.net_stubborn_sets import Arcs, Members, enabled_among, reduce_net
from mazurka.systems import Exploration, Marking, PetriNet, State, System


def dependency_groups(net: PetriNet) -> tuple[Members, ...]:
    """The groups, by their first transitions."""
    links: nx.Graph[int] = nx.Graph()
    links.add_nodes_from(range(len(net.transitions)))
    first: dict[int, int] = {}
    for t, transition in enumerate(net.transitions):
        for p in transition.consumes:
            links.add_edge(first.setdefault(p, t), t)
    return tuple(sorted(tuple(sorted(group)) for group in nx.connected_components(links)))


def is_union_of_groups(net: PetriNet, members: frozenset[int]) -> bool:
    """Whether no member shares an input place with a transition outside."""
    inputs = [set(t.consumes) for t in net.transitions]
    outside = set(range(len(inputs))) - members
    return all(inputs[t].isdisjoint(inputs[u]) for t in members for u in outside)


def reduce_by_groups(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """WRONG: at each marking the group with fewest enabled transitions, at least one.  Option order."""
    groups: tuple[Members, ...] = dependency_groups(system) if isinstance(system, PetriNet) else ()

    def enabled_groups(arcs: Arcs, m: Marking) -> list[Members]:
        return [g for g in groups if enabled_among(arcs.net, m, g)]

    return reduce_net(system, options, watch, enabled_groups)
