"""What the README shows is what happens: commands exist, outputs are real, links lead somewhere."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from mazurka.cli import shell
from mazurka.reference.criteria import CRITERIA

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
TEXTS = (
    "README.md",
    "CONTRIBUTING.md",
    "fuzz/README.md",
    "examples/README.md",
    "proofs/README.md",
    "tests/README.md",
)
COMMANDS = typer.main.get_command(shell.app).commands


def console_sessions(text):
    """(command line, output) of everything after a `$ ` in a block marked as console."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.MULTILINE | re.DOTALL):
        for part in block.split("$ ")[1:]:
            command, _, output = part.partition("\n")
            yield command, output.strip("\n")


def mentioned_commands():
    """Every `mazurka …` in the texts, as words; alternatives in brackets count as given."""
    for name in TEXTS:
        text = (ROOT / name).read_text("utf-8")
        for line in re.findall(r"(?:^\$ |^ {4}|`)(mazurka [^`\n]+)", text, re.MULTILINE):
            yield name, shlex.split(line.replace("[", "").replace("]", ""))


@pytest.mark.parametrize(("text", "words"), list(mentioned_commands()))
def test_a_command_in_the_texts_exists_with_its_options(text, words):
    assert words[1] in COMMANDS, text
    command = COMMANDS[words[1]]
    command = getattr(command, "commands", {}).get(words[2], command) if words[2:] else command
    known = {o for p in command.params for o in p.opts}
    assert {w for w in words[2:] if w.startswith("-")} <= known, text


def test_every_command_is_in_the_readme():
    assert set(COMMANDS) == {words[1] for text, words in mentioned_commands() if text == "README.md"}


def test_every_criterion_is_in_the_readme():
    table = README[README.index("| criterion |") : README.index("Each reducer declares")]
    assert set(re.findall(r"`([a-z-]+)`", table)) == set(CRITERIA)


def test_the_sessions_in_the_readme_are_real(tmp_path):
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    environment = {**os.environ, "COLUMNS": "100", "NO_COLOR": "1", "PATH": program_path()}
    sessions = [(c, o) for c, o in console_sessions(README) if c.startswith("mazurka ")]
    assert len(sessions) == 8
    for command, expected in sessions:
        done = subprocess.run(
            shlex.split(command), cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode in (0, 1), f"{command}: {done.stderr}"
        if expected:
            assert timeless(done.stdout) == timeless(expected), command


def program_path():
    """The commands of this interpreter's environment come first."""
    return str(Path(sys.executable).parent) + os.pathsep + os.environ["PATH"]


def timeless(output):
    """The lines of an output, without seconds, which are the only numbers with two decimals."""
    return [re.sub(r" +\d+\.\d\d\b", " s", line).rstrip() for line in output.strip("\n").splitlines()]


def test_the_plug_in_in_the_readme_is_the_example():
    (code,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    assert (ROOT / "examples" / "first_client.py").read_text("utf-8").endswith(code)


@pytest.mark.parametrize("text", [*TEXTS, "REFERENCES.md", "CHANGELOG.md"])
def test_every_relative_link_leads_to_a_file(text):
    links = re.findall(r"\]\(([^)#:]+)\)", (ROOT / text).read_text("utf-8"))
    assert all((ROOT / text).parent.joinpath(link).exists() for link in links)


def test_every_notion_of_the_reference_has_its_row():
    """Modules that are about graphs or searches as such, or make a criterion out of a notion, are none."""
    no_notions = {
        "own_parts", "proviso_options",
        "choices", "client_server_controls", "client_server_reducers", "client_server_search", "covering",
        "criteria", "deadlocks", "explicit", "finding", "foreign", "negative_controls", "net_stubborn_sets",
        "probe_candidates", "probe_drop", "probe_kr", "probe_options", "probe_published",
        "reachability", "search", "soundness", "trace_complete", "up_as_printed", "vector_graphs", "__init__",
    }  # fmt: skip
    modules = {f.stem for f in (ROOT / "reference").glob("*.py")} - no_notions
    assert modules == set(re.findall(r"\(reference/(\w+)\.py\)", README))


def test_every_folder_of_tests_has_its_row():
    rows = re.findall(
        r"^\| ((?:`[\w./]+`(?:, )?)+) \|", (ROOT / "tests" / "README.md").read_text("utf-8"), re.M
    )
    listed = {name for row in rows for name in re.findall(r"`([\w./]+)/`", row)} - {"../fuzz"}
    assert listed == {f.name for f in (ROOT / "tests").iterdir() if any(f.rglob("test_*.py"))}
