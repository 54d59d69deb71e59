"""Reachability in nets with evidence: never against the full state space, in either direction."""

from fractions import Fraction
from itertools import product
from math import gcd

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.formulas import AllOf, Inequality, SomeOf, deadlock, marking, terms
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, nets
from mazurka.limits import Limits, Watch
from mazurka.oracle.bounded_runs import find_bounded_run, is_run_to
from mazurka.oracle.linear_goals import RunInequality, clauses_of, of_runs
from mazurka.oracle.net_certificates import find_fault, from_json, is_certificate, lemma_fault, to_json
from mazurka.oracle.state_equation import Solution, StateEquation, farkas, integers
from mazurka.oracle.traps import Structure
from mazurka.oracle.unreachability import Reachable, Unreachable, prove_unreachable
from mazurka.systems import PetriNet, Transition

SECONDS = 1.0
"""For one answer; where it is not enough, nothing is claimed."""


@st.composite
def goals(draw, net, depth=2):
    """Inequalities with small coefficients, and conjunctions and disjunctions of them."""
    if depth == 0 or draw(st.integers(0, 2)) == 0:
        places = st.integers(0, len(net.places) - 1)
        tokens = draw(st.dictionaries(places, st.sampled_from([1, -1, 2]), min_size=1, max_size=3))
        return Inequality(terms(tokens), draw(st.integers(-2, 3)))
    kind = draw(st.sampled_from([AllOf, SomeOf]))
    return kind(tuple(draw(st.lists(goals(net, depth - 1), min_size=1, max_size=3))))


def check(net, goal):
    """The answer is right, and carries its evidence."""
    answer = prove_unreachable(net, goal, Watch(Limits(max_seconds=SECONDS)), layers=3)
    reachable = any(goal.holds(m) for m in within(net, LARGEST))
    if isinstance(answer, Reachable):
        assert reachable
        assert is_run_to(net, goal, answer.run)
    if isinstance(answer, Unreachable):
        assert not reachable
        assert find_fault(net, goal, answer.certificate) is None
        assert from_json(net, to_json(net, answer.certificate)) == answer.certificate
    return answer


