"""The families of [B] chapter 5 have the sizes of its tables, as nets and as entity systems."""

from itertools import permutations

import pytest

from mazurka.formats import read_model, write_model
from mazurka.limits import Limits, Watch
from mazurka.models import build, file_system_net, indexer
from mazurka.models.probing import slots_looked_at
from mazurka.optimized.explorer import explore as fast
from mazurka.reference.explorer import explore

FORMS = pytest.mark.parametrize("form", ["", "-entities"])


def states(family, **parameters):
    return len(explore(build(family, parameters)).states)


def many(family, **parameters):
    return fast(build(family, parameters), Watch(Limits())).states


@FORMS
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_file_system_has_the_sizes_of_table_5_1(form, n):
    assert states(f"file-system{form}", n=n) == {1: 6, 2: 36, 3: 216, 4: 1296}[n]


@FORMS
@pytest.mark.parametrize("n", [1, 2, 3])
def test_the_indexer_has_the_sizes_of_table_5_2(form, n):
    assert states(f"indexer{form}", n=n) == {1: 13, 2: 169, 3: 2197}[n]


@FORMS
@pytest.mark.parametrize("n", [1, 2, 3, 4, 5])
def test_szymanski_has_the_sizes_of_table_a_2(form, n):
    assert states(f"szymanski{form}", n=n) == {1: 5, 2: 25, 3: 112, 4: 469, 5: 1894}[n]


@FORMS
@pytest.mark.parametrize(
    ("m", "published"), [(2, 205), (3, 351), (4, 497), (5, 643), (6, 789), (7, 935), (8, 1081), (9, 1227)]
)
def test_the_bakery_of_two_has_the_sizes_of_table_a_1(form, m, published):
    assert states(f"bakery{form}", n=2, m=m) == published


@FORMS
@pytest.mark.parametrize(
    ("n", "m", "published"),
    [(3, 2, 5773), (3, 3, 12454), (3, 4, 21466), (3, 5, 31615), (3, 6, 42282), (3, 7, 53141), (4, 2, 197364)],
)
def test_the_larger_bakeries_have_the_sizes_of_table_a_1(form, n, m, published):
    assert many(f"bakery{form}", n=n, m=m) == published


@FORMS
@pytest.mark.parametrize(
    ("family", "n", "published"), [("file-system", 5, 7776), ("file-system", 6, 46656), ("indexer", 4, 28561)]
)
def test_the_larger_systems_of_two_tables_have_their_sizes(form, family, n, published):
    assert many(f"{family}{form}", n=n) == published


SYSTEMS = [
    ("file-system", {"n": 2}),
    ("indexer", {"n": 2}),
    ("szymanski", {"n": 3}),
    ("bakery", {"n": 2, "m": 2}),
]


@pytest.mark.parametrize(("family", "parameters"), SYSTEMS)
def test_both_forms_of_a_family_have_the_same_runs(family, parameters):
    net, entities = explore(build(family, parameters)), explore(build(f"{family}-entities", parameters))
    assert net.successors == entities.successors


@pytest.mark.parametrize(("family", "parameters"), SYSTEMS)
def test_both_forms_of_a_family_survive_their_file(family, parameters, tmp_path):
    for form, suffix in (("", ".pnml"), ("-entities", ".es.json")):
        system = build(family + form, parameters)
        write_model(system, tmp_path / f"x{suffix}")
        assert explore(read_model(tmp_path / f"x{suffix}")).successors == explore(system).successors


def reachable(initial, steps):
    """All that can be reached by a function from a state to its successors."""
    seen = {initial}
    frontier = [initial]
    for s in frontier:
        for t in steps(s):
            if t not in seen:
                seen.add(t)
                frontier.append(t)
    return seen


def replaced(row, i, value):
    return (*row[:i], value, *row[i + 1 :])


