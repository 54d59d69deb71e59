"""`query`: runs that are replayed, certificates that are checked, properties of a file, bad input."""

import json
import signal

import pytest

from mazurka.query import ENGINES, Answer
from tests.formulas.test_mcc import HEAD, always, at_most, constant, exists, tokens

ANSWER = {"reachable", "trace", "trace_length", "states", "method", "certified"}
KEYS = {"model", "formula", *ANSWER, "complete", "limit", "reason", "seconds"}
BOTH = "critical_1 = 1 & critical_2 >= 1"


@pytest.fixture
def peterson(mazurka):
    """The file of Peterson's algorithm for two."""
    mazurka("model", "peterson", "n=2", "-o", "p.pnml")
    return "p.pnml"


def test_the_answer_yes_comes_with_a_run(mazurka, peterson):
    ran = mazurka("query", peterson, "critical_1 = 1", "--json")
    assert ran.status == 0
    assert set(ran.json) == KEYS
    assert (ran.json["reachable"], ran.json["trace_length"]) == (True, 3)
    assert ran.json["trace"] == ["announce_1_1", "yield_1_1_1", "below_1_1_2_0"]
    assert ran.json["formula"] == "critical_1 = 1"


def test_the_run_is_shown_step_by_step(mazurka, peterson):
    ran = mazurka("query", peterson, "critical_1 = 1")
    assert ran.out.startswith("peterson-2: reachable (")
    assert "waits_1_1: 1 → 0, critical_1: 0 → 1" in ran.out


@pytest.mark.parametrize(
    ("method", "damage"),
    [
        ("state-equation", {"lemmas": [], "structures": []}),
        ("abstraction", {"vectors": []}),
        ("auto", {"vectors": [[0]]}),
    ],
)
def test_the_answer_no_comes_with_a_certificate_that_can_be_checked_again(
    mazurka, peterson, tmp_path, method, damage
):
    ran = mazurka("query", peterson, BOTH, "--method", method, "--certificate", "c.json", "--json")
    assert (ran.status, ran.json["reachable"], ran.json["certified"]) == (0, False, True)
    assert ran.err == "mazurka: the certificate is in c.json\n"
    again = mazurka("query", peterson, BOTH, "--check-certificate", "c.json", "--json")
    assert (again.status, again.json["holds"], again.json["reason"]) == (0, True, None)
    other = mazurka("query", peterson, "critical_1 = 1", "--check-certificate", "c.json")
    assert other.status == 1
    assert "the certificate is WRONG" in other.out
    damaged = json.loads((tmp_path / "c.json").read_text()) | damage
    (tmp_path / "c.json").write_text(json.dumps(damaged))
    assert mazurka("query", peterson, BOTH, "--check-certificate", "c.json").status == 1


def test_where_there_is_no_certificate_that_is_said(mazurka, peterson, tmp_path):
    for formula, why in (
        ("critical_1 = 1", "a run is the answer"),
        (BOTH, "breadth-first looked everywhere"),
    ):
        ran = mazurka("query", peterson, formula, "--method", "breadth-first", "--certificate", "c.json")
        assert ran.status == 0
        assert f"c.json is not written: {why}" in ran.err
    assert not (tmp_path / "c.json").exists()


def test_properties_of_a_file_have_values(mazurka, peterson, tmp_path):
    both = at_most(constant(2), tokens("critical_1", "critical_2"))
    properties = [
        exists(both),
        always(f"<negation>{both}</negation>"),
        always(at_most(tokens("idle_1"), constant(0))),
    ]
    inner = "".join(
        f"<property><id>n-{k}</id><formula>{f}</formula></property>" for k, f in enumerate(properties)
    )
    (tmp_path / "f.xml").write_text(f"{HEAD}{inner}</property-set>")
    ran = mazurka("query", peterson, "--mcc", "f.xml", "--json")
    assert ran.status == 0
    assert [(r["id"], r["quantifier"], r["value"]) for r in ran.json["properties"]] == [
        ("n-0", "EF", False),
        ("n-1", "AG", True),
        ("n-2", "AG", False),
    ]
    assert ran.json["properties"][2]["trace"] == []
    shown = mazurka("query", peterson, "--mcc", "f.xml", "--id", "n-1").out
    assert "1 of 1 answered" in shown
    assert "TRUE" in shown


def test_a_limit_is_status_3_and_no_answer(mazurka, peterson):
    ran = mazurka("query", peterson, BOTH, "--method", "breadth-first", "--max-states", 3, "--json")
    assert (ran.status, ran.json["reachable"], ran.json["limit"]) == (3, None, "max_states")
    ran = mazurka("query", peterson, BOTH, "--method", "breadth-first", "--max-states", 3)
    assert "no answer" in ran.out
    assert "the limit on states (--max-states) was reached" in ran.out


def test_ctrl_c_ends_with_status_130_and_what_has_been_answered(mazurka, peterson, tmp_path, monkeypatch):
    def interrupted(_net, goal, watch, **_options):
        if goal.holds((0,) * 14):
            return Answer(True, (), "luck", 1)
        signal.raise_signal(signal.SIGINT)
        return Answer(None, None, "none", 7, limit=watch.limit_reached(7))

    monkeypatch.setattr("mazurka.query.answer", interrupted)
    ran = mazurka("query", peterson, BOTH, "--json")
    assert (ran.status, ran.json["limit"], ran.json["states"]) == (130, "interrupt", 7)
    values = [exists("<true/>"), exists("<false/>"), exists("<true/>")]
    inner = "".join(
        f"<property><id>n-{k}</id><formula>{f}</formula></property>" for k, f in enumerate(values)
    )
    (tmp_path / "f.xml").write_text(f"{HEAD}{inner}</property-set>")
    ran = mazurka("query", peterson, "--mcc", "f.xml", "--json")
    assert (ran.status, [r["value"] for r in ran.json["properties"]]) == (130, [True, None])


