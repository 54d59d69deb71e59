"""One published mistake at a time, put into a search by probe sets that has none."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from mazurka.reference.ageing import Ages
from mazurka.reference.ideals import cause, influence, letters
from mazurka.reference.missed_actions import all_fresh, all_missed
from mazurka.reference.potentially_missed import weakly_after
from mazurka.reference.probe_candidates import grown_sets, independent_sets
from mazurka.reference.probe_drop import has_no_duplicates
from mazurka.reference.probe_kr import satisfies_ages
from mazurka.reference.probe_published import Parts
from mazurka.reference.probe_sets import Place, ProbeSet, repeats
from mazurka.reference.vectors import Missed, Vector, can_take, normal_word
from mazurka.systems import EntitySystem


def has_no_duplicates_or_is_everything(place: Place, p: ProbeSet, _ages: Ages) -> bool:
    """[B] Definition 36, where all may be explored anyway."""
    return len(p) == len(place.enabled) or not repeats(place, p)


def _before(vector: Vector) -> Vector:
    return Vector(vector.base, vector.word[:-1])


def only_what_is_not_possible_now(system: EntitySystem, vector: Vector) -> Sequence[Missed]:
    """Definition 13, apart from what was taken: Theorem 16."""

    def missed(v: Vector) -> list[Missed]:
        return [m for m in all_missed(system, v) if not can_take(system, v.base, (*v.word, m.action))]

    return [m for m in missed(vector) if m not in missed(_before(vector))] if vector.word else []


def only_after_the_prime_cause(system: EntitySystem, vector: Vector) -> Iterator[Missed]:
    """Proposition 19."""
    q, w = vector
    for a in dict.fromkeys(m.action for m in all_fresh(system, vector)):
        v = letters(w, cause(influence(system), w, a))
        if can_take(system, q, (*v, a)):
            yield Missed(normal_word(system, v), a)


def without_what_the_last_letter_creates(system: EntitySystem, vector: Vector) -> Sequence[Missed]:
    """Definition 17 and equation 2.12a."""
    appeared = weakly_after(system, vector.base, vector.word[:-1])
    return [
        m
        for m in all_fresh(system, vector)
        if system.disables(vector.word[-1], m.action) or system.action[m.action].needed <= appeared
    ]


def each_action_once(system: EntitySystem, vector: Vector) -> Sequence[Missed]:
    """Fresh for each action, not for each pair."""
    known = {m.action for m in all_missed(system, _before(vector))} if vector.word else set()
    return [m for m in all_fresh(system, vector) if m.action not in known]


MENDED = Parts(
    missed=all_fresh,
    candidates=grown_sets,
    admits=has_no_duplicates_or_is_everything,
    by_state=False,
    ageing=False,
)
MISTAKES = {
    "probe-thm16": replace(MENDED, missed=only_what_is_not_possible_now),
    "probe-prop19": replace(MENDED, missed=only_after_the_prime_cause),
    "probe-prop19, Definition 17": replace(MENDED, missed=without_what_the_last_letter_creates),
    "probe-fresh": replace(MENDED, missed=each_action_once),
    "probe-line6": replace(MENDED, by_state=True),
    "probe-ageing": replace(MENDED, admits=satisfies_ages, ageing=True),
    "probe-def36": replace(MENDED, candidates=independent_sets, admits=has_no_duplicates),
}
"""By the model that shows the mistake."""
