"""A run is shown step by step: the action, what it changes, and the state at the end."""

from rich.console import Console

from mazurka.report.replay import replayed, state, steps
from tests.cli.small_systems import diamond, late_rival, rival_entities, two_clients


def shown(system, run):
    """What people see, in 80 columns."""
    console = Console(width=80, markup=False, highlight=False)
    with console.capture() as captured:
        for part in replayed(system, run):
            console.print(part)
    return captured.get()


def test_a_step_names_the_places_that_change_and_no_others():
    found = list(steps(late_rival(), ("b", "c")))
    assert [(s.action, s.changes) for s in found] == [
        ("b", (("r", 1, 0), ("q", 0, 1))),
        ("c", (("p", 1, 0), ("q", 1, 0))),
    ]


def test_a_state_is_told_in_the_words_of_its_formalism():
    assert state(late_rival(), (2, 0, 1)) == "p×2, q"
    assert state(late_rival(), (0, 0, 0)) == "no token anywhere"
    assert state(two_clients(), ("1", "0", "1", "0")) == "c=1, d=0, s=1, t=0"
    assert state(rival_entities(), frozenset("pq")) == "p, q"
    assert state(rival_entities(), frozenset()) == "no entity"
    assert state(diamond(), 3) == "state=3"


def test_entities_appear_and_disappear():
    text = shown(rival_entities(), ("b", "c"))
    assert "   1   b        q appears, r disappears" in text
    assert "   2   c        p disappears, q disappears" in text
    assert "State at the end: no entity" in text
    assert "Enabled there: nothing: a deadlock" in text


def test_the_empty_run_is_about_the_initial_state():
    text = shown(late_rival(), ())
    assert "about the initial state" in text
    assert "State at the end: p, r" in text
    assert "Enabled there: a, b" in text
