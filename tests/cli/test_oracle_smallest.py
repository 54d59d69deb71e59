"""`oracle smallest`: the optimum, bounds where a limit was reached, the graph that is written."""

import pytest

KEYS = {"model", "formalism", "full_states", "states", "lower_bound", "optimal", "limit", "seconds"}


@pytest.fixture
def philosophers(mazurka):
    """The file of three of them."""
    mazurka("model", "dp", "n=3", "-o", "dp.cs.json")
    return "dp.cs.json"


def test_the_smallest_reduction_is_found_written_and_passes_an_audit(mazurka, philosophers):
    ran = mazurka("oracle", "smallest", philosophers, "-o", "out.aut", "--json")
    assert ran.status == 0
    assert set(ran.json) == KEYS | {"output"}
    assert (ran.json["full_states"], ran.json["states"], ran.json["lower_bound"]) == (124, 100, 100)
    assert ran.json["optimal"] is True
    audit = mazurka(
        "audit", philosophers, "--reduced", "out.aut", "--criteria", "covering-source-sets", "--json"
    )
    assert audit.status == 0
    assert audit.json["reduced"]["nodes"] == 100


def test_people_are_told_the_optimum_in_a_line(mazurka, philosophers):
    out = mazurka("oracle", "smallest", philosophers).out
    assert "smallest reduction by covering source sets: 100 of 124 states" in out


@pytest.mark.parametrize("limit", [("--max-states", 5), ("--max-seconds", 0)])
def test_a_full_space_that_is_not_complete_gives_no_answer_and_status_3(mazurka, philosophers, limit):
    ran = mazurka("oracle", "smallest", philosophers, *limit, "-o", "out.aut", "--json")
    assert ran.status == 3
    assert (ran.json["states"], ran.json["optimal"]) == (None, False)
    assert ran.err == "mazurka: out.aut is not written: the full state space is not complete\n"
    assert "unknown: the full state space stopped" in mazurka("oracle", "smallest", philosophers, *limit).out


def test_bad_input_is_one_line_and_status_2(mazurka, loops):
    ran = mazurka("oracle", "smallest", loops)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert "acyclic systems only" in ran.err
    for arguments in (["oracle"], ["oracle", "largest"], ["oracle", "smallest"]):
        ran = mazurka(*arguments)
        assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
