"""The campaign as a pytest plugin, installed with the package: its options, and where its tests are.

    pytest --mazurka-reducer package.module:attr    the campaign's audit of that reducer, anywhere
    pytest fuzz/ --reducer package.module:attr      the same, in this project

Everything else is in `conftest.py` beside the tests, which pytest reads only when it runs them: whoever has
mazurka installed and does not ask for the campaign pays for these few lines and no more.
"""

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from mazurka.fuzz.profiles import PROFILES

if TYPE_CHECKING:
    from _pytest.config.argparsing import Parser

TESTS = Path(__file__).parent


def pytest_addoption(parser: "Parser") -> None:
    """The options; `--reducer` is that of `conftest.py`."""
    group = parser.getgroup("mazurka", "mazurka's differential campaign")
    group.addoption(
        "--mazurka-reducer",
        metavar="package.module:attr",
        help="run the campaign's audit on this reducer, and nothing else",
    )
    group.addoption(
        "--mazurka-set",
        metavar="KEY=VALUE",
        action="append",
        default=[],
        help="an option of that reducer; a value may be package.module:attr where the option takes plug-ins",
    )
    group.addoption(
        "--fuzz-corpus",
        metavar="DIR",
        default="fuzz-corpus",
        help="models that --mazurka-reducer is tried on first; one on which it fails is added (fuzz-corpus)",
    )
    group.addoption(
        "--fuzz-profile",
        choices=tuple(PROFILES),
        default="quick",
        help="how many systems a test of the campaign draws: "
        + ", ".join(f"{name} {p.examples}" for name, p in PROFILES.items()),
    )
    group.addoption(
        "--fuzz-rounds",
        metavar="FIRST-LAST",
        help="with the profile deep: which rounds to run (default 1-100); a round has its own seed",
    )
    group.addoption(
        "--fuzz-results",
        metavar="FILE.sqlite",
        help="record what each test found; what is recorded there is not run again",
    )
    group.addoption("--fuzz-only", metavar="FILE::TEST", help="run this test of the campaign, and no other")
    group.addoption(
        "--fuzz-first",
        action="store_true",
        help="a test ends at the first system that fails; where it can, without a search for a smaller one",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config, args: list[str]) -> None:
    """With `--mazurka-reducer` and no tests named, the tests are those of the campaign."""
    known = early_config.known_args_namespace
    if known.mazurka_reducer and not known.file_or_dir:
        args.append(str(TESTS))
        known.file_or_dir.append(str(TESTS))
