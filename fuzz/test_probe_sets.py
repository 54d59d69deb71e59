"""Probe sets: definitions against algorithms; what is mended loses no run, and the published ones do."""

from itertools import product

import networkx as nx
import pytest
from hypothesis import assume, find, given, settings
from hypothesis import strategies as st

from mazurka.audit import audit
from mazurka.fuzz.campaign import is_acyclic
from mazurka.fuzz.dice import Dice, dice
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import entity_systems
from mazurka.reference import probe_sound, traces
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.feasibility import is_complete, is_consistent, is_feasible
from mazurka.reference.finding import Context
from mazurka.reference.fresh_missed import fresh_missed
from mazurka.reference.ideals import cause, closed, ideals, influence, is_ideal, letters, without
from mazurka.reference.missed_actions import all_fresh, weak_prefixes
from mazurka.reference.probe_candidates import grown_sets, independent_sets, reversing_free_sets
from mazurka.reference.probe_sets import Place, is_probe_set, largest_images, least_domain, repeats
from mazurka.reference.probe_sound import (
    DISCHARGES,
    SELECTIONS,
    Rules,
    choose_probe_set,
    probe_search,
    shuffled,
)
from mazurka.reference.reversing_actions import is_reversing_free
from mazurka.reference.vectors import Vector, after_word, can_take, normal_word
from mazurka.registry import find_reducer, reducers
from mazurka.systems import EntitySystem

KEPT = ("soundness", "deadlocks", "local-states", "weak-prefix")
RULES = st.builds(
    Rules,
    selection=st.sampled_from(SELECTIONS),
    discharge=st.sampled_from(DISCHARGES),
    bound=st.sampled_from([0, 0, 1, 2]),
    settle=st.sampled_from([0, 1, 2]),
)
PUBLISHED = [name for name in reducers() if name.startswith(("probe/kr", "probe/drop:"))]


def vectors():
    """An entity system and a vector of it from its initial state, up to six letters long."""
    return st.builds(_vector, entity_systems(), dice(6))


def _vector(system: EntitySystem, d: Dice) -> tuple[EntitySystem, Vector]:
    word, s = [], system.initial
    while len(word) < 6 and (enabled := system.enabled(s)):
        word.append(d.pick(enabled))
        s = system.after(s, word[-1])
    return system, Vector(system.initial, tuple(word))


def small(system):
    return within(system, 40) is not None


@given(vectors())
def test_prime_causes_are_those_of_traces_and_ideals_are_weak_prefixes(drawn):
    system, (q, w) = drawn
    influences = influence(system)
    for a in system.actions:
        assert letters(w, cause(influences, w, a)) == traces.prime_cause(influences, w, a)
    for ideal in ideals(influences, w):
        assert is_ideal(influences, w, ideal)
        assert ideal == closed(influences, w, ideal)
        assert can_take(system, q, letters(w, ideal))
        assert traces.is_difference(system.independent, without(w, ideal), w, letters(w, ideal))


@given(vectors())
def test_weak_prefixes_are_the_beginnings_of_the_words_of_the_class(drawn):
    system, (_, w) = drawn
    beginnings = {u[:i] for u in traces.trace(system.independent, w) for i in range(len(w) + 1)}
    assert weak_prefixes(system, w) == sorted(
        {normal_word(system, v) for v in beginnings},
        key=lambda v: (len(v), [system.actions.index(a) for a in v]),
    )


@given(vectors())
def test_normal_forms_by_insertion_are_the_smallest_words_of_their_classes(drawn):
    system, (_, w) = drawn
    assert normal_word(system, w) == traces.lexicographic_normal_form(system.independent, system.actions, w)


@given(vectors())
def test_proposition_11_words_are_feasible_and_states_are_consistent_and_complete(drawn):
    system, (q, w) = drawn
    assert is_feasible(system, w)
    for i in range(len(w) + 1):
        s = after_word(system, q, w[:i])
        assert is_consistent(system, s)
        assert is_complete(system, s)


@given(vectors())
def test_what_is_missed_by_cause_is_what_is_missed_by_enumeration(drawn):
    system, vector = drawn
    found = list(fresh_missed(system, vector))
    assert len(found) == len(set(found))
    assert set(found) == set(all_fresh(system, vector))


