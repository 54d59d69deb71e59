"""The checkers of proofs: whatever they accept is so.  They are shown proofs, and anything else."""

from itertools import product

from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.formulas import terms
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, nets
from mazurka.fuzz.test_unreachability import goals
from mazurka.oracle.linear_goals import RunInequality
from mazurka.oracle.net_certificates import Certificate, Lemma, find_fault, lemma_fault
from mazurka.oracle.rup import Step, is_refutation
from mazurka.oracle.traps import Structure

VARIABLES = 4
LITERALS = st.sampled_from([x for v in range(1, VARIABLES + 1) for x in (v, -v)])
CLAUSES = st.lists(LITERALS, min_size=2, max_size=3).map(tuple)
SHORT = st.lists(LITERALS, max_size=2).map(tuple)
STEPS = st.builds(Step, st.sampled_from([False, False, False, True]), SHORT)


def satisfiable(clauses):
    """By trying all values."""
    return any(
        all(any(values[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)
        for values in product([False, True], repeat=VARIABLES)
    )


def follows(clauses, clause):
    """Whether the clause follows by unit propagation alone: the definition, round after round."""
    true = {-x for x in clause}
    while True:
        if any(-x in true for x in true):
            return True
        open_literals = [{x for x in c if -x not in true} for c in clauses if not true.intersection(c)]
        if any(not left for left in open_literals):
            return True
        units = {x for left in open_literals if len(left) == 1 for x in left}
        if not units:
            return False
        true |= units


@given(st.lists(CLAUSES, min_size=4, max_size=20), st.lists(STEPS, max_size=6))
def test_steps_are_a_refutation_iff_each_follows_by_unit_propagation(clauses, steps):
    steps = [*steps, Step(False, ())] if len(steps) % 2 else steps
    present, right = [frozenset(c) for c in clauses], True
    for step in steps:
        if step.deletes:
            right = right and frozenset(step.clause) in present
            if right:
                present.remove(frozenset(step.clause))
        else:
            right = right and follows(present, step.clause)
            present.append(frozenset(step.clause))
    deleting = any(step.deletes for step in steps)
    accepted = is_refutation(clauses, steps)
    assert not accepted or not satisfiable(clauses)
    if not deleting:  # what was derived before a deletion stays
        assert accepted == (right and follows(present, ()))


def test_a_clause_that_was_deleted_no_longer_propagates():
    clauses = [(1, 2), (1, -2), (-1, 3), (-1, -3, 4), (-1, -3, -4)]
    assert is_refutation(clauses, [Step(False, (1,))])
    gone = Step(True, (1, -2))
    assert not is_refutation(clauses, [gone, Step(False, (1,))])


@st.composite
def lemmas(draw, net):
    """Inequalities of tokens and firings with factors, of which some are no factors at all."""
    numbers = st.sampled_from([1, 1, 1, -1, 2, 0])
    places, transitions = range(len(net.places)), range(len(net.transitions))

    def some(of):
        return draw(st.dictionaries(st.sampled_from(of), numbers, max_size=3)) if of else {}

    parts = tuple(
        (
            RunInequality(terms(some(places)), draw(st.integers(-1, 2)), terms(some(transitions))),
            draw(numbers),
        )
        for _ in range(draw(st.integers(1, 2)))
    )
    return Lemma(parts, tuple(sorted(some(places).items())))


@settings(max_examples=settings.default.max_examples * 3)
@given(st.data(), nets())
def test_what_a_lemma_rules_out_no_run_does(data, net):
    lemma = data.draw(lemmas(net))
    if lemma_fault(net, lemma) is None:
        number = {t.name: k for k, t in enumerate(net.transitions)}
        fired = {net.initial: {}}
        waiting = [net.initial]
        for m in waiting:
            assert not all(i.holds(m, fired[m]) for i, _ in lemma.parts)
            for t in net.enabled(m):
                if (then := net.after(m, t)) not in fired:
                    fired[then] = {**fired[m], number[t]: fired[m].get(number[t], 0) + 1}
                    waiting.append(then)
        assert len(waiting) == len(within(net, LARGEST))


@given(st.data(), nets())
def test_what_a_certificate_rules_out_no_marking_is(data, net):
    places = st.sets(st.integers(0, len(net.places) - 1), min_size=1).map(sorted).map(tuple)
    structures = data.draw(st.lists(st.builds(Structure, st.sampled_from(["trap", "siphon"]), places)))
    lemmas_ = data.draw(st.lists(lemmas(net), max_size=2))
    goal = data.draw(goals(net))
    if find_fault(net, goal, Certificate(tuple(structures), tuple(lemmas_), ((),))) is None:
        assert not any(goal.holds(m) for m in within(net, LARGEST))
