"""The includes-first-set test, its approximations and the closure, on the smallest systems that show it."""

import pytest

from mazurka.models import build
from mazurka.reference.client_server_controls import (
    covering_set_without_rivals,
    find_action_pifs_with_new_processes,
    find_pifs_of_disabled,
)
from mazurka.reference.closure_sets import closure_of, covering_set, is_closed
from mazurka.reference.includes_first_set import (
    FirstSetOracle,
    Staircase,
    find_run_with_first_set_within,
    find_staircase,
    includes_first_set,
    is_run_with_first_set_within,
    is_staircase,
)
from mazurka.reference.local_runs import LocalRun, find_heads, find_runs, local_runs
from mazurka.reference.persistent_sets import is_persistent
from mazurka.reference.pifs import choose_action, find_action_pifs, find_pifs, find_rpifs, sticks, wraps
from mazurka.reference.process_sets import pset
from mazurka.reference.source_sets import is_covering
from mazurka.systems import ClientServerSystem
from tests.reference.small_systems import FIGURE_3, process

ENABLED_AND_LATER = ClientServerSystem(
    "enabled, and later",
    (process("p", ("0", "a", "1")), process("q", ("0", "b", "1"), ("0", "d", "1"))),
    (process("s", ("0", "a", "1"), ("1", "b", "2"), ("0", "b", "2")), process("t", ("0", "d", "1"))),
)
"""b is enabled, and possible after a as well: a b blocks d."""

WITHIN = ClientServerSystem(
    "within",
    (
        process("p", ("0", "a1", "1"), ("1", "e", "2")),
        process("q", ("0", "a2", "1")),
        process("r", ("0", "f", "1"), ("0", "d", "1")),
    ),
    (
        process("s", ("0", "a1", "1")),
        process("t", ("0", "a2", "1"), ("0", "e", "2"), ("2", "f", "3")),
        process("u", ("0", "d", "1")),
    ),
)
"""After a1 the server t can do e instead of a2, and then f, which blocks d."""

FAR = ClientServerSystem(
    "far",
    (
        process("p", ("0", "a", "1"), ("1", "v", "2"), ("2", "b", "3")),
        process("q", ("0", "x", "1")),
        process("r", ("0", "d", "1")),
    ),
    (
        process("s", ("0", "a", "1")),
        process("t", ("0", "x", "1"), ("1", "v", "2")),
        process("u", ("0", "b", "1"), ("0", "d", "2")),
    ),
)
"""p comes to b, which blocks d, only through t, and that only after x."""


def test_on_figure_3_every_first_set_has_a_or_b():
    s = FIGURE_3.initial
    oracle = FirstSetOracle(FIGURE_3)
    assert [oracle(s, {x}) for x in "abc"] == [True, False, False]
    assert oracle(s, {"b", "c"})
    assert find_run_with_first_set_within(FIGURE_3, s, {"b", "c"}) == ("b", "c")
    assert find_run_with_first_set_within(FIGURE_3, s, {"b"}) is None
    assert not is_run_with_first_set_within(FIGURE_3, s, {"b", "c"}, ("b",)), "not maximal"
    assert not is_run_with_first_set_within(FIGURE_3, s, {"b"}, ("b", "c"))
    assert not is_run_with_first_set_within(FIGURE_3, s, {"a"}, ("a", "c")), "no run"


def test_where_nothing_is_enabled_the_empty_set_includes_the_first_set_and_nowhere_else():
    done = FIGURE_3.after(FIGURE_3.initial, "a")
    table = local_runs(FIGURE_3)
    for s, expected in ((done, True), (FIGURE_3.initial, False)):
        assert includes_first_set(FIGURE_3, s, set()) is expected
        assert all(
            test(table, s, set()).holds is expected for test in (find_pifs, find_rpifs, find_action_pifs)
        )


def test_sticking_needs_one_process_outside_that_can_take_the_action_now():
    s = WITHIN.initial
    p, r, t = 0, 2, 4
    assert sticks(WITHIN, s, {p}, "e")
    assert not sticks(WITHIN, s, {p, t}, "e"), "both inside"
    assert not sticks(WITHIN, s, {r}, "f"), "t is not there yet"
    assert sticks(WITHIN, s, {t}, "f")


def test_a_set_wraps_when_nothing_else_enabled_is_free_of_it():
    s = WITHIN.initial
    assert WITHIN.enabled(s) == ("a1", "a2", "d")
    assert wraps(WITHIN, s, {0, 2, 3, 4}, {"a1"})
    assert not wraps(WITHIN, s, {0, 3}, {"a1", "a2"})
    assert wraps(WITHIN, s, set(), {"a1", "a2", "d"})


def test_a_staircase_climbs_over_what_sticks_until_it_wraps():
    s, b = WITHIN.initial, {"a1", "a2"}
    stairs = find_staircase(WITHIN, s, {"a1"})
    assert stairs == Staircase(("a1",), (("e", ()), ("f", ())))
    assert stairs.run == ("a1", "e", "f")
    assert is_staircase(WITHIN, s, b, stairs)
    assert not is_staircase(WITHIN, s, {"a2"}, stairs), "(1), the processes"
    assert not is_staircase(FIGURE_3, FIGURE_3.initial, {"b", "c"}, Staircase(("a",), ())), "(1), first sets"
    assert not is_staircase(WITHIN, s, b, Staircase((), (("a1", ("e", "f")),))), "(2)"
    assert not is_staircase(WITHIN, s, b, Staircase(("a1",), (("e", ("f",)),))), "(3)"
    assert not is_staircase(WITHIN, s, b, Staircase(("a1",), (("e", ()),))), "(4)"
    assert not is_staircase(WITHIN, s, b, Staircase(("a1",), (("f", ()),))), "no run"


