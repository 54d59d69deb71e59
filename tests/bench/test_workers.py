"""The process of a cell: what it answers, and that limits hold from outside."""

import pytest

from mazurka.bench import workers
from mazurka.bench.cell import Task
from mazurka.bench.workers import Worker, Workers
from mazurka.limits import Limits

DP_3 = Task("dp", (("n", 3),), "reach")
DP_12 = Task("dp", (("n", 12),), "reach")


@pytest.fixture
def worker():
    worker = Worker()
    yield worker
    worker.end()


def test_a_worker_measures_one_task_after_the_other(worker):
    found = worker.measure(DP_3, Limits())
    assert (found.nodes, found.states, found.deadlocks, found.limit) == (124, 124, 3, None)
    stopped = worker.measure(DP_12, Limits(max_states=1000))
    assert (stopped.limit, stopped.max_states) == ("max_states", 1000)
    assert 1000 <= stopped.nodes < 5**12
    refused = worker.measure(Task("dp", (("n", 1),), "reach"), Limits())
    assert "n=1 cannot be" in refused.failure
    assert worker.alive


def test_a_worker_beyond_its_limit_on_memory_is_ended(worker, monkeypatch):
    monkeypatch.setattr(workers, "GRACE_MEMORY", 0)
    found = worker.measure(DP_12, Limits(max_memory=10**12))
    assert (found.limit, found.nodes) == ("max_memory", None)
    assert not worker.alive


def test_a_worker_beyond_its_limit_on_time_is_ended(worker, monkeypatch):
    monkeypatch.setattr(workers, "GRACE_SECONDS", -10)
    monkeypatch.setattr(workers, "POLL_SECONDS", 0.001)
    found = worker.measure(DP_12, Limits(max_seconds=10))
    assert (found.limit, found.nodes) == ("max_seconds", None)
    assert not worker.alive


def test_a_process_that_dies_is_a_failure_and_the_next_task_has_a_new_one():
    with Workers(fresh=False) as many:
        found = many.measure(DP_12, Limits(), lambda *_: many._worker._process.kill())
        assert found.failure == "the process ended with status -9"
        assert many.measure(DP_3, Limits()).nodes == 124
