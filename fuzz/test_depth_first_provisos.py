"""What the provisos of depth-first searches say of themselves: what colours mean, what components are."""

from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.fuzz.beside_a_loop import beside_a_loop
from mazurka.fuzz.dice import dice
from mazurka.fuzz.strategies import nets
from mazurka.fuzz.test_provisos import choices
from mazurka.limits import Watch
from mazurka.optimized import process_sets as compiled_processes
from mazurka.optimized import stubborn_sets as compiled_nets
from mazurka.reference import insertion as plain_nets
from mazurka.reference import process_sets as plain_processes
from mazurka.reference.colour_proviso import GREEN, RED, Colour, ColourAnticipating
from mazurka.reference.components_proviso import Components, ComponentSafety
from mazurka.systems import ClientServerSystem, Process

MANY = settings(max_examples=settings.default.max_examples * 3)
PROCESSES = (plain_processes, compiled_processes)
INSERTIONS = (plain_nets.reduce_by_insertion, compiled_nets.reduce_by_insertion)


def watched(kind: type[Colour[Any]]) -> Colour[Any]:
    """A colour proviso that looks at its colours whenever it is told something."""

    class Watched(kind):  # type: ignore[misc,valid-type]
        def accepts(self, s, steps):
            accepted = super().accepts(s, steps)
            assert not accepted or all(self.colour.get(t) != RED for _, t in steps)
            return accepted

        def popped(self, s):
            super().popped(s)
            assert self.count == sum(t in self.full for t in self.search.stack)
            for t, colour in self.colour.items():
                if colour == GREEN and t not in self.full and t not in self.search.on_stack:
                    assert all(self.colour[u] == GREEN for _, u in self.search.steps(t))

    return Watched()


@pytest.mark.parametrize("kind", [Colour, ColourAnticipating])
@MANY
@given(c=dice(120).map(choices))
def test_green_is_fully_expanded_or_leads_to_green_alone_and_red_is_never_accepted(kind, c):
    c.reduced(watched(kind), "dfs")


class Collected(Components[Any]):
    """The components, in the order in which they are complete."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[set[Any]] = []

    def leave(self, s: Any, parent: Any) -> list[Any]:
        component = super().leave(s, parent)
        if component:
            self.found.append(set(component))
        return component


@MANY
@given(dice(120).map(choices))
def test_components_are_those_of_the_graph(c):
    proviso = ComponentSafety()
    proviso.components = found = Collected()
    graph = c.reduced(proviso, "dfs")
    links = nx.DiGraph((n, m) for n, _, m in graph.edges())
    links.add_nodes_from(range(len(graph.states)))
    expected = [{graph.states[n] for n in part} for part in nx.strongly_connected_components(links)]
    assert sorted(map(sorted, found.found)) == sorted(map(sorted, expected))


COLOURED = st.sampled_from(["colour", "colour-anticipating", "scc", "scc-safety"])


@MANY
@given(beside_a_loop(), COLOURED)
def test_the_same_graph_beside_a_loop(system, proviso):
    plain, compiled = (line.reduce_pset(system, {"proviso": proviso}, Watch()).graph() for line in PROCESSES)
    assert compiled == plain


@MANY
@given(nets(), COLOURED)
def test_the_same_graph_of_a_net_with_colours(net, proviso):
    plain, compiled = (line(net, {"proviso": proviso}, Watch()).graph() for line in INSERTIONS)
    assert compiled == plain


# c is complete when o leads to it.  In the component of o, f and x only f is expanded fully, and x is red
# until the component is complete: before z leads to x, unless the arc from o to c is taken notice of.
ONE_AFTER_THE_OTHER = ("rc", "ro", "rz", "of", "oc", "ff", "fx", "xo", "zx")


def graph_beside_three_loops(arcs):
    graph = Process("g", arcs[0][0], tuple((s, f"g.{k}", u) for k, (s, u) in enumerate(arcs)))
    loops = Process("l", "0", tuple(("0", f"l.{k}", "0") for k in range(3)))
    servers = tuple(
        Process(f"of {c.name}", "0", tuple(("0", a, "0") for a in c.actions)) for c in (graph, loops)
    )
    return ClientServerSystem("beside", (graph, loops), servers, cyclic_clients=True)


def test_an_arc_to_a_complete_component_joins_nothing():
    system = graph_beside_three_loops(ONE_AFTER_THE_OTHER)
    edges = {}
    for proviso in ("scc", "colour"):
        plain, fast = (line.reduce_pset(system, {"proviso": proviso}, Watch()).graph() for line in PROCESSES)
        assert (fast.states, fast.successors) == (plain.states, plain.successors)
        edges[proviso] = fast.number_of_edges
    assert edges["scc"] < edges["colour"]
