"""Answers about goals are audited, and the searches that are wrong as printed are found out."""

import json
from pathlib import Path

import pytest
from hypothesis import assume, given, settings

from mazurka.formats import read_model
from mazurka.formulas import parse
from mazurka.fuzz.dice import dice
from mazurka.fuzz.goal_audit import (
    CONTROLS,
    LARGEST,
    METHODS,
    RARELY,
    THROWS,
    Case,
    drawn_case,
    faults,
    numbered_case,
)
from mazurka.fuzz.reachable import within

CORPUS = Path(__file__).parent / "corpus"
GOALS = {
    f.name.removesuffix(".verdict.json"): data
    for f in sorted(CORPUS.glob("*.verdict.json"))
    if "goal" in (data := json.loads(f.read_text("utf-8")))
}
ENOUGH = 150
"""Among so many systems one refutes a control, unless it is one of RARELY."""


@settings(max_examples=settings.default.max_examples // 2)
@given(dice(THROWS))
def test_every_search_and_the_portfolio_tell_the_truth(d):
    case = drawn_case(d)
    assume(case is not None)
    assert list(faults(case)) == []


@pytest.mark.parametrize("name", sorted({*CONTROLS} - RARELY))
def test_a_search_that_is_wrong_as_printed_is_found_out(name):
    cases = filter(None, map(numbered_case, range(ENOUGH)))
    said = next(filter(None, (list(faults(case, {name: CONTROLS[name]})) for case in cases)), None)
    assert said == [f"{name}: reachable: False, by full exploration: True"]


@pytest.mark.parametrize("name", GOALS)
def test_on_the_corpus_those_named_are_found_out_and_no_others(name):
    net = read_model(CORPUS / f"{name}.pnml")
    case = Case(net, within(net, LARGEST), parse(GOALS[name]["goal"], net))
    assert case.reachable
    assert list(faults(case)) == []
    assert [what.partition(":")[0] for what in faults(case, CONTROLS)] == GOALS[name]["denied_by"]


def test_the_corpus_refutes_each_control():
    assert {name for data in GOALS.values() for name in data["denied_by"]} == set(CONTROLS)
    assert {*METHODS}.isdisjoint(CONTROLS)
