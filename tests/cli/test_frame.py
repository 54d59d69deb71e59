"""What holds for every command: usage errors, unexpected errors, and what is printed where."""

import io
import sys

import pytest

from mazurka.cli import explore, outcome, shell

COMMANDS = ("explore", "reduce", "audit", "compare", "convert", "models", "model", "reducers")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Missing command; see mazurka --help"),
        (["nix"], "No such command 'nix'; see mazurka --help"),
        (["explore"], "Missing argument 'MODEL'; see mazurka explore --help"),
        (["explore", "a.pnml", "b.pnml"], "Got unexpected extra argument"),
        (["explore", "a.pnml", "--nix"], "No such option: --nix"),
        (["reduce", "a.pnml"], "Missing option '--reducer'; see mazurka reduce --help"),
        (["explore", "a.pnml", "--max-states", "0"], "Invalid value for '--max-states'"),
        (["explore", "a.pnml", "--max-states", "many"], "Invalid value for '--max-states'"),
        (["explore", "a.pnml", "--max-seconds", "-1"], "Invalid value for '--max-seconds'"),
        (["explore", "a.pnml", "--max-memory", "1Q"], "Invalid value for '--max-memory': '1Q' is no size"),
        (["explore", "a.pnml", "--max-memory", "0"], "Invalid value for '--max-memory': '0' is no size"),
        (["explore", "a.pnml", "--max-memory", "9" * 400], "Invalid value for '--max-memory'"),
        (
            ["explore", "a.pnml", "--max-seconds", "nan"],
            "Invalid value for '--max-seconds'",
        ),
        (["explore", "x" * 300], f"{'x' * 300}: the suffix does not say which format this is"),
    ],
)
def test_a_usage_error_is_one_line_and_status_2(mazurka, arguments, message):
    ran = mazurka(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"mazurka: {message}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("absent.pnml", None, "absent.pnml: no such file"),
        ("empty.pnml", "", "empty.pnml: the file is empty"),
        ("model.txt", "x", "model.txt: the suffix does not say which format this is"),
        ("broken.pnml", "<pnml>", "broken.pnml:1: "),
        ("broken.cs.json", "{", "broken.cs.json:1: "),
        ("broken.aut", "des (0, 1", "broken.aut:1: the header is"),
    ],
)
def test_a_malformed_file_is_one_line_and_status_2(mazurka, tmp_path, name, content, message):
    if content is not None:
        (tmp_path / name).write_text(content)
    ran = mazurka("explore", name, "--json")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith(f"mazurka: {message}")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize(
    ("size", "bytes_"),
    [
        ("1000", 1000),
        ("2k", 2048),
        ("500M", 500 << 20),
        ("2G", 2 << 30),
        ("1.5GiB", 3 << 29),
        ("1 mb", 1 << 20),
    ],
)
def test_sizes_are_read(size, bytes_):
    from mazurka.cli.options import size as parse

    assert parse(size) == bytes_


@pytest.mark.parametrize(
    ("error", "status", "message"),
    [
        (
            ZeroDivisionError("a\nb"),
            2,
            "internal error: ZeroDivisionError: a b; please report it, with what --debug",
        ),
        (MemoryError(), 3, "out of memory; with --max-memory a search stops in time"),
        (RecursionError(), 2, "the input is nested too deeply"),
        (KeyboardInterrupt(), 130, "interrupted"),
    ],
)
def test_no_error_shows_a_traceback(mazurka, monkeypatch, loops, error, status, message):
    def fail(*_arguments):
        raise error

    monkeypatch.setattr(explore, "limits", fail)
    ran = mazurka("explore", loops)
    assert (ran.status, ran.out) == (status, "")
    assert message in ran.err
    assert ran.err.count("\n") == 1
    if isinstance(error, ZeroDivisionError):
        assert "Traceback" in mazurka("explore", loops, "--debug").err


def test_help_and_version_are_status_0(mazurka):
    from mazurka import __version__

    assert mazurka("--version").out == f"mazurka {__version__}\n"
    assert all(command in mazurka("--help").out for command in COMMANDS)
    for command in COMMANDS:
        ran = mazurka(command, "--help")
        assert ran.status == 0
        assert "--json" in ran.out
        assert "--quiet" in ran.out


def test_a_limit_that_is_an_interrupt_has_its_own_status():
    assert [outcome.Status.of(x) for x in (None, "max_states", "interrupt")] == [0, 3, 130]


def test_names_are_shown_as_they_are_not_as_markup(mazurka, tmp_path):
    (tmp_path / "odd.aut").write_text('des (0, 1, 2)\n(0, "[red]a[/red] :smile:", 1)\n')
    (tmp_path / "none.aut").write_text("des (0, 0, 1)\n")
    ran = mazurka("audit", "odd.aut", "--reduced", "none.aut")
    assert ran.status == 1
    assert "   1   [red]a[/red] :smile:   state: 0 → 1" in ran.out


def test_a_terminal_without_the_characters_gets_escapes(monkeypatch, loops):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="ascii")
    monkeypatch.setattr(sys, "stdout", stream)
    assert shell.main(["audit", str(loops), "--reducer", "reach"]) == 0
    assert b"\\u2713" in stream.buffer.getvalue()