@pytest.mark.parametrize(("n", "inodes", "blocks"), [(2, 2, 3), (3, 3, 2), (3, 2, 3), (3, 3, 4), (2, 2, 1)])
def test_threads_that_meet_do_what_the_program_of_the_file_system_says(n, inodes, blocks, monkeypatch):
    """Algorithm 8 step by step: (where, block) of each thread, locks, inodes, busy bits."""

    def steps(state):
        threads, held, set_, owned, busy = state
        for t, (where, b) in enumerate(threads):
            i = t % inodes

            def at(place, block=0, t=t):
                return replaced(threads, t, (place, block))

            match where:
                case "idle" if i not in held:
                    yield at("tries", 2 * i % blocks), held | {i}, set_, owned, busy
                case "tries" if i in set_:
                    yield at("done"), held - {i}, set_, owned, busy
                case "tries" if b not in owned:
                    yield at("holds", b), held, set_, owned | {b}, busy
                case "holds" if b not in busy:
                    yield at("wrote", b), held, set_ | {i}, owned, busy | {b}
                case "holds":
                    yield at("tries", (b + 1) % blocks), held, set_, owned - {b}, busy
                case "wrote":
                    yield at("leaves"), held, set_, owned - {b}, busy
                case "leaves":
                    yield at("done"), held - {i}, set_, owned, busy

    monkeypatch.setattr(file_system_net, "INODES", inodes)
    monkeypatch.setattr(file_system_net, "BLOCKS", blocks)
    nothing = frozenset()
    expected = reachable((tuple([("idle", 0)] * n), nothing, nothing, nothing, nothing), steps)
    for system in (file_system_net.build(n), file_system_net.build_entities(n)):
        assert len(explore(system).states) == len(expected)


@pytest.mark.parametrize(("n", "slots"), [(1, 5), (1, 4), (2, 16), (2, 9), (2, 8)])
def test_threads_that_meet_do_what_the_program_of_the_indexer_says(n, slots, monkeypatch):
    """Algorithm 7 step by step: (message, where, slot) of each thread, and the slots that are taken."""

    def steps(state):
        threads, taken = state
        for t, (m, where, h) in enumerate(threads):
            if where == "ready" and m < 4:
                yield replaced(threads, t, (m + 1, "has", 0)), taken
            elif where == "has":
                yield replaced(threads, t, (m, "looks", 7 * (11 * m + t) % slots)), taken
            elif where == "looks" and h in taken:
                yield replaced(threads, t, (m, "looks", (h + 1) % slots)), taken
            elif where == "looks":
                yield replaced(threads, t, (m, "ready", 0)), taken | {h}

    monkeypatch.setattr(indexer, "SLOTS", slots)
    expected = reachable((tuple([(0, "ready", 0)] * n), frozenset()), steps)
    for system in (indexer.build(n), indexer.build_entities(n)):
        assert len(explore(system).states) == len(expected)


def test_threads_first_meet_where_the_tables_say():
    """[B] section 5.2: up to 13 threads of the file system, and up to 11 of the indexer, do not."""
    for family, most in (("file-system", 13), ("indexer", 11)):
        for n, meet in ((most, False), (most + 1, True)):
            actions = build(family, {"n": n}).actions
            assert any(a.startswith("find_") for a in actions) is meet


@pytest.mark.parametrize(
    ("first", "slots"), [((0, 2, 0, 5), 8), ((0, 0, 1, 4), 5), ((3, 3, 0), 4), ((1, 1, 1), 2)]
)
def test_the_slots_that_are_looked_at_are_those_of_all_orders_of_coming(first, slots):
    looked = [[] for _ in first]
    for order in permutations(range(len(first))):
        taken = set()
        for i in order:
            row = [(first[i] + k) % slots for k in range(slots)]
            end = next((k for k, s in enumerate(row) if s not in taken), slots - 1)
            taken.add(row[end])
            looked[i] = max(looked[i], row[: end + 1], key=len)
    assert slots_looked_at(first, slots) == looked


@pytest.mark.parametrize("family", ["bakery", "szymanski"])
@FORMS
def test_one_process_at_a_time_is_in_its_critical_section(family, form):
    system = build(family + form, {"n": 3})
    for s in explore(system).states:
        inside = [x for x, there in system.local_states(s).items() if there and x.startswith("critical")]
        assert len(inside) <= 1
