"""The steps of the inductions by which source sets, persistent sets and sleep sets lose nothing.

[HLPW]  Proposition 7, Lemma 12, section 6; reference/covering.py, reference/persistent_sets.py.
"""

import z3

from proofs.smt.abstract import actions, after, enabled, independent, states, valid_at
from proofs.smt.frame import prove

(s,) = states("s")
a, b, c, t = actions("a b c t")


def test_a_chosen_action_stays_enabled_along_a_run_outside_a_persistent_set():
    """Lemma 12, one step by b outside the set: so a maximal run takes an action of the set."""
    prove(
        enabled(after(s, b), t),
        t_is_enabled=enabled(s, t),
        b_is_taken=enabled(s, b),
        c1=independent(b, t),
        valid=valid_at(s, b, t),
    )


def test_the_first_chosen_action_of_a_run_moves_to_its_front():
    """Lemma 12, past one letter b outside the set: a step of t to the front."""
    front = z3.And(enabled(s, t), enabled(after(s, t), b), after(after(s, b), t) == after(after(s, t), b))
    prove(
        front,
        b_is_taken=enabled(s, b),
        then_t=enabled(after(s, b), t),
        c1=independent(b, t),
        valid=valid_at(s, b, t),
    )


# For one action c and a run w ≃ a·u: whether c is asleep, is treated before a, is in first(u).
asleep, before, asleep_later, in_first_u = z3.Bools("asleep before asleep_later in_first_u")
in_first_w = z3.Or(c == a, z3.And(in_first_u, independent(a, c)))
"""`source_sets.prefixed`: first(a·u) = {a} ∪ {c ∈ first(u) : c independent of a}."""


def test_nothing_asleep_after_a_step_can_begin_the_rest_of_the_run():
    """The sleep-invariant: (1) chooses a as the earliest in first(w), (2) says what may sleep."""
    prove(
        z3.Not(z3.And(asleep_later, in_first_u)),
        two=z3.Implies(asleep_later, z3.And(z3.Or(asleep, before), independent(a, c))),
        nothing_asleep_begins_w=z3.Not(z3.And(asleep, in_first_w)),
        one_the_earliest=z3.Not(z3.And(before, in_first_w)),
    )


def test_the_sleep_sets_of_listing_2_satisfy_the_second_condition():
    """sleep(n′) = (sleep(n) ∪ before) ∖ D(a); subsumption only takes an older node with less asleep."""
    new, linked = z3.Bools("new linked")
    prove(
        z3.Implies(linked, z3.And(z3.Or(asleep, before), independent(a, c))),
        computed=new == z3.And(z3.Or(asleep, before), independent(a, c)),
        subsumed=z3.Implies(linked, new),
    )
