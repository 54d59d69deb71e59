"""`audit`: the keys of the contract, the three verdicts and their statuses, and the replay of a failure."""

import pytest

from mazurka.systems import replay
from tests.cli.small_systems import diamond, late_rival, rival_entities, two_clients, two_loops, written

KEYS = {"model", "reducer", "verdict", "criteria", "full", "reduced"}
CRITERION = {"name", "holds", "checked", "witness", "reason"}
FULL = {"states", "transitions", "deadlocks", "complete", "limit", "seconds"}


def holds(ran):
    """The answers by criterion."""
    return {c["name"]: c["holds"] for c in ran.json["criteria"]}


def witness(ran, criterion):
    """The run that shows a failure."""
    return next(c["witness"] for c in ran.json["criteria"] if c["name"] == criterion)


def test_a_sound_reducer_passes_with_the_keys_of_the_contract(mazurka, clients):
    ran = mazurka("audit", clients, "--reducer", "pset+sleep", "--json")
    assert (ran.status, ran.err) == (0, "")
    assert set(ran.json) == KEYS
    assert all(set(c) == CRITERION for c in ran.json["criteria"])
    assert set(ran.json["full"]) == FULL
    assert set(ran.json["reduced"]) == FULL | {"nodes", "paths"}
    assert (ran.json["model"], ran.json["reducer"], ran.json["verdict"]) == (
        "two-clients",
        "pset+sleep",
        "pass",
    )
    promised = ["soundness", "deadlocks", "covering-source-sets", "trace-complete"]
    assert holds(ran) == dict.fromkeys(promised, True)
    assert (ran.json["full"]["states"], ran.json["reduced"]["states"]) == (4, 3)
    assert ran.json["criteria"][1]["reason"] == "1 deadlock compared"


def test_the_reducer_that_ignores_a_dependency_fails_with_a_run_to_the_lost_deadlock(mazurka, rival):
    ran = mazurka("audit", rival, "--reducer", "broken/ignores-dependency", "--json")
    assert (ran.status, ran.json["verdict"]) == (1, "fail")
    assert holds(ran) == {"soundness": True, "deadlocks": False}
    lost = witness(ran, "deadlocks")
    assert lost == ["b", "c"]
    assert late_rival().enabled(replay(late_rival(), lost)) == ()


def test_the_reducer_that_forgets_the_proviso_fails_where_actions_are_ignored(mazurka, loops):
    ran = mazurka("audit", loops, "--reducer", "broken/forgets-proviso", "--json")
    assert ran.status == 1
    assert holds(ran) == {
        "soundness": True,
        "deadlocks": True,
        "no-ignoring": False,
        "cycle-expansion": False,
    }
    for criterion in ("no-ignoring", "cycle-expansion"):
        replay(two_loops(), witness(ran, criterion))


def test_a_failure_is_replayed_for_people(mazurka, rival):
    out = mazurka("audit", rival, "--reducer", "broken/ignores-dependency").out
    assert "FAIL" in out.splitlines()[0]
    assert "   1   b        r: 1 → 0, q: 0 → 1" in out
    assert "   2   c        p: 1 → 0, q: 1 → 0" in out
    assert "State at the end: no token anywhere" in out
    assert "Enabled there: nothing: a deadlock" in out
    assert max(map(len, out.splitlines())) <= 80


def test_a_limit_leaves_the_verdict_open(mazurka, loops):
    ran = mazurka("audit", loops, "--reducer", "reach", "--max-states", 2, "--json")
    assert (ran.status, ran.json["verdict"]) == (3, "incomplete")
    assert set(holds(ran).values()) == {None}
    assert ran.json["full"]["limit"] == "max_states"


def test_what_is_promised_for_acyclic_systems_only_does_not_spoil_a_pass(mazurka, loops):
    ran = mazurka("audit", loops, "--reducer", "reach", "--json")
    assert (ran.status, ran.json["verdict"]) == (0, "pass")
    assert holds(ran)["trace-complete"] is None
    (reason,) = (c["reason"] for c in ran.json["criteria"] if c["name"] == "trace-complete")
    assert reason.startswith("promised for acyclic systems only, and this one has a cycle: ")


