"""Certificates that a goal is unreachable: by hand, found, corrupted; what each kind of argument is for."""

from dataclasses import replace

import pytest

from mazurka.formulas import AllOf, SomeOf, at_least, at_most, deadlock, marking
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.oracle.bounded_runs import find_bounded_run, is_run_to, run_with_counts
from mazurka.oracle.linear_goals import RunInequality, clauses_of, of_runs
from mazurka.oracle.net_certificates import Certificate, Lemma, find_fault, from_json, is_certificate, to_json
from mazurka.oracle.theory_lemmas import always_holds
from mazurka.oracle.traps import Structure
from mazurka.oracle.unreachability import Reachable, Unknown, Unreachable, certify, gather, prove_unreachable
from mazurka.systems import PetriNet, Transition


def net(initial, **transitions):
    """A net from {place: weight} of what each transition consumes, produces, reads and is inhibited by."""
    places = tuple(f"p{k}" for k in range(len(initial)))
    made = tuple(Transition(name, *arcs) for name, arcs in transitions.items())
    return PetriNet("small", places, made, tuple(initial))


LOCK = net(
    (1, 0, 1, 0, 1),  # two processes, idle or in, and the lock
    take_a=({0: 1, 4: 1}, {1: 1}),
    drop_a=({1: 1}, {0: 1, 4: 1}),
    take_b=({2: 1, 4: 1}, {3: 1}),
    drop_b=({3: 1}, {2: 1, 4: 1}),
)
BOTH_IN = AllOf((at_least([1], 1), at_least([3], 1)))
A_IN, B_IN = (of_runs(i) for i in BOTH_IN.parts)
BY_HAND = Certificate((), (Lemma(((A_IN, 1), (B_IN, 1)), ((4, 1),)),), ((),))


def proved(system, goal):
    """The certificate that is found, checked."""
    answer = prove_unreachable(system, goal)
    assert isinstance(answer, Unreachable)
    assert find_fault(system, goal, answer.certificate) is None
    return answer.certificate


def test_the_invariant_of_a_lock_is_a_certificate_of_mutual_exclusion():
    assert find_fault(LOCK, BOTH_IN, BY_HAND) is None
    assert proved(LOCK, BOTH_IN) == BY_HAND


@pytest.mark.parametrize(
    ("lemmas", "refutation", "fault"),
    [
        (
            (Lemma(((A_IN, 1), (B_IN, 1))),),
            ((),),
            r"lemma 1: \(a\) fails at .*take_a",
        ),
        ((Lemma(((A_IN, 1),), ((3, 1), (4, 1))),), ((),), r"lemma 1: \(b\) fails"),
        ((replace(BY_HAND.lemmas[0], places=((4, -1),)),), ((),), "not a positive integer"),
        ((replace(BY_HAND.lemmas[0], places=((4, 1.0),)),), ((),), "not a positive integer"),
        ((), ((),), "refutation: step 1 does not follow by unit propagation"),
        ((), (), "refutation: the empty clause is not derived"),
    ],
)
def test_a_corrupted_certificate_is_refused_and_the_fault_named(lemmas, refutation, fault):
    found = find_fault(LOCK, BOTH_IN, Certificate((), lemmas, refutation))
    assert found is not None
    with pytest.raises(AssertionError, match=fault):
        raise AssertionError(found)


def test_a_certificate_of_another_goal_or_of_another_net_is_refused():
    assert not is_certificate(LOCK, at_least([1], 1), BY_HAND)
    two_locks = replace(LOCK, initial=(1, 0, 1, 0, 2))
    assert not is_certificate(two_locks, BOTH_IN, BY_HAND)


def test_a_trap_decides_where_the_state_equation_does_not():
    """Two tokens become one, so that counting does not forbid that the last one goes; {p0, p1} is a trap."""
    system = net((1, 0), merge=({0: 2}, {1: 1}), swap=({0: 1}, {1: 1}), back=({1: 1}, {0: 1}))
    goal = AllOf((at_most([0], 0), at_most([1], 0)))
    certificate = proved(system, goal)
    assert certificate.structures == (Structure("trap", (0, 1)),)
    assert certify(system, goal, []) is None
    assert not is_certificate(system, goal, replace(certificate, structures=()))
    leak = replace(system, transitions=(*system.transitions, Transition("drain", {1: 1}, {})))
    assert not is_certificate(leak, goal, certificate)
    assert isinstance(prove_unreachable(leak, goal), Reachable)


def test_a_siphon_decides_where_the_state_equation_does_not():
    """A token that only a token of the same place could bring: firing counts would allow it."""
    system = net((0, 0), grow=({0: 1}, {0: 2}))
    certificate = proved(system, at_least([0], 1))
    assert certificate.structures == (Structure("siphon", (0,)),)
    marked = replace(system, initial=(1, 0))
    assert "marked at first" in find_fault(marked, at_least([0], 1), certificate)


def test_a_number_that_is_no_integer_is_split():
    """Each firing brings two tokens; one alone would need half a firing."""
    system = net((2, 0), pair=({0: 1}, {1: 2}))
    goal = AllOf((at_least([1], 1), at_most([1], 1)))
    certificate = proved(system, goal)
    assert any(i.firings for lemma in certificate.lemmas for i, _ in lemma.parts)


def test_a_conjunction_within_a_disjunction_is_refuted_part_by_part():
    some = SomeOf((BOTH_IN, AllOf((at_least([4], 2), at_most([1], 5))), at_least([0, 1], 2)))
    assert len(proved(LOCK, some).lemmas) == 3
    assert isinstance(prove_unreachable(LOCK, SomeOf((some, at_least([1], 1)))), Reachable)


