"""The mended reduction by probe sets: what it explores, its options, its limits, a shortcut that is wrong."""

import pytest

from mazurka.audit import audit
from mazurka.errors import OptionError, PreconditionError
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.probe_sound import Rules, probe_search, reduce_sound, shuffled
from mazurka.reference.vectors import Vector
from mazurka.registry import find_reducer
from mazurka.systems import Lts
from tests.reference.entity_systems import action, entities, figure_1

CIRCLE = build("probe-circle", {})


def judged(system, rules, name, max_runs=100):
    graph = probe_search(system, rules).to_exploration(0.0).graph()
    return CRITERIA[name](system, explore(system), graph, Context(max_runs=max_runs))


def reduction(family, n, **options):
    found = reduce_sound(build(family, {"n": n}), options, Watch())
    return found.states, found.nodes, found.deadlocks


def test_states_left_to_one_another_in_a_circle_lose_a_deadlock():
    found = judged(CIRCLE, Rules(skip_known_targets=True), "deadlocks")
    assert (found.holds, found.witness) == (False, tuple("dadgcf"))
    assert judged(CIRCLE, Rules(), "deadlocks").holds


def test_what_is_skipped_loses_a_run_where_a_loop_was_missed():
    system = entities(
        "",
        action("a", creates="0"),
        action("b", deletes="0"),
        action("d", forbids="0"),
        action("e", reads="0"),
    )
    found = judged(system, Rules(skip_known_targets=True), "weak-prefix")
    assert (found.holds, found.witness) == (False, ("a", "e", "e"))
    assert judged(system, Rules(), "weak-prefix").holds is None


def test_independent_actions_are_explored_in_one_order():
    assert reduction("probe-def13", 1) == (5, 5, 1)
    assert reduction("probe-def13", 2) == (9, 9, 1)


@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_the_file_system_has_five_states_for_each_thread_and_one(n):
    assert reduction("file-system-entities", n) == (5 * n + 1, 5 * n + 1, 1)


@pytest.mark.parametrize("n", [1, 2])
def test_the_indexer_has_twelve_states_for_each_thread_and_one(n):
    assert reduction("indexer-entities", n) == (12 * n + 1, 12 * n + 1, 1)


@pytest.mark.parametrize(("n", "expected"), [(2, (7, 9, 1)), (3, (25, 93, 1))])
def test_vectors_are_more_than_states_where_much_is_dependent(n, expected):
    assert reduction("philosophers-entities", n) == expected


@pytest.mark.parametrize("selection", ["smallest", "first", "shortest"])
@pytest.mark.parametrize("discharge", ["maximal", "needed"])
@pytest.mark.parametrize(("bound", "settle"), [(0, 0), (1, 0), (3, 0), (0, 1), (2, 1)])
def test_no_option_loses_a_deadlock_of_the_philosophers_or_of_the_circle(selection, discharge, bound, settle):
    options = {"selection": selection, "discharge": discharge, "bound": bound, "settle": settle, "seed": 1}
    for system in (build("philosophers-entities", {"n": 3}), CIRCLE, figure_1()):
        assert audit(system, find_reducer("probe/sound"), options=options).verdict == "pass"


def test_a_bound_makes_words_short_and_explores_the_whole_base_instead():
    system = build("philosophers-entities", {"n": 3})
    free, bounded = probe_search(system, Rules()), probe_search(system, Rules(bound=2))
    assert max(len(v.word) for v in free.vectors.values()) == 7
    assert max(len(v.word) for v in bounded.vectors.values()) == 3
    cut = next(v for v in bounded.vectors.values() if len(v.word) == 3)
    assert not bounded.steps[bounded.key(cut)]
    assert {(cut.base, (a,)) for a in system.enabled(cut.base)} <= set(bounded.detours)


def test_settled_bases_end_the_growth_of_vectors_and_lose_no_deadlock():
    assert reduction("philosophers-entities", 4) == (78, 1002, 1)
    assert reduction("philosophers-entities", 4, settle=1) == (80, 91, 1)


@pytest.mark.parametrize("settle", [1, 2, 5])
def test_there_are_no_more_vectors_for_each_state_than_bases_are_settled_for_and_one(settle):
    for family, n in (("philosophers-entities", 4), ("szymanski-entities", 3), ("probe-circle", 1)):
        system = build(family, {} if family == "probe-circle" else {"n": n})
        found = reduce_sound(system, {"settle": settle}, Watch())
        assert found.nodes <= (settle + 1) * len(explore(system).states)


def test_a_settled_base_is_explored_whole_and_its_later_vectors_are_not():
    system = build("philosophers-entities", {"n": 3})
    record = probe_search(system, Rules(settle=1))
    assert record.settled
    for q in record.settled:
        assert {(q, (a,)) for a in system.enabled(q)} <= set(record.detours)
    last = {v.base: v for v in record.vectors.values()}
    assert not any(record.steps[record.key(last[q])] for q in record.settled)


