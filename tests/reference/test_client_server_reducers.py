"""The plain reducers of client/server systems: published counts, their options, and what they refuse."""

import pytest

from mazurka.errors import OptionError, PreconditionError
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.reference import client_server_controls as controls
from mazurka.reference import client_server_reducers as reducers
from mazurka.reference.client_server_reducers import LISTING_1
from mazurka.reference.client_server_search import closure_search
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.process_sets import reduce_pset_next_sleep, reduce_pset_sleep
from mazurka.systems import ClientServerSystem
from tests.reference.small_systems import DIAMOND, FIGURE_3, process

TABLE_1 = (
    reducers.reduce_full_sleep,
    reducers.reduce_full_without_sleep,
    reducers.reduce_minclosure_sleep,
    reducers.reduce_apifs_sleep,
)
OURS = (
    reducers.reduce_fresh_sleep,
    reducers.reduce_unfolded_sleep,
    reducers.reduce_merged_sleep,
    reducers.reduce_lean_sleep,
)
ALL = (*TABLE_1, *OURS, reducers.reduce_ifs_sleep, reducers.reduce_lex_tree)


def nodes(reduce, system, **options):
    return reduce(system, options, Watch()).nodes


@pytest.mark.parametrize(
    ("family", "n", "counts", "paths"),
    [("bg", 3, [131, 131, 131, 329], 256), ("mpat", 5, [672, 672, 672, 3202], 3840)],
)
def test_table_1(family, n, counts, paths):
    system = build(family, {"n": n})
    assert [nodes(reduce, system) for reduce in TABLE_1] == counts
    assert reducers.reduce_full_sleep(system, {}, Watch()).graph().number_of_paths() == paths


@pytest.mark.parametrize(
    ("family", "n", "counts"),
    [
        ("dp", 3, [91, 108, 91, 95]),
        ("dp", 5, [885, 1672, 885, 1091]),
        ("dp", 6, [2377, 5676, 2377, 3308]),
    ],
)
def test_counts_of_this_project(family, n, counts):
    # Not published: that they stay as they are is what the compiled reducers rely on.
    assert [nodes(reduce, build(family, {"n": n})) for reduce in TABLE_1] == counts


@pytest.mark.parametrize(
    ("family", "n", "full", "counts"),
    [
        ("bg", 3, 131, [131, 131, 131, 131]),
        ("mpat", 4, 272, [272, 272, 272, 272]),
        ("tk", 4, 337, [337, 337, 337, 337]),
        ("dp", 5, 885, [759, 882, 725, 687]),
        ("pet", 3, 508, [505, 498, 493, 473]),
        ("disp", 4, 127, [117, 127, 117, 117]),
        ("lz", 5, 639, [583, 313, 583, 244]),
        ("fs", 3, 39, [29, 25, 29, 25]),
    ],
)
def test_our_own_reducers_have_no_more_nodes_than_full_sleep_and_mostly_fewer(family, n, full, counts):
    system = build(family, {"n": n})
    assert nodes(reducers.reduce_full_sleep, system) == full
    assert [nodes(reduce, system) for reduce in OURS] == counts


def test_ranked_nodes_of_qo():
    system = build("qo", {"n": 7})
    assert nodes(reducers.reduce_full_sleep, system) == 107
    assert [nodes(reduce, system, order="ranked") for reduce in OURS[2:]] == [101, 101]


def test_more_questions_find_more_to_refuse():
    system = build("lz", {"n": 5})
    sizes = [nodes(reducers.reduce_unfolded_sleep, system, budget=budget) for budget in (1, 5, 20, 10**6)]
    assert sizes == [639, 439, 313, 295]


def test_a_process_set_for_the_next_step_is_smaller():
    system = build("dp", {"n": 5})
    assert nodes(reduce_pset_next_sleep, system) == 820
    assert nodes(reduce_pset_sleep, system) == 2259


def test_without_sleep_sets_a_state_is_one_node():
    graph = reducers.reduce_full_without_sleep(build("dp", {"n": 3}), {}, Watch()).graph()
    assert len(set(graph.states)) == len(graph.states)
    assert not any(graph.sleep)


def test_of_figure_3_the_tree_has_a_run_for_each_trace():
    tree = reducers.reduce_lex_tree(FIGURE_3, {}, Watch()).graph()
    assert tree.number_of_paths() == 2
    assert tree.successors[0] == [("a", 1), ("b", 2)]
    # c alone cannot begin what is left: c b is b c, which b has covered.
    assert tree.treated[0] == ("a", "b", "c")


