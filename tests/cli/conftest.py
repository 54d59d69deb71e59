"""Running commands in this process, and files of the smallest models that show something."""

import json
from dataclasses import dataclass

import pytest

from mazurka.cli import main
from tests.cli.small_systems import late_rival, two_clients, two_loops, written


@dataclass
class Ran:
    """What a command came to."""

    status: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)


@pytest.fixture
def mazurka(capsys, tmp_path, monkeypatch):
    """Run a command in an empty directory; nothing that was printed before counts."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        capsys.readouterr()
        status = main([str(a) for a in arguments])
        printed = capsys.readouterr()
        assert "Traceback" not in printed.err or "--debug" in arguments
        return Ran(int(status), printed.out, printed.err)

    return run


@pytest.fixture
def rival(tmp_path):
    """The file of `late_rival`."""
    return written(late_rival(), tmp_path / "late-rival.pnml")


@pytest.fixture
def loops(tmp_path):
    """The file of `two_loops`."""
    return written(two_loops(), tmp_path / "two-loops.pnml")


@pytest.fixture
def clients(tmp_path):
    """The file of `two_clients`."""
    return written(two_clients(), tmp_path / "two-clients.cs.json")
