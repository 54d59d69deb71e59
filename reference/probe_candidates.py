"""Probe sets to choose from: those that grow from one enabled action, and the selections of the papers.

    [KR]  section 4.3; [B] sections 4.1.1 and 4.1.2, Definition 39.

    grown sets       the least domains closed under disabling, with the largest images
    reversing free   what is reversing with an action is discharged with it: rev_a(w) ⊆ p(a); the domain then
                     grows by every enabled action whose prime cause does not have all of that
    independent      {a ↦ ε} for an action a that neither disables another enabled one nor is disabled by one

Last comes the set of all that is enabled, each action with its prime cause, for where no other is admitted.
"""

from collections.abc import Callable

from mazurka.reference.ideals import Positions
from mazurka.reference.probe_sets import Place, ProbeSet, largest_images, least_domain
from mazurka.reference.reversing_actions import reversing_actions
from mazurka.systems import Action, EntitySystem

Joins = Callable[[Action, Action], bool]


def disabling(system: EntitySystem, *, symmetric: bool) -> Joins:
    """Whether b must join a: by clause (1), or by (1′)."""
    if symmetric:
        return lambda a, b: system.disables(b, a) or system.disables(a, b)
    return lambda a, b: system.disables(b, a)


def everything(place: Place) -> dict[Action, Positions]:
    """All that is enabled, each with its prime cause."""
    return dict(place.causes)


def grown_sets(place: Place, *, symmetric: bool = False) -> list[ProbeSet]:
    """For each enabled action the least domain with it."""
    must_join = disabling(place.system, symmetric=symmetric)
    domains = dict.fromkeys(least_domain(place, a, must_join) for a in place.enabled)
    return [*(largest_images(place, d) for d in domains), everything(place)]


def reversing_free_sets(place: Place, *, symmetric: bool, least: bool) -> list[ProbeSet]:
    """The same where all that is reversing with an action is discharged.

    least: nothing else is discharged; otherwise as much as can be.
    """

    def reversed_by(a: Action) -> Positions:
        return place.occurrences(reversing_actions(place.system, place.vector.word, a))

    must_join = disabling(place.system, symmetric=symmetric)
    domains = dict.fromkeys(least_domain(place, a, must_join, reversed_by) for a in place.enabled)
    images = (
        {a: reversed_by(a) for a in domain} if least else largest_images(place, domain) for domain in domains
    )
    return [*images, everything(place)]


def independent_sets(place: Place) -> list[ProbeSet]:
    """Definition 39."""
    must_join = disabling(place.system, symmetric=True)
    alone = [a for a in place.enabled if not any(b != a and must_join(a, b) for b in place.enabled)]
    return [*({a: frozenset[int]()} for a in alone), everything(place)]
