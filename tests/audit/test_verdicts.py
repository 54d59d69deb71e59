"""Verdicts have three values, every witness is replayed, and nothing that is not checked holds."""

import pytest

from mazurka import registry
from mazurka.audit import audit
from mazurka.errors import CyclicSystemError, MazurkaError, OptionError, PreconditionError, UnknownNameError
from mazurka.formats import AutGraph
from mazurka.limits import Limits, Watch
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Finding, fails, holds, not_checked
from mazurka.registry import BUILT_IN, Reducer, find_reducer
from mazurka.systems import StateGraph, replay
from tests.cli.small_systems import diamond, late_rival, rival_entities, two_clients, two_loops

SYSTEMS = {s.name: s for s in (late_rival(), two_loops(), two_clients(), rival_entities(), diamond())}
SOUND = [
    (name, system.name)
    for name, reducer in BUILT_IN.items()
    for system in SYSTEMS.values()
    if reducer.sound_as_printed
    and reducer.refusal(system) is None
    and (system.name, reducer.preconditions) != ("two-loops", ("acyclic",))
]


def answers(result):
    """The answers by criterion."""
    return {f.name: f.holds for f in result.findings}


@pytest.fixture
def criterion(monkeypatch):
    """Replace what a criterion does."""

    def replace(**checks):
        known = dict(registry.criteria())
        known |= {name.replace("_", "-"): check for name, check in checks.items()}
        monkeypatch.setattr(registry, "criteria", lambda: known)

    return replace


@pytest.mark.parametrize(("name", "system"), SOUND)
def test_every_sound_reducer_keeps_its_promises_on_the_small_systems(name, system):
    result = audit(SYSTEMS[system], find_reducer(name))
    assert result.verdict == "pass", result.findings
    unanswered = {f.name for f in result.findings if f.holds is None}
    assert unanswered == (set(find_reducer(name).promises_if_acyclic) if system == "two-loops" else set())


@pytest.mark.parametrize(
    ("name", "system", "criterion"),
    [
        ("broken/ignores-dependency", "late-rival", "deadlocks"),
        ("broken/ignores-dependency", "rival-entities", "deadlocks"),
        ("broken/forgets-proviso", "two-loops", "no-ignoring"),
        ("broken/forgets-proviso", "two-loops", "cycle-expansion"),
    ],
)
def test_every_negative_control_is_caught_with_a_run(name, system, criterion):
    result = audit(SYSTEMS[system], find_reducer(name))
    assert (result.verdict, answers(result)[criterion]) == ("fail", False)
    (found,) = (f for f in result.findings if f.name == criterion)
    replay(SYSTEMS[system], found.witness)


def test_the_full_space_is_not_the_reducers():
    def liar(system, _options, watch):
        graph = StateGraph([system.initial], [[]])
        return registry.counted(graph, system, watch.seconds())

    result = audit(late_rival(), Reducer("liar", liar))
    assert (result.full.states, result.reduced.states, result.verdict) == (5, 1, "fail")


def test_a_graph_is_judged_for_soundness_and_deadlocks():
    system = late_rival()
    result = audit(system, explore(system))
    assert (answers(result), result.verdict) == ({"soundness": True, "deadlocks": True}, "pass")


def test_a_graph_of_labels_gets_its_states_from_the_system():
    result = audit(two_clients(), AutGraph(2, 3, ((2, "a", 0), (0, "b", 1))), name="elsewhere")
    assert (result.verdict, result.reducer, result.reduced.states) == ("pass", "elsewhere", 3)


def test_soundness_is_judged_even_if_nobody_asks():
    wrong = StateGraph([late_rival().initial], [[("c", 0)]])
    result = audit(late_rival(), wrong, criteria=["deadlocks"])
    assert answers(result) == {"soundness": False, "deadlocks": None}
    assert result.verdict == "fail"


def test_a_witness_that_is_no_run_is_a_mistake_of_ours(criterion):
    criterion(deadlocks=lambda *_: fails("deadlocks", 1, ("c",), "invented"))
    with pytest.raises(AssertionError, match="the witness of deadlocks is no run of the system: step 1: 'c'"):
        audit(late_rival(), find_reducer("plain/reach"))


