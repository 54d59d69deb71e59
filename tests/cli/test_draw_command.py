"""`draw`: pictures of state spaces, and what is said instead of one."""

import pytest

from tests.cli.small_systems import late_rival, written

PLUG_IN = """
from mazurka import reducer
from mazurka.systems import StateGraph


@reducer()
def invents(system, options, watch):
    return StateGraph(states=[system.initial], successors=[[("nothing", 0)]])


@reducer()
def twice(system, options, watch):
    t = system.after(system.initial, "a")
    u = system.after(t, "b")
    return StateGraph([system.initial, t, u, t, u], [[("a", 1), ("a", 3)], [("b", 2)], [], [("b", 4)], []])
"""


@pytest.fixture(autouse=True)
def plug_in(tmp_path):
    """A file of reducers in the folder where commands run."""
    (tmp_path / "inventor.py").write_text(PLUG_IN)


@pytest.mark.parametrize("kind", ["svg", "png", "dot"])
def test_a_state_space_is_drawn_with_what_a_reducer_leaves_out(mazurka, rival, tmp_path, kind):
    reducer = ["--reducer", "broken/ignores-dependency"]
    ran = mazurka("draw", rival, *reducer, "-o", f"rival.{kind}", "--json")
    assert ran.status == 0
    assert (ran.json["states"], ran.json["states_kept"]) == (5, 3)
    assert (ran.json["deadlocks"], ran.json["deadlocks_kept"]) == (2, 1)
    assert (ran.json["output"], ran.json["labels"], ran.json["complete"]) == (f"rival.{kind}", "names", True)
    assert (tmp_path / f"rival.{kind}").stat().st_size > 200


def test_what_is_lost_is_said_in_a_line(mazurka, rival):
    ran = mazurka("draw", rival, "--reducer", "broken/ignores-dependency", "-o", "r.dot")
    told = "late-rival, of which broken/ignores-dependency keeps 3 of 5 states, 2 of 5 transitions, 1 of 2"
    assert told in ran.out.replace("\n", " ").replace("  ", " ")
    assert "5 states, 5 transitions, 2 deadlocks" in mazurka("draw", rival, "-o", "r.dot").out


def test_a_lost_deadlock_is_dashed_in_dot_too(mazurka, rival, tmp_path):
    mazurka("draw", rival, "--reducer", "broken/ignores-dependency", "-o", "r.dot")
    lines = (tmp_path / "r.dot").read_text().splitlines()
    assert [line.split('label="')[1].split('"')[0] for line in lines if "dashed" in line] == ["∅"]


def test_states_are_numbered_where_that_is_asked_for(mazurka, rival, tmp_path):
    ran = mazurka("draw", rival, "-o", "r.dot", "--labels", "numbers", "--json")
    assert ran.json["labels"] == "numbers"
    assert 'label="0"' in (tmp_path / "r.dot").read_text()


def test_options_are_the_reducers(mazurka, loops):
    options = ["--reducer", "stubborn/closure", "--set", "proviso=stack"]
    ran = mazurka("draw", loops, *options, "-o", "l.svg", "--json")
    assert (ran.status, ran.json["options"]["proviso"]) == (0, "stack")


def test_a_reduction_with_more_nodes_than_states_is_drawn(mazurka, clients):
    """The limit is on the states that are drawn."""
    ran = mazurka("draw", clients, "--reducer", "inventor:twice", "--max-states", 4, "-o", "c.dot", "--json")
    assert (ran.status, ran.json["states_kept"]) == (0, 3)
    assert mazurka("draw", clients, "--max-states", 3, "-o", "c.dot").status == 3


def test_too_many_states_are_status_3_and_the_option_that_draws_more(mazurka, loops, tmp_path):
    ran = mazurka("draw", loops, "-o", "l.svg", "--max-states", 3, "--json")
    assert (ran.status, ran.json["output"], ran.json["limit"]) == (3, None, "max_states")
    assert ran.err.startswith(
        "mazurka: l.svg is not written: the model has more than 3 states; --max-states N"
    )
    assert not (tmp_path / "l.svg").exists()


BAD = {
    "suffix": (["-o", "r.pdf"], "a picture is written as .svg or .png or .dot, not as 'r.pdf'"),
    "folder": (["-o", "none/r.svg"], "none/r.svg cannot be written: there is no folder none"),
    "no output": ([], "Missing option '--output' / '-o'"),
    "reducer": (["-o", "r.svg", "--reducer", "magic"], "no reducer is called 'magic'"),
    "set alone": (["-o", "r.svg", "--set", "a=b"], "--set is for a reducer: name it with --reducer"),
    "formalism": (["-o", "r.svg", "--reducer", "pset"], "pset reduces client-server systems, not petri-net"),
    "labels": (["-o", "r.svg", "--labels", "none"], "Invalid value for '--labels'"),
    "no step": (["-o", "r.svg", "--reducer", "inventor:invents"], "a step by 'nothing' that the system does"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_is_a_message_and_status_2(mazurka, tmp_path, kind):
    arguments, message = BAD[kind]
    ran = mazurka("draw", written(late_rival(), tmp_path / "late-rival.pnml"), *arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err
    assert not (tmp_path / "r.svg").exists()
