"""Random formulas around the threshold, as systems: IFS is satisfiability."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazurka.limits import Watch
from mazurka.models.satisfiability import ifs_system, random_formula
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.oracle.solvers import SatSolver

THRESHOLD = 4.26
"""Clauses for each variable: with so many, about half of the random formulas of 3SAT are satisfiable."""


def first_set_is_included(formula):
    """IFS(initial, all that is enabled but q.take.t)."""
    system = ifs_system(formula)
    with IncludesFirstSet(system) as oracle:
        return oracle(system.initial, set(system.enabled(system.initial)) - {"q.take.t"})


@given(st.integers(4, 7), st.integers(-4, 4), st.integers(0, 2**32 - 1))
def test_proposition_23_at_the_threshold(n, more, seed):
    """[HLPW] Proposition 23."""
    formula = random_formula(n, round(THRESHOLD * n) + more, 3, seed)
    with SatSolver("glucose4", formula) as solver:
        assert first_set_is_included(formula) == solver.satisfiable([], Watch())


@pytest.mark.parametrize("holes", [1, 2, 3, 4])
def test_pigeons_do_not_fit_and_one_fewer_does(holes):
    def clauses(pigeons):
        somewhere = [[p * holes + h + 1 for h in range(holes)] for p in range(pigeons)]
        alone = [
            [-(p * holes + h + 1), -(r * holes + h + 1)]
            for h in range(holes)
            for p, r in combinations(range(pigeons), 2)
        ]
        return somewhere + alone

    assert first_set_is_included(clauses(holes + 1)) is False
    assert first_set_is_included(clauses(holes)) is True
