"""Lemmas for z3: a claim that follows from hypotheses, none of which is idle.

    prove(claim, first=…, second=…)

A lemma holds for all systems when its formulas are about arbitrary ones: uninterpreted sorts, arrays, and for
sets one arbitrary element.  Three things are asked of the solver, and each must be answered:

    the hypotheses without the claim are unsatisfiable;
    the hypotheses are satisfiable, so that the lemma says something;
    without any one of them the claim can fail.

A hypothesis that is a definition stands in `definitions`: it is not left out.
"""

from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import z3

Formula: TypeAlias = Any
"""A formula or term of z3, whose Python interface is untyped."""

SECONDS = 20


def answer(*formulas: Formula) -> z3.CheckSatResult:
    """sat or unsat; that z3 does not know is our mistake: a lemma must be made easier."""
    solver = z3.Solver()
    solver.set("timeout", 1000 * SECONDS)
    solver.add(*formulas)
    result = solver.check()
    assert result != z3.unknown, solver.reason_unknown()
    return result


def prove(claim: Formula, *, definitions: Sequence[Formula] = (), **hypotheses: Formula) -> None:
    """The claim follows from the hypotheses, and needs each of them."""
    given = [*definitions, *hypotheses.values()]
    assert answer(*given, z3.Not(claim)) == z3.unsat, "the claim does not follow"
    assert answer(*given) == z3.sat, "the hypotheses contradict one another"
    for name in hypotheses:
        assert is_needed(claim, hypotheses, name, definitions), f"the hypothesis {name!r} is idle"


def is_needed(
    claim: Formula, hypotheses: Mapping[str, Formula], name: str, definitions: Sequence[Formula] = ()
) -> bool:
    """Whether the claim can fail without the hypothesis."""
    others = [h for other, h in hypotheses.items() if other != name]
    return answer(*definitions, *others, z3.Not(claim)) == z3.sat


def value(formula: Formula, assignment: Mapping[Formula, Formula]) -> Formula:
    """What a formula says for an assignment to all its constants: True, False or an integer."""
    found = z3.simplify(z3.substitute(formula, *assignment.items()))
    if z3.is_int_value(found):
        return found.as_long()
    assert z3.is_true(found) or z3.is_false(found), found
    return z3.is_true(found)
