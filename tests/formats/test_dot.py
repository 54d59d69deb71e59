"""State graphs as pictures."""

from mazurka.formats.dot import to_dot, write_dot
from mazurka.systems import StateGraph

DIAMOND = StateGraph(
    states=["s", "t", "u", "v"], successors=[[("a", 1), ("b", 2)], [("b", 3)], [("a", 3)], []]
)


def test_the_initial_node_is_marked_and_a_deadlock_has_a_double_circle():
    assert to_dot(DIAMOND).splitlines() == [
        'digraph "states" {',
        "  rankdir=TB;",
        "  node [shape=circle];",
        '  start [shape=point, style=invis, label=""];',
        '  n0 [shape=circle, label="0", tooltip="s"];',
        '  n1 [shape=circle, label="1", tooltip="t"];',
        '  n2 [shape=circle, label="2", tooltip="u"];',
        '  n3 [shape=doublecircle, label="3", tooltip="v"];',
        "  start -> n0;",
        '  n0 -> n1 [label="a"];',
        '  n0 -> n2 [label="b"];',
        '  n1 -> n3 [label="b"];',
        '  n2 -> n3 [label="a"];',
        "}",
    ]


def test_what_a_reduction_left_out_is_grey():
    reduced = StateGraph(states=["s", "t", "v"], successors=[[("a", 1)], [("b", 2)], []])
    grey = [
        line.split(" [")[0].strip()
        for line in to_dot(DIAMOND, reduced=reduced).splitlines()
        if "grey" in line
    ]
    assert grey == ["n2", "n0 -> n2", "n2 -> n3"]


def test_a_node_that_was_not_expanded_is_not_drawn_as_a_deadlock():
    graph = StateGraph(states=["s"], successors=[[]], complete=False, limit="max_states", unexpanded={0})
    assert "doublecircle" not in to_dot(graph)


def test_deadlocks_can_be_given():
    text = to_dot(DIAMOND, deadlocks={1})
    assert [line.split()[0] for line in text.splitlines() if "doublecircle" in line] == ["n1"]


def test_quotes_backslashes_and_line_ends_are_shown_as_they_are():
    graph = StateGraph(states=['"'], successors=[[("a\\N\n\r", 0)]])
    text = to_dot(graph, name='x"', label=lambda s: f"<{s}>")
    assert 'digraph "x\\"" {' in text
    assert 'label="<\\">", tooltip="\\""' in text
    assert '[label="a\\\\N\\n"]' in text


def test_the_order_of_a_set_does_not_show():
    state = frozenset(map(str, range(20)))
    text = to_dot(StateGraph(states=[state], successors=[[]]))
    assert f'tooltip="{{{", ".join(sorted(state))}}}"' in text


def test_a_drawing_is_written_to_a_file(tmp_path):
    write_dot(DIAMOND, tmp_path / "diamond.dot")
    assert (tmp_path / "diamond.dot").read_text() == to_dot(DIAMOND)


def test_a_graph_without_nodes_is_a_drawing_too():
    assert "n0" not in to_dot(StateGraph())
