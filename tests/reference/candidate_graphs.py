"""Explicit graphs with candidate sets of one's own at each state, on which a proviso decides."""

import networkx as nx

from mazurka.reference.proviso_search import ProvisoSearch
from mazurka.reference.provisos import find_unexpanded_cycle, ignored_at
from mazurka.systems import Lts


def graph(*steps):
    """The labelled system of steps such as `0a1`; nothing is independent."""
    return Lts.from_edges("graph", [(int(s), a, int(t)) for s, a, t in steps], ())


def reduced(system, candidates, proviso, order=None, visible=frozenset(), watch=None):
    """The reduction, where `candidates` has texts of actions for some states: {0: ["a", "bc"]}."""

    def propose(s):
        return sorted((tuple(x) for x in candidates.get(s, ())), key=len)

    search = ProvisoSearch(system, propose, proviso, visible, watch)
    return search.run(order or proviso.orders[0])


def has_partial_cycle(system, found):
    """Whether some cycle has no fully expanded state (against C2L')."""
    return find_unexpanded_cycle(system, found) is not None


def has_stranded_state(system, found):
    """Whether some state leads to no fully expanded one: what proofs of C2S rest on ([EP] Definition 5)."""
    links = nx.DiGraph((m, n) for n, _, m in found.edges())
    links.add_nodes_from(range(len(found.states)))
    full = [n for n in links if not ignored_at(system, found, n)]
    return len(set(full).union(*(nx.descendants(links, n) for n in full))) < len(links)
