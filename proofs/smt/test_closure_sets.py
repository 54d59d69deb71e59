"""Cl(s, a) covers: the way back along a run, from an action of the set to an earlier one.

    [HLPW]  Lemma 37; reference/closure_sets.py.

A run of arbitrary length; takes_part(r, i) says that process r takes part in its action number i, and
start(r) is the first i where it does.  `member` are the positions that hold an action of Cl(s, a).
"""

import z3

from proofs.smt.frame import prove

Process = z3.DeclareSort("ClosureProcess")
takes_part = z3.Function("takes_part", Process, z3.IntSort(), z3.BoolSort())
start = z3.Function("start", Process, z3.IntSort())
member = z3.Function("member", z3.IntSort(), z3.BoolSort())
p, q = z3.Consts("p q", Process)
i, j = z3.Ints("i j")


def not_before_start(r, at):
    """What start means, at one position."""
    return z3.Implies(takes_part(r, at), start(r) <= at)


STARTS = z3.And(takes_part(q, start(q)), not_before_start(q, i), not_before_start(p, j))


def test_from_an_action_of_the_closure_the_run_leads_back_to_an_earlier_one_or_it_can_come_first():
    """b = {p, q} at position i, where p has not moved: nor has q, or its first action c is earlier.

    Then (3) has c in the set, unless p took part in some position j of c v.
    """
    head = z3.Implies(
        z3.And(member(i), start(q) < i),
        z3.Or(member(start(q)), z3.And(start(q) <= j, j < i, takes_part(q, j), takes_part(p, j))),
    )
    prove(
        z3.Or(z3.And(start(p) == i, start(q) == i), z3.And(start(q) < i, member(start(q)))),
        definitions=[STARTS],
        b_is_member=member(i),
        p_starts_here=start(p) == i,
        q_takes_part=takes_part(q, i),
        three=head,
    )


def test_the_earliest_action_that_depends_on_a_is_a_rival():
    """(2): the process shared with a has not moved before, so that it can take the action locally at s."""
    can_take_at_s, is_rival = z3.Bools("can_take_at_s is_rival")
    prove(
        is_rival,
        definitions=[z3.Implies(takes_part(p, i), z3.And(takes_part(p, start(p)), start(p) <= i))],
        shares=takes_part(p, i),
        earliest=z3.Implies(takes_part(p, start(p)), i <= start(p)),
        has_not_moved=z3.Implies(start(p) == i, can_take_at_s),
        two=z3.Implies(can_take_at_s, is_rival),
    )
