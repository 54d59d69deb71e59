"""State graphs as pictures: the DOT language of Graphviz.

An arrow from nowhere marks the initial node; a deadlock has a double border.  A full graph can be drawn
with what a reduction left out in grey, deadlocks dashed.  The text is a function of the graph alone.  There
is no reader: a drawing says nothing of what a model means.
"""

from collections.abc import Callable, Collection
from pathlib import Path

from mazurka.formats import files
from mazurka.systems import State, StateGraph

GREY = "grey75"


def write_dot(
    graph: StateGraph[State],
    path: Path | str,
    *,
    reduced: StateGraph[State] | None = None,
    deadlocks: Collection[int] | None = None,
    label: Callable[[State], str] | None = None,
    name: str = "states",
) -> None:
    """Write the text of `to_dot` to a file."""
    files.write_text(path, to_dot(graph, reduced=reduced, deadlocks=deadlocks, label=label, name=name))


def to_dot(
    graph: StateGraph[State],
    *,
    reduced: StateGraph[State] | None = None,
    deadlocks: Collection[int] | None = None,
    label: Callable[[State], str] | None = None,
    name: str = "states",
) -> str:
    """The graph in DOT.

    reduced:   a reduction of the graph: nodes and edges that it does not have, by state and action, are grey.
    deadlocks: the nodes whose state enables nothing; by default the expanded nodes without edges, which is
               right for a full graph, and not for a reduction in which sleep sets leave nodes without edges.
    label:     what to write in a node, which is a box then; by default its number, in a circle.  The state
               itself is the tooltip.
    """
    if deadlocks is None:
        deadlocks = {n for n, out in enumerate(graph.successors) if not out and n not in graph.unexpanded}
    kept_states, kept_edges = _kept(graph if reduced is None else reduced)
    single, double = ("circle", "doublecircle") if label is None else ("box", "box, peripheries=2")
    lines = [
        f"digraph {_quoted(name)} {{",
        "  rankdir=TB;",
        f"  node [shape={single}];",
        '  start [shape=point, style=invis, label=""];',
    ]
    for n, s in enumerate(graph.states):
        shape = double if n in deadlocks else single
        text = str(n) if label is None else label(s)
        dashed = ", style=dashed" if n in deadlocks else ""
        grey = "" if s in kept_states else f", color={GREY}, fontcolor={GREY}{dashed}"
        lines.append(f"  n{n} [shape={shape}, label={_quoted(text)}, tooltip={_quoted(_shown(s))}{grey}];")
    if graph.states:
        lines.append("  start -> n0;")
    for n, a, m in graph.edges():
        kept = (graph.states[n], a, graph.states[m]) in kept_edges
        grey = "" if kept else f", color={GREY}, fontcolor={GREY}"
        lines.append(f"  n{n} -> n{m} [label={_quoted(a)}{grey}];")
    return "\n".join([*lines, "}"]) + "\n"


def _kept(graph: StateGraph[State]) -> tuple[set[State], set[tuple[State, str, State]]]:
    states = graph.states
    return set(states), {(states[n], a, states[m]) for n, a, m in graph.edges()}


def _shown(state: object) -> str:
    """The state as text; the order of a set must not show."""
    return "{" + ", ".join(sorted(map(str, state))) + "}" if isinstance(state, frozenset) else str(state)


def _quoted(text: str) -> str:
    """A quoted string that Graphviz shows as it is: in its labels, backslash begins an escape."""
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\r", "").replace("\n", "\\n")
    return f'"{escaped}"'
