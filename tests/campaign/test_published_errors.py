"""How long it takes to meet a published error is measured rightly, and for all of them."""

import pytest
from hypothesis import strategies as st

from mazurka.fuzz.probe_mistakes import MISTAKES
from mazurka.fuzz.published_errors import SOURCES, Catch, Hunt, breaks, hunted, hunts, main, row
from mazurka.fuzz.strategies import nets
from mazurka.models import build
from mazurka.registry import find_reducer, reducers

HUNTS = list(hunts())
ANY_NUMBER = Hunt("big", "[E]", "smallness", "any", st.integers(0, 10**6), lambda n: n > 900_000)


def test_every_reducer_that_is_unsound_as_printed_is_hunted():
    unsound = {name for name, r in reducers().items() if r.sound_as_printed is False}
    assert unsound == {
        n for n in reducers() if any(h.error == n or h.error.startswith(n + ", ") for h in HUNTS)
    }


def test_every_mistake_with_probe_sets_is_hunted_by_itself_and_shown_by_its_model():
    assert SOURCES.keys() == MISTAKES.keys()
    alone = {h.error.removesuffix(" alone"): h for h in HUNTS if h.error.endswith(" alone")}
    assert alone.keys() == MISTAKES.keys()
    assert all(h.shows(build(model.partition(",")[0], {})) for model, h in alone.items())


def test_draws_are_counted_until_so_many_show_the_error():
    catch = hunted(ANY_NUMBER, 5, 60)
    assert catch.refutations == 5
    assert 5 <= catch.systems < 5_000


def test_time_ends_a_hunt_that_finds_nothing():
    never = ANY_NUMBER._replace(shows=lambda _n: False)
    catch = hunted(never, 1, 0.2)
    assert catch.refutations == 0
    assert catch.systems > 0
    assert 0.2 <= catch.seconds < 5


def test_a_sound_reducer_shows_no_error():
    sound = breaks(find_reducer("stubborn/closure"), "deadlocks", {})
    assert hunted(Hunt("none", "", "", "any", nets(), sound), 1, 0.5).refutations == 0


@pytest.mark.parametrize(
    ("catch", "cells"),
    [
        (Catch(4, 100, 2.0), "| 25 | 0.5 | 100 |"),
        (Catch(4, 10, 2.0), "| 2.5 | 0.5 | 10 |"),
        (Catch(0, 1_200, 61.0), "| more than 1,200 | more than 61 | 1,200 |"),
    ],
)
def test_a_row_says_one_in_how_many_or_more_than_were_drawn(catch, cells):
    assert row(ANY_NUMBER, catch) == f"| `big` | [E] | `smallness` | any {cells}"


def test_the_table_holds_those_that_were_asked_for(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["published_errors", "drops-inhibitors", "--times", "2"])
    assert main() == 0
    head, rule, only = capsys.readouterr().out.splitlines()
    assert only.startswith("| `broken/drops-inhibitors` |")
    assert head.count("|") == rule.count("|") == only.count("|")
