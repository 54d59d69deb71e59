"""The guide to validating a heuristic in ten minutes: what it shows is what happens."""

import os
import subprocess
import sys
from pathlib import Path

from mazurka.audit import audit
from mazurka.models import build
from mazurka.registry import find_reducer

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "examples" / "my_heuristic" / "README.md").read_text("utf-8")
LOOKS_RIGHT = "examples.my_heuristic.private_next:choose"
REPAIRED = "examples.my_heuristic.private_for_good:choose"


def campaign(reducer, folder):
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "mazurka.fuzz.plugin", "--mazurka-reducer", reducer],
        cwd=folder, env={**os.environ, "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT}"},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_on_the_model_of_the_guide_the_heuristic_passes_the_audit():
    result = audit(build("multi-locks", {"n": 4, "k": 1}), find_reducer(LOOKS_RIGHT))
    assert result.verdict == "pass"
    assert f"{result.reduced.states} of {result.full.states} states" in GUIDE


def test_the_campaign_refutes_it_with_the_run_that_the_guide_explains(tmp_path):
    said = campaign(LOOKS_RIGHT, tmp_path).stdout
    begin = said.index("trace-complete fails")
    told, run = said[begin:].splitlines()[:2]
    assert f"    {told}\n    {run}\n" in GUIDE
    assert list((tmp_path / "fuzz-corpus").glob("*.cs.json"))


def test_the_campaign_has_nothing_against_the_repair(tmp_path):
    done = campaign(REPAIRED, tmp_path)
    assert done.returncode == 0 and f"{REPAIRED} kept its promises: it left something out in" in done.stdout
