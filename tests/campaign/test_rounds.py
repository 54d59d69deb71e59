"""Rounds of the campaign: each has a seed, runs in a process of its own, and is recorded when it is over."""

import json
import os
import re
import signal
import socketserver
import sqlite3
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from mazurka.errors import MazurkaError
from mazurka.fuzz.crew import Crew
from mazurka.fuzz.ledger import Ledger, Round
from mazurka.fuzz.plugin import TESTS
from mazurka.fuzz.rounds import campaign_tests, last_words, run_round, to_run

AUDIT = "test_promises.py::test_a_reducer_keeps_its_promises[broken/ignores-dependency]"


@pytest.fixture
def ledger(tmp_path):
    return Ledger(tmp_path / "results.sqlite", reducer="mine", version="1")


def test_what_is_recorded_need_not_be_run_again(ledger):
    ledger.record(Round("f.py::a", 1, "passed", 400, 1.5))
    ledger.record(Round("f.py::b", 1, "failed", 7, 0.5, "E   wrong"))
    assert list(to_run(["f.py::a", "f.py::b"], ledger.done(), 2)) == [("f.py::a", 2), ("f.py::b", 2)]


def test_what_was_lost_is_run_again_and_then_counts(ledger):
    ledger.record(Round("f.py::a", 1, "lost"))
    assert list(to_run(["f.py::a"], ledger.done(), 1)) == [("f.py::a", 1)]
    ledger.record(Round("f.py::a", 1, "passed", 400))
    (tally,) = ledger.tallies()
    assert (tally.rounds, tally.lost, tally.examples) == (1, 0, 400)


def test_every_test_has_its_first_round_before_any_has_its_second():
    units = to_run(["a", "b"], set(), None)
    assert [next(units) for _ in range(4)] == [("a", 1), ("b", 1), ("a", 2), ("b", 2)]


def test_a_test_that_draws_nothing_has_one_round(ledger):
    ledger.record(Round("f.py::fixed", 1, "passed", 0))
    ledger.record(Round("f.py::failed", 1, "failed", 0))
    ledger.record(Round("f.py::drawn", 1, "passed", 400))
    same = ledger.drawing_nothing()
    tests = ["f.py::fixed", "f.py::failed", "f.py::drawn"]
    assert list(to_run(tests, ledger.done(), 2, same)) == [("f.py::failed", 2), ("f.py::drawn", 2)]
    assert list(to_run(["f.py::fixed"], set(), None, same)) == [("f.py::fixed", 1)]


def test_pytest_too_skips_the_other_rounds_of_a_test_that_draws_nothing_and_resumes_none(tmp_path):
    fixed, drawn = "test_corpus.py::test_every_model_says_what_it_shows", "test_store.py"
    options = ["--fuzz-profile", "deep", "--fuzz-rounds", "1-2", "--fuzz-results", str(tmp_path / "r.sqlite")]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        *options,
        *(str(TESTS / name) for name in (fixed, drawn)),
    ]
    first, again = (subprocess.run(command, capture_output=True, text=True, check=False) for _ in range(2))
    assert re.search(r"\b\d+ passed, 1 skipped", first.stdout), first.stdout
    assert "passed" not in again.stdout


def test_a_campaign_whose_tests_turn_out_to_draw_nothing_ends():
    same = set()
    units = to_run(["a", "b"], set(), None, same)
    assert [next(units), next(units)] == [("a", 1), ("b", 1)]
    same |= {"a", "b"}
    assert next(units, None) is None


def test_a_campaign_sees_its_own_results_only(ledger):
    ledger.record(Round("f.py::a", 1, "failed", report="E  x"))
    assert not Ledger(ledger.path, reducer="another", version="1").failures()
    assert not Ledger(ledger.path, reducer="mine", version="2").done()


def test_a_file_that_holds_no_results_is_refused_by_name(tmp_path):
    path = tmp_path / "notes.txt"
    path.write_text("these are notes, and no database at all" * 20)
    with pytest.raises(MazurkaError, match=r"notes\.txt: .*expected a file of results"):
        Ledger(path)


def test_a_round_of_a_broken_reducer_fails_with_the_lost_run_and_again_with_the_same_seed():
    one, two = (run_round(AUDIT, 3, "broken/ignores-dependency") for _ in range(2))
    assert one.outcome == "failed" and "mazurka audit" in one.report
    assert last_words(one.report).startswith("broken/ignores-dependency: the audit's verdict is fail")
    assert (one.outcome, one.examples, one.report) == (two.outcome, two.examples, two.report)


def test_a_round_that_does_not_exist_is_lost_and_says_why():
    done = run_round("test_promises.py::test_nothing", 1)
    assert done.outcome == "lost" and "status" in done.report


def test_the_campaign_tests_the_campaign_are_those_of_its_folder():
    names = campaign_tests()
    assert {name.partition("::")[0] for name in names} == {f.name for f in TESTS.glob("test_*.py")}
    assert "test_promises.py::test_a_reducer_keeps_its_promises[plain/pset+sleep]" in names
    with pytest.raises(MazurkaError, match="no test of the campaign has 'nonsense'"):
        campaign_tests(only="nonsense")


def dies_at_first(test, k, _reducer):
    """A round whose process is killed when it runs for the first time."""
    marker = Path(test, str(k))
    if not marker.exists():
        marker.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return Round(test, k, "passed", 1)


def test_a_worker_that_dies_loses_no_result(tmp_path):
    units = iter([(str(tmp_path), 1), (str(tmp_path), 2)])
    with Crew(workers=1) as crew:
        done = sorted(crew.run(units, run=dies_at_first), key=lambda r: r.round)
    assert [(r.round, r.outcome) for r in done] == [(1, "passed"), (2, "passed")]


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch):
    monkeypatch.setattr("mazurka.fuzz.crew.PATIENCE", "1s")
    with (
        pytest.raises(MazurkaError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9.*dask scheduler"),
        Crew("tcp://127.0.0.1:9"),
    ):
        pass


def test_a_server_that_is_no_scheduler_is_named():
    class Greeting(socketserver.BaseRequestHandler):
        def handle(self):
            self.request.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    with socketserver.TCPServer(("127.0.0.1", 0), Greeting) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"tcp://127.0.0.1:{server.server_address[1]}"
        with pytest.raises(MazurkaError, match=f"no scheduler answers at {address}: something else"):
            Crew(address).__enter__()
        server.shutdown()


def test_the_command_records_and_goes_on_where_it_was(tmp_path):
    command = [
        sys.executable, "-m", "mazurka", "fuzz", "--reducer", "broken/forgets-proviso", "--rounds", "1",
        "--workers", "1", "--json", "-o", str(tmp_path / "r.sqlite"),
    ]  # fmt: skip
    for _ in range(2):
        done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
        said = json.loads(done.stdout)
        assert done.returncode == 1 and said["systems"] > 0 and len(said["failures"]) >= 1, done.stderr
    with sqlite3.connect(tmp_path / "r.sqlite") as file:
        (rows,) = file.execute("select count(*) from rounds").fetchone()
    assert rows == len(said["tests"])


def test_a_reducer_that_does_not_exist_is_refused(tmp_path):
    command = [
        sys.executable,
        "-m",
        "mazurka",
        "fuzz",
        "--reducer",
        "nobody",
        "-o",
        str(tmp_path / "r.sqlite"),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "nobody" in done.stderr
