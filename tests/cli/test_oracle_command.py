"""`oracle ifs` and `oracle source-sets`: answers with their evidence, limits, bad input."""

import pytest

from mazurka.oracle.rup import Step, is_refutation

KEYS = {"model", "state", "actions", "includes", "witness", "proof", "limit", "solver", "seconds"}


@pytest.fixture
def gates(mazurka):
    """The file of a tree with two leaves: g1 gets what g2 puts, then what g3 puts."""
    mazurka("model", "bg", "n=1", "-o", "bg.cs.json")
    return "bg.cs.json"


def test_the_answer_yes_comes_with_a_run(mazurka, gates):
    ran = mazurka("oracle", "ifs", gates, "--actions", "g2.put0,g3.put1", "--json")
    assert ran.status == 0
    assert set(ran.json) == KEYS
    assert ran.json["includes"] is True
    assert sorted(ran.json["witness"][:2]) == ["g2.put0", "g3.put1"]
    assert ran.json["proof"] is None


def test_the_answer_no_comes_with_a_checked_proof_that_is_written(mazurka, gates, tmp_path):
    ran = mazurka("oracle", "ifs", gates, "--actions", "g2.put0", "--proof", "no.drup", "--json")
    assert ran.status == 0
    assert ran.json["includes"] is False
    assert ran.json["proof"]["checked"] is True
    assert (ran.json["proof"]["file"], ran.json["proof"]["formula"]) == ("no.drup", "no.cnf")
    header, *lines = (tmp_path / "no.cnf").read_text().splitlines()
    clauses = [tuple(map(int, line.split()[:-1])) for line in lines]
    assert header == f"p cnf {max(abs(x) for c in clauses for x in c)} {len(clauses)}"
    steps = [line.split()[:-1] for line in (tmp_path / "no.drup").read_text().splitlines()]
    proof = [Step(x[:1] == ["d"], tuple(map(int, x[1:] if x[:1] == ["d"] else x))) for x in steps]
    assert is_refutation(clauses, proof)


def test_the_state_is_given_by_a_run(mazurka, gates):
    ran = mazurka("oracle", "ifs", gates, "--state", "g2.put0", "--actions", "g1.get0.w2", "--json")
    assert (ran.status, ran.json["includes"]) == (0, False)
    ran = mazurka("oracle", "ifs", gates, "--state", "g2.put0, g3.put1", "--actions", "g1.get0.w2", "--json")
    assert (ran.status, ran.json["witness"]) == (0, ["g1.get0.w2", "g1.get1.w3"])


def test_nothing_can_be_asked_for(mazurka, gates):
    assert mazurka("oracle", "ifs", gates, "--actions", "", "--json").json["includes"] is False


def test_source_sets_are_listed_the_smallest_first(mazurka, gates):
    ran = mazurka("oracle", "source-sets", gates, "--json")
    assert ran.status == 0
    assert sorted(ran.json["sets"]) == [["g2.put0", "g2.put1"], ["g3.put0", "g3.put1"]]
    assert ran.json["minimum"] == ran.json["sets"][0]
    assert ran.json["complete"] is True
    asleep = mazurka("oracle", "source-sets", gates, "--sleep", "g2.put0", "--json").json
    assert asleep["minimum"] == ["g2.put1"]


COMMA = """{"format": "client-server", "version": 1, "name": "comma",
"clients": [{"name": "c", "initial": "0", "transitions": [["0", "a,b", "1"], ["1", "x", "2"]]}],
"servers": [{"name": "s", "initial": "0", "transitions": [["0", "a,b", "1"], ["1", "x", "2"]]}]}"""


def test_an_action_with_a_comma_is_named_in_quotes(mazurka, tmp_path):
    (tmp_path / "comma.cs.json").write_text(COMMA)
    ran = mazurka("oracle", "ifs", "comma.cs.json", "--actions", '"a,b"', "--json")
    assert (ran.status, ran.json["witness"]) == (0, ["a,b", "x"])
    later = mazurka("oracle", "ifs", "comma.cs.json", "--actions", "x", "--state", '"a,b"', "--json")
    assert (later.status, later.json["witness"]) == (0, ["x"])
    open_quote = mazurka("oracle", "ifs", "comma.cs.json", "--actions", '"a,b')
    assert open_quote.status == 2
    assert 'write a,b,c, and "a,b" for a name with a comma' in open_quote.err


