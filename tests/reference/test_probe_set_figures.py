"""[KR] Figures 1 to 4: two counters that must not go beyond three together."""

from mazurka.limits import Watch
from mazurka.reference.deadlocks import has_same_deadlocks
from mazurka.reference.explorer import explore
from mazurka.reference.feasibility import influences, is_complete, is_consistent
from mazurka.reference.ideals import cause, influence, letters
from mazurka.reference.missed_actions import fresh_as_printed
from mazurka.reference.probe_kr import ALGORITHM_1
from mazurka.reference.probe_published import published_search
from mazurka.reference.probe_sets import Place, is_probe_set
from mazurka.reference.trace_complete import find_extending_path
from mazurka.reference.traces import difference, is_weak_prefix
from mazurka.reference.vectors import Vector, after_word
from mazurka.systems import StateGraph
from tests.reference.entity_systems import figure_1

SYSTEM = figure_1()
START = SYSTEM.initial


def word(text):
    return tuple(text.split())


def value(s):
    """x and y: how many of their two entities there are."""
    return sum(e.startswith("x") for e in s), sum(e.startswith("y") for e in s)


def state(text):
    return after_word(SYSTEM, START, word(text))


def graph(*runs):
    """The graph made of some runs, a node for each state."""
    made, number = StateGraph(), {START: 0}
    made.add(START)
    for run in runs:
        s = START
        for a in word(run):
            t = SYSTEM.after(s, a)
            if t not in number:
                number[t] = made.add(t)
            if (a, number[t]) not in made.successors[number[s]]:
                made.successors[number[s]].append((a, number[t]))
            s = t
    return made


def test_figure_1_the_process_assigns_while_the_sum_is_below_three():
    full = explore(SYSTEM)
    assert sorted(map(value, full.states)) == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 0), (2, 1)]
    for n, s in enumerate(full.states):
        x, y = value(s)
        # x goes from 0 to 1 to 2 to 0, as long as x + y < 3.
        expected = {f"x{(x + 1) % 3}", f"y{(y + 1) % 3}"} if x + y < 3 else set()
        assert set(full.explored(n)) == expected - ({"x0"} if y and x == 2 else set())


def test_figure_1_the_relations_are_those_that_the_text_names():
    assert SYSTEM.disables("x2", "y2")
    assert SYSTEM.disables("y2", "x2")
    assert SYSTEM.stimulates("x1", "x2")
    assert influences(SYSTEM, word("x1 x2"), word("y1 y2"))
    assert influences(SYSTEM, word("x1 y1"), word("x2 y2"))
    assert not influences(SYSTEM, word("x1"), word("y1 y2"))
    assert not influences(SYSTEM, word("y1 y2"), word("x1"))


def test_table_9_has_two_sets_swapped():
    """As printed, x := 2 is refused with y = 1, where the sum is 2, and x1 influences y1·y2."""
    printed = figure_1(swapped=True)
    assert "x2" not in printed.enabled(after_word(printed, START, word("x1 y1")))
    assert "x2" in SYSTEM.enabled(state("x1 y1"))
    assert influences(printed, word("y1 y2"), word("x1"))


def test_figure_2_the_system_is_dependency_consistent_and_complete():
    assert all(is_consistent(SYSTEM, s) and is_complete(SYSTEM, s) for s in explore(SYSTEM).states)


def test_the_examples_of_difference_and_prime_cause():
    independent = SYSTEM.independent
    assert difference(independent, word("x1 y1 y2"), word("y1")) == word("x1 y2")
    assert difference(independent, word("x1 y1 y2"), word("y2")) is None
    w = word("x1 y1")
    assert letters(w, cause(influence(SYSTEM), w, "y2")) == word("y1")


def test_figure_3_a_loses_x1_x2_x0_and_b_does_not():
    wrong = graph("x1 y1 x2", "x1 y1 y2")
    right = graph("x1 x2 x0", "x1 x2 y1", "y1 y2 x1", "y1 y2 y0")
    lost = word("x1 x2 x0")
    assert find_extending_path(SYSTEM.independent, wrong, lost) is None
    assert find_extending_path(SYSTEM.independent, right, lost) is not None
    assert has_same_deadlocks(SYSTEM, explore(SYSTEM), right)


def fresh(base, w):
    return [" ".join(m.run) for m in fresh_as_printed(SYSTEM, Vector(base, word(w)), taken_too=False)]


def test_the_typical_example_of_a_missed_action():
    assert "y1 y2" in fresh(START, "x1 x2 y1")
    assert is_weak_prefix(SYSTEM.independent, word("y1"), word("x1 x2 y1"))


def test_figure_4_each_step_is_one_of_algorithm_1():
    """The vectors, what is missed, and the probe sets, as domains and discharged words."""
    q3, q5 = state("x1 x2"), state("y1 y2")
    rows = [
        (START, "", [], {"x1": ""}),
        (START, "x1", [], {"x2": ""}),
        (START, "x1 x2", [], {"x0": "x1 x2", "y1": ""}),
        (START, "x1 x2 y1", ["x1 x2 x0", "y1 y2"], {}),
        (q5, "", [], {"x1": "", "y0": ""}),
        (q5, "x1", ["y0"], {}),
    ]
    for base, w, missed, probed in rows:
        place = Place(SYSTEM, Vector(base, word(w)))
        p = {a: frozenset(range(len(word(gone)))) for a, gone in probed.items()}
        assert is_probe_set(place, p), w
        assert sorted(fresh(base, w)) == missed
    x0 = Place(SYSTEM, Vector(START, word("x1 x2"))).successor("x0", frozenset({0, 1}))
    assert x0 == Vector(q3, ("x0",))


def test_figure_4_what_the_figure_does_not_list_is_probed_beside_or_known():
    """x1·x2·x0 and y0 are missed too; both were probed as siblings, and lead to the initial state."""
    assert state("x1 x2 x0") == state("y1 y2 y0") == START


def test_algorithm_1_reduces_figure_1_and_keeps_both_deadlocks():
    found = published_search(SYSTEM, ALGORITHM_1, Watch()).to_exploration(0.0)
    assert has_same_deadlocks(SYSTEM, explore(SYSTEM), found.graph())
    assert found.states < len(explore(SYSTEM).states)
