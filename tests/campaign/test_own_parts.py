"""Closures, tests of first sets and provisos of one's own, as options of plain reducers."""

import pytest
from hypothesis import find, given, settings

from examples.my_heuristic.parts import may_begin_with
from mazurka.audit import audit
from mazurka.errors import OptionError
from mazurka.fuzz.campaign import require_promises_kept, systems_for
from mazurka.fuzz.strategies import client_server_systems
from mazurka.reference.includes_first_set import FirstSetOracle
from mazurka.registry import PlugInError, find_reducer
from tests.campaign.test_plugin import run
from tests.cli.small_systems import two_clients

HERE = "examples.my_heuristic.parts"
NUMBER = 7


def raises(_system, _state, _actions):
    raise ZeroDivisionError


def says_one(_system, _state, _actions):
    return 1


def never(_system, _state, _actions):
    return False


def fails_with(reducer, setting):
    """The smallest system that Hypothesis finds on which the audit fails."""
    judged = find_reducer(reducer)
    options = judged.parse([setting])
    return find(systems_for(judged), lambda s: audit(s, judged, options=options).verdict == "fail")


def test_a_closure_that_forgets_what_is_to_come_is_found():
    assert len(fails_with("plain/full+sleep", f"closure={HERE}:rivals").actions) <= 4


def test_a_test_that_says_no_too_often_is_found():
    assert len(fails_with("plain/apifs+sleep", f"form={__name__}:never").actions) <= 2


@pytest.mark.parametrize(
    ("reducer", "setting"),
    [
        ("plain/full+sleep", f"closure={HERE}:among_themselves"),
        ("plain/apifs+sleep", f"form={HERE}:may_begin_with"),
        ("plain/unfolded+sleep", f"form={HERE}:may_begin_with"),
        ("plain/persistent", f"proviso={HERE}:AlwaysOnwards"),
    ],
)
def test_parts_that_are_right_keep_the_promises(reducer, setting):
    judged = find_reducer(reducer)
    options = judged.parse([setting])

    @settings(max_examples=60)
    @given(systems_for(judged))
    def campaign(system):
        require_promises_kept(system, judged, options)

    campaign()


@settings(max_examples=40)
@given(client_server_systems())
def test_the_test_of_the_example_never_says_no_where_the_answer_is_yes(system):
    exact = FirstSetOracle(system)
    for s in exact.full.states:
        for b in [frozenset(system.enabled(s)[:k]) for k in range(4)]:
            assert may_begin_with(system, s, b) or not exact(s, b)


@pytest.mark.parametrize(
    ("setting", "error", "said"),
    [
        (
            f"closure={__name__}:raises",
            PlugInError,
            f"plug-in {__name__}:raises: it failed at .*ZeroDivision",
        ),
        (
            f"closure={__name__}:says_one",
            PlugInError,
            "returned 1; a closure returns a collection of action names",
        ),
        (f"form={__name__}:says_one", PlugInError, "returned 1; a test returns True or False"),
        (f"form={__name__}:raises", PlugInError, f"plug-in {__name__}:raises: it failed at .*ZeroDivision"),
        (f"form={__name__}:absent", PlugInError, "has no 'absent'"),
        (f"closure={__name__}:NUMBER", OptionError, r"7 is no function closure\(system, state, action\)"),
        ("closure=biggest", OptionError, "option closure is one of min, lex, or package.module:attr"),
    ],
)
def test_a_part_that_cannot_be_used_is_refused_by_name(setting, error, said):
    reducer = find_reducer("plain/full+sleep")
    with pytest.raises(error, match=said):
        reducer.run(two_clients(), reducer.parse([setting]))


def test_the_campaign_runs_with_a_closure_of_ones_own(tmp_path):
    (tmp_path / "mine.py").write_text("def closure(system, state, action):\n    return [action]\n")
    done = run(tmp_path, "--mazurka-reducer", "plain/full+sleep", "--mazurka-set", "closure=mine:closure")
    assert done.returncode == 1
    assert "--reducer plain/full+sleep --set " in done.stdout and "closure=mine:closure" in done.stdout