def test_local_runs_keep_the_smallest_sets_of_processes():
    assert find_runs(FAR, 0)["0"] == {
        LocalRun("a", frozenset(), "v"),
        LocalRun("a", frozenset({0, 4}), "b"),
    }
    locks = build("locks", {"n": 2})
    free = {(r.first, r.last): r.through for r in find_runs(locks, 2)["free"]}
    assert free["c1.take.l1", "c1.drop.l1"] == frozenset()
    assert free["c1.take.l1", "c2.take.l1"] == {0, 2}
    assert free["c1.take.l1", "c1.take.l1"] == {0, 2}, "not also through the other client"


def test_heads_avoid_the_other_process():
    # t does x on its way to v; p comes to b by a v, and to v by a.
    assert find_heads(FAR, 4)["0", "v"] == {"x"}
    assert find_heads(FAR, 0)["0", "b"] == {"a"}
    assert ("0", "v") not in find_heads(ENABLED_AND_LATER, 0)
    # The server s comes to b by a; where q is the client of both, nothing avoids it.
    assert find_heads(ENABLED_AND_LATER, 2)["0", "b"] == {"a"}


def test_remote_runs_count_for_rpifs_only():
    s, table = FAR.initial, local_runs(FAR)
    assert FAR.enabled(s) == ("a", "x", "d")
    b = {"a", "x"}
    assert find_pifs(table, s, b).holds, "t is among the processes of B"
    assert not find_pifs(table, s, {"a"}).holds
    assert find_rpifs(table, s, {"a"}).processes == {0, 3, 5}
    assert find_pifs(table, s, {"a"}).processes == {0, 3}
    assert find_action_pifs(table, s, b).actions == {"a", "x", "b"}


def test_what_is_enabled_now_can_stick_later():
    s, table = ENABLED_AND_LATER.initial, local_runs(ENABLED_AND_LATER)
    assert includes_first_set(ENABLED_AND_LATER, s, {"a"})
    assert find_pifs(table, s, {"a"}).holds
    assert not find_pifs_of_disabled(table, s, {"a"}).holds


def test_an_action_within_can_lead_on():
    s, table = WITHIN.initial, local_runs(WITHIN)
    b = {"a1", "a2"}
    assert includes_first_set(WITHIN, s, b)
    assert find_action_pifs(table, s, b).actions == {"a1", "a2", "e", "f"}
    assert find_pifs(table, s, b).holds
    assert not find_action_pifs_with_new_processes(table, s, b).holds


def test_the_action_form_is_tighter_than_that_of_processes():
    # p comes to b, which blocks d, by c with t.  Both are processes of B, yet t does c after x only.
    system = ClientServerSystem(
        "tighter",
        (
            process("p", ("0", "a1", "1"), ("0", "c", "2"), ("2", "b", "3")),
            process("q", ("0", "a2", "1")),
            process("w", ("0", "x", "1")),
            process("r", ("0", "d", "1")),
        ),
        (
            process("s", ("0", "a1", "1")),
            process("t", ("0", "a2", "1"), ("0", "x", "2"), ("2", "c", "3")),
            process("u", ("0", "b", "1"), ("0", "d", "2")),
        ),
    )
    s, table, b = system.initial, local_runs(system), {"a1", "a2"}
    assert not includes_first_set(system, s, b)
    assert find_pifs(table, s, b).holds
    assert not find_action_pifs(table, s, b).holds


def test_remark_41_a_closure_that_covers_and_is_not_persistent():
    system = build("hlpw-figure1", {})
    s, table = system.initial, local_runs(system)
    assert covering_set(table, s, "a") == ("a", "b", "c")
    assert covering_set(table, s, "b") == ("a", "b")
    assert is_covering(system, s, {"a", "b"})
    assert not is_persistent(system, s, {"a", "b"})
    assert pset(system, s, "b") == ("a", "b", "c")
    assert is_closed(system, s, "b", closure_of(table, s, "b"))


def test_what_a_process_can_do_instead_belongs_to_the_closure():
    s, table = FIGURE_3.initial, local_runs(FIGURE_3)
    assert covering_set(table, s, "b") == ("a", "b")
    assert covering_set_without_rivals(table, s, "b") == ("b",)
    assert not is_covering(FIGURE_3, s, {"b"})


@pytest.mark.parametrize("test", [find_pifs, find_action_pifs])
def test_an_action_is_chosen_that_may_begin_alone_and_else_the_one_that_meets_most(test):
    # In FAR nothing wraps: x leads to v and so to more than d; a leads nowhere that is open.
    s, table = FAR.initial, local_runs(FAR)
    sizes = {a: test(table, s, {a}).size for a in FAR.enabled(s)}
    assert not any(test(table, s, {a}).holds for a in sizes)
    assert choose_action(table, test, s, ("a", "x", "d")) == max(sizes, key=sizes.get)
    # In ENABLED_AND_LATER each of a and b wraps; the first in order is chosen.
    s, table = ENABLED_AND_LATER.initial, local_runs(ENABLED_AND_LATER)
    assert choose_action(table, test, s, ("a", "b", "d")) == "a"
    assert choose_action(table, test, s, ("d", "b")) == "b"
