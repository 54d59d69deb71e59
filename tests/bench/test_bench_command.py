"""`mazurka bench stateful-por`: what is measured, kept, resumed, and shown."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import mazurka as package
from mazurka.bench import cell
from mazurka.bench.cell import Measured

BENCH = ("bench", "stateful-por")
STOPPED = Measured(limit="max_seconds", nodes=7)


def kept(folder, name="results.json"):
    return json.loads((folder / "bench-stateful-por" / name).read_text("utf-8"))["cells"]


def test_a_tiny_row_is_measured_in_processes_and_kept(mazurka, tmp_path):
    ran = mazurka(*BENCH, "--rows", "dp:3", "--columns", "full+sleep,reach", "--json")
    reach, full = ran.json["cells"]
    assert ran.status == 0
    assert (reach["reducer"], reach["nodes"], reach["compared"]) == ("reach", 5**3 - 1, "new")
    assert (full["reducer"], full["nodes"], full["paths"], full["deadlocks"]) == ("full+sleep", 91, 54, 3)
    assert full["peak_bytes"] > 10**7 and full["seconds"] >= 0
    assert [c["nodes"] for c in kept(tmp_path)] == [124, 91]


def test_what_is_known_is_not_measured_again_unless_asked(mazurka, stand):
    command = (*BENCH, "--rows", "dp:10", "--columns", "reach", "--json")
    first, second = mazurka(*command), mazurka(*command)
    assert stand.asked == ["dp n=10 reach"]
    assert second.json == first.json
    mazurka(*command, "--again")
    assert len(stand.asked) == 2


def test_a_cell_that_reached_its_limit_is_measured_again_under_a_larger_one_only(mazurka, stand):
    stand.answers["dp n=10 reach"] = STOPPED
    command = (*BENCH, "--rows", "dp:10", "--columns", "reach", "--quiet")
    asked = []
    for seconds in (5, 5, 2, 9):
        assert mazurka(*command, "--max-seconds", seconds).status == 3
        asked.append(len(stand.asked))
    assert asked == [1, 1, 1, 2]


def test_a_failure_is_shown_and_tried_again(mazurka, stand):
    stand.answers["dp n=10 reach"] = Measured(failure="killed")
    command = (*BENCH, "--rows", "dp:10", "--columns", "reach")
    ran = mazurka(*command)
    assert "failed" in ran.out
    mazurka(*command)
    assert len(stand.asked) == 2


def test_a_column_ends_at_its_first_limit_as_in_the_paper(mazurka, stand):
    stand.answers["dp n=11 reach"] = STOPPED
    command = (*BENCH, "--families", "dp", "--columns", "reach,full+sleep", "--json")
    ran = mazurka(*command)
    assert ran.status == 3
    assert [k for k in stand.asked if k.endswith("reach")] == ["dp n=10 reach", "dp n=11 reach"]
    assert sum(k.endswith("full+sleep") for k in stand.asked) == 6
    by_cell = {(c["n"], c["reducer"]): c["compared"] for c in ran.json["cells"]}
    assert by_cell[11, "reach"] == "both limits"
    assert by_cell[12, "reach"] == "not run"
    assert by_cell[15, "full+sleep"] == "solved"
    mazurka(*command, "--onwards")
    assert "dp n=15 reach" in stand.asked


def test_a_family_without_a_model_is_said_to_have_none(mazurka, stand, monkeypatch):
    monkeypatch.setattr(cell, "families", dict)
    ran = mazurka(*BENCH, "--families", "qo,lz")
    assert (ran.status, stand.asked) == (0, [])
    assert ran.out.count("no model") == 7
    ran = mazurka(*BENCH, "--families", "qo", "--json")
    assert {(c["model"], c["compared"]) for c in ran.json["cells"]} == {(False, "not run")}


def test_an_interrupted_run_keeps_what_it_has_and_goes_on_later(mazurka, stand, tmp_path):
    stand.answers["dp n=12 reach"] = KeyboardInterrupt
    command = (*BENCH, "--families", "dp", "--columns", "reach", "--json")
    ran = mazurka(*command)
    assert ran.status == 130
    assert not ran.json["complete"]
    assert [c["parameters"]["n"] for c in kept(tmp_path)] == [10, 11]
    assert (tmp_path / "bench-stateful-por" / "table.md").exists()
    del stand.answers["dp n=12 reach"]
    assert mazurka(*command).status == 0
    assert stand.asked.count("dp n=10 reach") == 1
    assert [c["parameters"]["n"] for c in kept(tmp_path)] == [10, 11, 12, 13, 14, 15]


def has_ended(process):
    """Whether a process is gone, or waits only for someone to ask how it ended; within some seconds."""
    for _ in range(100):
        try:
            state = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state in "ZX":
            return True
        time.sleep(0.05)
    return False


def test_ctrl_c_ends_the_process_of_the_cell_too(tmp_path):
    here = {**os.environ, "PYTHONPATH": str(Path(package.__file__).parents[1])}
    command = [sys.executable, "-m", "mazurka", *BENCH, "--rows", "dp:2,dp:20", "--columns", "reach", "-q"]
    results = tmp_path / "bench-stateful-por" / "results.json"
    with subprocess.Popen(command, cwd=tmp_path, env=here, stderr=subprocess.PIPE, text=True) as process:
        children = Path(f"/proc/{process.pid}/task/{process.pid}/children")
        while not (results.exists() and children.read_text()):
            assert process.poll() is None
            time.sleep(0.05)
        (child,) = map(int, children.read_text().split())
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    assert [c["parameters"]["n"] for c in kept(tmp_path)] == [2]
    assert has_ended(child)


def test_large_numbers_of_paths_are_shown_short_and_kept_exact(mazurka, stand, tmp_path):
    paths = {3: 2**256, 4: 2_996 * 10**37 + 7, 5: 999_999_999}
    stand.answers = {f"bg n={n} full+sleep": Measured(nodes=1, paths=p) for n, p in paths.items()}
    mazurka(*BENCH, "--rows", "bg:3,bg:4,bg:5", "--columns", "full+sleep", "--quiet")
    page = (tmp_path / "bench-stateful-por" / "table.md").read_text("utf-8")
    assert "| 2^256 " in page and "| ≈ 3.00·10^40 " in page and "| 999,999,999 |" in page
    assert [c["paths"] for c in kept(tmp_path)] == list(paths.values())


def test_the_page_marks_every_difference(mazurka, stand, tmp_path):
    stand.answers = {
        "dp n=10 reach": Measured(nodes=9_765_624, seconds=2.0, peak_bytes=10**9),
        "dp n=10 full+sleep": Measured(nodes=83_047, paths=256, seconds=1.0),
        "dp n=11 reach": STOPPED,
    }
    mazurka(*BENCH, "--rows", "dp:10,dp:11", "--columns", "reach,full+sleep", "--max-seconds", "15")
    page = (tmp_path / "bench-stateful-por" / "table.md").read_text("utf-8")
    assert "| dp 10 | 9,765,624 ✓ | – | 83,047 −62,447 | – | – | – | 256 |" in page
    assert "| dp 11 | both | – | 1 −344,510 | – | – | – | – |" in page
    assert "| dp 10 | reach | 9,765,624 | 9,765,624 | ✓ | 2.00 | 4,882,812 | 1 GB |" in page
    assert "Limit 15 s a cell" in page
    assert "1 are equal, 2 smaller, 0 larger" in page
    assert "different systems" not in page


def test_a_family_with_another_state_space_does_not_count_as_agreeing(mazurka, stand, tmp_path):
    stand.answers = {
        "disp n=5 reach": Measured(nodes=94_208),
        "disp n=5 full+sleep": Measured(nodes=176),
        "qo n=15 full+sleep": Measured(nodes=407),
    }
    mazurka(*BENCH, "--rows", "disp:5,qo:15", "--columns", "reach,full+sleep", "-q")
    mazurka(*BENCH, "--rows", "qo:100", "--columns", "full+sleep", "-q")
    page = (tmp_path / "bench-stateful-por" / "table.md").read_text("utf-8")
    assert "That leaves out qo and disp" in page and "Of 0 cells" in page


def test_the_table_on_the_terminal_fits_in_80_columns(mazurka, stand):
    large = Measured(nodes=116_054_352, paths=3 * 10**200, seconds=899.99, peak_bytes=19_999_999_999)
    stand.answers["lz n=12 minclosure+sleep"] = Measured(**large.to_json() | {"limit": "max_seconds"})
    stand.answers["lz n=12 full+sleep"] = large
    ran = mazurka(*BENCH, "--rows", "lz:12", "--columns", "minclosure+sleep,full+sleep")
    assert "> 116,054,352 " in ran.out
    assert "+114,940,782" in ran.out and "≈ 3.00·10^200" in ran.out and "20000" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.usefixtures("stand")
def test_the_page_shows_what_earlier_runs_found_too(mazurka, tmp_path):
    for row in ("dp:10", "dp:3"):
        mazurka(*BENCH, "--rows", row, "--columns", "reach", "--quiet")
    page = (tmp_path / "bench-stateful-por" / "table.md").read_text("utf-8")
    assert page.index("| dp 3 |") < page.index("| dp 10 |")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("bench", "table-9"), "no table is called 'table-9'"),
        ((*BENCH, "--rows", "dq:3"), "no family of stateful-por is called 'dq'"),
        ((*BENCH, "--rows", "dp"), "'dp' is no row; write FAMILY:SIZE, dp:5 say"),
        ((*BENCH, "--families", "philosophers"), "no family of stateful-por is called 'philosophers'"),
        ((*BENCH, "--columns", "reach,ample"), "no column of stateful-por is called 'ample'"),
        ((*BENCH, "--figures", "9"), "no figure is called '9'"),
        ((*BENCH, "--no-table"), "--no-table leaves nothing to do"),
    ],
)
def test_what_does_not_exist_is_named(mazurka, stand, arguments, complaint):
    ran = mazurka(*arguments)
    assert (ran.status, ran.out, stand.asked) == (2, "", [])
    assert complaint in ran.err


@pytest.mark.parametrize(
    "text", ["", "[]", '{"table": "x", "version": 1, "cells": []}', '{"table": "stateful-por"}']
)
@pytest.mark.usefixtures("stand")
def test_a_file_that_holds_no_results_is_not_overwritten(mazurka, tmp_path, text):
    file = tmp_path / "bench-stateful-por" / "results.json"
    file.parent.mkdir()
    file.write_text(text)
    ran = mazurka(*BENCH, "--rows", "dp:3")
    assert ran.status == 2
    assert "results.json" in ran.err and "choose another folder with -o" in ran.err
    assert file.read_text() == text
