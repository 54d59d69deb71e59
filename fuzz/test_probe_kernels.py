"""The reducer by probe sets: plain and compiled, they build the same graph, with any options."""

from itertools import combinations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.fuzz.campaign import refusals_not_counted
from mazurka.fuzz.dice import dice
from mazurka.fuzz.strategies import entity_systems, nets
from mazurka.limits import Limits, Watch
from mazurka.optimized import probe_sound as optimized
from mazurka.optimized.layout import bit_rows
from mazurka.optimized.probe_words import normal_form
from mazurka.reference import probe_sound as reference
from mazurka.reference.net_entities import on_nets
from mazurka.reference.traces import trace

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "selection": st.sampled_from(reference.SELECTIONS),
        "discharge": st.sampled_from(reference.DISCHARGES),
        "bound": st.sampled_from([1, 2, 3]),
        "settle": st.integers(1, 4),
        "seed": st.integers(1, 9),
    },
)
STOPS = st.fixed_dictionaries({"vectors": st.integers(1, 12)})


def assert_same(system, options, limits):
    plain, compiled = (line.reduce_sound(system, options, Watch(limits)) for line in (reference, optimized))
    assert compiled.graph() == plain.graph()
    assert counts(compiled) == counts(plain)


def counts(found):
    return found.states, found.nodes, found.transitions, found.deadlocks, found.limit


@settings(max_examples=settings.default.max_examples * 4)
@given(entity_systems(), OPTIONS)
def test_the_same_graph_with_any_options(system, options):
    assert_same(system, options, Limits())


@given(nets().filter(lambda net: max(net.initial) <= 3), OPTIONS)
def test_the_same_graph_of_a_net_by_its_tokens(net, options):
    with refusals_not_counted():  # it may have too many tokens
        plain, compiled = (
            on_nets(line.reduce_sound)(net, options, Watch()).graph() for line in (reference, optimized)
        )
    assert compiled == plain


@given(st.lists(st.integers(0, 3), max_size=7), dice(6))
def test_the_normal_form_of_a_word_is_the_smallest_of_its_trace(word, d):
    free = {frozenset(pair) for pair in combinations(range(4), 2) if d.pick([True, False])}
    depends = bit_rows([sum(1 << b for b in range(4) if frozenset((a, b)) not in free) for a in range(4)], 4)
    letters, form = np.array(word, dtype=np.uint32), np.zeros(len(word), dtype=np.uint32)
    normal_form(depends, letters, len(word), form)
    assert tuple(form.tolist()) == min(trace(lambda a, b: frozenset((a, b)) in free, tuple(word)))


@given(entity_systems(), OPTIONS, STOPS)
def test_the_same_part_of_the_graph_where_a_limit_ends_the_search(system, options, stop):
    assert_same(system, options | stop, Limits())
    assert_same(system, options, Limits(max_states=stop["vectors"]))