def test_a_goal_that_nothing_satisfies_and_one_that_all_do():
    assert proved(LOCK, SomeOf(())) == Certificate((), (), ())
    assert prove_unreachable(LOCK, AllOf(())) == Reachable(())


@pytest.mark.parametrize(
    ("family", "n"),
    [("counter", 3), ("kanban", 2), ("fms", 1), ("readers-writers", 3), ("peterson", 2), ("token-ring", 4)],
)
def test_families_without_a_deadlock_are_proved_to_have_none(family, n):
    system = build(family, {"n": n})
    proved(system, deadlock(system))


@pytest.mark.parametrize(("family", "n"), [("philosophers", 3), ("last-ticket", 3), ("counter-weighted", 8)])
def test_families_with_a_deadlock_get_a_run_to_it(family, n):
    system = build(family, {"n": n})
    answer = prove_unreachable(system, deadlock(system))
    assert isinstance(answer, Reachable)
    assert is_run_to(system, deadlock(system), answer.run)
    assert not is_run_to(system, deadlock(system), answer.run[:-1])
    assert not is_run_to(system, deadlock(system), ("no such transition",))


def test_inhibitor_arcs_are_not_seen_by_the_state_equation_and_the_answer_is_that_nobody_knows():
    """The counter never passes 1, but only the inhibitor arc says so."""
    system = net((3, 0), step=({0: 1}, {1: 1}, {}, {1: 1}))
    answer = prove_unreachable(system, at_least([1], 2), layers=4)
    assert isinstance(answer, Unknown)
    assert "no trap and no siphon" in answer.reason
    assert "up to 4 layers" in answer.reason
    assert prove_unreachable(system, at_least([1], 1)) == Reachable(("step",))


def test_independent_firings_share_a_layer_and_dependent_ones_do_not():
    lots = net((1, 1, 0, 0), a=({0: 1}, {2: 1}), b=({1: 1}, {3: 1}), c=({2: 1}, {}))
    assert find_bounded_run(lots, marking((0, 0, 1, 1)), 1) == ("a", "b")
    assert find_bounded_run(lots, marking((0, 0, 0, 0)), 1) is None
    assert find_bounded_run(lots, marking((0, 0, 0, 1)), 2) == ("a", "b", "c")


def test_a_reader_does_not_share_a_layer_with_one_that_takes_what_it_reads():
    system = net((1, 1, 0), take=({0: 1}, {}), read=({1: 1}, {2: 1}, {0: 1}))
    assert find_bounded_run(system, marking((0, 0, 1)), 1) is None
    assert find_bounded_run(system, marking((0, 0, 1)), 2) == ("read", "take")


def test_a_transition_does_not_share_a_layer_with_one_that_inhibits_it():
    system = net((1, 1, 0), put=({0: 1}, {2: 1}), shy=({1: 1}, {}, {}, {2: 1}))
    assert find_bounded_run(system, marking((0, 0, 1)), 1) is None
    assert find_bounded_run(system, marking((0, 0, 1)), 2) == ("shy", "put")


def test_a_run_with_given_counts_is_found_or_not():
    assert run_with_counts(LOCK, at_least([3], 1), {2: 1}) == ("take_b",)
    assert run_with_counts(LOCK, at_least([3], 1), {0: 1}) is None


def test_a_limit_is_no_answer():
    assert isinstance(prove_unreachable(LOCK, BOTH_IN, Watch(Limits(max_seconds=0))), Unknown)
    assert certify(LOCK, BOTH_IN, [], Watch(Limits(max_seconds=0))) is None
    assert find_bounded_run(LOCK, BOTH_IN, 3, Watch(Limits(max_seconds=0))) is None


def test_a_certificate_is_written_as_json_and_read_again():
    system = net((2, 0), pair=({0: 1}, {1: 2}), grow=({1: 3}, {1: 4}))
    goal = AllOf((at_least([1], 1), at_most([1], 1)))
    certificate = proved(system, goal)
    assert from_json(system, to_json(system, certificate)) == certificate
    with pytest.raises(KeyError):
        from_json(
            LOCK, {"structures": [{"kind": "trap", "places": ["nowhere"]}], "lemmas": [], "refutation": []}
        )


def test_the_negation_of_an_inequality_shares_its_variable():
    known = clauses_of(SomeOf((at_least([0], 1), at_most([0], 0))))
    assert known.clauses == [(1, -1)]
    assert known.meaning(-1) == of_runs(at_most([0], 0))
    assert RunInequality(((0, 2),), 3).negation().negation() == RunInequality(((0, 2),), 3)


def test_hints_help_and_are_not_believed():
    wrong, right = (A_IN,), (A_IN, B_IN)
    assert certify(LOCK, at_least([1], 1), [], hints=[wrong]) is None
    for hints in ([wrong], [right], [wrong, right]):
        assert certify(LOCK, BOTH_IN, [], hints=hints) == BY_HAND


def test_what_z3_learns_on_the_way_is_proved_again():
    system = build("peterson", {"n": 2})
    hints = gather(system, deadlock(system), [], Watch())
    assert hints
    certificate = certify(system, deadlock(system), [], hints=hints)
    assert find_fault(system, deadlock(system), certificate) is None


def test_what_plainly_always_holds_is_no_part_of_a_hint():
    assert always_holds(LOCK, of_runs(at_least([0, 1], 0)))
    assert always_holds(LOCK, of_runs(at_least([0, 1], 1)))
    assert not always_holds(LOCK, of_runs(at_least([0], 1)))
    assert always_holds(LOCK, RunInequality(((1, 1),), 0, ((1, 1),)))
    assert not always_holds(LOCK, of_runs(at_least([0, 1], 2)))
