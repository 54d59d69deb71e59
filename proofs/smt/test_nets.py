"""Nets: what the arcs of two transitions imply, with weights, read arcs and inhibitor arcs.

    [EP]  Definition 4; src/mazurka/systems/petri_net.py.

Whether a transition is enabled, and what it changes, is said place by place: a lemma about one arbitrary
place is one about all nets.
"""

from random import Random

import z3

from proofs.smt.frame import prove, value
from proofs.smt.net_terms import At, can_disable, can_enable, python_net, transition

t, u, k = transition("t"), transition("u"), z3.Int("k")
TOKENS = {"t": t.weights, "u": u.weights, "k": k >= 0}


def test_what_cannot_be_disabled_stays_enabled():
    prove(
        u.enabled(k + t.change),
        definitions=[*TOKENS.values()],
        t_enabled=t.enabled(k),
        u_enabled=u.enabled(k),
        cannot=z3.Not(can_disable(t, u)),
    )


def test_what_cannot_be_enabled_was_enabled_before():
    prove(
        u.enabled(k),
        definitions=[*TOKENS.values()],
        t_enabled=t.enabled(k),
        u_afterwards=u.enabled(k + t.change),
        cannot=z3.Not(can_enable(t, u)),
    )


def test_only_what_some_number_of_tokens_shows_counts_as_disabling():
    """Exactness: the number of tokens is the least that both need, or one less than a bound."""
    least = z3.If(t.low >= u.low, t.low, u.low)

    def shows(number):
        return z3.And(number >= 0, t.enabled(number), u.enabled(number), z3.Not(u.enabled(number + t.change)))

    witnesses = z3.Or(*(shows(n) for n in (least, t.inhibits - 1, u.inhibits - 1)))
    prove(witnesses, definitions=[t.weights, u.weights], can=can_disable(t, u))


def test_only_what_some_number_of_tokens_shows_counts_as_enabling():
    least = [t.low, u.low - t.change, u.inhibits]

    def shows(number):
        return z3.And(number >= 0, t.enabled(number), z3.Not(u.enabled(number)), u.enabled(number + t.change))

    prove(z3.Or(*map(shows, least)), definitions=[t.weights, u.weights], can=can_enable(t, u))


def test_transitions_that_cannot_disable_one_another_have_a_diamond():
    """Both orders are possible; that they lead to the same tokens is k + x + y = k + y + x."""
    prove(
        z3.And(u.enabled(k + t.change), t.enabled(k + u.change)),
        definitions=[*TOKENS.values()],
        t_enabled=t.enabled(k),
        u_enabled=u.enabled(k),
        t_cannot=z3.Not(can_disable(t, u)),
        u_cannot=z3.Not(can_disable(u, t)),
    )


def test_the_code_says_of_one_place_what_the_formulas_say():
    """On random weights, small ones, so that the two meet."""
    r = Random(1)
    for _ in range(400):
        weights = [[r.choice((0, 0, 1, 2, 3)) for _ in At._fields] for _ in "tu"]
        tokens = r.randrange(4)
        net = python_net(*weights, tokens)
        given = {
            f: z3.IntVal(w) for x, ws in zip((t, u), weights, strict=True) for f, w in zip(x, ws, strict=True)
        }
        given[k] = z3.IntVal(tokens)
        assert net.can_disable("t", "u") == value(can_disable(t, u), given), weights
        assert net.can_enable("t", "u") == value(can_enable(t, u), given), weights
        assert net.transition["t"].is_enabled((tokens,)) == value(t.enabled(k), given), weights
        assert net.after((tokens,), "t") == (value(k + t.change, given),)