def test_in_the_tree_no_node_is_reached_twice_and_in_the_graph_of_listing_2_some_are():
    system = build("dp", {"n": 3})
    tree = reducers.reduce_lex_tree(system, {}, Watch()).graph()
    graph = reducers.reduce_ifs_sleep(system, {}, Watch()).graph()
    assert tree.number_of_edges == len(tree.states) - 1
    assert graph.number_of_edges > len(graph.states) - 1
    assert tree.number_of_paths() == graph.number_of_paths() == 50


def test_an_oracle_that_always_agrees_leaves_runs_that_end_asleep():
    system = build("dp", {"n": 2})
    always = closure_search(system, LISTING_1, Watch(), oracle=lambda _s, _b: True)
    exact = reducers.reduce_lex_tree(system, {}, Watch()).graph()
    asleep = [
        s
        for n, s in enumerate(always.states)
        if not always.successors[n] and always.sleep[n] and system.enabled(s)
    ]
    assert asleep
    assert always.number_of_paths() > exact.number_of_paths()


def test_an_approximate_oracle_may_take_the_place_of_the_exact_one():
    system = build("dp", {"n": 3})
    sizes = [nodes(reducers.reduce_lex_tree, system, oracle=oracle) for oracle in ("exact", "pifs", "sleep")]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[2]


def test_the_order_of_actions():
    system = ClientServerSystem(
        "order",
        (process("p", ("0", "a", "1"), ("1", "b", "2")), process("q", ("0", "c", "1"))),
        (process("s", ("0", "a", "1"), ("1", "b", "2"), ("0", "c", "1")),),
        ("c", "b", "a"),
    )
    orders = {name: system.reordered(name).actions for name in ("given", "by-process", "appearance")}
    assert orders == {"given": ("c", "b", "a"), "by-process": ("b", "a", "c"), "appearance": ("a", "b", "c")}


def test_remark_20_the_order_of_actions_makes_listing_2_linear_or_exponential():
    for n in (2, 3, 4, 5):
        system = build("hlpw-figure5", {"n": n, "alphabetic": 1})
        assert nodes(reducers.reduce_ifs_sleep, system, actions="by-process") == n + 1
        assert nodes(reducers.reduce_ifs_sleep, system) == 5 * 2 ** (n - 2) - 1


def test_every_option_changes_something_and_loses_nothing():
    system = build("multi-locks", {"n": 4, "k": 3, "locks": 4, "seed": 1})
    full = explore(system)
    default = reducers.reduce_full_sleep(system, {}, Watch()).graph()
    for option in ({"order": "bfs"}, {"closure": "lex"}, {"choice": "first"}):
        reduced = reducers.reduce_full_sleep(system, option, Watch()).graph()
        assert reduced.states != default.states, option
        assert CRITERIA["covering-source-sets"](system, full, reduced, Context()).holds


@pytest.mark.parametrize("reduce", ALL)
def test_what_is_refused(reduce):
    with pytest.raises(
        PreconditionError, match=r"is for client/server systems, and diamond .* plain/persistent"
    ):
        reduce(DIAMOND, {}, Watch())
    with pytest.raises(OptionError, match="option order: 'best' is not one of dfs, bfs"):
        reduce(FIGURE_3, {"order": "best"}, Watch())


def test_nodes_are_ranked_only_where_they_are_merged_and_a_budget_is_positive():
    with pytest.raises(OptionError, match="option order: 'ranked' is not one of dfs, bfs"):
        reducers.reduce_fresh_sleep(FIGURE_3, {"order": "ranked"}, Watch())
    with pytest.raises(OptionError, match="option budget: 0 is not an integer above 0"):
        reducers.reduce_lean_sleep(FIGURE_3, {"budget": 0}, Watch())


@pytest.mark.parametrize("reduce", ALL)
def test_a_limit_leaves_a_part(reduce):
    exploration = reduce(build("dp", {"n": 3}), {}, Watch(Limits(max_states=5)))
    assert (exploration.complete, exploration.limit) == (False, "max_states")


def test_without_rivals_the_smallest_choice_is_lost():
    system = ClientServerSystem(
        "choice",
        (process("p", ("0", "a", "1"), ("0", "b", "1")),),
        (process("s", ("0", "a", "1")), process("t", ("0", "b", "1"))),
    )
    graph = controls.reduce_without_rivals(system, {}, Watch()).graph()
    finding = CRITERIA["trace-complete"](system, explore(system), graph, Context())
    assert (finding.holds, finding.witness) == (False, ("b",))