@settings(max_examples=settings.default.max_examples // 3)
@given(st.data(), nets())
def test_an_answer_about_any_goal_is_right(data, net):
    check(net, data.draw(goals(net)))


@settings(max_examples=settings.default.max_examples // 3)
@given(nets())
def test_an_answer_about_deadlocks_is_right(net):
    check(net, deadlock(net))


@settings(max_examples=settings.default.max_examples // 4)
@given(st.data(), nets())
def test_one_layer_holds_every_single_firing_and_nothing_that_is_not_reachable(data, net):
    goal = marking(data.draw(st.sampled_from(within(net, LARGEST))))
    near = {net.initial, *(net.after(net.initial, t) for t in net.enabled(net.initial))}
    run = find_bounded_run(net, goal, 1)
    assert run is None or is_run_to(net, goal, run)
    assert run is not None or not any(goal.holds(m) for m in near)


@given(st.data(), nets())
def test_what_is_fired_at_once_can_be_fired(data, net):
    """The goal is what some transitions do together, whether they can, or disable one another."""
    enabled = [t for t in net.transitions if t.is_enabled(net.initial)]
    among = data.draw(st.sampled_from([enabled, net.transitions]))
    chosen = data.draw(st.lists(st.sampled_from(among), unique_by=lambda t: t.name)) if among else []
    goal = marking(tuple(k + sum(t.effect.get(p, 0) for t in chosen) for p, k in enumerate(net.initial)))
    run = find_bounded_run(net, goal, 1)
    assert run is None or is_run_to(net, goal, run)


@pytest.mark.parametrize("together", [("a", "b"), ("c",), ("a", "c"), ("d", "e")])
def test_what_stops_a_transition_stops_it_within_a_layer(together):
    """a puts the token that inhibits b and that c reads; d and e take the same one.  Rare in random nets."""
    net = PetriNet(
        "crossed",
        ("p", "q", "of a", "of b", "of c"),
        (
            Transition("a", {2: 1}, {0: 1}),
            Transition("b", {3: 1}, inhibitors={0: 1}),
            Transition("c", {4: 1}, reads={0: 1}),
            Transition("d", {1: 1}),
            Transition("e", {1: 1}),
        ),
        (0, 1, 1, 1, 1),
    )
    fired = [net.transition[a] for a in together]
    after = (k + sum(t.effect.get(p, 0) for t in fired) for p, k in enumerate(net.initial))
    assert find_bounded_run(net, marking(tuple(after)), 1) is None


@given(st.data(), nets())
def test_the_clauses_of_a_goal_can_be_satisfied_where_it_holds_and_nowhere_else(data, net):
    goal = data.draw(goals(net))
    known = clauses_of(goal)
    names = [v for v in range(1, known.variables + 1) if v not in known.inequality]
    for m in within(net, LARGEST):
        holds = {v: i.holds(m) for v, i in known.inequality.items()}
        choices = (
            holds | dict(zip(names, c, strict=True)) for c in product((True, False), repeat=len(names))
        )
        possible = any(
            all(any(true[abs(x)] == (x > 0) for x in clause) for clause in known.clauses) for true in choices
        )
        assert possible == goal.holds(m)


@st.composite
def run_inequalities(draw, net):
    """One inequality over tokens and firings."""
    tokens = draw(goals(net, 0))
    if not net.transitions:
        return of_runs(tokens)
    transitions = st.integers(0, len(net.transitions) - 1)
    firings = draw(st.dictionaries(transitions, st.sampled_from([1, -1, 2]), max_size=2))
    return RunInequality(tokens.tokens, tokens.bound, terms(firings))


@settings(max_examples=settings.default.max_examples // 2)
@given(st.data(), nets(), st.booleans())
def test_the_state_equation_has_the_solutions_of_its_definition(data, net, whole):
    """m = m0 + C·x, x ≥ 0, m ≥ 0 and the inequalities; where there is none, the lemma of Farkas says so."""
    inequalities = data.draw(st.lists(run_inequalities(net), min_size=1, max_size=3, unique=True))
    found = StateEquation(net, integers=whole).solve(inequalities)
    if isinstance(found, Solution):
        effects = [
            sum(x * t.effect.get(p, 0) for x, t in zip(found.x, net.transitions, strict=True))
            for p in range(len(net.places))
        ]
        assert found.m == tuple(k + e for k, e in zip(net.initial, effects, strict=True))
        assert all(k >= 0 for k in (*found.x, *found.m))
        assert all(i.holds(found.m, dict(enumerate(found.x))) for i in inequalities)
        assert farkas(net, inequalities) is None
    elif not whole:
        assert set(found) <= set(inequalities)
        lemma = farkas(net, found)
        assert lemma_fault(net, lemma) is None
        assert {i for i, _ in lemma.parts} <= set(found)


@given(st.lists(st.fractions(max_denominator=9), min_size=1, max_size=4))
def test_factors_become_integers_in_the_same_proportion(values):
    found = integers(values)
    scale = next((Fraction(k) / v for k, v in zip(found, values, strict=True) if v), Fraction(1))
    assert scale > 0 and [v * scale for v in values] == found
    assert gcd(*found) in (0, 1)


@given(st.data(), nets())
def test_what_a_set_of_places_says_holds_after_every_run(data, net):
    """Whatever the set: emptied only by what empties it, fed only by what feeds it."""
    places = data.draw(st.sets(st.integers(0, len(net.places) - 1), min_size=1))
    clauses = [Structure(kind, tuple(sorted(places))).clause(net) for kind in ("trap", "siphon")]
    number = {t.name: k for k, t in enumerate(net.transitions)}
    fired = {net.initial: {}}
    waiting = [net.initial]
    for m in waiting:
        for clause in clauses:
            assert clause is None or any(i.holds(m, fired[m]) for i in clause)
        for t in net.enabled(m):
            then = net.after(m, t)
            if then not in fired:
                fired[then] = {**fired[m], number[t]: fired[m].get(number[t], 0) + 1}
                waiting.append(then)


@settings(max_examples=settings.default.max_examples // 4)
@given(st.data(), nets())
def test_a_certificate_does_not_survive_that_its_goal_becomes_reachable(data, net):
    """A certificate for one goal is never one for a goal that some run reaches."""
    answer = check(net, data.draw(goals(net)))
    if not isinstance(answer, Unreachable):
        return
    certificate = answer.certificate
    markings = within(net, LARGEST)
    reached = marking(data.draw(st.sampled_from(markings)))
    assert not is_certificate(net, reached, certificate)
    for lemma in certificate.lemmas:
        assert lemma_fault(net, lemma) is None
        held = AllOf(tuple(i for i, _ in lemma.parts if not i.firings))
        if len(held.parts) == len(lemma.parts):
            assert not any(held.holds(m) for m in markings)
