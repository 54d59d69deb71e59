"""The mended search by probe sets follows the rules from which its soundness is proved.

proofs/coq/probe_soundness.v, `follows_rules`: what is proved there of every search that follows them, this
search then has.  Each rule is asked as it stands there, with what is missed found by enumeration.  The words
of detours are meant up to ≃.
"""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mazurka.fuzz.strategies import entity_systems
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.reference.ideals import cause, influence, letters, without
from mazurka.reference.missed_actions import all_missed
from mazurka.reference.probe_sets import Place, is_probe_set
from mazurka.reference.probe_sound import (
    DISCHARGES,
    SELECTIONS,
    ProbeSearch,
    Rules,
    choose_probe_set,
    probe_search,
)
from mazurka.reference.vector_graphs import VectorGraph
from mazurka.reference.vectors import Vector, after_word, normal_word
from mazurka.systems.entity import Entities

RULES = st.builds(
    Rules,
    selection=st.sampled_from(SELECTIONS),
    discharge=st.sampled_from(DISCHARGES),
    bound=st.sampled_from([0, 0, 0, 2]),
    settle=st.sampled_from([0, 0, 0, 1]),
)


def broken_rule(record: VectorGraph, rules: Rules) -> str | None:
    """A rule that a search breaks somewhere, in words."""
    system = record.system
    if not record.is_expanded(Vector(system.initial, ())):
        return "K holds the initial vector"
    for q in record.settled:
        if not explores_all(record, q):
            return "a settled base explores all"
    for vector in record.vectors.values():
        place = Place(system, vector)
        if record.steps[record.key(vector)]:
            if fault := broken_at(record, place, rules):
                return fault
        elif place.enabled and not explores_all(record, vector.base):
            return "a probe set is empty only where nothing is enabled"
    return None


def started(record: VectorGraph, t: Entities) -> bool:
    return t in record.settled or record.is_expanded(Vector(t, ()))


def explores_all(record: VectorGraph, q: Entities) -> bool:
    system = record.system
    return all((q, (a,)) in record.detours and started(record, system.after(q, a)) for a in system.enabled(q))


def broken_at(record: VectorGraph, place: Place, rules: Rules) -> str | None:
    """A rule of `probed` that is broken at a vector."""
    p, w = choose_probe_set(place, rules), place.vector.word
    if not p or not is_probe_set(place, p):
        return "it is a probe set, with (2) and (3)"
    for a, gone in p.items():
        new, rest = place.successor(a, gone), without(w, gone)
        if a in rest:
            return "no letter is there twice"
        if new.base in record.settled:
            continue
        if not record.is_expanded(new):
            return "the successor is a vector"
        if not follows_up(record, new, p):
            return "what is lost freshly is started, or is in the same probe set"
    return None


def follows_up(record: VectorGraph, new: Vector, siblings: dict) -> bool:
    """What is lost along (q', w'·a) and not along (q', w')."""
    system, (q, (*before, _)) = record.system, new
    rest = tuple(before)
    known = all_missed(system, Vector(q, rest))
    for m in all_missed(system, new):
        sibling = m.action in siblings and m.prime_cause == normal_word(
            system, letters(rest, cause(influence(system), rest, m.action))
        )
        followed = (q, m.run) in record.detours and started(record, after_word(system, q, m.run))
        if not (m in known or sibling or followed):
            return False
    return True


@given(entity_systems(), RULES)
def test_the_mended_search_follows_the_rules(system, rules):
    record = probe_search(system, rules, Watch(Limits(max_states=60)))
    assume(record.limit is None)
    assert broken_rule(record, rules) is None


class Forgetful(ProbeSearch):
    """A search that does not start what comes by a detour of more than one letter."""

    def detour(self, base, run):
        if len(run) < 2:
            super().detour(base, run)


@pytest.mark.parametrize(
    ("family", "search"),
    [
        ("probe-prop19", Forgetful(build("probe-prop19", {}), Rules())),
        ("probe-circle", ProbeSearch(build("probe-circle", {}), Rules(skip_known_targets=True))),
    ],
)
def test_a_search_that_loses_runs_breaks_a_rule(family, search):
    assert broken_rule(probe_search(build(family, {}), Rules()), Rules()) is None
    assert "freshly" in broken_rule(search.run(Watch()), search.rules)
