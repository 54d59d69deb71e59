"""Source, persistent, stubborn and ample sets: definitions against each other, and figures."""

from itertools import chain, combinations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mazurka.errors import CyclicSystemError
from mazurka.fuzz.strategies import client_server_systems, labelled_systems, systems
from mazurka.reference.ample_sets import find_visible, is_ample, is_visible
from mazurka.reference.explicit import Explicit
from mazurka.reference.explorer import explore
from mazurka.reference.persistent_sets import (
    find_interference,
    find_persistent,
    is_persistent,
    persistent_closure,
)
from mazurka.reference.source_sets import (
    covers,
    find_covering,
    first_set_table,
    first_sets,
    first_sets_by_enumeration,
    is_covering,
    run_with_first_set,
)
from mazurka.reference.stubborn_sets import (
    find_violation_of_d1,
    find_violation_of_d2,
    is_stubborn,
    is_weakly_stubborn,
    satisfies_d0,
    satisfies_printed_d1,
)
from mazurka.reference.traces import first
from mazurka.systems import Lts, replay
from tests.reference.small_systems import (
    DIAMOND,
    FIGURE_3,
    LATE_CONFLICT,
    LOOP_AND_STEP,
    READ_IN_BETWEEN,
    net,
)


def subsets(actions):
    return map(frozenset, chain.from_iterable(combinations(actions, k) for k in range(len(actions) + 1)))


@st.composite
def states_and_sets(draw, drawn_from):
    """A system looked up in its full space, a state of it, and a set of actions."""
    system = draw(drawn_from)
    full = explore(system)
    assume(len(full.states) <= 40)
    known = Explicit(system, full)
    s = full.states[draw(st.integers(0, len(full.states) - 1))]
    return (
        known,
        s,
        frozenset(draw(st.sets(st.sampled_from(system.actions)) if system.actions else st.just(()))),
    )


def test_figure_3_of_hlpw_a_covering_source_set_need_not_be_persistent():
    s, chosen = FIGURE_3.initial, frozenset("ab")
    assert first_sets(FIGURE_3, s) == {frozenset("a"), frozenset("bc")}
    assert is_covering(FIGURE_3, s, chosen)
    assert not is_persistent(FIGURE_3, s, chosen)
    assert find_interference(FIGURE_3, s, chosen) == ("c",)
    assert find_covering(FIGURE_3, s) == ("a", "b")


def test_at_a_deadlock_every_set_covers():
    assert is_covering(DIAMOND, 3, set())
    assert first_sets(DIAMOND, 3) == {frozenset()}
    assert find_covering(DIAMOND, 3) == ()


def test_what_is_asleep_need_not_be_covered():
    assert not is_covering(DIAMOND, 0, set())
    assert is_covering(DIAMOND, 0, set(), sleep={"a"})


def test_covering_source_sets_of_a_cyclic_system_are_refused_by_name():
    for ask in (lambda: first_sets(LOOP_AND_STEP, 0), lambda: is_covering(LOOP_AND_STEP, 0, {"a"})):
        with pytest.raises(CyclicSystemError):
            ask()


@given(states_and_sets(client_server_systems()), st.data())
def test_first_sets_from_states_are_those_of_the_runs(drawn, data):
    system, s, chosen = drawn
    firsts = first_sets_by_enumeration(system, s)
    assert first_sets(system, s) == firsts
    sleep = frozenset(data.draw(st.sets(st.sampled_from(system.actions or ("a",)), max_size=2)))
    assert covers(chosen, firsts, sleep) == is_covering(system, s, chosen, sleep)


@given(states_and_sets(client_server_systems()))
def test_the_covering_set_found_covers_and_no_smaller_one_does(drawn):
    system, s, _ = drawn
    found = frozenset(find_covering(system, s))
    assert is_covering(system, s, found)
    smaller = (x for x in subsets(system.enabled(s)) if len(x) < len(found))
    assert not any(is_covering(system, s, x) for x in smaller)


@given(states_and_sets(client_server_systems()))
def test_each_first_set_has_a_run(drawn):
    system, _, _ = drawn
    full = system.full
    table = first_set_table(system, full)
    for n, s in enumerate(full.states):
        for f in table[n]:
            run = run_with_first_set(system, full, table, n, f)
            assert first(system.independent, run) == f
            assert not system.enabled(replay(system, system.run_to(s) + run))


@given(states_and_sets(systems()))
def test_a_persistent_set_is_stubborn_and_covers(drawn):
    # [HLPW] Lemma 12 for the second; for the first, D1 and D2 follow from C1 diamond by diamond.
    system, s, chosen = drawn
    chosen = chosen & set(system.enabled(s))
    if is_persistent(system, s, chosen):
        assert is_stubborn(system, s, chosen)
        if system.full.topological_order():
            assert covers(chosen, first_sets(system, s))


@given(states_and_sets(systems()))
def test_closures_are_persistent_and_the_smallest_is_found(drawn):
    system, s, _ = drawn
    closures = [persistent_closure(system, s, a) for a in system.enabled(s)]
    assert all(is_persistent(system, s, set(x)) for x in closures)
    assert all(a in x for a, x in zip(system.enabled(s), closures, strict=True))
    found = find_persistent(system, s)
    assert is_persistent(system, s, set(found))
    assert len(found) == min(map(len, closures), default=0)


