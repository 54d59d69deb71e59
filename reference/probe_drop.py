"""Burgman's reductions by probe sets, the tool DRoP, as printed.  They lose deadlocks.

    [B]  Algorithm 3, Definitions 31, 36, 38 and 39.

A selection of probe sets, reversing free or independent action, and a cycle proviso, ageing or no duplicates:
four reductions.  Missed actions are those of Definition 29 with their prime causes.

    no duplicates   no action of the domain occurs in w; or all that is enabled is explored, and p(a)
                    contains a for each of them

The claim is Theorem 5: every reachable deadlock is reached.  What is wrong:

- Propositions 1 and 2 and equation 2.12a are those of [KR]: see `potentially_missed`.  Words that are not
  reversing free, as with independent actions, have even more prefixes that hide an action.
- An action that is possible now and also before something it disables is not missed: see `missed_actions`.
- Ages tell vectors apart and grow for ever: where there is a cycle, the search need not end.
- The second half of no duplicates cannot be satisfied when some enabled action does not occur in w: no p(a)
  contains it then.  Asked of those that do occur it always can.

variant: p(a) is as printed for independent actions; for reversing-free sets it is the least that is allowed.
"""

from collections.abc import Mapping
from functools import partial

from mazurka.limits import Watch
from mazurka.reference.ageing import Ages
from mazurka.reference.ideals import letters
from mazurka.reference.potentially_missed import missed_by_prime_causes
from mazurka.reference.probe_candidates import independent_sets, reversing_free_sets
from mazurka.reference.probe_kr import satisfies_ages
from mazurka.reference.probe_published import Candidates, Parts, Proviso, reduce_by_parts
from mazurka.reference.probe_sets import Place, ProbeSet
from mazurka.systems import Exploration, System
from mazurka.systems.entity import Entities


def has_no_duplicates(place: Place, p: ProbeSet, _ages: Ages) -> bool:
    """Definition 36."""
    w = place.vector.word
    whole = len(p) == len(place.enabled)
    return all(a not in w for a in p) or (whole and all(a in letters(w, p[a]) for a in p))


SELECTIONS: Mapping[str, Candidates] = {
    "reversing-free": partial(reversing_free_sets, symmetric=True, least=True),
    "independent-action": independent_sets,
}
PROVISOS: Mapping[str, Proviso] = {"ageing": satisfies_ages, "no-duplicates": has_no_duplicates}


def drop_parts(selection: str, proviso: str) -> Parts:
    """The parts of one of the four."""
    return Parts(
        missed=partial(missed_by_prime_causes, disabled_too=False),
        candidates=SELECTIONS[selection],
        admits=PROVISOS[proviso],
        by_state=False,
        ageing=proviso == "ageing",
    )


def reduce_as_printed(
    selection: str,
    proviso: str,
    system: System[Entities],
    options: Mapping[str, object],
    watch: Watch,
) -> Exploration[Entities]:
    """One of the four.  PreconditionError unless it is an entity system."""
    name = f"probe/drop:{selection},{proviso}"
    return reduce_by_parts(name, drop_parts(selection, proviso), system, options, watch)


reduce_reversing_free_ageing = partial(reduce_as_printed, "reversing-free", "ageing")
reduce_reversing_free_no_duplicates = partial(reduce_as_printed, "reversing-free", "no-duplicates")
reduce_independent_action_ageing = partial(reduce_as_printed, "independent-action", "ageing")
reduce_independent_action_no_duplicates = partial(reduce_as_printed, "independent-action", "no-duplicates")
