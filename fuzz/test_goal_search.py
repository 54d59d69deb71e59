"""Searches for goals in nets: exact on every net that can be searched fully, and never wrong on others."""

from hypothesis import given
from hypothesis import strategies as st

from mazurka.formulas import AllOf, at_least, deadlock, marking
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import nets
from mazurka.fuzz.test_unreachability import goals
from mazurka.limits import Limits, Watch
from mazurka.optimized.compiled import enabled_moves
from mazurka.optimized.goal_search import PLANS, GoalSearch, compile_net
from mazurka.optimized.goal_stubborn import closed_for
from mazurka.optimized.goal_tables import goal_tables, is_goal, tokens
from mazurka.optimized.net_tables import conflict_rows, observe
from mazurka.query import answer
from mazurka.query.shortening import is_run_to, shortened
from mazurka.reference.goal_stubborn_sets import is_attractor
from mazurka.reference.net_stubborn_sets import arcs_of, is_closed
from mazurka.systems import PetriNet, Transition

MARKINGS = 300

# x needs all the tokens that p has and adds one, which t lacks.  Random nets hardly ever have such a loop.
LAST_TOKEN = PetriNet(
    "last-token",
    ("p", "r", "d"),
    (Transition("t", {0: 2}, {2: 1}), Transition("x", {0: 1, 1: 1}, {0: 2})),
    (1, 1, 0),
)


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
            assert search.reachable or name != "breadth-first" or search.states == len(markings)
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


@given(st.data(), nets())
def test_searches_for_any_goal_tell_the_truth(data, net):
    check(net, data.draw(goals(net)))


@given(st.data(), nets())
def test_searches_for_what_is_far_away_find_it(data, net):
    markings = within(net, MARKINGS) or [net.initial]
    far = marking(data.draw(st.sampled_from(markings[len(markings) // 2 :])))
    check(net, data.draw(st.sampled_from([far, at_least(*data.draw(st.sampled_from(most(markings))))])))


def test_who_needs_the_last_token_and_gives_two_helps():
    check(LAST_TOKEN, at_least([2], 1))


def most(markings):
    """For each place that is marked somewhere, it and the tokens that it has at most."""
    largest = [max(m[p] for m in markings) for p in range(len(markings[0]))]
    return [([p], k) for p, k in enumerate(largest)]


@given(st.data(), nets())
def test_an_answer_to_a_query_is_the_truth(data, net):
    goal = data.draw(goals(net))
    markings = within(net, MARKINGS)
    found = answer(net, goal, Watch(Limits(max_states=4 * MARKINGS)))
    assert found.reachable is not False or markings is None or not any(map(goal.holds, markings))
    assert not found.reachable or is_run_to(net, goal, found.run)
    assert found.reachable is not None or found.limit == "max_states"


@given(nets())
def test_searches_for_deadlocks_tell_the_truth(net):
    check(net, deadlock(net))


@given(st.data(), nets(), st.sampled_from(sorted(PLANS)), st.integers(1, 4))
def test_a_search_cut_at_a_depth_denies_only_what_it_has_seen_to_the_end(data, net, name, depth):
    goal = data.draw(goals(net) | st.sampled_from(within(net, MARKINGS) or [net.initial]).map(marking))
    compilation = compile_net(net)

    def searched(plan, depth):
        search = GoalSearch(compilation, goal, plan, depth)
        search.advance(Watch(Limits(max_states=4 * MARKINGS)))
        return search

    whole = searched("breadth-first", 0)
    if whole.reachable is not None:
        assert searched(name, depth).reachable in (None, whole.reachable)
        away = len(whole.run()) if whole.reachable else None
        for cut in {depth, (away or 0) - 1, away or 0}.difference((0, -1)):  # depth 0 is none
            near = away is not None and away <= cut
            for plan in ("breadth-first", "stubborn-sets"):
                assert bool(searched(plan, cut).reachable) == near


@given(st.data(), nets())
def test_a_compiled_set_for_a_goal_is_closed_and_attracts_whatever_was_asked_before(data, net):
    parts = st.lists(goals(net), min_size=2, max_size=3).map(tuple)
    goal = data.draw(st.one_of(goals(net), st.builds(AllOf, parts)))
    search = GoalSearch(compile_net(net), at_least([0], 10**6), "breadth-first")
    search.advance(Watch(Limits(max_states=MARKINGS)))
    arcs, tables = arcs_of(net), search.tables._replace(conflicts=conflict_rows(net))
    used = goal_tables(net, goal, tables)
    for s in search.store.rows[: min(search.states, 12)]:
        m = tuple(int(tokens(tables, s, p)) for p in range(len(net.places)))
        known = []
        for asked in (used, goal_tables(net, goal, tables)):
            assert is_goal(asked, tables, s) == goal.holds(m)
            n = enabled_moves(search.moves, s, search.scratch.moves)
            observe(search.moves.action, s, search.scratch.moves, n, tables)
            if n and not goal.holds(m):
                closed_for(
                    search.moves, asked, tables, len(asked.kind) - 1, search.scratch.moves, n, n + 1,
                    search.scratch.chosen,
                )  # fmt: skip
                known.append({t for t in range(len(net.transitions)) if tables.member[t] == tables.stamp[0]})
        if known:
            assert known[0] == known[1]
            assert is_attractor(net, goal, m, known[0])
            alive = any(net.transitions[t].is_enabled(m) for t in known[0])
            assert not alive or is_closed(arcs, m, known[0])