def test_what_is_asked_for_by_name_and_does_not_apply_leaves_the_verdict_open(mazurka, loops):
    ran = mazurka("audit", loops, "--reducer", "reach", "--criteria", "trace-complete", "--json")
    assert (ran.status, ran.json["verdict"]) == (3, "incomplete")
    assert holds(ran) == {"soundness": True, "trace-complete": None}


def test_a_reduction_made_elsewhere_is_judged(mazurka, rival):
    assert mazurka("reduce", rival, "--reducer", "stubborn/closure", "-o", "ok.aut").status == 0
    ran = mazurka("audit", rival, "--reduced", "ok.aut", "--json")
    assert (ran.status, ran.json["reducer"], ran.json["verdict"]) == (0, "ok.aut", "pass")
    assert holds(ran) == {"soundness": True, "deadlocks": True}
    assert set(ran.json["reduced"]) == FULL | {"nodes", "paths"}


def test_a_reduction_that_steps_outside_the_system_fails_soundness(mazurka, rival, tmp_path):
    (tmp_path / "wrong.aut").write_text('des (0, 2, 3)\n(0, "b", 1)\n(1, "b", 2)\n')
    ran = mazurka("audit", rival, "--reduced", "wrong.aut", "--json")
    assert (ran.status, ran.json["verdict"]) == (1, "fail")
    assert holds(ran) == {"soundness": False, "deadlocks": None}
    assert witness(ran, "soundness") == ["b"]
    assert set(ran.json["reduced"]) == FULL | {"nodes", "paths"}
    assert [ran.json["reduced"][k] for k in ("states", "nodes", "transitions")] == [None, 3, 2]
    assert "What goes wrong: " in mazurka("audit", rival, "--reduced", "wrong.aut").out


def test_a_reduction_that_merges_two_states_fails_soundness(mazurka, rival, tmp_path):
    (tmp_path / "merged.aut").write_text('des (0, 2, 2)\n(0, "a", 1)\n(0, "b", 1)\n')
    assert holds(mazurka("audit", rival, "--reduced", "merged.aut", "--json"))["soundness"] is False


@pytest.mark.parametrize(("goal", "kept"), [("p=0,q=0,r=0", False), ("q=1,p=0", True), ("q=7", True)])
def test_a_goal_names_local_states(mazurka, rival, tmp_path, goal, kept):
    (tmp_path / "a-b.aut").write_text('des (0, 2, 3)\n(0, "a", 1)\n(1, "b", 2)\n')
    ran = mazurka(
        "audit", rival, "--reduced", "a-b.aut", "--criteria", "reachable-goal", "--goal", goal, "--json"
    )
    assert holds(ran)["reachable-goal"] is kept
    assert ran.status == (0 if kept else 1)


@pytest.mark.parametrize(
    ("system", "goal", "message"),
    [
        (two_clients(), "c=dnoe", "no local state of 'c' is called 'dnoe'; there are: 0, 1"),
        (late_rival(), "p=-1", "a goal for the place 'p' is a number of tokens: 0, 1, 2, …, not '-1'"),
        (late_rival(), "p=01", "a goal for the place 'p' is a number of tokens"),
        (late_rival(), "p=0,p=1", "the goal 'p=0,p=1' wants two values of 'p'"),
        (rival_entities(), "q=1", "a goal for the entity 'q' is true or false, not '1'"),
        (diamond(), "state=4", "the states are 0 to 3, and '4' is none of them"),
    ],
)
def test_a_goal_that_no_state_can_meet_is_refused(mazurka, tmp_path, system, goal, message):
    """Reached by nothing, it would be kept by every reduction."""
    suffix = {"client-server": ".cs.json", "petri-net": ".pnml", "entity": ".es.json", "lts": ".aut"}
    model = written(system, tmp_path / f"model{suffix[system.formalism]}")
    ran = mazurka("audit", model, "--reducer", "plain/reach", "--criteria", "reachable-goal", "--goal", goal)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"mazurka: {message}")


