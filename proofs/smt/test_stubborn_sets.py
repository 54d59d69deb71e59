"""Stubborn sets keep deadlocks; and a closed set of a net's transitions is stubborn.

    [E]  section 2.4.1; reference/stubborn_sets.py, reference/net_stubborn_sets.py.

w and v are arbitrary words; the letters of w are outside the set.
"""

from random import Random

import z3

from mazurka.reference.net_stubborn_sets import alternatives, arcs_of
from proofs.smt.abstract import Word, actions, after, after_word, can_take, enabled, states
from proofs.smt.frame import prove, value
from proofs.smt.net_terms import At, can_disable, python_net, transition

s, dead = states("s dead")
t, key = actions("t key")
w, v = z3.Consts("w v", Word)


def d1(x):
    """For a member x: w·x can be taken only if x·w can, to the same state."""
    last = after_word(s, w)
    first = z3.And(enabled(s, x), can_take(after(s, x), w), after_word(after(s, x), w) == after(last, x))
    return z3.Implies(z3.And(can_take(s, w), enabled(last, x)), first)


def d2(x):
    return z3.Implies(z3.And(enabled(s, x), can_take(s, w)), enabled(after_word(s, w), x))


def test_a_run_to_a_deadlock_takes_an_action_of_a_stubborn_set():
    """The key stays enabled as long as only others are taken."""
    prove(
        z3.Not(after_word(s, w) == dead),
        d0=enabled(s, key),
        d2=d2(key),
        outside=can_take(s, w),
        dead=z3.Not(enabled(dead, key)),
    )


def test_its_first_member_can_be_taken_at_once_with_the_same_end():
    """The run is w·t·v; then t·w·v is one too, and ends in the same state."""
    end = after_word(after(after_word(s, w), t), v)
    moved = after_word(after(s, t), w)
    prove(
        z3.And(enabled(s, t), can_take(after(s, t), w), can_take(moved, v), after_word(moved, v) == end),
        d1=d1(t),
        w=can_take(s, w),
        then_t=enabled(after_word(s, w), t),
        then_v=can_take(after(after_word(s, w), t), v),
    )


# One place, its tokens m at the marking in question and k after some firings outside the set.
x, y = transition("t"), transition("u")
m, k = z3.Ints("m k")
TOKENS = [x.weights, y.weights, m >= 0, k >= 0]


def fills(u):
    """u is in `_filling`: it adds to the place, and the place does not stop it at m."""
    return z3.And(u.change > 0, u.low <= m)


def empties(u):
    """u is in `_emptying`: it takes from the place, and the place does not inhibit it at m."""
    return z3.And(u.change < 0, z3.Not(z3.And(u.inhibits > 0, u.inhibits <= m)))


def test_a_scapegoat_place_gets_no_token_from_outside_a_closed_set():
    """The place keeps at most m(p) tokens, and t stays disabled: D1 for a disabled member."""
    prove(
        z3.And(k + y.change <= m, z3.Not(x.enabled(k + y.change))),
        definitions=TOKENS,
        scapegoat=m < x.low,
        so_far=k <= m,
        u_fires=y.enabled(k),
        u_is_outside=z3.Not(fills(y)),
    )


def test_a_place_that_inhibits_loses_no_token_from_outside_a_closed_set():
    prove(
        z3.And(k + y.change >= m, z3.Not(x.enabled(k + y.change))),
        definitions=TOKENS,
        inhibited=z3.And(x.inhibits > 0, m >= x.inhibits),
        so_far=k >= m,
        u_fires=y.enabled(k),
        u_is_outside=z3.Not(empties(y)),
    )


def test_an_enabled_member_of_a_closed_set_stays_enabled_and_disables_nothing_outside():
    """D2, and D1 for an enabled member: u is none of the transitions that t conflicts with."""
    prove(
        z3.And(x.enabled(k + y.change), y.enabled(k + x.change)),
        definitions=TOKENS,
        t_enabled=x.enabled(k),
        u_fires=y.enabled(k),
        t_does_not_conflict=z3.Not(can_disable(x, y)),
        u_does_not_conflict=z3.Not(can_disable(y, x)),
    )


def test_the_code_chooses_the_transitions_that_the_formulas_say():
    """At a net of one place with random weights: the alternatives of a disabled transition."""
    r = Random(5)
    for _ in range(300):
        weights = [[r.choice((0, 0, 1, 2, 3)) for _ in At._fields] for _ in "tu"]
        tokens = r.randrange(4)
        net = python_net(*weights, tokens)
        if net.transitions[0].is_enabled((tokens,)):
            continue
        given = {
            f: z3.IntVal(n) for z, ns in zip((x, y), weights, strict=True) for f, n in zip(z, ns, strict=True)
        }
        given[m] = z3.IntVal(tokens)
        expected = [
            tuple(n for n, z in enumerate((x, y)) if value(joins(z), given))
            for reason, joins in ((m < x.low, fills), (z3.And(x.inhibits > 0, m >= x.inhibits), empties))
            if value(reason, given)
        ]
        assert list(alternatives(arcs_of(net), (tokens,), 0)) == expected, (weights, tokens)
