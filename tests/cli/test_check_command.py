"""`check`: invariants of every formalism, with runs to violations, limits and bad input."""

import pytest

from mazurka.formats import write_model
from mazurka.systems import EntityAction, EntitySystem, Lts, PetriNet, Transition
from tests.cli.small_systems import written

KEYS = {"model", "formalism", "predicate", "holds", "run", "run_length", "visible", "reducer", "options"}


@pytest.fixture
def peterson(mazurka):
    """The file of Peterson's algorithm for two."""
    mazurka("model", "peterson", "n=2", "-o", "p.pnml")
    return "p.pnml"


def test_an_invariant_holds_on_a_reduction_that_sees_it(mazurka, peterson):
    ran = mazurka("check", peterson, "critical_1 + critical_2 <= 1", "--json")
    assert ran.status == 0
    assert set(ran.json) > KEYS
    assert (ran.json["holds"], ran.json["complete"], ran.json["run"]) == (True, True, None)
    assert ran.json["visible"] == ["critical_1", "critical_2"]
    assert ran.json["reducer"] == "stubborn/closure"
    assert ran.json["options"]["proviso"] == "expanded-safety"
    assert ran.json["options"]["visible"] == "critical_1,critical_2"


def test_a_violation_is_shown_by_a_run(mazurka, peterson):
    ran = mazurka("check", peterson, "critical_1 = 0")
    assert ran.status == 1
    assert "VIOLATED" in ran.out
    assert "waits_1_1: 1 → 0, critical_1: 0 → 1" in ran.out


def test_the_search_stops_at_a_violation_and_says_after_how_many_states(mazurka, peterson):
    ran = mazurka("check", peterson, "critical_1 = 0", "--reducer", "reach", "--json")
    assert (ran.status, ran.json["complete"], ran.json["limit"]) == (1, False, None)
    whole = mazurka("check", peterson, "critical_1 = 0", "--reducer", "reach", "--whole", "--json")
    assert (whole.status, whole.json["complete"], whole.json["states"]) == (1, True, 20)
    assert ran.json["states"] < 20
    text = mazurka("check", peterson, "critical_1 = 0", "--reducer", "reach").out
    assert f"VIOLATED (reach, after {ran.json['states']} states" in text


def test_local_states_of_processes_can_be_told_apart(mazurka, clients):
    names = mazurka("check", clients, "a = nowhere").err
    assert "no process is called 'a'" in names
    mazurka("model", "dp", "n=2", "-o", "dp.cs.json")
    ran = mazurka("check", "dp.cs.json", "p1 != both0 | p2 != both0", "--json")
    assert (ran.status, ran.json["holds"], ran.json["reducer"]) == (0, True, "pset")
    ran = mazurka("check", "dp.cs.json", "p1 != both0", "--json")
    assert (ran.status, ran.json["run"]) == (1, ["p1.take.f1", "p1.take.f2"])


def test_entities_and_labelled_systems_are_explored_whole(mazurka, tmp_path):
    move = EntityAction("move", deletes=frozenset("a"), creates=frozenset("b"))
    es = written(EntitySystem("es", frozenset("a"), (move,)), tmp_path / "es.es.json")
    ran = mazurka("check", es, "a | b", "--json")
    assert (ran.status, ran.json["states"], ran.json["reducer"]) == (0, 2, "reach")
    assert mazurka("check", es, "a", "--json").json["run"] == ["move"]
    lts = written(Lts.from_edges("l", [(0, "a", 1), (1, "b", 2)]), tmp_path / "l.aut")
    assert mazurka("check", lts, "state != 2", "--json").json["run"] == ["a", "b"]
    assert mazurka("check", lts, "state != 2 | deadlock").status == 0


def test_any_reducer_that_keeps_views_will_do(mazurka, peterson):
    for options in (
        ["--reducer", "reach"],
        ["--reducer", "plain/stubborn/deletion", "--set", "proviso=stack"],
    ):
        ran = mazurka("check", peterson, "critical_1 + critical_2 <= 1", *options, "--json")
        assert (ran.status, ran.json["holds"]) == (0, True)
    ran = mazurka("check", peterson, "critical_1 = 0", "--reducer", "plain/sleep")
    assert ran.status == 2
    assert "plain/sleep does not promise" in ran.err


def test_a_limit_is_status_3_and_no_answer(mazurka, peterson):
    ran = mazurka("check", peterson, "critical_1 + critical_2 <= 1", "--reducer", "reach", "--max-states", 2)
    assert ran.status == 3
    assert "no answer" in ran.out
    assert "(--max-states) was reached" in ran.out


def test_a_name_with_a_comma_is_no_harm(mazurka, tmp_path):
    net = PetriNet("comma", ("p,q", "r"), (Transition("t", {0: 1}, {1: 1}),), (1, 0))
    write_model(net, tmp_path / "comma.pnml")
    ran = mazurka("check", "comma.pnml", '"p,q" >= 1', "--json")
    assert (ran.status, ran.json["run"], ran.json["reducer"]) == (1, ["t"], "stubborn/closure")
    for reducer in ("plain/stubborn/closure", "stubborn/closure", "probe/visible"):
        ran = mazurka("reduce", "comma.pnml", "--reducer", reducer, "--set", 'visible="p,q", r', "--json")
        assert (ran.status, ran.json["states"]) == (0, 2)
        ran = mazurka("reduce", "comma.pnml", "--reducer", reducer, "--set", "visible=p,q")
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert "is called 'p'" in ran.err


BAD = {
    "place": (["critcal_1 = 1"], "formula, column 1: no place is called 'critcal_1'; near to it: critical_1"),
    "set alone": (["true", "--set", "proviso=stack"], "--set is for a reducer: name it with --reducer"),
    "reducer": (["true", "--reducer", "magic"], "no reducer is called 'magic'"),
    "option": (["true", "--reducer", "reach", "--set", "proviso=stack"], "proviso"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_is_a_message_and_status_2(mazurka, peterson, kind):
    arguments, message = BAD[kind]
    ran = mazurka("check", peterson, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err.splitlines()[0]
