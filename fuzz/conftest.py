"""The campaign's options: how long it searches, and whose reducer it tries.

pytest fuzz/                                    quick: the same few examples in every run
pytest fuzz/ --fuzz-profile deep                many random examples; failures are remembered
pytest fuzz/ --reducer package.module:attr      only the audit of that reducer, on random systems
"""

import pytest
from hypothesis import HealthCheck, Phase, settings

from mazurka.errors import MazurkaError
from mazurka.registry import find_reducer

PROFILES = {"quick": 150, "default": 400, "deep": 10_000}


def pytest_addoption(parser):
    group = parser.getgroup("mazurka")
    group.addoption(
        "--fuzz-profile",
        choices=sorted(PROFILES),
        default="quick",
        help="how many systems the campaign draws",
    )
    group.addoption(
        "--reducer",
        metavar="package.module:attr",
        help="run the campaign's audit on this reducer, and nothing else",
    )


def pytest_configure(config):
    if name := config.getoption("--reducer"):
        try:
            find_reducer(name)
        except MazurkaError as error:
            raise pytest.UsageError(str(error)) from error
    # What is filtered out are unbounded nets and the like: cheap, and no reason to stop.
    checks = [HealthCheck.filter_too_much, HealthCheck.too_slow]
    for name, examples in PROFILES.items():
        settings.register_profile(
            name,
            max_examples=examples,
            deadline=None,
            derandomize=name == "quick",
            print_blob=name != "quick",
            phases=[Phase.explicit, Phase.reuse, Phase.generate, Phase.shrink],
            suppress_health_check=checks,
        )
    settings.load_profile(config.getoption("--fuzz-profile"))
    config.addinivalue_line("markers", "campaign: audits the reducer that --reducer names")


def pytest_collection_modifyitems(config, items):
    if config.getoption("--reducer"):
        audits = [item for item in items if item.get_closest_marker("campaign")]
        config.hook.pytest_deselected(items=[item for item in items if item not in audits])
        items[:] = audits
