"""The published reductions by probe sets: what each loses, and that the mistake named is what loses it."""

from dataclasses import replace
from itertools import permutations

import pytest

from mazurka.audit import audit
from mazurka.errors import OptionError, PreconditionError
from mazurka.fuzz.probe_mistakes import MENDED, MISTAKES
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.missed_actions import fresh_as_printed
from mazurka.reference.probe_drop import reduce_reversing_free_ageing
from mazurka.reference.probe_kr import reduce_as_printed
from mazurka.reference.probe_published import published_search
from mazurka.registry import find_reducer
from mazurka.systems import EntitySystem, Lts, PetriNet, Transition
from tests.reference.entity_systems import action, entities

KR = "probe/kr"
AGEING = ("probe/drop:reversing-free,ageing", "probe/drop:independent-action,ageing")
NO_DUPLICATES = ("probe/drop:reversing-free,no-duplicates", "probe/drop:independent-action,no-duplicates")
DROP = AGEING + NO_DUPLICATES

LOST = {
    "probe-thm16": ("a c", (KR, *DROP)),
    "probe-prop19": ("b a", (KR, *DROP)),
    "probe-fresh": ("b a d", (KR,)),
    "probe-line6": ("c a", (KR, *DROP)),
    "probe-ageing": ("c d", (KR,)),
    "probe-def36": ("d c", (KR, *NO_DUPLICATES)),
    "probe-circle": ("d a g c f", (KR, *NO_DUPLICATES)),
}
CASES = [(model, run, reducer) for model, (run, losers) in LOST.items() for reducer in losers]


@pytest.mark.parametrize(("model", "run", "reducer"), CASES)
def test_the_audit_finds_the_deadlock_that_is_lost_and_shows_the_run(model, run, reducer):
    result = audit(build(model, {}), find_reducer(reducer))
    (found,) = [f for f in result.findings if f.name == "deadlocks"]
    assert (result.verdict, found.holds, " ".join(found.witness)) == ("fail", False, run)


@pytest.mark.parametrize("model", [*LOST, "probe-def13"])
def test_what_is_mended_keeps_its_promises_on_each_model(model):
    assert audit(build(model, {}), find_reducer("probe/sound")).verdict == "pass"


def findings(system, parts):
    graph = published_search(system, parts, Watch()).to_exploration(0.0).graph()
    full = explore(system)
    kept = ("soundness", "deadlocks", "weak-prefix")
    return {name: CRITERIA[name](system, full, graph, Context(max_runs=100)).holds for name in kept}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_each_mistake_by_itself_loses_a_deadlock_of_its_model(mistake):
    system = build(mistake.partition(",")[0], {})
    assert findings(system, MISTAKES[mistake])["deadlocks"] is False
    mended = replace(MENDED, candidates=MISTAKES[mistake].candidates)
    assert False not in findings(system, mended).values()


@pytest.mark.parametrize(
    "model", ["probe-thm16", "probe-prop19", "probe-fresh", "probe-ageing", "probe-def36"]
)
def test_without_a_mistake_nothing_is_lost_in_any_order_of_the_actions(model):
    system = build(model, {})
    for actions in permutations(system.entity_actions):
        again = EntitySystem("reordered", system.initial, actions)
        assert False not in findings(again, MENDED).values()


def test_algorithm_1_with_the_exact_missed_actions_refutes_theorem_16_too():
    result = audit(build("probe-thm16", {}), find_reducer(KR), options={"algorithm": "1"})
    assert {f.name: f.witness for f in result.findings if f.holds is False} == {
        "deadlocks": ("a", "c"),
        "weak-prefix": ("a", "c"),
    }


def test_a_reduction_given_by_its_states_has_all_steps_between_them():
    """b is never explored; but its one state has it, and [KR] do not say that R has less."""
    loops = entities("", action("a"), action("b"))
    assert audit(loops, find_reducer(KR)).verdict == "pass"


def test_algorithm_1_ignores_what_a_loop_keeps_waiting():
    """It is not fair, as [KR] section 3.3 says."""
    loops = entities("", action("a"), action("b", creates="1"))
    result = audit(loops, find_reducer(KR), options={"algorithm": "1"})
    assert [f.witness for f in result.findings if f.holds is False] == [("b",)]


def test_definition_13_to_the_letter_calls_missed_what_was_taken():
    """Then every action is explored again by itself, and next to nothing is reduced."""
    system = build("probe-def13", {})

    def vectors(parts):
        return len(published_search(system, parts, Watch()).vectors)

    literal = replace(MENDED, missed=fresh_as_printed)
    assert (len(explore(system).states), vectors(MENDED)) == (16, 5)
    assert vectors(literal) > 16


def test_ages_grow_for_ever_along_a_cycle_and_the_limit_makes_it_incomplete():
    loop = entities("1", action("a", deletes="1"), action("b", creates="1"), action("c", forbids="1 2"))
    result = audit(loop, find_reducer(AGEING[0]), options={"vectors": 30})
    assert (result.verdict, result.limit) == ("incomplete", "max_vectors")
    assert not any(f.holds for f in result.findings)


def test_any_seed_but_0_chooses_at_random_and_always_the_same():
    system = build("probe-def13", {})

    def runs(seed):
        found = reduce_as_printed(system, {"seed": seed}, Watch()).graph()
        return found.run_to(len(found.states) - 1)

    assert runs(0) == ("a", "b", "c", "d")
    assert runs(1) == runs(1)
    assert len({runs(seed) for seed in range(6)}) > 2


def test_systems_without_entities_are_refused_by_name():
    system = Lts.from_edges("explicit", [(0, "a", 1)])
    for reduce in (reduce_as_printed, reduce_reversing_free_ageing):
        with pytest.raises(PreconditionError, match="is for entity systems, and explicit is a lts system"):
            reduce(system, {}, Watch())


def test_options_that_cannot_be_are_refused():
    system = entities("", action("a"))
    for options, cure in (
        ({"algorithm": "3"}, "option algorithm: '3' is not one of 2, 1"),
        ({"seed": -1}, "option seed: -1 is not a number from 0 on"),
        ({"vectors": "many"}, "option vectors: 'many' is not a number from 0 on"),
    ):
        with pytest.raises(OptionError, match=cure):
            reduce_as_printed(system, options, Watch())


@pytest.mark.parametrize("most", range(1, 5))
def test_a_limit_on_a_net_with_more_tokens_than_were_met_makes_it_incomplete(most):
    """What still waits at a limit may hold more tokens than any state before; nothing is asked of it."""
    net = PetriNet(
        "two by two", ("p", "q"), (Transition("t", {0: 1}, {1: 2}), Transition("u", {0: 1}, {1: 2})), (2, 0)
    )
    found = find_reducer(KR).run(net, {}, Watch(Limits(max_states=most)))
    assert found.complete == (most == 4)
    assert set(found.graph().states) <= {(2, 0), (1, 2), (0, 4)}
