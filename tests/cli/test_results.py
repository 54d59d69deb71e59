"""JSON objects from explorations that are made by hand."""

from mazurka.report.results import number_of_paths
from mazurka.systems import Exploration, StateGraph


def found(**more):
    """An exploration of two nodes."""
    return Exploration(2, 2, 1, 1, more.pop("complete", True), None, 0.0, **more)


def test_paths_are_counted_by_the_search_where_it_can():
    def unwanted():
        raise AssertionError("the graph is not needed")

    assert number_of_paths(found(graph=unwanted, paths=lambda: 7)) == 7
    assert number_of_paths(found(graph=unwanted, paths=lambda: None)) is None


def test_paths_are_counted_on_the_graph_elsewhere():
    graph = StateGraph([0, 1], [[("a", 1), ("b", 1)], []])
    assert number_of_paths(found(graph=lambda: graph)) == 2
    assert number_of_paths(found(graph=lambda: graph, complete=False)) is None
    assert number_of_paths(found()) is None