@given(vectors(), st.booleans(), st.booleans())
def test_every_probe_set_to_choose_from_is_one(drawn, symmetric, least):
    place = Place(*drawn)
    for p in grown_sets(place, symmetric=symmetric):
        assert is_probe_set(place, p, symmetric=symmetric)
    for p in reversing_free_sets(place, symmetric=symmetric, least=least):
        assert is_probe_set(place, p, symmetric=symmetric)
        if is_reversing_free(place.system, place.vector.word):
            assert all(is_reversing_free(place.system, place.successor(a, p[a]).word) for a in p)
    for p in independent_sets(place):
        assert is_probe_set(place, p, symmetric=True)


@given(vectors(), dice(25))
def test_the_least_domain_holds_whatever_must_join_directly_or_not(drawn, d):
    place = Place(*drawn)
    joins = nx.DiGraph((a, b) for a, b in product(place.enabled, repeat=2) if d.pick([False, False, True]))
    joins.add_nodes_from(place.enabled)
    for seed in place.enabled:
        found = least_domain(place, seed, joins.has_edge)
        assert set(found) == nx.descendants(joins, seed) | {seed}
        assert list(found) == [a for a in place.enabled if a in found]


@given(vectors())
def test_no_larger_image_is_allowed(drawn):
    place = Place(*drawn)
    for p in grown_sets(place):
        largest = largest_images(place, p)
        for a, ideal in product(p, ideals(place.influences, place.vector.word)):
            assert is_probe_set(place, {**largest, a: ideal}) is (ideal <= largest[a])


@given(vectors(), RULES)
def test_the_probe_set_of_the_mended_search_is_one_and_repeats_nothing(drawn, rules):
    place = Place(*drawn)
    p = choose_probe_set(place, rules)
    assert is_probe_set(place, p)
    assert bool(p) is bool(place.enabled)
    assert not repeats(place, p)


@given(entity_systems(), RULES, st.integers(0, 3))
def test_no_choice_loses_a_run(system, rules, seed):
    assume(small(system))
    full = explore(system)
    graph = probe_search(shuffled(system, seed), rules).to_exploration(0.0).graph()
    findings = [CRITERIA[name](system, full, graph, Context(max_runs=40)) for name in KEPT]
    assert [f for f in findings if f.holds is False] == []
    assert full.topological_order() is None or all(f.holds for f in findings)


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_published_reducer_loses_a_deadlock_of_a_small_system(name):
    """Ageing need not end where there is a cycle."""
    reducer = find_reducer(name)
    drawn = entity_systems().filter(is_acyclic) if "ageing" in name else entity_systems()

    def loses(system):
        return audit(system, reducer, criteria=["deadlocks"]).verdict == "fail"

    system = find(drawn, loses, settings=settings(max_examples=2_000))
    assert len(system.actions) <= 5


def test_there_are_five_published_reducers():
    assert len(PUBLISHED) == 5


def only_with_the_last_letter(system, vector, siblings):
    return [m for m in fresh_missed(system, vector, siblings) if vector.word[-1] in m.prime_cause]


def only_without_the_last_letter(system, vector, siblings):
    return [m for m in fresh_missed(system, vector, siblings) if vector.word[-1] not in m.prime_cause]


def discharge_all_causes(place, domain):
    return {a: place.causes[a] for a in domain}


def nothing_repeats(_place, _p):
    return ()


MISTAKES = [
    ("fresh_missed", only_with_the_last_letter),
    ("fresh_missed", only_without_the_last_letter),
    ("largest_images", discharge_all_causes),
    ("repeats", nothing_repeats),
]


@pytest.mark.parametrize(("function", "wrong"), MISTAKES)
def test_a_mistake_in_the_mended_search_is_found(function, wrong, monkeypatch):
    monkeypatch.setattr(probe_sound, function, wrong)

    def is_caught(system):
        record = probe_search(system, Rules(), most=60)
        if not small(system) or record.limit:
            return record.limit is not None
        full, graph = explore(system), record.to_exploration(0.0).graph()
        findings = (CRITERIA[name](system, full, graph, Context(max_runs=40)) for name in KEPT)
        return any(f.holds is False for f in findings)

    find(entity_systems(), is_caught, settings=settings(max_examples=2_000))


def test_what_the_shortcut_loses_is_found():
    def loses(system):
        graph = probe_search(system, Rules(skip_known_targets=True)).to_exploration(0.0).graph()
        found = CRITERIA["weak-prefix"](system, explore(system), graph, Context(max_runs=40))
        return small(system) and found.holds is False

    find(entity_systems(), loses, settings=settings(max_examples=2_000))
