"""The reduction by probe sets: relations, words, and graphs, on small systems."""

import numpy as np
import pytest

from mazurka.errors import OptionError, PreconditionError
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.optimized.jit import holds
from mazurka.optimized.probe_relations import relations
from mazurka.optimized.probe_sound import reduce_sound, shuffled
from mazurka.optimized.probe_words import normal_form, number_of_word, spell
from mazurka.optimized.store import new_store
from mazurka.reference import probe_sound as plain
from mazurka.reference.vectors import normal_word
from mazurka.systems import EntityAction, EntitySystem

MODELS = [
    ("philosophers-entities", {"n": 3}),
    ("file-system-entities", {"n": 2}),
    ("szymanski-entities", {"n": 2}),
    ("probe-thm16", {}),
    ("probe-prop19", {}),
    ("probe-fresh", {}),
    ("probe-line6", {}),
    ("probe-ageing", {}),
    ("probe-circle", {}),
]
OPTIONS = [
    {},
    {"selection": "shortest", "seed": 3},
    {"selection": "first", "discharge": "needed"},
    {"bound": 2},
]


def action(name, **sets):
    return EntityAction(name, **{kind: frozenset(entities.split()) for kind, entities in sets.items()})


def both(system, options, limits=None):
    return [
        reduce(system, options, Watch(limits or Limits())) for reduce in (reduce_sound, plain.reduce_sound)
    ]


@pytest.mark.parametrize(("family", "parameters"), MODELS)
@pytest.mark.parametrize("options", OPTIONS)
def test_the_graph_is_that_of_the_plain_reducer(family, parameters, options):
    fast, slow = both(build(family, parameters), options)
    assert fast.graph() == slow.graph()
    assert (fast.states, fast.nodes, fast.transitions, fast.deadlocks) == (
        slow.states, slow.nodes, slow.transitions, slow.deadlocks,
    )  # fmt: skip


def test_tables_agree_with_the_relations_of_each_pair():
    system = build("szymanski-entities", {"n": 2})
    tables = relations(system)
    for i, a in enumerate(system.actions):
        start, end = tables.influenced_start[i : i + 2]
        for j, b in enumerate(system.actions):
            influences = a == b or system.influences(a, b)
            assert holds(tables.influences[i], j) == (j in tables.influenced[start:end]) == influences
            assert holds(tables.disables[i], j) == system.disables(a, b)
            assert holds(tables.depends[i], j) == (not system.independent(a, b))


@np.errstate(over="ignore")
def test_words_that_begin_alike_share_their_beginnings():
    words, key = new_store(1), np.zeros(1, dtype=np.uint64)
    numbers = {}
    for word in [(), (7,), (7, 2), (7, 2, 5), (7, 2, 6), (2, 7)]:
        letters = np.array(word, dtype=np.uint32)
        with np.errstate(over="ignore"):
            numbers[word] = number_of_word(words, letters, len(word), key)
    assert int(words.size[0]) == 6
    found = np.zeros(4, dtype=np.uint32)
    for word, number in numbers.items():
        assert tuple(found[: spell(words, number, found)]) == word
    assert spell(words, numbers[7, 2, 5], found[:3]) == -1


def test_normal_forms_are_those_of_the_plain_line():
    system = build("philosophers-entities", {"n": 3})
    depends = relations(system).depends
    for word in [(8, 3, 0), (5, 4, 3, 2, 1, 0), (6, 0, 6, 3)]:
        letters, form = np.array(word, dtype=np.uint32), np.zeros(6, dtype=np.uint32)
        normal_form(depends, letters, len(word), form)
        expected = normal_word(system, tuple(system.actions[i] for i in word))
        assert tuple(system.actions[i] for i in form[: len(word)]) == expected


def test_words_of_more_than_64_letters_are_handled():
    actions = tuple(action(f"a{i:02}", deletes=f"e{i:02}") for i in range(70))
    system = EntitySystem("independent", frozenset(f"e{i:02}" for i in range(70)), actions)
    found = reduce_sound(system, {}, Watch())
    assert (found.nodes, found.states, found.transitions, found.deadlocks) == (71, 71, 70, 1)
    assert found.graph().states[-1] == frozenset()


def test_more_than_64_missed_pairs_of_a_vector_are_handled():
    readers = [action(f"r{i}", reads="e", creates=f"f{i}") for i in range(8)]
    system = EntitySystem("readers", frozenset("e"), (*readers, action("t", deletes="e")))
    found = reduce_sound(system, {}, Watch())
    assert (found.nodes, found.deadlocks) == (2 * 2**8, 2**8)


def test_a_limit_ends_the_search_with_what_waits():
    system = build("philosophers-entities", {"n": 3})
    for options, limits, name in [
        ({"vectors": 7}, Limits(), "max_vectors"),
        ({}, Limits(max_states=5), "max_states"),
        ({"vectors": 9}, Limits(max_states=5), "max_states"),
        ({}, Limits(max_seconds=0), "max_seconds"),
    ]:
        fast, slow = both(system, options, limits)
        assert (fast.complete, fast.limit) == (False, name)
        assert fast.graph() == slow.graph()
        assert fast.graph().unexpanded


def test_a_seed_determines_the_order_of_actions():
    system = build("philosophers-entities", {"n": 3})
    assert shuffled(system, 0) is system
    assert shuffled(system, 5) == shuffled(system, 5) == plain.shuffled(system, 5) != system
    assert sorted(shuffled(system, 5).actions) == sorted(system.actions)


def test_other_systems_and_unknown_options_are_refused_by_name():
    with pytest.raises(PreconditionError, match="probe/sound is for entity systems"):
        reduce_sound(build("philosophers", {"n": 3}), {}, Watch())
    for options in ({"bound": -1}, {"vectors": "many"}, {"selection": "best"}, {"discharge": "none"}):
        with pytest.raises(OptionError, match=next(iter(options))):
            reduce_sound(build("probe-thm16", {}), options, Watch())