def test_people_are_told(mazurka, gates):
    assert "g1.get" in mazurka("oracle", "ifs", gates, "--actions", "g2.put0,g3.put1").out
    no = mazurka("oracle", "ifs", gates, "--actions", "g2.put0", "--proof", "no.drup").out
    assert "no maximal run can only begin in {g2.put0}" in no
    assert "Written: no.drup, no.cnf" in no
    sets = mazurka("oracle", "source-sets", gates).out
    assert "2 minimal covering source sets of 4 enabled actions" in sets
    assert "{g2.put0, g2.put1}" in sets


BAD = {
    "not enabled": (["--actions", "g1.get0.w2"], "no action enabled at the state is called 'g1.get0.w2'"),
    "no run": (["--state", "g2.put0,g2.put1", "--actions", "x"], "step 2, 'g2.put1', is not enabled"),
    "no solver": (["--actions", "g2.put0", "--solver", "x"], "no SAT solver is called 'x'; there are: cad"),
    "no folder": (["--actions", "g2.put0", "--proof", "a/b.drup"], "there is no folder a"),
    "formula": (["--actions", "g2.put0", "--proof", "b.cnf"], "name the proof FILE.drup"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_is_one_line_and_status_2(mazurka, gates, kind):
    arguments, message = BAD[kind]
    ran = mazurka("oracle", "ifs", gates, *arguments)
    assert (ran.status, ran.out, ran.err.count("\n")) == (2, "", 1)
    assert message in ran.err


def test_a_net_is_refused_by_name(mazurka, loops):
    ran = mazurka("oracle", "source-sets", loops)
    assert (ran.status, ran.err.count("\n")) == (2, 1)
    assert "is for client/server systems" in ran.err


def test_an_action_that_is_none_cannot_sleep(mazurka, gates):
    ran = mazurka("oracle", "source-sets", gates, "--sleep", "nobody")
    assert ran.status == 2
    assert "no action is called 'nobody'" in ran.err


def test_a_limit_is_status_3_and_no_answer(mazurka, gates, monkeypatch):
    monkeypatch.setattr("mazurka.oracle.solvers.SatSolver.satisfiable", lambda *_: None)
    ran = mazurka("oracle", "ifs", gates, "--actions", "g2.put0", "--max-seconds", 0, "--json")
    assert (ran.status, ran.json["includes"], ran.json["limit"]) == (3, None, "max_seconds")
    ran = mazurka("oracle", "source-sets", gates, "--max-seconds", 0, "--json")
    assert (ran.status, ran.json["complete"], ran.json["sets"]) == (3, False, [])


@pytest.mark.parametrize(("clauses", "satisfiable"), [("1 2 0\n-1 0\n", True), ("1 0\n-1 0\n", False)])
def test_proposition_23_a_formula_of_a_file_is_satisfiable_iff_the_first_set_is_included(
    mazurka, tmp_path, clauses, satisfiable
):
    """[HLPW] Proposition 23: all that is enabled but q.take.t."""
    (tmp_path / "f.cnf").write_text(f"p cnf 2 2\n{clauses}")
    assert mazurka("model", "hlpw-figure6", "--formula", "f.cnf", "-o", "f.cs.json").status == 0
    enabled = mazurka("oracle", "source-sets", "f.cs.json", "--json").json["enabled"]
    awake = ",".join(a for a in enabled if a != "q.take.t")
    ran = mazurka("oracle", "ifs", "f.cs.json", "--actions", awake, "--json")
    assert ran.json["includes"] is satisfiable


def test_a_formula_is_refused_where_it_does_not_fit(mazurka, tmp_path):
    (tmp_path / "f.cnf").write_text("p cnf 1 1\n1 0\n")
    for arguments in (["dp", "--formula", "f.cnf"], ["hlpw-figure6", "n=3", "--formula", "f.cnf"]):
        ran = mazurka("model", *arguments)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert "--formula" in ran.err
    (tmp_path / "g.cnf").write_text("nonsense\n")
    ran = mazurka("model", "hlpw-figure7", "--formula", "g.cnf")
    assert (ran.status, ran.err) == (
        2,
        "mazurka: g.cnf:1: found 'nonsense'; a formula begins with: p cnf VARIABLES CLAUSES\n",
    )
