"""What counts as a promise kept: systems with more runs than are looked at tell nothing, and do not count."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable

from mazurka.fuzz import campaign
from mazurka.registry import find_reducer
from mazurka.systems import PetriNet, Transition

SWITCH = PetriNet(
    "switch", ("p", "q"), (Transition("a", {0: 1}), Transition("b", {0: 1}), Transition("c", {1: 1})), (1, 1)
)
"""Two traces, of two runs each."""


def counted(runs, monkeypatch):
    """How often the audit counts."""
    monkeypatch.setattr(campaign, "RUNS", runs)
    passed = []

    @settings(max_examples=5, database=None)
    @given(st.just(SWITCH))
    def judge(net):
        passed.append(campaign.require_promises_kept(net, find_reducer("plain/probe/sound")))

    judge()
    return len(passed)


def test_a_system_counts_where_all_its_runs_are_looked_at(monkeypatch):
    assert counted(10, monkeypatch) == 1


def test_a_system_with_too_many_runs_does_not(monkeypatch):
    with pytest.raises(Unsatisfiable):
        counted(1, monkeypatch)
