"""`compare`, `reducers`, `models`, `model`: tables, and their JSON."""

from importlib.metadata import EntryPoint

import pytest

from mazurka import registry
from mazurka.cli.compare import _kept as kept_by_search
from mazurka.formats import read_model
from mazurka.models import build, families
from mazurka.registry import BUILT_IN
from mazurka.systems import Exploration, PetriNet, Transition
from tests.cli.small_systems import late_rival, written

ROW = {
    "model",
    "file",
    "formalism",
    "reducer",
    "applies",
    "states",
    "nodes",
    "transitions",
    "deadlocks",
    "ratio",
    "deadlocks_preserved",
    "complete",
    "limit",
    "seconds",
    "reason",
}


def test_compare_has_a_row_for_each_model_and_reducer(mazurka, rival, clients):
    ran = mazurka("compare", rival, clients, "--reducers", "stubborn/closure,pset+sleep", "--json")
    assert ran.status == 0
    assert all(set(r) == ROW for r in ran.json)
    shown = [(r["model"], r["reducer"], r["states"], r["deadlocks_preserved"]) for r in ran.json]
    assert shown == [
        ("late-rival", "(full)", 5, True),
        ("late-rival", "stubborn/closure", 4, True),
        ("late-rival", "pset+sleep", None, None),
        ("two-clients", "(full)", 4, True),
        ("two-clients", "stubborn/closure", None, None),
        ("two-clients", "pset+sleep", 3, True),
    ]
    assert [r["ratio"] for r in ran.json] == [1, 0.8, None, 1, None, 0.75]


def test_a_reducer_that_does_not_apply_is_explained_below_the_table(mazurka, rival):
    out = mazurka("compare", rival, "--reducers", "pset+sleep").out
    assert "  pset+sleep      n/a" in out
    assert "late-rival, pset+sleep: pset+sleep reduces client-server systems" in out
    assert max(map(len, out.splitlines())) <= 80


def test_compare_takes_the_sound_optimized_reducers_by_itself(mazurka, rival, clients):
    rows = mazurka("compare", rival, clients, "--json").json
    assert [r["reducer"] for r in rows if r["model"] == "late-rival"] == [
        "(full)",
        "stubborn/closure",
        "stubborn/deletion",
        "stubborn/smallest",
        "stubborn/insertion",
        "probe/sound",
    ]
    assert [r["reducer"] for r in rows if r["model"] == "two-clients"] == [
        "(full)",
        "pset+sleep",
        "full+sleep",
        "full-sleep",
        "minclosure+sleep",
        "apifs+sleep",
        "pset-next+sleep",
        "fresh+sleep",
        "unfolded+sleep",
        "merged+sleep",
        "lean+sleep",
    ]


def test_a_lost_deadlock_verdict_shows(mazurka, tmp_path):
    """A reduction that explores nothing never sees the deadlock of two philosophers."""
    (tmp_path / "lose.py").write_text("def none(system, state):\n    return ()\n")
    mazurka("model", "philosophers", "n=2", "-o", "two.pnml")
    rows = mazurka("compare", "two.pnml", "--reducers", "lose:none", "--json").json
    assert [r["deadlocks_preserved"] for r in rows] == [True, False]


def test_a_reduction_that_loses_some_of_the_deadlocks_has_not_kept_them(mazurka):
    """The example of the README: one of three deadlocks is left, which is not none."""
    mazurka("model", "last-ticket", "n=3", "-o", "last-ticket.pnml")
    common = ("compare", "last-ticket.pnml", "--reducers", "stubborn/closure,broken/ignores-dependency")
    rows = mazurka(*common, "--json").json
    assert [(r["deadlocks"], r["deadlocks_preserved"]) for r in rows] == [(3, True), (3, True), (1, False)]
    out = mazurka(*common).out
    assert "✗" in out
    assert max(map(len, out.splitlines())) <= 80
    assert "ignores-dependency " in out


PLUG_INS = """
import mazurka

def first(system, state):
    return system.enabled(state)[:1]

def everything(system, state):
    return system.enabled(state)

def elsewhere(system, options, watch):
    \"\"\"As many deadlocks as there are, but not those.\"\"\"
    return mazurka.StateGraph([system.initial, (0, 0, 0)], [[("a", 1)], []])

def boasts(system, options, watch):
    return mazurka.Exploration(5, 5, 5, 1, True, None, 0.0)
"""


def test_the_deadlocks_of_a_plug_in_are_compared_themselves_and_its_count_is_not_believed(mazurka, tmp_path):
    one = PetriNet("one", ("p", "q", "r"), (Transition("a", {0: 1}, {1: 1}),), (1, 0, 0))
    (tmp_path / "to_compare.py").write_text(PLUG_INS)
    names = ",".join(f"to_compare:{x}" for x in ("everything", "elsewhere", "boasts"))
    rows = mazurka("compare", written(one, tmp_path / "one.pnml"), "--reducers", names, "--json").json
    assert [r["deadlocks"] for r in rows] == [1, 1, 1, 1]
    assert [r["deadlocks_preserved"] for r in rows] == [True, True, False, None]
    mazurka("model", "last-ticket", "n=3", "-o", "last-ticket.pnml")
    rows = mazurka("compare", "last-ticket.pnml", "--reducers", "to_compare:first", "--json").json
    assert [r["deadlocks_preserved"] for r in rows] == [True, False]


