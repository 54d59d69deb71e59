"""Traces of small words and systems; `fuzz/test_traces.py` has them for any."""

import pytest

from mazurka.errors import CyclicSystemError
from mazurka.reference.traces import foata_normal_form, is_weak_prefix, lex_runs, maximal_runs, trace
from tests.reference.small_systems import DIAMOND, LOOP_AND_STEP


def only(*pairs):
    """The independence of just these pairs, each a word of two letters."""
    return lambda a, b: a + b in pairs or b + a in pairs


def test_neighbouring_independent_letters_may_be_swapped():
    assert trace(only("ab", "bc"), ("a", "b", "c")) == {("a", "b", "c"), ("b", "a", "c"), ("a", "c", "b")}


def test_foatas_form_of_the_book():
    # Letters a, b commute, c depends on both: a b c a b is {a, b} {c} {a, b}.
    assert foata_normal_form(only("ab"), tuple("abcab")) == (("a", "b"), ("c",), ("a", "b"))


def test_a_weak_prefix_need_not_be_a_prefix():
    assert is_weak_prefix(only("ab"), ("b",), ("a", "b"))
    assert not is_weak_prefix(only(), ("b",), ("a", "b"))


def test_maximal_runs_of_a_cyclic_system_are_refused_with_a_run_around_the_cycle():
    for runs in (maximal_runs(LOOP_AND_STEP, 0), lex_runs(LOOP_AND_STEP)):
        with pytest.raises(CyclicSystemError) as caught:
            list(runs)
        assert caught.value.run[-1] == "a"
    assert list(lex_runs(DIAMOND)) == [("a", "b")]
