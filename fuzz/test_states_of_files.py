"""What is kept in files and gone on with: proofs of nodes, the record of the campaign, results of a table."""

import tempfile
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from mazurka.bench.cell import Measured, Task
from mazurka.bench.results import Results
from mazurka.formats import read_model
from mazurka.fuzz.crowds import crowds
from mazurka.fuzz.ledger import OUTCOMES, Ledger, Round
from mazurka.fuzz.plugin import TESTS
from mazurka.fuzz.strategies import client_server_systems
from mazurka.fuzz.test_states_of_oracle import machines
from mazurka.limits import Watch
from mazurka.registry import find_reducer
from mazurka.without_full import Proving, audit_without_full

COVERING = "covering-source-sets"


def judged(system, reducer, checkpoint=None, calls=None):
    """The audit's answer, or None where it was interrupted; so it is at that call for progress."""
    left = [calls]
    watch = Watch()

    def progress(_done, _waiting):
        if left[0] is not None:
            left[0] -= 1
            if left[0] <= 0:
                watch.interrupted.set()

    watch.progress = progress
    result = audit_without_full(
        system, reducer, criteria=[COVERING], watch=watch, proving=Proving(checkpoint=checkpoint)
    )
    (found,) = [f for f in result.findings if f.name == COVERING]
    return None if result.limit == "interrupt" else (found.holds, found.checked, found.witness)


@settings(max_examples=settings().max_examples // 3)
@given(
    st.one_of(client_server_systems(), crowds()),
    st.sampled_from(
        ["plain/full+sleep", "plain/apifs+sleep", "broken/pifs-of-disabled", "broken/pifs-new-process"]
    ),
    st.lists(st.integers(1, 12), max_size=5),
)
def test_an_audit_that_is_stopped_anywhere_goes_on_to_the_same_answer(system, name, stops):
    reducer = find_reducer(name)
    expected = judged(system, reducer)
    with tempfile.TemporaryDirectory() as folder:
        checkpoint = Path(folder, "checkpoint.json")
        for calls in stops:
            assert judged(system, reducer, checkpoint, calls) in (None, expected)
        assert judged(system, reducer, checkpoint) == expected
        assert judged(system, reducer, checkpoint) == expected


@pytest.mark.parametrize(
    ("model", "name"),
    [
        ("taken-now-or-later", "broken/pifs-of-disabled"),
        ("met-among-themselves", "broken/pifs-new-process"),
        ("taken-now-or-later", "plain/full+sleep"),
    ],
)
def test_wherever_an_audit_is_stopped_no_node_is_left_out(model, name, tmp_path):
    system, reducer = read_model(TESTS / "corpus" / f"{model}.cs.json"), find_reducer(name)
    expected = judged(system, reducer)
    stopped = 0
    for calls in range(1, 60):
        checkpoint = tmp_path / f"{calls}.json"
        stopped += judged(system, reducer, checkpoint, calls) is None
        assert judged(system, reducer, checkpoint) == expected
    assert 3 < stopped < 59


class InFile(RuleBasedStateMachine):
    """A machine with a folder of its own."""

    def __init__(self):
        super().__init__()
        self.folder = tempfile.TemporaryDirectory()
        self.path = Path(self.folder.name, "file")

    def teardown(self):
        self.folder.cleanup()


tests = st.sampled_from(["a", "b", "c[x]"])
whose = st.sampled_from(["", "mine:choose"])
rounds = st.integers(1, 4)


class Recorded(InFile):
    """Rounds of two campaigns in one file, recorded, replaced and lost in any order."""

    @initialize()
    def begin(self):
        self.known = {}

    def ledger(self, reducer):
        return Ledger(self.path, reducer=reducer, version="1")

    @rule(reducer=whose, test=tests, k=rounds, outcome=st.sampled_from(OUTCOMES), examples=st.integers(0, 9))
    def record(self, reducer, test, k, outcome, examples):
        done = Round(test, k, outcome, examples, 0.5, "report", "worker")
        self.ledger(reducer).record(done)
        self.known[reducer, test, k] = done

    @rule(reducer=whose)
    def what_is_done(self, reducer):
        ours = [r for (whose, _, _), r in self.known.items() if whose == reducer]
        ledger = self.ledger(reducer)
        assert ledger.done() == {(r.test, r.round) for r in ours if r.outcome != "lost"}
        counts = Counter((r.test, r.outcome) for r in ours)
        assert [(t.test, t.rounds, t.failed, t.lost, t.examples) for t in ledger.tallies()] == [
            (
                test,
                sum(counts[test, o] for o in OUTCOMES),
                counts[test, "failed"],
                counts[test, "lost"],
                sum(r.examples for r in ours if r.test == test),
            )
            for test in sorted({r.test for r in ours})
        ]

    @rule()
    def all_of_them(self):
        assert Counter(Ledger.rounds_in(self.path)) == Counter(self.known.values())

    @rule(reducer=whose)
    def another_version_knows_nothing(self, reducer):
        assert not Ledger(self.path, reducer=reducer, version="2").done()


def test_the_record_of_the_campaign_is_the_last_word_on_each_round():
    run_state_machine_as_test(Recorded, settings=machines(10))


TASKS = [
    Task("dp", (("n", n),), reducer, options)
    for n in (2, 3)
    for reducer in ("reach", "full+sleep")
    for options in ((), (("order", "bfs"),))
]


class Kept(InFile):
    """Results of a table, opened again at any time."""

    @initialize()
    def begin(self):
        self.results, self.known = Results(self.path, "table"), {}

    @rule(task=st.sampled_from(TASKS), states=st.integers(1, 5), limit=st.sampled_from([None, "max_seconds"]))
    def measure(self, task, states, limit):
        self.known[task.key] = Measured(states=states, limit=limit, seconds=0.5)
        self.results.add(task, self.known[task.key])

    @rule()
    def open_again(self):
        self.results = Results(self.path, "table")

    @rule(task=st.sampled_from(TASKS))
    def look_up(self, task):
        known = self.known.get(task.key)
        assert self.results.get(task) == known
        assert self.results.limited(task) == (known is not None and known.limit is not None)

    @rule()
    def count(self):
        assert len(self.results) == len(self.known)
        assert [t.key for t in self.results.tasks()] == list(self.known)
        assert [f.name for f in self.path.parent.iterdir()] == ["file"] * bool(self.known)


def test_results_are_on_disk_after_every_measurement():
    run_state_machine_as_test(Kept, settings=machines(10))
