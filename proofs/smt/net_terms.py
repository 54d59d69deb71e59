"""A transition of a net at one arbitrary place, as integers of z3; and the same in Python, on one place.

src/mazurka/systems/petri_net.py: `is_enabled`, `effect`, `can_disable`, `can_enable`.
"""

from typing import NamedTuple

import z3

from mazurka.systems import PetriNet, Transition
from proofs.smt.frame import Formula


class At(NamedTuple):
    """The weights of a transition's arcs at the place; 0 where there is none, also for inhibitors."""

    consumes: Formula
    produces: Formula
    reads: Formula
    inhibits: Formula

    @property
    def low(self):
        """What it needs: the larger of what it consumes and what it reads."""
        return z3.If(self.consumes >= self.reads, self.consumes, self.reads)

    @property
    def change(self):
        return self.produces - self.consumes

    @property
    def weights(self):
        """Weights are not negative."""
        return z3.And(*(w >= 0 for w in self))

    def enabled(self, k):
        """Whether the place does not stop it, with k tokens."""
        return z3.And(k >= self.low, z3.Or(self.inhibits == 0, k < self.inhibits))


def transition(name):
    return At(*z3.Ints(" ".join(f"{name}.{kind}" for kind in At._fields)))


def smaller(x, y):
    return z3.If(x <= y, x, y)


def larger(x, y):
    return z3.If(x >= y, x, y)


def below_high(k, *at):
    """k is below the inhibitor bounds of all these, moved by a number each."""
    return z3.And(*(z3.Or(t.inhibits == 0, k < t.inhibits - moved) for t, moved in at))


def tests_the_place(t):
    """The place is among `needs` or `inhibitors`."""
    return z3.Or(t.consumes > 0, t.reads > 0, t.inhibits > 0)


def can_disable(t, u):
    """`PetriNet.can_disable` at one place: both are possible at the least count that both need, or just below
    the least bound, and u is not after t there."""
    d, low = t.change, larger(t.low, u.low)
    high = z3.If(
        t.inhibits == 0, u.inhibits, z3.If(u.inhibits == 0, t.inhibits, smaller(t.inhibits, u.inhibits))
    )
    filled = z3.And(u.inhibits > 0, high - 1 + d >= u.inhibits)
    return z3.And(d != 0, tests_the_place(u), below_high(low, (t, 0), (u, 0)), z3.Or(low + d < u.low, filled))


def can_enable(t, u):
    """`PetriNet.can_enable` at one place."""
    d = t.change
    low = larger(t.low, u.low - d)
    lacking = z3.And(below_high(low, (t, 0), (u, d)), low < u.low)
    from_high = larger(low, u.inhibits)
    cleared = z3.And(u.inhibits > 0, below_high(from_high, (t, 0), (u, d)))
    return z3.And(d != 0, tests_the_place(u), z3.Or(lacking, cleared))


def python_net(t, u, tokens=0):
    """A net with one place and two transitions t and u, from weights in the order of `At`."""

    def one(name, weights):
        arcs = [{0: w} if w else {} for w in weights]
        return Transition(name, *arcs)

    return PetriNet("one place", ("p",), (one("t", t), one("u", u)), (tokens,))
