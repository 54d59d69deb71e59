"""The systems of Figures 6 and 7: a reduction must solve the formula."""

from itertools import product

import pytest

from mazurka.errors import OptionError
from mazurka.models import build
from mazurka.models.satisfiability import ifs_system, random_formula, reduction_system
from mazurka.reference.explorer import explore
from mazurka.reference.source_sets import covers, first_sets

FORMULAS = [
    [[1]],
    [[1], [-1]],
    [[1, -1]],
    [[1, 2], [-1]],
    [[1], [2], [-1, -2]],
    [[1, 2], [-1, 2], [1, -2]],
    [[1, 2], [-1, 2], [1, -2], [-1, -2]],
    [[1, 1, 1], [-1, -1, -1]],
]


def is_satisfiable(formula):
    return number_of_models(formula) > 0


def number_of_models(formula):
    variables = sorted({abs(x) for clause in formula for x in clause})
    valuations = (
        {i if v else -i for i, v in zip(variables, vs, strict=True)}
        for vs in product((0, 1), repeat=len(variables))
    )
    return sum(all(set(clause) & true for clause in formula) for true in valuations)


def is_avoidable(system, action):
    """Whether some maximal run has no equivalent one that begins with the action."""
    return not covers({action}, first_sets(system, system.initial))


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_proposition_23_the_first_set_is_included_iff_the_formula_is_satisfiable(formula):
    system = ifs_system(formula)
    without_q = set(system.actions) - {"q.take.t"}
    included = any(f <= without_q for f in first_sets(system, system.initial))
    assert included == is_satisfiable(formula)


@pytest.mark.parametrize("formula", FORMULAS, ids=str)
def test_lemma_27_all_runs_begin_alike_iff_the_formula_is_unsatisfiable(formula):
    assert is_avoidable(reduction_system(formula), "begin") == is_satisfiable(formula)


def test_proposition_23_needs_no_choice_within_a_process():
    system = ifs_system([[1, 2, 3], [-1, 2, -3]])
    for p in system.clients:
        assert all(len(out) <= 1 for out in p.steps.values())
    assert {p.local_states for p in system.servers} <= {("taken", "available"), ("available", "taken")}


def test_the_locks_that_are_taken_at_first_are_those_of_literals_and_clauses():
    system = ifs_system([[1], [-2]])
    assert {p.name for p in system.servers if p.initial == "taken"} == {
        *("x1", "not_x1", "x2", "not_x2"),
        *("c1", "c2"),
    }


def test_figure_7_has_two_long_processes_and_one_for_each_literal_and_end():
    system = reduction_system([[1, -2, 3], [-1, 2, 3]])
    assert [p.name for p in system.clients] == ["decide", "other"]
    assert len(system.servers) == 2 + 2 * 3


def test_lemma_29_without_begin_each_model_of_the_formula_is_a_state_of_its_own():
    formula = [[1, 2], [-1, 2, 3]]
    system = reduction_system(formula)
    graph = explore(system)
    stopped = {s[2:] for s in graph.states if system.local_states(s)["other"] == "stopped"}
    assert len(stopped) == number_of_models(formula) == 5


def test_once_begun_every_run_passes_all_clauses():
    system = reduction_system([[1], [-1]])
    ends = [s for s in explore(system).states if not system.enabled(s)]
    assert [system.local_states(s)["decide"] for s in ends] == ["ended"]


def test_a_random_formula_depends_on_its_seed_only_and_has_the_asked_shape():
    formula = random_formula(5, 7, 3, 1)
    assert formula == random_formula(5, 7, 3, 1) != random_formula(5, 7, 3, 2)
    assert len(formula) == 7
    assert all(
        len({abs(x) for x in clause}) == 3 and set(map(abs, clause)) <= set(range(1, 6)) for clause in formula
    )
    assert {x > 0 for clause in formula for x in clause} == {True, False}


def test_clauses_wider_than_the_number_of_variables_are_refused():
    with pytest.raises(OptionError, match=r"width is 3 and n is 2.*smaller width or more variables"):
        build("hlpw-figure6", {"n": 2, "width": 3})


@pytest.mark.parametrize("family", ["hlpw-figure6", "hlpw-figure7"])
def test_the_families_are_the_systems_of_their_random_formula(family):
    made = build(family, {"n": 2, "clauses": 3, "width": 2, "seed": 4})
    of = {"hlpw-figure6": ifs_system, "hlpw-figure7": reduction_system}[family]
    assert made == of(random_formula(2, 3, 2, 4), made.name)
