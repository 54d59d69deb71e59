"""Mistakes made on purpose in the plain reducers, one by one: the campaign finds each within its budget."""

import pytest
from hypothesis import find, settings

from mazurka.audit import audit
from mazurka.fuzz.campaign import systems_for
from mazurka.reference import (
    client_server_search,
    net_stubborn_sets,
    persistent_sets,
    process_sets,
    race_reversal,
    sleep_sets,
)
from mazurka.registry import find_reducer

alternatives = net_stubborn_sets.alternatives


def nothing_wakes(_system, sleep, before, _a):
    return frozenset(sleep.union(before))


def the_wrong_ones_sleep(system, sleep, before, a):
    return frozenset(b for b in sleep.union(before) if not system.independent(a, b))


def not_closed(system, _s, a, *_futures):
    return frozenset(system.domain[a])


def only_the_seed(_arcs, _m, seed):
    return (seed,)


def nobody_need_enable_it(arcs, m, t):
    return alternatives(arcs, m, t) if arcs.net.transitions[t].is_enabled(m) else ((),)


def no_interference(_system, _s, _chosen):
    return None


def only_what_can_be_taken(system, s):
    return frozenset((p, b) for b in system.enabled(s) for p in system.domain[b])


def the_first_alone(_system, _oracle, _s, _sleep, chosen, _met):
    return chosen[:1]


MISTAKES = [
    ("plain/reversal+sleep", race_reversal, "local_steps", only_what_can_be_taken),
    ("plain/lean+sleep", client_server_search, "trimmed", the_first_alone),
    ("plain/sleep", sleep_sets, "sleep_after", nothing_wakes),
    ("plain/sleep", sleep_sets, "sleep_after", the_wrong_ones_sleep),
    ("plain/pset+sleep", process_sets, "closed_set", not_closed),
    ("plain/stubborn/closure", net_stubborn_sets, "closure", only_the_seed),
    ("plain/stubborn/deletion", net_stubborn_sets, "alternatives", nobody_need_enable_it),
    ("plain/persistent", persistent_sets, "find_interference", no_interference),
]


@pytest.mark.parametrize(("name", "module", "function", "wrong"), MISTAKES)
def test_a_mistake_is_found(name, module, function, wrong, monkeypatch):
    monkeypatch.setattr(module, function, wrong)
    reducer = find_reducer(name)
    find(systems_for(reducer), lambda s: audit(s, reducer).verdict == "fail", settings=settings())
