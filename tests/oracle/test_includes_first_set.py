"""The exact test IFS: figures of the paper, large systems, evidence, limits, and bad input."""

from itertools import combinations

import pytest

from mazurka.errors import PreconditionError, UnknownNameError
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.models.satisfiability import ifs_system, random_formula
from mazurka.oracle.event_positions import EventPositions
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.oracle.maximal_run import extended, is_run_with_first_set_within
from mazurka.oracle.refutation import Refutation
from mazurka.oracle.rup import Step
from mazurka.oracle.solvers import SOLVERS, SatSolver
from mazurka.systems import ClientServerSystem, Process, replay

ORACLES = [IncludesFirstSet, EventPositions]


def locks(*words):
    """A client for each word, whose letters are locks that it takes in turn and keeps."""
    clients = tuple(
        Process(f"c{i}", "0", tuple((str(k), f"{i}{x}", str(k + 1)) for k, x in enumerate(word)))
        for i, word in enumerate(words)
    )
    names = sorted(set("".join(words)))
    servers = tuple(
        Process(x, "free", tuple(("free", f"{i}{x}", "held") for i, word in enumerate(words) if x in word))
        for x in names
    )
    return ClientServerSystem("locks", clients, servers)


@pytest.mark.parametrize("oracle", ORACLES)
def test_one_of_two_that_compete_can_do_without_the_other(oracle):
    system = locks("x", "x")
    with oracle(system) as ask:
        answer = ask.ask(system.initial, {"0x"})
        assert (answer.holds, answer.run) == (True, ("0x",))


@pytest.mark.parametrize("oracle", ORACLES)
def test_one_of_two_that_never_meet_cannot_do_without_the_other(oracle):
    system = locks("x", "y")
    with oracle(system) as ask:
        assert ask.ask(system.initial, {"0x"}).holds is False


@pytest.mark.parametrize("oracle", ORACLES)
def test_a_lock_taken_later_wraps_who_wants_it_first(oracle):
    system = locks("xy", "y")
    with oracle(system) as ask:
        answer = ask.ask(system.initial, {"0x"})
        assert answer.holds is True
        assert is_run_with_first_set_within(system, system.initial, {"0x"}, answer.run)


@pytest.mark.parametrize("oracle", ORACLES)
def test_two_that_could_only_begin_after_each_other_do_not_begin(oracle):
    """Client 1 would be wrapped by client 2, which needs client 1 to go first, and the other way round."""
    system = ClientServerSystem(
        "wait",
        (
            Process("c1", "0", (("0", "1.own", "1"), ("1", "1.other", "2"))),
            Process("c2", "0", (("0", "2.own", "1"), ("1", "2.other", "2"))),
            Process("c3", "0", (("0", "go", "1"),)),
        ),
        (
            Process("s1", "0", (("0", "1.own", "0"), ("0", "2.other", "0"))),
            Process("s2", "0", (("0", "2.own", "0"), ("0", "1.other", "0"))),
            Process("s3", "0", (("0", "go", "1"),)),
        ),
    )  # fmt: skip
    with oracle(system) as ask:
        assert ask.ask(system.initial, {"go"}).holds is False
        assert ask.ask(system.initial, {"go", "1.own"}).holds is True


@pytest.mark.parametrize("oracle", ORACLES)
def test_nothing_can_come_first_iff_nothing_is_enabled(oracle):
    system = locks("x", "x")
    with oracle(system) as ask:
        assert ask.ask(system.initial, frozenset()).holds is False
        assert ask.ask(replay(system, ["0x"]), frozenset()).run == ()


@pytest.mark.parametrize("oracle", ORACLES)
def test_a_state_that_is_not_reachable_has_an_answer(oracle):
    system = locks("xy", "y")
    unreachable = ("1", "0", "free", "free")
    with oracle(system) as ask:
        assert ask.ask(unreachable, {"0y"}).holds is True
        assert ask.ask(unreachable, {"1y"}).holds is True


def test_answers_do_not_depend_on_what_was_asked_before():
    system = build("dp", {"n": 4})
    questions = [(s, {a}) for s in _states(system, 40) for a in system.enabled(s)]
    with IncludesFirstSet(system) as kept:
        together = [kept(s, b) for s, b in questions + questions[::-1]]
    alone = []
    for s, b in questions:
        with IncludesFirstSet(system) as fresh:
            alone.append(fresh(s, b))
    assert together == alone + alone[::-1]
    assert True in alone
    assert False in alone


def _states(system, most):
    states = [system.initial]
    for s in states:
        states += [t for t in (system.after(s, a) for a in system.enabled(s)) if t not in states]
        if len(states) >= most:
            return states[:most]
    return states


LARGE = {"fs": 13, "bg": 5, "disp": 50}


@pytest.mark.parametrize("family", LARGE)
def test_a_first_client_alone_cannot_keep_the_others_of_a_large_system_waiting(family):
    system = build(family, {"n": LARGE[family]})
    enabled = system.enabled(system.initial)
    with IncludesFirstSet(system) as oracle:
        assert oracle(system.initial, set(enabled[:1])) is False
        assert oracle(system.initial, set(enabled)) is True


