"""Every reducer keeps its promises on random systems; those that are unsound on purpose are caught at it."""

import pytest
from hypothesis import find, given, settings

from fuzz.campaign import require_promises_kept, systems_for
from mazurka.audit import audit
from mazurka.registry import find_reducer, reducers

CONTROLS = sorted(name for name in reducers() if name.startswith("broken/"))


def pytest_generate_tests(metafunc):
    if "promising" in metafunc.fixturenames:
        given_name = metafunc.config.getoption("--reducer")
        sound = [name for name, r in reducers().items() if r.sound_as_printed]
        metafunc.parametrize("promising", [given_name] if given_name else sound)


@pytest.mark.campaign
def test_a_reducer_keeps_its_promises(promising):
    reducer = find_reducer(promising)

    @given(systems_for(reducer))
    def campaign(system):
        require_promises_kept(system, reducer)

    campaign()


@pytest.mark.parametrize("control", CONTROLS)
def test_a_reducer_that_is_unsound_on_purpose_is_caught_on_a_small_system(control):
    reducer = find_reducer(control)
    system = find(systems_for(reducer), lambda s: audit(s, reducer).verdict == "fail", settings=settings())
    assert len(system.actions) <= 5


def test_there_are_two_negative_controls():
    assert CONTROLS == ["broken/forgets-proviso", "broken/ignores-dependency"]
