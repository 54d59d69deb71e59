"""Kastenberg and Rensink's reduction by probe sets, as printed.  It loses runs, and deadlocks with them.

    [KR]  Algorithms 1 and 2, Theorems 16 and 20.

Algorithm 1 takes the fresh missed actions of Definition 13, exactly, and any probe set; it is not fair, as
the paper says itself.  Algorithm 2 takes them by Proposition 19, keeps words reversing free, and ages
actions.

The claim is Theorem 20: the states found characterise a reduction, which has every run as a weak prefix, and
hence every deadlock.  What is wrong:

- Definition 13 forgets orders that are possible although the action is possible now: see `missed_actions`.
- An action missed a second time, for another reason, is not fresh.
- Proposition 19 and Definition 17 are wrong: see `potentially_missed`.
- Line 6 skips a vector whose state is known, though it has another history and misses other things.  Even
  states that were only passed on the way to a missed action are known.
- The ages of disabled actions can leave no probe set to choose: see `ageing`.

variant: actions that were taken along the word are not missed, as in [KR] Figure 4 and against Definition 13.
"""

from collections.abc import Mapping
from functools import partial

from mazurka.limits import Watch
from mazurka.reference.ageing import Ages, satisfies
from mazurka.reference.missed_actions import fresh_as_printed
from mazurka.reference.potentially_missed import missed_by_prime_causes
from mazurka.reference.probe_candidates import grown_sets, reversing_free_sets
from mazurka.reference.probe_options import one_of
from mazurka.reference.probe_published import Parts, reduce_by_parts
from mazurka.reference.probe_sets import Place, ProbeSet
from mazurka.systems import Exploration, System
from mazurka.systems.entity import Entities


def any_probe_set(_place: Place, _p: ProbeSet, _ages: Ages) -> bool:
    """Algorithm 1 has no proviso."""
    return True


def satisfies_ages(_place: Place, p: ProbeSet, ages: Ages) -> bool:
    """Algorithm 2, line 12."""
    return satisfies(p, ages)


ALGORITHM_1 = Parts(
    missed=partial(fresh_as_printed, taken_too=False),
    candidates=grown_sets,
    admits=any_probe_set,
    by_state=True,
    ageing=False,
)
ALGORITHM_2 = Parts(
    missed=partial(missed_by_prime_causes, disabled_too=True),
    candidates=partial(reversing_free_sets, symmetric=False, least=False),
    admits=satisfies_ages,
    by_state=True,
    ageing=True,
)
ALGORITHMS: Mapping[str, Parts] = {"2": ALGORITHM_2, "1": ALGORITHM_1}


def reduce_as_printed(
    system: System[Entities], options: Mapping[str, object], watch: Watch
) -> Exploration[Entities]:
    """Algorithm 1 or 2.  PreconditionError unless it is an entity system."""
    algorithm = one_of(options, "algorithm", tuple(ALGORITHMS))
    return reduce_by_parts("probe/kr", ALGORITHMS[algorithm], system, options, watch)
