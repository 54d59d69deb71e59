"""The checker of clausal proofs: what it accepts, and what it refuses."""

from itertools import combinations

import pytest

from mazurka.oracle.refutation import refute
from mazurka.oracle.rup import Step, find_fault, is_refutation

XOR = [(1, 2), (-1, -2), (1, -2), (-1, 2)]
"""No values of 1 and 2 make all four true, and no clause is a unit."""


def pigeonhole(holes):
    """One pigeon more than there are holes, and no hole for two."""
    pigeons = range(holes + 1)
    in_hole = {(p, h): p * holes + h + 1 for p in pigeons for h in range(holes)}
    somewhere = [tuple(in_hole[p, h] for h in range(holes)) for p in pigeons]
    alone = [(-in_hole[p, h], -in_hole[r, h]) for h in range(holes) for p, r in combinations(pigeons, 2)]
    return somewhere + alone


def test_a_contradiction_of_units_needs_no_proof():
    assert is_refutation([(1,), (-1, 2), (-2,)], [])


def test_without_a_step_unit_propagation_does_not_refute():
    assert find_fault(XOR, []) == "the empty clause is not derived"


def test_a_unit_that_follows_completes_the_refutation():
    assert is_refutation(XOR, [Step(False, (1,))])


def test_a_clause_that_does_not_follow_is_refused_by_its_number():
    assert find_fault([(1, 2)], [Step(False, (1, 2)), Step(False, (1,))]) == (
        "step 2 does not follow by unit propagation: 1 0"
    )


def test_what_was_deleted_no_longer_counts():
    proof = [Step(True, (2, 1)), Step(False, (1,))]
    assert find_fault(XOR, proof) == "step 2 does not follow by unit propagation: 1 0"


def test_of_two_equal_clauses_one_is_left_when_one_is_deleted():
    assert is_refutation([*XOR, (2, 1)], [Step(True, (1, 2)), Step(False, (1,))])


def test_the_deletion_of_a_clause_that_is_not_there_is_refused():
    assert find_fault(XOR, [Step(True, (1, 3))]) == "step 1 deletes a clause that is not there: 1 3 0"


def test_what_followed_from_a_clause_stays_when_it_is_deleted():
    assert is_refutation([(1,), (-1, 2), (-2, 3), (-2, -3)], [Step(True, (1,))])


def test_the_empty_clause_given_is_a_contradiction():
    assert is_refutation([()], [])


def test_a_satisfiable_formula_has_no_refutation():
    assert refute([(1, 2), (-1,)], [2]) is None


@pytest.mark.parametrize("holes", [1, 2, 3, 4])
def test_the_proof_that_pigeons_do_not_fit_is_accepted(holes):
    found = refute(pigeonhole(holes), [])
    assert found is not None
    assert found.fault() is None


def test_a_proof_is_refused_once_a_clause_of_the_formula_is_missing():
    clauses = pigeonhole(3)
    found = refute(clauses, [])
    for missing in range(len(clauses)):
        left = clauses[:missing] + clauses[missing + 1 :]  # satisfiable: the formula is minimal
        assert find_fault(left, found.proof) is not None


def test_a_proof_that_jumps_to_its_end_is_refused():
    found = refute(pigeonhole(4), [])
    assert find_fault(found.clauses, [Step(False, ())]) == "step 1 does not follow by unit propagation: 0"
    assert find_fault(found.clauses, found.proof[:3]) == "the empty clause is not derived"


def test_a_proof_with_a_literal_lost_is_refused():
    found = refute(pigeonhole(4), [])
    first, *rest = found.proof
    shorter = [tuple(x for x in first.clause if x != lost) for lost in first.clause]
    faults = [find_fault(found.clauses, [Step(False, clause), *rest]) for clause in shorter]
    assert any(fault is not None and fault.startswith("step 1 does not follow") for fault in faults)


def test_a_proof_with_a_literal_negated_is_refused():
    found = refute(pigeonhole(4), [])
    first, *rest = found.proof
    wrong = (-first.clause[0], *first.clause[1:])
    assert "step 1 does not follow" in str(find_fault(found.clauses, [Step(False, wrong), *rest]))


def test_formula_and_proof_are_written_for_other_checkers(tmp_path):
    found = refute(XOR[:3], [-1])
    formula = found.write(tmp_path / "no.drup")
    assert formula == tmp_path / "no.cnf"
    assert formula.read_text() == "p cnf 2 4\n1 2 0\n-1 -2 0\n1 -2 0\n-1 0\n"
    assert (tmp_path / "no.drup").read_text().endswith("0\n")
