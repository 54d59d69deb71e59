"""No command writes over a file that it reads."""

import os

import pytest

MODEL = "h.aut"
TEXT = 'des (0,2,2)\n(0,"a",1)\n(1,"b",0)\n'


@pytest.fixture
def model(tmp_path):
    (tmp_path / MODEL).write_text(TEXT)
    os.link(tmp_path / MODEL, tmp_path / "linked.aut")
    (tmp_path / "other.aut").symlink_to(MODEL)
    return MODEL


WRITING = [
    ("convert", MODEL),
    ("reduce", MODEL, "--reducer", "full", "-o"),
    ("draw", MODEL, "-o"),
    ("oracle", "smallest", MODEL, "-o"),
    ("oracle", "ifs", MODEL, "--actions", "a", "--proof"),
    ("audit", MODEL, "--reducer", "full", "--without-full", "--checkpoint"),
    ("query", MODEL, "a = 1", "--certificate"),
    ("model", "hlpw-figure6", "--formula", MODEL, "-o"),
]


@pytest.mark.parametrize("output", [MODEL, f"./{MODEL}", "linked.aut", "other.aut"])
@pytest.mark.parametrize("command", WRITING, ids=lambda c: c[0])
def test_what_a_command_reads_it_does_not_overwrite(mazurka, model, tmp_path, command, output):
    ran = mazurka(*command, output)
    assert ran.status == 2
    assert "is a file to read, and would be overwritten; write to another one" in ran.err
    assert (tmp_path / model).read_text() == TEXT


def test_other_files_may_be_overwritten(mazurka, model, tmp_path):
    (tmp_path / "old.aut").write_text("something else")
    assert mazurka("convert", model, "old.aut").status == 0
    assert (tmp_path / "old.aut").read_text().startswith("des (0,")
