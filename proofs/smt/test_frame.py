"""What `prove` refuses: a claim that does not follow, an idle hypothesis, contradictory hypotheses."""

import pytest
import z3

from proofs.smt.frame import prove

p, q, r = z3.Bools("p q r")


def test_the_frame_refuses_what_does_not_follow_or_says_nothing():
    prove(q, implies=z3.Implies(p, q), p=p)
    for claim, hypotheses in (
        (q, {"p": p}),
        (q, {"implies": z3.Implies(p, q), "p": p, "idle": r}),
        (q, {"p": p, "not_p": z3.Not(p)}),
    ):
        with pytest.raises(AssertionError):
            prove(claim, **hypotheses)
