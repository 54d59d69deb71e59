"""Certificates of unreachability: what a firing does to a weighted sum, to a trap and to a siphon.

    [Murata]  sections V and VI; oracle/net_certificates.py, oracle/traps.py.

Sums over arbitrarily many places are proved a place at a time: `rest` is the sum so far.
"""

from itertools import product
from random import Random

import z3

from mazurka.oracle.traps import empties, feeds, surely_marked
from mazurka.systems import PetriNet, Transition
from proofs.smt.frame import prove, value
from proofs.smt.net_terms import At, python_net, transition

rest, rest_later, change, total, bound = z3.Reals("rest rest_later change total bound")
w, m, c, y, left, least = z3.Reals("w m c y left least")


def test_the_change_of_a_weighted_sum_is_the_weighted_sum_of_the_changes():
    """One place more: w·m + … changes by w·c + …"""
    prove((rest_later + w * (m + c)) - (rest + w * m) == change + w * c, so_far=rest_later - rest == change)


def test_a_weighted_sum_of_inequalities_holds_where_they_all_do():
    """One inequality more, with a positive factor; m(p) ≥ 0 is one of them."""
    prove(
        rest + y * left >= bound + y * least,
        so_far=rest >= bound,
        positive=y > 0,
        holds=left >= least,
    )


def test_no_run_satisfies_the_inequalities_of_a_lemma():
    """(a) and (b): w·m + d·x begins below b, no firing makes it larger, so it is below b after every run."""
    later = total + change
    prove(later < bound, below_so_far=total < bound, a=change <= 0)


def test_a_lemma_refutes_what_it_says_never_holds_together():
    prove(
        z3.Not(rest >= bound),
        b_after_every_run=total < bound,
        sum_is=rest == total,
    )


# One place of a set Q, its tokens k before the firing of t; an arbitrary one, but for what is said of it.
t, k = transition("t"), z3.Int("k")
FIRING = [t.weights, k >= 0, k >= t.low, z3.Or(t.inhibits == 0, k < t.inhibits)]
marked_later = k + t.change > 0
surely = t.low + t.produces > t.consumes
"""The place is in `surely_marked`, as far as it has arcs of t."""


def test_a_place_that_is_surely_marked_holds_a_token_after_the_firing():
    prove(marked_later, definitions=FIRING, surely=surely)


def test_a_set_from_which_a_firing_takes_nothing_stays_marked():
    prove(marked_later, definitions=FIRING, marked=k > 0, takes_nothing=t.consumes == 0)


def test_only_an_emptier_leaves_a_marked_set_empty():
    """The clause of a trap: t, no emptier, takes nothing from Q or leaves a place of Q surely marked."""
    takes, leaves, before, later = z3.Bools("takes leaves before later")
    prove(
        later,
        marked=before,
        no_emptier=z3.Not(z3.And(takes, z3.Not(leaves))),
        if_nothing_is_taken=z3.Implies(z3.And(before, z3.Not(takes)), later),
        if_surely_marked=z3.Implies(leaves, later),
    )


def test_only_a_filler_marks_a_set():
    prove(z3.Not(marked_later), definitions=FIRING, empty=k == 0, no_filler=t.produces == 0)


def test_what_needs_a_token_of_an_empty_set_cannot_fire():
    """A needer: `needs` has the place, with at least one token."""
    prove(z3.Not(t.enabled(k)), definitions=[t.weights, k >= 0], empty=k == 0, needs=t.low > 0)


def test_only_a_feeder_marks_an_empty_siphon():
    """t fires while Q is empty, so it needs nothing of Q; it is no feeder, so it puts nothing into Q."""
    puts, needs = z3.Bools("puts needs")
    prove(
        z3.Not(puts),
        no_feeder=z3.Not(z3.And(puts, z3.Not(needs))),
        fires_while_empty=z3.Not(needs),
    )


def test_the_code_says_of_one_place_what_the_formulas_say_of_tokens():
    r = Random(7)
    for _ in range(300):
        weights = [r.choice((0, 0, 1, 2, 3)) for _ in At._fields]
        (x, _) = python_net(weights, [0] * 4).transitions
        given = {f: z3.IntVal(n) for f, n in zip(t, weights, strict=True)}
        touched = z3.Or(t.low > 0, t.produces > 0)
        assert (0 in surely_marked(x)) == value(z3.And(touched, surely), given), weights
        assert (0 in x.needs) == value(t.low > 0, given)
        assert x.effect.get(0, 0) == value(t.change, given)


def test_the_code_asks_the_places_of_a_set_as_the_lemmas_do():
    """Emptiers and feeders of two places, against their words."""
    for taken, put, read in product(product((0, 1, 2), repeat=2), repeat=3):
        x = Transition("x", *({p: n for p, n in enumerate(part) if n} for part in (taken, put, read)))
        net = PetriNet("two places", ("p", "q"), (x,), (0, 0))
        for q in ({0}, {1}, {0, 1}):
            takes, leaves = any(taken[p] for p in q), any(p in surely_marked(x) for p in q)
            puts, needs = any(put[p] for p in q), any(max(taken[p], read[p]) for p in q)
            assert empties(net.transitions[0], q) == (takes and not leaves)
            assert feeds(net.transitions[0], q) == (puts and not needs)
