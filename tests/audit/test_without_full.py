"""Audits that do without the full state space: node by node, by proofs of a solver."""

import json

import pytest

from mazurka.audit import audit
from mazurka.errors import MazurkaError, PreconditionError, UnknownNameError
from mazurka.formats import AutGraph
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.node_proofs import NodeProofs, Question, questions
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.reference.explorer import explore
from mazurka.registry import find_reducer
from mazurka.systems import ClientServerSystem, Process, StateGraph, replay
from mazurka.without_full import Proving, audit_without_full

GATES = build("bg", {"n": 1})
"""g1 gets from g2, then from g3."""


def answers(result):
    return {f.name: f.holds for f in result.findings}


def only(*actions):
    """The graph that begins with these and explores all from there."""
    graph = StateGraph([GATES.initial], [[]])
    for a in actions:
        rest = explore(GATES, start=GATES.after(GATES.initial, a))
        begin = len(graph.states)
        graph.states += rest.states
        graph.successors += [[(b, m + begin) for b, m in out] for out in rest.successors]
        graph.successors[0].append((a, begin))
    return graph


@pytest.mark.parametrize(
    "reducer", ["full+sleep", "full-sleep", "pset+sleep", "minclosure+sleep", "apifs+sleep"]
)
@pytest.mark.parametrize("model", [("dp", 3), ("bg", 2), ("fs", 3), ("mpat", 2), ("pet", 2)])
def test_sound_reductions_are_proved(reducer, model):
    system = build(model[0], {"n": model[1]})
    found = audit_without_full(system, find_reducer(reducer))
    assert answers(found) == dict.fromkeys(
        ("soundness", "deadlocks", "covering-source-sets", "trace-complete"), True
    )
    assert found.verdict == "pass"
    assert found.to_json()["full"] is None


def test_every_proof_can_be_checked():
    found = audit_without_full(GATES, find_reducer("full+sleep"), proving=Proving(checked=True))
    assert found.verdict == "pass"
    assert any(f.reason.endswith("every proof checked") for f in found.findings)


def test_a_node_that_does_not_cover_is_shown_by_a_full_run():
    found = audit_without_full(GATES, only("g2.put0"), criteria=["covering-source-sets", "deadlocks"])
    assert answers(found) == {"soundness": True, "covering-source-sets": False, "deadlocks": None}
    assert found.verdict == "fail"
    (_, covering, _) = found.findings
    assert "at node 0" in covering.reason
    assert "g2.put1" in covering.witness
    assert not GATES.enabled(replay(GATES, covering.witness))


def test_what_covers_at_the_root_is_enough_where_all_is_explored_below():
    assert audit_without_full(GATES, only("g2.put0", "g2.put1"), criteria=["deadlocks"]).verdict == "pass"
    assert audit_without_full(GATES, only("g3.put0", "g3.put1"), criteria=["deadlocks"]).verdict == "pass"


def test_a_sleep_set_that_is_too_large_fails_without_a_solver():
    graph = only("g2.put0", "g2.put1")
    graph.sleep = [frozenset() for _ in graph.states]
    graph.sleep[graph.successors[0][0][1]] = frozenset({"g3.put0"})
    found = audit_without_full(GATES, graph, criteria=["covering-source-sets"])
    assert answers(found)["covering-source-sets"] is False
    assert "'g3.put0'" in found.findings[1].reason or "g3.put0" in found.findings[1].reason


def test_a_reduction_that_is_not_sound_is_not_judged_further():
    graph = only("g2.put0", "g2.put1")
    graph.successors[0].append(("g1.get0.w2", 1))
    found = audit_without_full(GATES, graph, criteria=["covering-source-sets", "deadlocks"])
    assert answers(found) == {"soundness": False, "covering-source-sets": None, "deadlocks": None}


def test_criteria_that_need_the_full_space_have_no_answer_and_say_so():
    found = audit_without_full(GATES, find_reducer("full+sleep"), criteria=["stubborn", "trace-complete"])
    assert answers(found) == {"soundness": True, "stubborn": None, "trace-complete": True}
    assert found.verdict == "incomplete"
    assert found.findings[1].reason == "this takes the full state space"


