"""Runs of the command in this process, and a stand-in for the processes in which cells are measured."""

import pytest

from mazurka.bench import runs
from mazurka.bench.cell import Measured
from tests.cli.conftest import mazurka  # noqa: F401  the fixture that runs a command


class Stand:
    """Measures nothing: answers from a dictionary of keys of tasks, and remembers what it was asked.

    An answer may be the class of an exception.
    """

    def __init__(self):
        self.asked = []
        self.answers = {}

    def __call__(self, *, fresh):
        self.fresh = fresh
        return self

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None

    def measure(self, task, limits, _progress=None):
        self.asked.append(task.key)
        answer = self.answers.get(task.key, Measured(nodes=1, seconds=0.5))
        if isinstance(answer, type):
            raise answer
        return Measured(**answer.to_json() | {"max_seconds": limits.max_seconds})


@pytest.fixture
def stand(monkeypatch):
    """No process is started."""
    stand = Stand()
    monkeypatch.setattr(runs, "Workers", stand)
    return stand