def test_a_conflict_that_comes_later_is_interference():
    m = LATE_CONFLICT.initial
    assert find_interference(LATE_CONFLICT, m, {"a"}) == ("b", "c")
    assert is_persistent(LATE_CONFLICT, m, {"b"})
    assert persistent_closure(LATE_CONFLICT, m, "a") == ("a", "b")
    assert not is_persistent(LATE_CONFLICT, m, set())  # C0
    assert not is_persistent(LATE_CONFLICT, m, {"c"})  # not enabled


def by_words(system, s, chosen, length):
    """D0, D1, D2, D2w as written, over all words of at most this length."""
    words = [((), s)]
    for w, t in words:
        if len(w) < length:
            words += [((*w, a), system.after(t, a)) for a in system.enabled(t) if a not in chosen]

    def end(word):
        t = s
        for a in word:
            if a not in system.enabled(t):
                return None
            t = system.after(t, a)
        return t

    d0 = not system.enabled(s) or any(t in system.enabled(s) for t in chosen)
    d1 = all(end((*w, t)) is None or end((*w, t)) == end((t, *w)) for t in chosen for w, _ in words)
    stays = {t: all(t in system.enabled(u) for _, u in words) for t in chosen if t in system.enabled(s)}
    return d0, d1, all(stays.values()), d1 and (not system.enabled(s) or any(stays.values()))


@given(states_and_sets(labelled_systems()))
def test_decided_on_states_the_conditions_are_those_over_words(drawn):
    # Words as long as there are pairs of states show every violation; the systems are small enough.
    system, s, chosen = drawn
    assume(len(system.full.states) <= 5 and len(system.actions) <= 3)
    d0, d1, d2, weak = by_words(system, s, chosen, 8)
    assert satisfies_d0(system, s, chosen) == d0
    assert (find_violation_of_d1(system, s, chosen) is None) == d1
    assert (find_violation_of_d2(system, s, chosen) is None) == d2
    assert is_weakly_stubborn(system, s, chosen) == weak
    assert is_stubborn(system, s, chosen) == (d0 and d1 and d2)


@given(states_and_sets(systems()))
def test_the_enabled_part_of_a_stubborn_set_is_stubborn(drawn):
    system, s, chosen = drawn
    part = chosen & set(system.enabled(s))
    assert not is_stubborn(system, s, chosen) or is_stubborn(system, s, part)
    assert not is_weakly_stubborn(system, s, chosen) or is_weakly_stubborn(system, s, part)


def test_a_set_with_a_key_may_be_weakly_stubborn_only():
    # b and c compete, but both orders of a before them agree; {a, b} has the key a, and c disables b.
    both = net({"p": 1, "q": 1}, {"a": ("p", ""), "b": ("q", ""), "c": ("q", "")})
    assert is_weakly_stubborn(both, both.initial, {"a", "b"})
    assert not is_stubborn(both, both.initial, {"a", "b"})
    assert find_violation_of_d2(both, both.initial, {"a", "b"}) == ("b", ("c",))


def test_definition_3_of_elo_as_printed_loses_a_deadlock():
    # Exploring a alone satisfies D0, D1 and D2 as printed; after a, b and nothing else remains.
    m, chosen = READ_IN_BETWEEN.initial, {"a"}
    assert satisfies_d0(READ_IN_BETWEEN, m, chosen)
    assert satisfies_printed_d1(READ_IN_BETWEEN, m, chosen)
    assert find_violation_of_d2(READ_IN_BETWEEN, m, chosen) is None
    assert find_violation_of_d1(READ_IN_BETWEEN, m, chosen) == ("a", ("b", "c"))
    lost = replay(READ_IN_BETWEEN, ("b", "c", "a"))
    assert not READ_IN_BETWEEN.enabled(lost)
    assert lost not in explore(READ_IN_BETWEEN, start=READ_IN_BETWEEN.after(m, "a")).states


def test_the_printed_d1_is_checked_beyond_its_first_letter():
    # After t·a the two orders agree, after t·a·a they do not.
    system = Lts.from_edges(
        "late", [(0, "t", 1), (1, "a", 2), (0, "a", 3), (3, "t", 2), (2, "a", 4), (3, "a", 5)]
    )
    assert not satisfies_printed_d1(system, 0, {"a"})
    assert satisfies_printed_d1(system, 0, {"t"})


def test_an_action_is_visible_where_it_changes_what_is_looked_at():
    full = explore(LATE_CONFLICT)
    assert find_visible(LATE_CONFLICT, full, ("q",)) == {"b", "c"}
    assert is_visible(LATE_CONFLICT, full, "b", ("q",))
    assert not is_visible(LATE_CONFLICT, full, "a", ("q",))


def test_a_visible_action_is_ample_only_with_all_that_is_enabled():
    both = net({"p": 1, "q": 1}, {"a": ("p", ""), "b": ("q", "")})
    assert is_ample(both, both.initial, {"a"}, visible={"b"})
    assert not is_ample(both, both.initial, {"a"}, visible={"a"})
    assert is_ample(both, both.initial, {"a", "b"}, visible={"a"})


@given(systems())
def test_visibility_of_one_action_is_membership_in_the_visible_ones(system):
    full = explore(system)
    components = tuple(system.local_states(system.initial))[:1]
    visible = find_visible(system, full, components)
    assert all(is_visible(system, full, a, components) == (a in visible) for a in system.actions)
