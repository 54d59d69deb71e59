"""Ageing: a probe set must have one of the actions that have waited longest.

    [KR]  section 4.2; [B] Definition 31.

    α ⊕ A           (a, α(a)+1) for a ∈ dom(α), and (a, 0) for a ∈ A ∖ dom(α)
    α ⊖ A           α without A
    max α           the actions of dom(α) whose age is the largest
    A satisfies α   α = ∅ or A ∩ max α ≠ ∅

As printed, an action that was enabled and is not any more keeps its age, and keeps growing old.  When it is
the oldest, no probe set satisfies α, since a domain is made of enabled actions: the search is stuck.  The
symmetric probe sets of [B] rule this out: there an action is disabled only where it is explored as well, and
then it has no age.  But ages grow without bound, so that a search which tells vectors of other ages apart, as
in [B], need not end.
"""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from mazurka.systems import Action

Ages: TypeAlias = Mapping[Action, int]


def grown(ages: Ages, enabled: Iterable[Action]) -> dict[Action, int]:
    """α ⊕ A."""
    return {a: 0 for a in enabled if a not in ages} | {a: age + 1 for a, age in ages.items()}


def reduced(ages: Ages, explored: Collection[Action]) -> dict[Action, int]:
    """α ⊖ A."""
    return {a: age for a, age in ages.items() if a not in explored}


def oldest(ages: Ages) -> frozenset[Action]:
    """max α."""
    return frozenset(a for a, age in ages.items() if age == max(ages.values()))


def satisfies(domain: Collection[Action], ages: Ages) -> bool:
    """Whether a domain satisfies α."""
    return not ages or not oldest(ages).isdisjoint(domain)
