"""Queries: which method answers, what an answer carries, limits, and runs made shorter."""

import signal

import pytest

from mazurka.certificates import find_fault
from mazurka.errors import UnknownNameError
from mazurka.formulas import FALSE, AllOf, SomeOf, at_least, at_most, parse
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.optimized.goal_search import PLANS, compile_net
from mazurka.query import ENGINES, answer, methods
from mazurka.query.methods import WALKS
from mazurka.query.shortening import is_run_to, shortened, without_cycles, without_detours
from mazurka.systems import PetriNet, Transition

PHILOSOPHERS = build("philosophers", {"n": 3})
EATS = parse("eats_1 = 1", PHILOSOPHERS)
BOTH_EAT = parse("eats_1 = 1 & eats_2 = 1", PHILOSOPHERS)


def test_every_compiled_search_is_an_engine():
    assert set(ENGINES) == {"auto", "relaxed-plans", "abstraction", "state-equation", WALKS, *PLANS}


def test_what_needs_no_search_says_so():
    assert answer(PHILOSOPHERS, AllOf(())).method == "initial marking"
    assert answer(PHILOSOPHERS, AllOf(())).run == ()
    found = answer(PHILOSOPHERS, FALSE)
    assert (found.reachable, found.method) == (False, "formula")


@pytest.mark.parametrize("engine", sorted({*ENGINES} - {"relaxed-plans"}))
def test_every_engine_answers_yes_with_a_run(engine):
    yes = answer(PHILOSOPHERS, EATS, engine=engine)
    assert yes.reachable
    assert is_run_to(PHILOSOPHERS, EATS, yes.run)
    assert len(yes.run) == 2 or engine == WALKS
    assert engine in ("auto", yes.method)


@pytest.mark.parametrize("engine", sorted({*ENGINES} - {"relaxed-plans", WALKS}))
def test_every_engine_but_walks_answers_no(engine):
    no = answer(PHILOSOPHERS, BOTH_EAT, engine=engine)
    assert no.reachable is False
    assert no.reason
    assert engine in ("auto", no.method)


def test_walks_never_say_that_there_is_no_run(monkeypatch):
    monkeypatch.setattr(methods, "MOST_STEPS", 5_000)
    found = answer(PHILOSOPHERS, BOTH_EAT, engine=WALKS)
    assert (found.reachable, found.limit) == (None, None)
    assert "given up" in found.reason


def test_walks_say_so_where_nothing_can_move_at_all():
    dead = PetriNet("dead", ("p", "q"), (Transition("t", {0: 1}, {1: 1}),), (0, 0))
    assert answer(dead, at_least([1], 1), engine=WALKS).reachable is False


def test_a_walk_gets_a_process_into_its_section_while_the_others_wait():
    """Searches by distance let another process push, which then is in the way."""
    net = build("peterson", {"n": 4})
    goal = parse("asks_1_2 = 1 & critical_3 = 1", net)
    found = answer(net, goal, engine=WALKS)
    assert is_run_to(net, goal, found.run)


def test_a_certificate_is_found_where_it_is_asked_for():
    assert answer(PHILOSOPHERS, BOTH_EAT, engine="stubborn-sets").certificate is None
    found = answer(PHILOSOPHERS, BOTH_EAT, certify=True)
    assert find_fault(PHILOSOPHERS, BOTH_EAT, found.certificate) is None


def test_a_small_net_gets_its_certificate_before_kernels_are_loaded(monkeypatch):
    def load(_watch):
        raise AssertionError("no kernel is needed")

    monkeypatch.setattr("mazurka.optimized.goal_search.load_kernels", load)
    assert answer(PHILOSOPHERS, BOTH_EAT).certificate is not None
    assert answer(PHILOSOPHERS, BOTH_EAT, engine="state-equation").reachable is False
    assert answer(PHILOSOPHERS, EATS, engine="state-equation").reachable
    assert answer(build("kanban", {"n": 5}), at_least([15], 5)).method == "relaxed-plans"


def test_a_disjunct_that_is_unreachable_does_not_hide_one_that_is_not():
    goal = SomeOf((BOTH_EAT, EATS))
    found = answer(PHILOSOPHERS, goal, engine="guided/up")
    assert found.reachable
    assert is_run_to(PHILOSOPHERS, goal, found.run)


def test_all_searches_together_keep_to_the_limit_on_states():
    net = build("peterson", {"n": 3})
    goal = parse("critical_1 = 1 & critical_2 = 1", net)
    found = answer(net, goal, Watch(Limits(max_states=500)))
    assert (found.reachable, found.limit, found.method) == (None, "max_states", "none")
    assert found.states < 700
    assert "max_seconds" not in found.reason


def test_a_query_that_is_interrupted_says_so():
    watch = Watch()
    watch.interrupted.set()
    assert answer(PHILOSOPHERS, BOTH_EAT, watch).limit == "interrupt"


def test_ctrl_c_is_heard_while_a_method_is_made(monkeypatch):
    """Compiling kernels and setting up tables take seconds, and ask nothing."""

    def begun(_turns, _name):
        signal.raise_signal(signal.SIGINT)
        raise AssertionError("the signal ends this")

    monkeypatch.setattr("mazurka.query.portfolio._Turns.begun", begun)
    assert answer(PHILOSOPHERS, BOTH_EAT).limit == "interrupt"


def test_unknown_engines_are_refused():
    with pytest.raises(UnknownNameError, match="no method is called 'magic'"):
        answer(PHILOSOPHERS, EATS, engine="magic")


RING = PetriNet(
    "ring",
    ("p", "q", "r", "idle", "busy"),
    (
        Transition("a", {0: 1}, {1: 1}),
        Transition("b", {1: 1}, {2: 1}),
        Transition("c", {2: 1}, {0: 1}),
        Transition("jump", {0: 1}, {2: 1}),
        Transition("work", {3: 1}, {4: 1}),
    ),
    (1, 0, 0, 1, 0),
)


def test_cycles_detours_and_what_is_not_needed_leave_a_run():
    assert without_cycles(RING, ("a", "b", "c", "a")) == ("a",)
    assert without_detours(RING, ("a", "b")) == ("jump",)
    run = ("a", "b", "c", "work", "a", "b")
    assert shortened(compile_net(RING), at_least([2], 1), run) == ("jump",)
    both = AllOf((at_least([2], 1), at_most([3], 0)))
    assert sorted(shortened(compile_net(RING), both, run)) == ["jump", "work"]


def test_a_run_is_one_only_if_it_can_be_fired_to_the_goal():
    assert is_run_to(RING, at_least([1], 1), ("a",))
    assert not is_run_to(RING, at_least([1], 1), ("b",))
    assert not is_run_to(RING, at_least([1], 1), ("nothing",))
    assert not is_run_to(RING, at_least([2], 1), ("a",))