def test_a_run_goes_on_at_a_settled_base_and_not_at_another_vector_with_its_target():
    system = entities("2", action("a", forbids="2"), action("b", forbids="2"), action("c", deletes="2"))
    assert judged(system, Rules(settle=1), "weak-prefix").holds is None


def test_ageing_lets_words_grow_without_end_where_two_loops_are_independent():
    loops = entities("", action("a"), action("b"))
    ageing = find_reducer("probe/drop:independent-action,ageing").run(loops, {"vectors": 300})
    assert (ageing.states, ageing.limit) == (1, "max_vectors")
    assert reduce_sound(loops, {}, Watch()).nodes < 10


def test_no_letter_is_twice_in_a_word():
    for system in (CIRCLE, build("philosophers-entities", {"n": 3}), figure_1()):
        for vector in probe_search(system, Rules()).vectors.values():
            assert len(set(vector.word)) == len(vector.word)


def test_a_limit_on_vectors_leaves_it_incomplete_and_is_no_verdict():
    reducer = find_reducer("probe/sound")
    result = audit(CIRCLE, reducer, options={"vectors": 5})
    assert (result.verdict, result.limit, result.reduced.nodes) == ("incomplete", "max_vectors", 5)
    by_states = reducer.run(CIRCLE, {}, Watch(Limits(max_states=5)))
    assert (by_states.complete, by_states.limit, by_states.nodes) == (False, "max_states", 5)


def test_the_graph_has_the_joints_that_lead_to_missed_actions():
    """After b, a·c is missed at {1, 2}: the vector (q, a) was never explored, and its run passes it."""
    found = reduce_sound(build("probe-thm16", {}), {}, Watch())
    graph = found.graph()
    assert (found.nodes, len(graph.states)) == (5, 6)
    assert ("a", "c") in {graph.run_to(n) for n in range(len(graph.states))}


def test_a_run_to_a_missed_action_begins_at_the_base_that_was_discharged():
    system = entities(
        "1",
        action("s", deletes="1", creates="2 3"),
        action("b", reads="2", deletes="3"),
        action("a", reads="2", creates="0"),
        action("c", reads="0", deletes="2"),
    )
    found = reduce_sound(system, {}, Watch()).graph()
    runs = {found.run_to(n) for n in range(len(found.states))}
    assert ("s", "a", "c") in runs
    record = probe_search(system, Rules())
    assert (frozenset("23"), ("a", "c")) in record.detours
    assert Vector(frozenset("23"), ("b",)) in record.vectors


def test_a_seed_orders_the_actions_and_0_leaves_them():
    system = figure_1()
    assert shuffled(system, 0) is system
    assert shuffled(system, 3) == shuffled(system, 3)
    assert shuffled(system, 3).actions != system.actions
    assert sorted(shuffled(system, 3).actions) == sorted(system.actions)


def test_the_same_choices_give_the_same_graph():
    options = {"selection": "shortest", "seed": 5}
    one, other = (reduce_sound(CIRCLE, options, Watch()) for _ in range(2))
    assert one.graph() == other.graph()
    assert one.graph() != reduce_sound(CIRCLE, {}, Watch()).graph()


def test_what_it_cannot_reduce_and_options_that_cannot_be_are_refused_by_name():
    with pytest.raises(PreconditionError, match=r"probe/sound is for entity systems, and x is a lts system"):
        reduce_sound(Lts.from_edges("x", [(0, "a", 1)]), {}, Watch())
    with pytest.raises(PreconditionError, match=r"probe/sound reduces entity .*systems, not lts ones"):
        find_reducer("probe/sound").run(Lts.from_edges("x", [(0, "a", 1)]))
    for options in ({"selection": "best"}, {"discharge": "all"}, {"bound": -1}, {"settle": -1}):
        with pytest.raises(OptionError):
            reduce_sound(CIRCLE, options, Watch())


def test_a_selection_and_an_order_of_ones_own_decide():
    asked = []

    def last(_system, vector, candidates):
        asked.append((vector, [sorted(p) for p in candidates]))
        return len(candidates) - 1

    system = build("indexer-entities", {"n": 2})
    own = reduce_sound(system, {"selection": last, "order": lambda s: s.actions[::-1]}, Watch())
    assert asked and own.deadlocks == find_reducer("reach").run(system).deadlocks


def test_a_selection_that_picks_nothing_is_refused():
    system = build("indexer-entities", {"n": 2})
    with pytest.raises(OptionError, match="number of a probe set, 0 to"):
        reduce_sound(system, {"selection": lambda *_: -1}, Watch())
    with pytest.raises(OptionError, match="every action of the system once"):
        reduce_sound(system, {"order": lambda _: ["nothing"]}, Watch())
