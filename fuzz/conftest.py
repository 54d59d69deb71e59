"""What the campaign's tests share: their profile, their rounds, and the record of what they found.

The options are those of `plugin.py`.  With the profile deep every test runs in rounds, each with a seed of
its own; all tests have their first round before any has its second, so that the campaign may be stopped at
any time.  A file of results is written by one process, also where pytest-xdist runs the tests in several.
"""

import re
import socket
from importlib.metadata import version
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, core, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from hypothesis.statistics import collector, describe_statistics

from mazurka.errors import MazurkaError
from mazurka.fuzz.ledger import Ledger, Round
from mazurka.fuzz.plugin import TESTS
from mazurka.fuzz.profiles import PROFILES
from mazurka.registry import find_reducer

ROUND = re.compile(r"-?round(\d+)\b")
COUNTS = re.compile(r"(\d+) passing, (\d+) failing")
FIRST = [Phase.explicit, Phase.generate, Phase.target]


def pytest_addoption(parser):
    group = parser.getgroup("mazurka")
    group.addoption("--reducer", dest="mazurka_reducer", metavar="package.module:attr", help="the same")


def pytest_configure(config):
    if name := config.getoption("mazurka_reducer"):
        try:
            find_reducer(name).parse(config.getoption("mazurka_set"))
        except MazurkaError as error:
            raise pytest.UsageError(str(error)) from error
    if config.getoption("mazurka_set") and not name:
        raise pytest.UsageError(
            "--mazurka-set is for the options of the reducer that --mazurka-reducer names"
        )
    config.addinivalue_line("markers", "campaign: audits the reducer that --reducer names")
    profile = PROFILES[config.getoption("fuzz_profile")]
    # What is filtered out are unbounded nets and the like: cheap, and no reason to stop.
    checks = [HealthCheck.filter_too_much, HealthCheck.too_slow]
    if profile.rounds:
        checks.append(HealthCheck.function_scoped_fixture)  # the round, which does nothing
    settings.register_profile(
        "mazurka",
        max_examples=profile.examples,
        deadline=None,
        derandomize=not profile.random and not profile.rounds,
        database=DirectoryBasedExampleDatabase(".hypothesis/examples") if profile.random else None,
        print_blob=profile.random,
        phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.target, Phase.shrink],
        suppress_health_check=checks,
    )
    settings.load_profile("mazurka")
    if config.getoption(
        "fuzz_first"
    ):  # for the tests that are defined next, not for those that ask for a small one
        settings.register_profile(
            "mazurka-first", settings(phases=FIRST, report_multiple_bugs=False), database=None
        )
        settings.load_profile("mazurka-first")
    if path := config.getoption("fuzz_results"):
        try:
            config.stash[LEDGER] = Ledger(Path(path), reducer=name or "", version=version("mazurka"))
        except MazurkaError as error:
            raise pytest.UsageError(f"--fuzz-results: {error}") from error


LEDGER = pytest.StashKey[Ledger]()
NOTHING_DRAWN = pytest.StashKey[set[str]]()
"""The tests whose last round here drew nothing: all their rounds are the same."""


def rounds(config):
    """The rounds asked for."""
    text = config.getoption("fuzz_rounds") or "1-100"
    found = re.fullmatch(r"(\d+)(?:-(\d+))?", text)
    first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
    if not 1 <= first <= last:
        raise pytest.UsageError(f"--fuzz-rounds: {text!r} is no range; expected for instance 1-100, or 7")
    return range(first, last + 1)


@pytest.fixture
def given_settings(request):
    """The options of the reducer given, as texts KEY=VALUE."""
    return request.config.getoption("mazurka_set")


@pytest.fixture
def given_corpus(request):
    """The folder of the user's models on which reducers have failed.

    None where the reducer is not theirs, and in rounds, which are the same for whoever runs them.
    """
    rounds = PROFILES[request.config.getoption("fuzz_profile")].rounds
    if rounds or not request.config.getoption("mazurka_reducer"):
        return None
    return request.config.invocation_params.dir / request.config.getoption("fuzz_corpus")


