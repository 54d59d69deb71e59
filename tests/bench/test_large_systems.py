"""Systems too large for the interpreter: these tests run compiled only."""

from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.optimized.closure_search import reduce_full_sleep


def test_a_thousand_clients_are_reduced_and_the_limit_is_kept():
    system = build("multi-locks", {"n": 1000})
    found = reduce_full_sleep(system, {}, Watch(Limits(max_states=3)))
    assert len(system.clients) == 1000
    assert len(system.actions) > 3000
    assert found.limit == "max_states"
    assert found.states >= 3


def test_a_number_of_paths_beyond_every_word_is_exact():
    assert reduce_full_sleep(build("bg", {"n": 7}), {}, Watch()).paths() == 2**128