def test_an_interrupt_leaves_what_is_known(criterion):
    def interrupted(*_):
        raise KeyboardInterrupt

    criterion(deadlocks=interrupted)
    result = audit(late_rival(), find_reducer("plain/persistent"))
    assert answers(result) == {"soundness": True, "deadlocks": None, "persistent": None}
    assert (result.verdict, result.limit) == ("incomplete", "interrupt")


def test_a_failure_stands_although_the_rest_was_interrupted(criterion):
    def interrupted(*_):
        raise KeyboardInterrupt

    criterion(persistent=interrupted, deadlocks=lambda *_: fails("deadlocks", 1, ("b",), "for the test"))
    result = audit(late_rival(), find_reducer("plain/persistent"))
    assert (result.verdict, result.limit) == ("fail", "interrupt")


def test_a_limit_on_time_leaves_the_remaining_criteria_open(criterion):
    watch = Watch()

    def late(*_):
        watch.limits = Limits(max_seconds=0)
        return holds("soundness", 1, "for the test")

    criterion(soundness=late)
    result = audit(late_rival(), find_reducer("plain/reach"), watch=watch)
    assert {f.name: f.holds for f in result.findings if f.holds} == {"soundness": True}
    assert result.findings[1].reason == "max_seconds was reached before this was checked"
    assert (result.verdict, result.limit) == ("incomplete", "max_seconds")


@pytest.mark.parametrize("error", [CyclicSystemError("a notion"), PreconditionError("not for this")])
def test_a_criterion_that_does_not_apply_has_no_answer(criterion, error):
    def refuse(*_):
        raise error

    criterion(deadlocks=refuse)
    result = audit(late_rival(), find_reducer("plain/persistent"))
    (found,) = (f for f in result.findings if f.name == "deadlocks")
    assert found == Finding("deadlocks", None, 0, None, str(error))
    assert result.verdict == "incomplete"


def test_not_checked_is_never_a_pass(criterion):
    criterion(deadlocks=lambda *_: not_checked("deadlocks", "no reason"))
    assert audit(late_rival(), find_reducer("plain/reach")).verdict == "incomplete"


def test_a_bound_on_runs_leaves_trace_complete_open():
    stubborn, asked = find_reducer("plain/stubborn/closure"), ["trace-complete"]
    assert audit(late_rival(), stubborn, criteria=asked).findings[1].checked == 2
    result = audit(late_rival(), stubborn, criteria=asked, max_runs=1)
    assert (answers(result)["trace-complete"], result.verdict) == (None, "incomplete")


def test_what_cannot_be_asked_is_an_error_by_name():
    reach = find_reducer("plain/reach")
    with pytest.raises(UnknownNameError, match="no criterion is called 'nix'"):
        audit(late_rival(), reach, criteria=["nix"])
    with pytest.raises(OptionError, match="needs a goal"):
        audit(late_rival(), reach, criteria=["reachable-goal"])
    with pytest.raises(OptionError, match="needs what the property looks at"):
        audit(late_rival(), reach, criteria=["ample"])
    with pytest.raises(PreconditionError, match="not petri-net ones"):
        audit(late_rival(), find_reducer("plain/pset+sleep"))
    with pytest.raises(UnknownNameError, match="option of plain/reach"):
        audit(late_rival(), reach, options={"depth": 3})


@pytest.mark.parametrize(
    ("graph", "problem"),
    [
        (StateGraph([1, 2], [[]]), "2 states and 1 lists of edges"),
        (StateGraph([1], [[]], sleep=[]), "1 states and 0 entries in 'sleep'"),
        (StateGraph([1], [[]], treated=[(), ()]), "1 states and 2 entries in 'treated'"),
        (StateGraph([1], [[("a", -1)]]), "has the edge"),
        (StateGraph([1], [[(7, 0)]]), "has the edge"),
    ],
)
def test_a_graph_whose_parts_do_not_fit_is_refused(graph, problem):
    with pytest.raises(MazurkaError, match=problem):
        audit(late_rival(), graph)


def test_two_lists_of_what_is_visible_must_agree():
    system = two_clients()
    one, other = (p.name for p in system.processes[:2])
    with pytest.raises(OptionError, match="leave one of the two out"):
        audit(system, find_reducer("plain/pset"), visible=[one], options={"visible": other})
