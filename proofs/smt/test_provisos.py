"""The safety proviso with a counter of expanded states: what it finds on the stack; the witness decreases.

[EP]  section 4, Definition 5, Lemma 1; reference/provisos.py (C2S).
"""

import z3

from proofs.smt.frame import prove

full = z3.Function("full", z3.IntSort(), z3.BoolSort())
counted = z3.Function("counted", z3.IntSort(), z3.IntSort())
i, j = z3.Ints("i j")


def test_the_counter_grows_along_the_stack_only_at_expanded_states():
    """A step of the induction: expanded(s) > expanded(s′) only if a state from s′ to s is expanded."""
    prove(
        counted(i + 1) == counted(j),
        so_far=counted(i) == counted(j),
        counts=counted(i + 1) == counted(i) + z3.If(full(i), 1, 0),
        none_expanded=z3.Not(full(i)),
    )


State = z3.DeclareSort("ProvisoState")
old, new = (z3.Function(n, State, z3.IntSort()) for n in ("old", "new"))
is_full, on_path = (z3.Function(n, State, z3.BoolSort()) for n in ("is_full", "on_path"))
onward, witness = (z3.Function(n, State, State) for n in ("onward", "witness"))
x, s = z3.Consts("x s", State)


def test_lowering_the_numbers_along_the_path_makes_no_new_violation():
    """W′ is smaller along the path s1 … sn to an expanded state, and W elsewhere: the step of Lemma 1.

    A state that had a successor with a smaller number, or is expanded, keeps one.
    """
    prove(
        z3.Or(is_full(x), new(witness(x)) < new(x), new(onward(x)) < new(x)),
        had_a_witness=z3.Or(is_full(x), old(witness(x)) < old(x)),
        lowered=new(witness(x)) <= old(witness(x)),
        elsewhere=z3.Implies(z3.Not(on_path(x)), new(x) == old(x)),
        along=z3.Implies(z3.And(on_path(x), z3.Not(is_full(x))), new(onward(x)) < new(x)),
    )


def test_the_state_that_the_proviso_was_asked_about_gets_a_witness():
    """s is not on the path, and the first state of the path, a successor of s, is now below it."""
    prove(
        new(onward(s)) < new(s),
        lowered=new(onward(s)) < old(s),
        elsewhere=z3.Implies(z3.Not(on_path(s)), new(s) == old(s)),
        not_on_path=z3.Not(on_path(s)),
    )


def test_a_witness_that_decreases_ends_at_an_expanded_state():
    """Numbers are natural: the smallest reachable one has no smaller successor, so its state is expanded."""
    prove(
        is_full(x),
        witness=z3.Or(is_full(x), old(witness(x)) < old(x)),
        smallest=old(x) <= old(witness(x)),
    )


def test_an_ignored_action_stays_enabled_at_the_witness():
    """So what is ignored at s is explored at the first expanded state, unless it was explored on the way."""
    enabled_s, explored, enabled_later, independent = z3.Bools("enabled_s explored enabled_later independent")
    prove(
        enabled_later,
        enabled=enabled_s,
        ignored=z3.Not(explored),
        c1=z3.Implies(z3.Not(explored), independent),
        valid=z3.Implies(z3.And(enabled_s, independent), enabled_later),
    )