def test_dining_philosophers_can_do_without_any_one_beginning():
    system = build("dp", {"n": 10})
    enabled = set(system.enabled(system.initial))
    with IncludesFirstSet(system) as oracle:
        assert all(oracle(system.initial, enabled - {a}) for a in enabled)


@pytest.mark.parametrize("solver", SOLVERS)
def test_every_solver_answers_and_its_answer_no_is_proved(solver):
    system = locks("xy", "yx", "z")
    enabled = system.enabled(system.initial)
    with IncludesFirstSet(system, solver) as oracle:
        answers = {b: oracle(system.initial, set(b)) for k in (1, 2, 3) for b in combinations(enabled, k)}
        assert set(answers.values()) == {True, False}
        for b, holds in answers.items():
            refutation = oracle.refutation(system.initial, set(b))
            assert (refutation is None) == holds


def test_an_answer_no_has_a_proof_that_does_not_survive_a_missing_clause():
    system = locks("x", "y")
    with IncludesFirstSet(system) as oracle:
        found = oracle.refutation(system.initial, {"0x"})
        assert found.fault() is None
        weaker = Refutation(found.clauses, found.assumptions[:-4], found.proof)
        assert weaker.fault() is not None
        wrong = Refutation(found.clauses, found.assumptions[:-4], (Step(False, ()),))
        assert wrong.fault() == "step 1 does not follow by unit propagation: 0"


def test_a_witness_that_is_corrupted_is_refused():
    system = locks("xy", "y")
    s, b, w = system.initial, {"0x"}, ("0x", "0y")
    assert is_run_with_first_set_within(system, s, b, w)
    assert not is_run_with_first_set_within(system, s, b, w[:1])  # not maximal
    assert not is_run_with_first_set_within(system, s, b, w[::-1])  # no run
    assert not is_run_with_first_set_within(system, s, b, ("0x", "1y"))  # 1y can come first


def test_events_in_an_order_that_is_no_run_are_refused():
    system = locks("xy")
    with IncludesFirstSet(system) as oracle, pytest.raises(AssertionError, match="cannot be taken"):
        extended(oracle._formula.model, system.initial, [1, 0])


def test_a_limit_gives_no_answer():
    system = build("disp", {"n": 20})
    hard = replay(system, ["main.take.k"])
    awake = set(system.enabled(hard)) - {"main.sid=0"}
    with IncludesFirstSet(system) as oracle:
        answer = oracle.ask(hard, awake, Watch(Limits(max_seconds=0)))
        assert answer.holds is None or answer == oracle.ask(hard, awake)
        stopped = _Stopped()
        oracle._solver.satisfiable = lambda *_: None
        assert oracle.ask(hard, awake, stopped).holds is None
        assert oracle.ask(hard, awake, stopped).limit == "max_seconds"


class _Stopped(Watch):
    def limit_reached(self, *_counts):
        return "max_seconds"


PIGEONHOLE = [
    [[1, 2], [3, 4], [5, 6], *([-p, -q] for h in (0, 1) for p, q in combinations((1 + h, 3 + h, 5 + h), 2))]
]


@pytest.mark.parametrize("formula", PIGEONHOLE + [random_formula(6, m, 3, m) for m in range(22, 32)])
def test_proposition_23_a_formula_is_satisfiable_iff_the_first_set_is_included(formula):
    """[HLPW] Proposition 23."""
    system = ifs_system(formula)
    with SatSolver("glucose4", formula) as solver, IncludesFirstSet(system) as oracle:
        awake = set(system.enabled(system.initial)) - {"q.take.t"}
        assert oracle(system.initial, awake) == solver.satisfiable([], Watch())


def test_an_action_that_is_not_enabled_is_refused_by_name():
    system = locks("xy", "y")
    with IncludesFirstSet(system) as oracle, pytest.raises(UnknownNameError, match=r"'0y'.*0x, 1y"):
        oracle.ask(system.initial, {"0y"})


def test_a_state_with_an_unknown_local_state_is_refused_by_name():
    system = locks("x")
    with IncludesFirstSet(system) as oracle:
        with pytest.raises(UnknownNameError, match="no local state of x is called 'gone'"):
            oracle.ask(("0", "gone"), {"0x"})
        with pytest.raises(PreconditionError, match="has 2 local states, and this has 1"):
            oracle.ask(("0",), {"0x"})


def test_a_solver_that_is_not_there_is_refused_by_name():
    with pytest.raises(UnknownNameError, match="no SAT solver is called 'minisat99'"):
        IncludesFirstSet(locks("x"), "minisat99")


@pytest.mark.parametrize("oracle", ORACLES)
def test_systems_of_another_formalism_are_refused_by_name(oracle):
    with pytest.raises(PreconditionError, match="is a petri-net system"):
        oracle(build("last-ticket", {"n": 2}))
