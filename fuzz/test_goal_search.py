"""Searches for goals in nets: exact on every net that can be searched fully, and never wrong on others."""

from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.formulas import deadlock
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import nets
from mazurka.fuzz.test_unreachability import goals
from mazurka.limits import Limits, Watch
from mazurka.optimized.goal_search import PLANS, GoalSearch, compile_net
from mazurka.query import answer
from mazurka.query.shortening import is_run_to, shortened

MARKINGS = 300


def check(net, goal):
    """All searches tell the truth; the two that go breadth first find shortest runs."""
    markings = within(net, MARKINGS)
    compilation = compile_net(net)
    lengths = {}
    for name in PLANS:
        search = GoalSearch(compilation, goal, name)
        search.advance(Watch(Limits(max_states=4 * MARKINGS)))
        if markings is not None:
            assert search.reachable == any(goal.holds(m) for m in markings), name
        if search.reachable:
            run = search.run()
            assert is_run_to(net, goal, run), name
            lengths[name] = len(run)
    if "breadth-first" in lengths:
        assert lengths["breadth-first"] == lengths["stubborn-sets"] == min(lengths.values())
    if lengths:
        shorter = shortened(compilation, goal, run)
        assert is_run_to(net, goal, shorter)
        assert len(shorter) <= len(run)


@settings(max_examples=settings.default.max_examples // 3)
@given(st.data(), nets())
def test_searches_for_any_goal_tell_the_truth(data, net):
    check(net, data.draw(goals(net)))


@settings(max_examples=settings.default.max_examples // 4)
@given(st.data(), nets())
def test_an_answer_to_a_query_is_the_truth(data, net):
    goal = data.draw(goals(net))
    markings = within(net, MARKINGS)
    found = answer(net, goal, Watch(Limits(max_states=4 * MARKINGS)))
    assert found.reachable is not False or markings is None or not any(map(goal.holds, markings))
    assert not found.reachable or is_run_to(net, goal, found.run)
    assert found.reachable is not None or found.limit == "max_states"


@settings(max_examples=settings.default.max_examples // 4)
@given(nets())
def test_searches_for_deadlocks_tell_the_truth(net):
    check(net, deadlock(net))


@settings(max_examples=settings.default.max_examples // 3)
@given(st.data(), nets(), st.sampled_from(sorted(PLANS)), st.integers(1, 4))
def test_a_search_cut_at_a_depth_denies_only_what_it_has_seen_to_the_end(data, net, name, depth):
    goal = data.draw(goals(net))
    watch = Watch(Limits(max_states=4 * MARKINGS))
    compilation = compile_net(net)
    whole = GoalSearch(compilation, goal, "breadth-first")
    whole.advance(watch)
    if whole.reachable is None:
        return
    search = GoalSearch(compilation, goal, name, depth)
    search.advance(watch)
    assert search.reachable in (None, whole.reachable)
    if name == "breadth-first":
        assert bool(search.reachable) == (whole.reachable and len(whole.run()) <= depth)