@pytest.mark.parametrize(
    ("system", "goal"), [(two_clients(), "c=1"), (rival_entities(), "q=true"), (diamond(), "state=3")]
)
def test_a_goal_is_spelled_as_states_are_shown(mazurka, tmp_path, system, goal):
    suffix = {"client-server": ".cs.json", "entity": ".es.json", "lts": ".aut"}
    model = written(system, tmp_path / f"model{suffix[system.formalism]}")
    ran = mazurka(
        "audit", model, "--reducer", "plain/reach", "--criteria", "reachable-goal", "--goal", goal, "--json"
    )
    assert (ran.status, holds(ran)["reachable-goal"]) == (0, True)


def test_visible_components_are_for_ltl_x(mazurka, loops):
    common = ("audit", loops, "--criteria", "ltl-x", "--visible", "q1", "--json")
    assert holds(mazurka(*common, "--reducer", "broken/forgets-proviso"))["ltl-x"] is False
    assert holds(mazurka(*common, "--reducer", "reach"))["ltl-x"] is True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give what to judge, and one thing only: --reducer NAME or --reduced FILE.aut"),
        (["--reducer", "reach", "--reduced", "x.aut"], "give what to judge, and one thing only"),
        (["--reducer", "nix"], "no reducer is called 'nix'; there are: apifs+sleep, broken/"),
        (["--reducer", "reach", "--criteria", "nix"], "no criterion is called 'nix'; there are: ample, "),
        (["--reducer", "reach", "--criteria", ""], "'' is no list of names; write a,b,c"),
        (["--reducer", "reach", "--criteria", "reachable-goal"], "criterion reachable-goal needs a goal"),
        (["--reducer", "reach", "--criteria", "ltl-x"], "criterion ltl-x needs what the property looks at"),
        (["--reducer", "reach", "--goal", "p"], "a goal is NAME=VALUE[,NAME=VALUE], not 'p'"),
        (
            ["--reducer", "reach", "--goal", "w=1"],
            "no component of the system is called 'w'; there are: p, r, q",
        ),
        (["--reducer", "reach", "--visible", "w"], "no component of the system is called 'w'"),
        (["--reduced", "absent.aut"], "absent.aut: no such file"),
        (["--reduced", "x.aut", "--set", "a=b"], "--set is for reducers"),
    ],
)
def test_what_cannot_be_judged_is_one_line_and_status_2(mazurka, rival, arguments, message):
    ran = mazurka("audit", rival, *arguments, "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"mazurka: {message}")
    assert ran.err.count("\n") == 1


def test_the_help_tells_what_the_statuses_mean(mazurka):
    said = " ".join(mazurka("audit", "--help").out.replace("│", " ").split())
    assert "3 no answer: a limit was reached, or a criterion that was asked for does not apply" in said


def test_a_file_made_with_sleep_sets_is_told_what_to_ask_for_instead(mazurka, rival):
    """Its nodes do not say what was asleep, so that the set explored at one looks too small."""
    assert mazurka("reduce", rival, "--reducer", "plain/sleep", "-o", "slept.aut").status == 0
    common = ("audit", rival, "--reduced", "slept.aut", "--json", "--criteria")
    for criterion in ("covering-source-sets", "persistent", "stubborn"):
        ran = mazurka(*common, criterion)
        assert holds(ran)[criterion] is False
        assert ran.json["criteria"][1]["reason"].endswith(
            "; a graph from a file carries no sleep sets: if it was made with them, ask for trace-complete"
        )
    assert holds(mazurka(*common, "trace-complete"))["trace-complete"] is True
    ran = mazurka(
        "audit", rival, "--reducer", "broken/ignores-dependency", "--criteria", "persistent", "--json"
    )
    assert holds(ran)["persistent"] is False
    assert "from a file" not in ran.out


def test_a_reducer_for_acyclic_systems_refuses_a_cyclic_one_by_name(mazurka, loops):
    ran = mazurka("audit", loops, "--reducer", "plain/sleep")
    assert ran.status == 2
    assert ran.err.startswith(
        f"mazurka: {loops}: plain/sleep is defined for acyclic systems only, and this one has a cycle: "
    )