BAD = {
    "parenthesis": (["critical_1 = (1"], "formula, column 14: this parenthesis is never closed"),
    "place": (["critcal_1 = 1"], "formula, column 1: no place is called 'critcal_1'; near to it: critical_1"),
    "negative": (["idle_1 >= -1"], "formula, column 11: a negative constant: -1"),
    "megabyte": (["idle_1 >= 1 & " * 80_000 + "true"], "the limit is 100,000"),
    "neither": ([], "one thing only: a FORMULA, --formula-file FILE, or --mcc FILE.xml"),
    "both": (["true", "--mcc", "f.xml"], "one thing only: a FORMULA, --formula-file FILE, or --mcc FILE.xml"),
    "id alone": (["true", "--id", "x"], "--id is for --mcc"),
    "method": (["true", "--method", "magic"], "no method is called 'magic'; there are: "),
    "no file": (["--mcc", "none.xml"], "none.xml: no such file"),
    "no folder": (["true", "--certificate", "a/c.json"], "there is no folder a"),
    "no certificate": (["true", "--check-certificate", "none.json"], "none.json: no such file"),
}


@pytest.mark.parametrize("kind", BAD)
def test_bad_input_is_a_message_and_status_2(mazurka, peterson, kind):
    arguments, message = BAD[kind]
    ran = mazurka("query", peterson, *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert message in ran.err.splitlines()[0]


def test_the_caret_stands_under_the_spot(mazurka, peterson):
    ran = mazurka("query", peterson, "idle_1 = (1 & idle_2 = 1")
    assert ran.err.splitlines()[1:] == ["idle_1 = (1 & idle_2 = 1", "         ^"]


def test_a_certificate_never_takes_the_place_of_the_model(mazurka, peterson, tmp_path):
    before = (tmp_path / peterson).read_bytes()
    ran = mazurka("query", peterson, BOTH, "--certificate", peterson)
    assert ran.status == 2
    assert "is a file to read, and would be overwritten; write to another one" in ran.err
    assert (tmp_path / peterson).read_bytes() == before


def test_what_is_no_certificate_is_refused(mazurka, peterson, tmp_path):
    mazurka("query", peterson, BOTH, "--method", "state-equation", "--certificate", "c.json")
    whole = json.loads((tmp_path / "c.json").read_text())
    for change, message in (
        ({"version": 2}, "version: 2 was found"),
        ({"refutation": [[0]]}, "refutation[0][0]"),
        ({"refutation": [[1.0]]}, "floats are not exact"),
        (
            {"structures": [{"kind": "trap", "places": ["nowhere"]}]},
            "peterson-2 has no place or transition 'nowhere'",
        ),
    ):
        (tmp_path / "d.json").write_text(json.dumps({**whole, **change}))
        ran = mazurka("query", peterson, BOTH, "--check-certificate", "d.json")
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert message in ran.err


def test_what_is_no_net_is_refused_by_name(mazurka, clients, tmp_path):
    ran = mazurka("query", clients, "true")
    assert ran.status == 2
    assert "query is for Petri nets, and this is a client-server system; use check" in ran.err
    (tmp_path / "bare.pnml").write_text('<pnml><net id="bare"><transition id="t"/></net></pnml>')
    assert mazurka("query", "bare.pnml", "true", "--json").json["reachable"] is True
    assert mazurka("query", "bare.pnml", "deadlock", "--json").json["reachable"] is False
    ran = mazurka("query", "bare.pnml", "p = 1")
    assert (ran.status, ran.err.count("\n")) == (2, 3)
    assert "no place is called 'p'; there is no place at all" in ran.err


def test_a_formula_may_stand_in_a_file(mazurka, peterson, tmp_path):
    (tmp_path / "both.txt").write_text(f"{BOTH}\n")
    ran = mazurka("query", peterson, "--formula-file", "both.txt", "--json")
    assert (ran.status, ran.json["reachable"], ran.json["formula"]) == (0, False, BOTH)
    (tmp_path / "long.txt").write_text(" & ".join([BOTH] * 20_000))
    ran = mazurka("query", peterson, "--formula-file", "long.txt")
    assert ran.status == 2
    assert "characters, and the limit is 100,000; ask for its parts one by one" in ran.err
    (tmp_path / "empty.txt").write_text("")
    for file, message in (
        ("empty.txt", "a formula was expected"),
        (".", "one formula file"),
    ):
        ran = mazurka("query", peterson, "--formula-file", file)
        assert (ran.status, ran.err.count("\n")) == (2, 1)
        assert message in ran.err
    assert mazurka("query", peterson, BOTH, "--formula-file", "both.txt").status == 2


def test_help_lists_the_methods(mazurka):
    said = " ".join(mazurka("query", "--help").out.split())
    for name, meaning in ENGINES.items():
        assert f"{name}: {meaning}" in said
