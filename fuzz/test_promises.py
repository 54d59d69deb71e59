"""Every reducer keeps its promises on random systems; those that are unsound on purpose are caught at it."""

from typing import Any, NamedTuple

import pytest
from hypothesis import find, given, settings, target
from hypothesis.strategies import SearchStrategy

from mazurka.audit import audit
from mazurka.fuzz.beside_a_loop import beside_a_loop
from mazurka.fuzz.campaign import (
    Gain,
    keep_in_corpus,
    left_out,
    replay_corpus,
    require_promises_kept,
    systems_for,
)
from mazurka.fuzz.crowds import gatherings
from mazurka.registry import find_reducer, reducers


class Hunt(NamedTuple):
    """How a negative control is caught: on which systems, drawn how often (as ever by default), how small."""

    systems: SearchStrategy[Any]
    examples: int | None = None
    most_actions: int = 5


# What only several clients that wait for one another can show is drawn from such systems, and more often.
HUNTS = {
    "broken/naive-expanded": Hunt(beside_a_loop(), 400, 13),
    "broken/colour-as-printed": Hunt(beside_a_loop(), 3_000, 16),
    "broken/closure-without-rivals": Hunt(gatherings()),
    "broken/pifs-new-process": Hunt(gatherings(), 2_000, 12),
    "broken/pifs-of-disabled": Hunt(gatherings(), 1_000, 9),
}
CONTROLS = sorted(name for name in reducers() if name.startswith(("broken/", "stubborn/dependency-groups")))


def pytest_generate_tests(metafunc):
    if "promising" in metafunc.fixturenames:
        given_name = metafunc.config.getoption("mazurka_reducer")
        sound = [name for name, r in reducers().items() if r.sound_as_printed]
        metafunc.parametrize("promising", [given_name] if given_name else sound)


@pytest.mark.campaign
def test_a_reducer_keeps_its_promises(promising, given_settings, given_corpus, record_property):
    reducer = find_reducer(promising)
    options = reducer.parse(given_settings) if given_settings else None
    gain = Gain()
    if given_corpus is not None:
        replay_corpus(given_corpus, reducer, options)

    @given(systems_for(reducer))
    def campaign(system):
        result = require_promises_kept(system, reducer, options)
        gain.count(result)
        target(float(left_out(result)), label="edges left out")

    try:
        campaign()
    except pytest.fail.Exception:
        if given_corpus is not None and (kept := keep_in_corpus(given_corpus, reducer)):
            record_property("kept", str(kept))
        raise
    record_property("gain", str(gain))


@pytest.mark.parametrize("control", CONTROLS)
def test_a_reducer_that_is_unsound_on_purpose_is_caught_on_a_small_system(control):
    reducer = find_reducer(control)
    hunt = HUNTS.get(control, Hunt(systems_for(reducer)))
    budget = settings(max_examples=hunt.examples or settings().max_examples)
    system = find(hunt.systems, lambda s: audit(s, reducer).verdict == "fail", settings=budget)
    assert len(system.actions) <= hunt.most_actions


def test_the_negative_controls_are_these():
    assert CONTROLS == [
        "broken/closure-without-rivals",
        "broken/colour-as-printed",
        "broken/drops-inhibitors",
        "broken/forgets-proviso",
        "broken/ignores-dependency",
        "broken/naive-expanded",
        "broken/pifs-new-process",
        "broken/pifs-of-disabled",
        "stubborn/dependency-groups",
    ]
    assert set(HUNTS) <= set(CONTROLS)
