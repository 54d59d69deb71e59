"""Goals that come from a net: a marking, a transition that can fire, a deadlock.

A transition is enabled where each place that it consumes from or reads holds enough, and each that inhibits
it holds less than the bound; so all three are goals over tokens.
"""

from mazurka.formulas.goals import AllOf, Goal, at_least, at_most, negation
from mazurka.systems import Marking, PetriNet, Transition


def marking(m: Marking) -> AllOf:
    """Exactly this marking."""
    return AllOf(tuple(part([p], k) for p, k in enumerate(m) for part in (at_least, at_most)))


def fireable(t: Transition) -> AllOf:
    """The transition is enabled."""
    return AllOf(
        (
            *(at_least([p], k) for p, k in t.needs.items()),
            *(at_most([p], k - 1) for p, k in sorted(t.inhibitors.items())),
        )
    )


def disabled(t: Transition) -> Goal:
    """The transition lacks a token somewhere, or is inhibited."""
    return negation(fireable(t))


def deadlock(net: PetriNet) -> AllOf:
    """Each transition is disabled."""
    return AllOf(tuple(disabled(t) for t in net.transitions))
