"""Graphs in Aldebaran's format."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazurka.errors import ModelError
from mazurka.formats import AutGraph, read_aut, read_model, write_aut, write_model
from mazurka.systems import Lts, StateGraph
from tests.formats.complaints import complaint


@st.composite
def graphs(draw):
    size = draw(st.integers(1, 5))
    node = st.integers(0, size - 1)
    label = st.text(st.characters(codec="utf-8"), max_size=4)
    return AutGraph(draw(node), size, tuple(draw(st.lists(st.tuples(node, label, node)))))


@pytest.fixture
def file(tmp_path):
    return tmp_path / "graph.aut"


@given(graph=graphs())
def test_a_graph_comes_back_whatever_its_labels(tmp_path_factory, graph):
    file = tmp_path_factory.mktemp("aut") / "graph.aut"
    write_aut(graph, file)
    assert read_aut(file) == graph


def test_the_file_is_as_the_format_says(file):
    graph = StateGraph(states=["s", "t", "s"], successors=[[("b", 1), ("a", 2)], [], [("a", 1)]])
    write_aut(graph, file)
    assert file.read_text() == 'des (0, 3, 3)\n(0, "b", 1)\n(0, "a", 2)\n(2, "a", 1)\n'
    assert read_aut(file) == AutGraph.from_graph(graph)


@pytest.mark.parametrize(
    ("written", "label"),
    [
        ('"a"', "a"),
        ("a", "a"),
        ("i", "i"),
        ("push !1", "push !1"),
        ("p(1, 2)", "p(1, 2)"),
        ('"p(1, 2)"', "p(1, 2)"),
        ('"say "hi""', 'say "hi"'),
        (r'"say \"hi\""', 'say "hi"'),
        (r'"a\\b"', r"a\b"),
        (r'"a\b"', r"a\b"),
        ('""', ""),
        ('"', '"'),
    ],
)
def test_labels_are_read_as_tools_write_them(file, written, label):
    file.write_text(f"des(0,1,2)\r\n  ( 0 , {written} , 1 )  \r\n\r\n")
    assert read_aut(file).edges == ((0, label, 1),)


def test_a_deterministic_graph_is_a_system(file):
    file.write_text('des (1, 2, 2)\n(1, "a", 0)\n(0, "a", 0)\n')
    assert read_model(file) == Lts("graph", 1, 2, ((1, "a", 0), (0, "a", 0)))


def test_a_system_is_written_with_its_initial_state(file):
    system = Lts("graph", 1, 3, ((1, "a", 0), (0, "b", 0)))
    write_model(system, file)
    assert read_model(file) == system
    assert AutGraph.from_lts(system).to_lts("graph") == system


def test_a_graph_that_is_not_deterministic_is_read_but_is_no_system(file):
    text = 'des (0, 2, 3)\n(0, "a", 1)\n(0, "a", 2)\n'
    message = complaint(file, text)
    assert "state 0 has two edges labelled 'a', to 1 and 2; systems are action-deterministic" in message
    with pytest.raises(ModelError):
        read_aut(file).to_lts("graph")
    assert read_aut(file).number_of_states == 3


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("digraph {}", 1, "the header is 'digraph {}'; expected: des (initial, edges, states)"),
        ("\n\n", 1, "the header is ''"),
        ("\ndes (0, 0)", 2, "the header is 'des (0, 0)'"),
        ("des (0, -1, 1)", 1, "the header is"),
        ("des (0, 0, 0)", 1, "the initial state 0 does not exist; the header declares 0 states"),
        ("des (2, 0, 2)", 1, "the initial state 2 does not exist"),
        ('des (0, 2, 2)\n(0, "a", 1)', 1, "declares 2 edges and 1 follow; the file may be cut short"),
        ('des (0, 0, 2)\n(0, "a", 1)', 1, "declares 0 edges and 1 follow"),
        ('des (0, 1, 2)\n\n(0, "a", 2)', 3, "state 2 does not exist; the header declares 2 states"),
        ('des (0, 1, 2)\n(5, "a", 1)', 2, "state 5 does not exist"),
        ('des (0, 1, 2)\n0 "a" 1', 2, 'not an edge: \'0 "a" 1\'; expected: (from, "label", to)'),
        ("des (0, 1, 2)\n(0, , 1)", 2, "not an edge"),
        ('des (0, 1, 2)\n(0, "a", 1', 2, "not an edge"),
        ('des (0, 1, 2)\n(0, "a", x)', 2, "not an edge"),
        ("des (0, 0, 999999999999)", 1, "999999999999 states, far more than 0 edges can reach"),
        ("des (0, 0, " + "9" * 5000 + ")", 1, "is too large"),
    ],
)
def test_a_malformed_file_is_refused_with_its_line(file, text, line, said):
    assert said in complaint(file, text, line=line)


def test_a_long_line_is_not_repeated_whole(file):
    assert len(complaint(file, "des (0, 1, 1)\n" + "x" * 100_000, line=2)) < 300
