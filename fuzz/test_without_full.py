"""An audit without the full state space answers as the definition does, on sound reductions and on others."""

from hypothesis import given
from hypothesis import strategies as st

from mazurka.audit import audit
from mazurka.fuzz.crowds import crowds
from mazurka.fuzz.strategies import client_server_systems
from mazurka.registry import find_reducer
from mazurka.systems import StateGraph
from mazurka.without_full import audit_without_full

REDUCERS = (
    "full+sleep",
    "full-sleep",
    "apifs+sleep",
    "broken/pifs-of-disabled",
    "broken/pifs-new-process",
    "broken/closure-without-rivals",
)
COVERING = "covering-source-sets"


def mutilated(graph, throw):
    """The graph without one of its edges, and what only that led to."""
    edges = [(n, i) for n, out in enumerate(graph.successors) for i in range(len(out))]
    if not edges:
        return graph
    n, i = edges[throw % len(edges)]
    left = [[e for k, e in enumerate(out) if (m, k) != (n, i)] for m, out in enumerate(graph.successors)]
    met = [0]
    for m in met:
        met += [t for t in dict.fromkeys(t for _, t in left[m]) if t not in met]
    number = {m: k for k, m in enumerate(met)}
    return StateGraph(
        [graph.states[m] for m in met],
        [[(a, number[t]) for a, t in left[m]] for m in met],
        None if graph.sleep is None else [graph.sleep[m] for m in met],
        None if graph.treated is None else [graph.treated[m] for m in met],
    )


@given(st.one_of(client_server_systems(), crowds()), st.sampled_from(REDUCERS), st.integers(0, 1000))
def test_the_oracle_judges_a_reduction_as_the_definition_does(system, reducer, throw):
    graph = find_reducer(reducer).run(system).graph()
    if throw % 2:
        graph = mutilated(graph, throw // 2)
    asked = {f.name: f for f in audit_without_full(system, graph, criteria=[COVERING, "deadlocks"]).findings}
    known = {f.name: f for f in audit(system, graph, criteria=[COVERING, "deadlocks"]).findings}
    assert asked[COVERING].holds == known[COVERING].holds
    if asked[COVERING].holds:
        assert asked["deadlocks"].holds is True
        assert known["deadlocks"].holds is True