def test_refused_successors_are_questions_of_their_own():
    """a and b never meet: after a and then b, the successor by b has a asleep, and is refused."""
    system = ClientServerSystem(
        "apart",
        (Process("c1", "0", (("0", "a", "1"),)), Process("c2", "0", (("0", "b", "1"),))),
        (Process("s1", "0", (("0", "a", "1"),)), Process("s2", "0", (("0", "b", "1"),))),
    )
    graph = find_reducer("minclosure+sleep").run(system).graph()
    graph.treated = [("a", "b"), *graph.treated[1:]]
    assert list(questions(system, graph, 0)) == [
        Question((), system.initial, frozenset()),
        Question(("b",), ("0", "1", "0", "1"), frozenset()),
    ]
    with IncludesFirstSet(system) as oracle:
        assert NodeProofs(oracle, graph, True).prove(0, Watch()) is None
    graph.treated[0] = ("b", "a")  # now b counts as treated first, was refused, and nobody explores it
    with IncludesFirstSet(system) as oracle:
        unproved = NodeProofs(oracle, graph, True).prove(0, Watch())
    assert unproved.run == ("b", "a")


def test_the_same_verdict_as_with_the_full_space_on_a_broken_reduction():
    graph = only("g2.put0")
    whole = audit(GATES, graph, criteria=["covering-source-sets"])
    alone = audit_without_full(GATES, graph, criteria=["covering-source-sets"])
    assert answers(whole) == answers(alone)


def test_a_limit_gives_no_answer_and_what_was_proved_is_kept(tmp_path):
    system, file = build("dp", {"n": 3}), tmp_path / "proved.json"
    graph = find_reducer("full+sleep").run(system).graph()
    nodes = len(graph.states)

    class Impatient(Watch):
        """Gives up after ten looks at the clock."""

        looks = 0

        def limit_reached(self, *_counts):
            Impatient.looks += 1
            return "max_seconds" if Impatient.looks > 10 else None

    criteria, proving = ["covering-source-sets"], Proving(checkpoint=file)
    first = audit_without_full(system, graph, criteria=criteria, watch=Impatient(), proving=proving)
    assert first.verdict == "incomplete"
    assert first.limit == "max_seconds"
    proved = json.loads(file.read_text())["proved"]
    assert first.findings[1].checked == proved
    assert 0 < proved < nodes

    then = audit_without_full(system, graph, criteria=criteria, proving=proving)
    assert then.verdict == "pass"
    assert json.loads(file.read_text())["proved"] == nodes
    again = audit_without_full(system, graph, criteria=criteria, proving=proving)
    assert again.findings[1].reason.startswith(f"proved at each of {nodes} nodes: 0 questions")


def test_a_checkpoint_of_another_reduction_is_refused(tmp_path):
    file = tmp_path / "proved.json"
    audit_without_full(GATES, find_reducer("full+sleep"), proving=Proving(checkpoint=file))
    with pytest.raises(MazurkaError, match="belongs to another reduction"):
        audit_without_full(GATES, find_reducer("pset+sleep"), proving=Proving(checkpoint=file))
    file.write_text("[]")
    with pytest.raises(MazurkaError, match="is no checkpoint"):
        audit_without_full(GATES, find_reducer("full+sleep"), proving=Proving(checkpoint=file))


def test_an_incomplete_reduction_has_no_answer():
    watch = Watch(Limits(max_states=5))
    found = audit_without_full(build("dp", {"n": 3}), find_reducer("full+sleep"), watch=watch)
    assert found.verdict == "incomplete"
    assert found.limit == "max_states"
    assert answers(found)["covering-source-sets"] is None


def test_a_graph_from_a_file_is_judged_too():
    full = explore(GATES)
    edges = tuple(full.edges())
    aut = AutGraph(0, len(full.states), edges)
    assert audit_without_full(GATES, aut, criteria=["trace-complete"]).verdict == "pass"


def test_bad_input_is_refused_by_name():
    with pytest.raises(PreconditionError, match="is a petri-net system"):
        audit_without_full(build("last-ticket", {"n": 2}), find_reducer("full+sleep"))
    with pytest.raises(UnknownNameError, match="SAT solver"):
        audit_without_full(GATES, find_reducer("full+sleep"), proving=Proving(solver="x"))
