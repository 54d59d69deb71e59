"""[E] Tables 6.1 and 6.2: the rows, a rerun on a small net, and what is refused."""

import json

import pytest

from mazurka.bench import guided
from mazurka.bench.guided_rows import COLUMNS, ROWS
from mazurka.errors import OptionError, UnknownNameError
from mazurka.formats import write_model
from mazurka.limits import Limits
from mazurka.systems import PetriNet, Transition


def test_there_are_eighteen_nets_with_two_criteria_each():
    assert len(ROWS) == len({row.key for row in ROWS}) == 36
    assert len({row.net for row in ROWS}) == 18
    assert all(len(row.published) == len(COLUMNS) for row in ROWS)
    row = next(r for r in ROWS if r.key == "Peterson-PT-3:1")
    assert dict(zip(COLUMNS, row.published, strict=True))["GPOR TL/DS"] == "71/732013"
    assert row.formula == "AskForSection_0_1 = 1 & CS_2 = 1"


@pytest.fixture
def nets(tmp_path):
    """A folder with a net called FMS-PT-00010 that has the places of its criteria."""
    steps = (Transition("t", {1: 1}, {0: 1}), Transition("u", {0: 1}, {1: 1}))
    net = PetriNet("two", ("P1", "P2"), steps, (3, 0))
    write_model(net, tmp_path / "FMS-PT-00010.pnml")
    return tmp_path


def test_a_rerun_tells_answers_and_is_kept(nets, tmp_path):
    output = tmp_path / "out"
    rows = guided.chosen_rows(["FMS-PT-00010"])
    known = guided.rerun(rows, nets, output, Limits(max_seconds=60))
    assert [known[row.key]["reachable"] for row in rows] == [True, False]
    assert known["FMS-PT-00010:1"]["trace_length"] == 2
    assert known["FMS-PT-00010:2"]["peak_bytes"] > 0
    kept = json.loads((output / "results.json").read_text("utf-8"))
    assert kept["rows"] == known
    (nets / "FMS-PT-00010.pnml").write_text("no net")
    assert guided.rerun(rows, nets, output, Limits()) == known  # nothing is measured again
    text = guided.page(output, known).read_text("utf-8")
    assert "| 3/" in text
    assert "yes (!)" not in text
    assert "no (!)" not in text


def test_an_answer_other_than_the_published_one_is_marked():
    row = next(r for r in ROWS if r.key == "FMS-PT-00010:1")
    cell = {
        "reachable": False,
        "method": "structure",
        "certified": False,
        "limit": None,
        "trace_length": None,
        "states": 1,
        "peak_bytes": 2**20,
        "processor_seconds": 1.0,
        "seconds": 0.5,
    }
    assert guided.figures(row, cell)[:2] == ["no (!)", "structure"]


def test_unknown_rows_and_missing_nets_are_refused(tmp_path):
    with pytest.raises(UnknownNameError, match="no row is called 'FMS'"):
        guided.chosen_rows(["FMS"])
    with pytest.raises(OptionError, match=r"has no Dekker-PT-010\.pnml; give a folder"):
        guided.rerun(guided.chosen_rows(["Dekker-PT-010:1"]), tmp_path, tmp_path / "out", Limits())


def test_the_command_asks_for_the_folder(mazurka):
    ran = mazurka("bench", "guided")
    assert ran.status == 2
    assert "--nets DIR" in ran.err
