"""The command as a process of its own: entry points, start-up, signals, pipes."""

import contextlib
import json
import os
import pty
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import mazurka

HERE = {**os.environ, "PYTHONPATH": str(Path(mazurka.__file__).parents[1])}

SLOW = """
import sys, time

def choose(system, state):
    print("begun", file=sys.stderr, flush=True)
    time.sleep(0.01)
    return system.enabled(state)
"""


def start(folder, *arguments, **more):
    """`python -m mazurka …` in a folder."""
    return subprocess.Popen(
        [sys.executable, "-m", "mazurka", *arguments],
        cwd=folder,
        env=HERE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        **more,
    )


def test_the_module_runs_as_a_command_and_hands_on_the_exit_status(tmp_path):
    process = start(tmp_path, "explore", "absent.pnml")
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (2, "")
    assert err.startswith("mazurka: absent.pnml: no such file")


def test_help_loads_none_of_the_heavy_libraries(tmp_path):
    code = (
        "import sys; from mazurka.cli import main; main(['--help']);"
        "print([m for m in ('numba', 'numpy', 'matplotlib', 'z3', 'pysat', 'lxml') if m in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=HERE, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("command", ["reduce", "audit"])
def test_ctrl_c_ends_with_status_130_and_a_partial_result(tmp_path, command):
    (tmp_path / "slow.py").write_text(SLOW)
    with start(tmp_path, "model", "counter", "n=20", "-o", "counter.pnml") as process:
        assert process.wait(60) == 0
    limit = [] if command == "reduce" else ["--max-states", "1000"]
    with start(tmp_path, command, "counter.pnml", "--reducer", "slow:choose", "--json", *limit) as process:
        assert process.stderr.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in err
    result = json.loads(out)
    part = result if command == "reduce" else result["reduced"]
    assert (part["complete"], part["limit"]) == (False, "interrupt")
    if command == "audit":
        assert result["verdict"] == "incomplete"
        assert result["full"]["states"] == 1000


def test_a_second_ctrl_c_stops_at_once(tmp_path):
    (tmp_path / "stuck.py").write_text(
        "import sys, time\n"
        "def choose(system, state):\n"
        "    for i in range(600):\n"
        "        print('begun', file=sys.stderr, flush=True)\n"
        "        time.sleep(0.1)\n"
    )
    with start(tmp_path, "model", "counter", "n=2", "-o", "counter.pnml") as process:
        assert process.wait(60) == 0
    with start(tmp_path, "reduce", "counter.pnml", "--reducer", "stuck:choose", "--json") as process:
        for _ in range(2):
            assert process.stderr.readline() == "begun\n"
            process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out) == (130, "")
    assert err.splitlines()[-1] == "mazurka: interrupted"


def test_progress_is_shown_on_a_terminal_and_taken_away_again(tmp_path):
    (tmp_path / "slow.py").write_text(SLOW)
    with start(tmp_path, "model", "counter", "n=7", "-o", "counter.pnml") as process:
        assert process.wait(60) == 0
    for quiet in ([], ["--quiet"]):
        ours, theirs = pty.openpty()
        command = [
            sys.executable,
            "-m",
            "mazurka",
            "audit",
            "counter.pnml",
            "--reducer",
            "slow:choose",
            *quiet,
        ]
        done = subprocess.Popen(command, cwd=tmp_path, env=HERE, stdout=subprocess.DEVNULL, stderr=theirs)
        os.close(theirs)
        shown = terminal(ours)
        assert done.wait(60) == 0
        assert ("reduction: " in shown, "states/s" in shown) == (not quiet, not quiet)
        assert ("criterion deadlocks …" in shown) == (not quiet)


def terminal(descriptor):
    """All that is written to a pseudo-terminal; reading fails when the other side has closed it."""
    parts = []
    with contextlib.suppress(OSError):
        while part := os.read(descriptor, 1 << 16):
            parts.append(part)
    os.close(descriptor)
    return b"".join(parts).decode()


@pytest.mark.parametrize("arguments", [["models", "--json"], ["reducers"], ["--version"], ["--help"]])
def test_a_reader_that_goes_away_is_no_error(tmp_path, arguments):
    with start(tmp_path, *arguments) as process:
        process.stdout.close()
        err = process.stderr.read()
        assert process.wait(60) == 0
    assert err == ""


@pytest.mark.parametrize("arguments", [["models", "--json"], ["reducers"]])
def test_a_full_disk_is_one_line_with_status_2(tmp_path, arguments):
    command = [sys.executable, "-m", "mazurka", *arguments]
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(command, cwd=tmp_path, env=HERE, stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "mazurka: the result cannot be written: no space left on device\n"


def test_ctrl_c_while_the_commands_are_loaded_has_its_status_too(tmp_path):
    """An interrupt that the first heavy import meets."""
    (tmp_path / "typer.py").write_text("raise KeyboardInterrupt\n")
    with start(tmp_path, "--help") as process:
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "mazurka: interrupted\n")
