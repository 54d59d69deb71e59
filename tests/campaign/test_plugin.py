"""The campaign as a plugin, in a folder that is not this project's."""

import subprocess
import sys

import pytest

FIRST = "def choose(system, state):\n    return system.enabled(state)[:1]\n"
ALL = "def choose(system, state):\n    return system.enabled(state)\n"


def run(folder, *arguments):
    command = [sys.executable, "-m", "pytest", "-q", "-p", "mazurka.fuzz.plugin", *arguments]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False, timeout=600)


@pytest.mark.parametrize(("text", "status"), [(FIRST, 1), (ALL, 0)])
def test_a_heuristic_in_another_folder_goes_through_the_campaign(tmp_path, text, status):
    (tmp_path / "mine.py").write_text(text)
    (tmp_path / "test_other.py").write_text("def test_other():\n    assert False, 'not asked for'\n")
    done = run(tmp_path, "--mazurka-reducer", "mine:choose")
    assert done.returncode == status, done.stdout
    assert ("mazurka audit" in done.stdout) == bool(status)
    assert "not asked for" not in done.stdout


def test_without_its_options_the_plugin_leaves_the_tests_of_others_alone(tmp_path):
    (tmp_path / "test_other.py").write_text(
        "from hypothesis import settings\n\ndef test_other():\n    assert settings().max_examples == 100\n"
    )
    assert run(tmp_path).returncode == 0


def test_a_heuristic_that_cannot_be_found_is_a_usage_error(tmp_path):
    done = run(tmp_path, "--mazurka-reducer", "nowhere:choose")
    assert done.returncode == 4 and "there is no module 'nowhere'" in done.stderr


def test_a_system_on_which_it_failed_is_kept_and_tried_first(tmp_path):
    corpus = ("--mazurka-reducer", "mine:choose", "--fuzz-corpus", "kept")
    (tmp_path / "mine.py").write_text(FIRST)
    first = run(tmp_path, *corpus)
    (model,) = (tmp_path / "kept").iterdir()
    assert f"kept as {model}: tried first from now on" in first.stdout
    audited = [sys.executable, "-m", "mazurka", "audit", str(model), "--reducer", "mine:choose"]
    assert subprocess.run(audited, cwd=tmp_path, capture_output=True, check=False).returncode == 1
    again = run(tmp_path, *corpus)
    assert again.returncode == 1 and "kept as" not in again.stdout
    (tmp_path / "kept" / "broken.pnml").write_text("<pnml>")
    broken = run(tmp_path, *corpus)
    assert broken.returncode == 1 and "broken.pnml:1: this is not well-formed XML" in broken.stdout