def test_the_optimum_is_a_row_and_a_distance(mazurka):
    mazurka("model", "mpat", "n=2", "-o", "mpat.cs.json")
    rows = mazurka("compare", "mpat.cs.json", "--optimum", "--reducers", "full+sleep", "--json").json
    assert [r["reducer"] for r in rows] == ["(full)", "(optimum)", "full+sleep"]
    full, optimum, heuristic = rows
    assert set(optimum) == {*ROW, "optimum_ratio", "lower_bound"}
    assert optimum["lower_bound"] == optimum["states"] == heuristic["states"]
    assert (optimum["optimum_ratio"], heuristic["optimum_ratio"]) == (1, 1)
    assert full["optimum_ratio"] == full["states"] / optimum["states"]
    out = mazurka("compare", "mpat.cs.json", "--optimum").out
    assert "× optimum" in out
    assert max(map(len, out.splitlines())) <= 80


def test_an_optimum_that_is_not_known_is_a_bound_and_no_distance(mazurka, loops):
    mazurka("model", "dp", "n=3", "-o", "dp.cs.json")
    common = ("compare", "dp.cs.json", "--reducers", "full+sleep", "--max-states", 5)
    ran = mazurka(*common, "--optimum", "--json")
    assert ran.status == 3
    assert [r["optimum_ratio"] for r in ran.json] == [None, None, None]
    refused = mazurka("compare", loops, "--optimum", "--reducers", "stubborn/closure", "--json").json[1]
    assert (refused["applies"], refused["optimum_ratio"]) == (False, None)
    assert "acyclic systems only" in refused["reason"]


def exploration(deadlocks, complete):
    """Counts made by hand."""
    return Exploration(9, 9, 9, deadlocks, complete, None if complete else "max_states", 0.0)


@pytest.mark.parametrize(
    ("found", "full", "kept"),
    [
        ((2, True), (2, True), True),
        ((1, True), (2, True), False),
        ((1, True), (2, False), False),
        ((2, True), (2, False), None),
        ((1, False), (2, True), None),
        ((0, True), (0, True), True),
    ],
)
def test_a_loss_is_certain_where_a_whole_reduction_has_fewer_deadlocks(found, full, kept):
    assert kept_by_search(late_rival(), exploration(*found), exploration(*full)) is kept


def test_compare_leaves_open_what_a_limit_hides(mazurka, loops):
    ran = mazurka("compare", loops, "--reducers", "stubborn/closure", "--max-states", 2, "--json")
    assert ran.status == 3
    full, reduced = ran.json
    assert (full["complete"], full["deadlocks_preserved"], reduced["ratio"]) == (False, None, None)


def test_reducers_are_listed_with_the_keys_of_the_contract(mazurka):
    rows = mazurka("reducers", "--json").json
    contract = {
        "name",
        "formalisms",
        "promises",
        "preconditions",
        "sound_as_printed",
        "source",
        "options",
    }
    assert all(contract <= set(r) for r in rows)
    assert {r["name"] for r in rows} >= set(BUILT_IN)
    by_name = {r["name"]: r for r in rows}
    assert by_name["broken/ignores-dependency"]["sound_as_printed"] is False
    assert by_name["plain/sleep"]["preconditions"] == ["acyclic"]
    assert by_name["pset+sleep"]["options"]["order"]["default"] == "dfs"


def test_models_are_listed_with_the_keys_of_the_contract(mazurka):
    rows = mazurka("models", "--json").json
    assert all({"name", "parameters", "source"} <= set(r) for r in rows)
    assert [r["name"] for r in rows] == list(families())


def test_a_broken_entry_point_is_a_warning_in_one_line(mazurka, monkeypatch):
    broken = EntryPoint("broken", "a_module_that_is_not_there:f", registry.GROUP)
    monkeypatch.setattr(registry, "entry_points", lambda group: [broken] if group == registry.GROUP else [])
    ran = mazurka("reducers", "--json")
    assert (ran.status, len(ran.json)) == (0, len(BUILT_IN))
    assert ran.err.startswith("mazurka: warning: entry point left out: broken: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["reducers", "models"])
def test_lists_are_told_to_people_within_80_columns(mazurka, command):
    ran = mazurka(command)
    assert ran.status == 0
    assert max(map(len, ran.out.splitlines())) <= 80


def test_an_instance_is_written_to_a_file_or_to_standard_output(mazurka, tmp_path):
    ran = mazurka("model", "philosophers", "n=2", "-o", "two.pnml", "--json")
    assert ran.status == 0
    assert (ran.json["family"], ran.json["output"]) == ("philosophers", "two.pnml")
    expected = build("philosophers", {"n": 2})
    assert read_model(tmp_path / "two.pnml") == expected
    (tmp_path / "again.pnml").write_text(mazurka("model", "philosophers", "n=2", "--quiet").out)
    assert read_model(tmp_path / "again.pnml") == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nix", "n=2"], "no family is called 'nix'"),
        (["philosophers"], "family 'philosophers' needs its parameter 'n'"),
        (["philosophers", "n=x"], "family 'philosophers': n=x cannot be"),
        (["philosophers", "m=2"], "no parameter of family 'philosophers' is called 'm'; there are: n"),
        (["philosophers", "2"], "a parameter is given as KEY=VALUE, not '2'"),
        (["philosophers", "n=2", "n=3"], "parameter n is given twice"),
        (["philosophers", "n=2", "-o", "x.txt"], "x.txt: the suffix does not say which format this is"),
        (["philosophers", "n=2", "-o", "no/x.pnml"], "no/x.pnml cannot be written: there is no folder no"),
    ],
)
def test_a_wrong_instance_is_one_line_and_status_2(mazurka, arguments, message):
    ran = mazurka("model", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"mazurka: {message}")