def pytest_terminal_summary(terminalreporter, config):
    """What the reducer given was good for, if it was sound; else where the system is that shows it is not."""
    if config.getoption("mazurka_reducer"):
        for report in terminalreporter.getreports("failed"):
            if kept := dict(report.user_properties).get("kept"):
                terminalreporter.write_line(f"kept as {kept}: tried first from now on")
        for report in terminalreporter.getreports("passed"):
            if gain := dict(report.user_properties).get("gain"):
                terminalreporter.write_line(
                    f"{config.getoption('mazurka_reducer')} kept its promises: {gain}"
                )


@pytest.fixture
def fuzz_round(request):
    """The number of the round, with the profile deep."""
    return request.param


def pytest_generate_tests(metafunc):
    if PROFILES[metafunc.config.getoption("fuzz_profile")].rounds:
        metafunc.fixturenames.append("fuzz_round")
        numbers = rounds(metafunc.config)
        metafunc.parametrize("fuzz_round", numbers, indirect=True, ids=[f"round{k}" for k in numbers])


def unit(item):
    """The test and the round of an item; round 0 where there are no rounds."""
    found = ROUND.search(item.nodeid)
    name = f"{item.path.name}::{item.nodeid.partition('::')[2]}"
    return ROUND.sub("", name).replace("[]", "").replace("[-", "["), int(found[1]) if found else 0


def pytest_collection_modifyitems(config, items):
    settings.load_profile("mazurka")
    ours = [item for item in items if TESTS in item.path.resolve().parents or item.path.parent.name == "fuzz"]
    left_out = set()
    if config.getoption("mazurka_reducer"):
        left_out |= {item for item in ours if not item.get_closest_marker("campaign")}
    if name := config.getoption("fuzz_only"):
        left_out |= {item for item in ours if unit(item)[0] != name}
    ledger = config.stash.get(LEDGER, None)
    if ledger is not None:
        done, same = ledger.done(), ledger.drawing_nothing()
        left_out |= {item for item in ours if unit(item) in done or unit(item)[0] in same}
    if left_out:
        config.hook.pytest_deselected(items=list(left_out))
    kept = [item for item in items if item not in left_out]
    items[:] = sorted(kept, key=lambda item: unit(item)[1])


def before_shrinking(text):
    """What the statistics say of the systems drawn, not of those made from one that failed."""
    return text.partition("during shrink phase")[0]


def pytest_runtest_setup(item):
    """A test that draws nothing has one round."""
    if unit(item)[0] in item.config.stash.setdefault(NOTHING_DRAWN, set()):
        pytest.skip("it draws nothing, and had its round")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    """Run it with the seed of its round, and note how many systems it drew."""
    within = []  # what tests inside the test report; that of the test itself is in the item
    seed = unit(item)[1]
    before, core.global_force_seed = core.global_force_seed, seed or core.global_force_seed
    try:
        with collector.with_value(within.append):
            return (yield)
    finally:
        core.global_force_seed = before
        told = [describe_statistics(s) for s in within] + [getattr(item, "hypothesis_statistics", "")]
        drawn = sum(
            int(k) for text in told for counts in COUNTS.findall(before_shrinking(text)) for k in counts
        )
        item.user_properties.append(("examples", drawn))
        if seed and not drawn:
            item.config.stash[NOTHING_DRAWN].add(unit(item)[0])


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    report = yield
    if call.when == "call":
        report.user_properties.append(("unit", unit(item)))
    return report


def pytest_sessionstart(session):
    """With pytest-xdist the process that hands out the tests writes the results, and no other."""
    ledger = session.config.stash.get(LEDGER, None)
    if ledger is not None and not hasattr(session.config, "workerinput"):
        session.config.pluginmanager.register(Recorder(ledger), "mazurka-results")


class Recorder:
    """Writes each round to the file when its report comes in."""

    def __init__(self, ledger):
        self.ledger = ledger

    def pytest_runtest_logreport(self, report):
        known = dict(report.user_properties)
        if report.when == "call" and "unit" in known:
            test, number = known["unit"]
            outcome = "passed" if report.passed else "failed"
            worker = getattr(report, "worker_id", socket.gethostname())
            self.ledger.record(
                Round(
                    test,
                    number,
                    outcome,
                    known.get("examples", 0),
                    report.duration,
                    report.longreprtext,
                    worker,
                )
            )
