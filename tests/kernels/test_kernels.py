"""The kernels on small systems.  These tests run three times: compiled, interpreted, with bounds checks."""

import signal
import time

import numpy as np
import pytest

from mazurka.errors import PreconditionError, TokenOverflowError, UnboundedNetError
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.optimized import independence
from mazurka.optimized.closure_search import reduce_full_sleep
from mazurka.optimized.compiled import compile_moves, pack, repack, unpack
from mazurka.optimized.encoding import encode
from mazurka.optimized.explorer import explore, reduce_reach
from mazurka.optimized.invariants import invariants, one_token_invariants, place_bounds
from mazurka.optimized.jit import holds, lowest, ones, put, take
from mazurka.optimized.layout import lay_out
from mazurka.optimized.process_sets import reduce_pset_sleep
from mazurka.optimized.slices import loading
from mazurka.optimized.store import grown, has_room, intern, new_store
from mazurka.optimized.stubborn_sets import reduce_by_closure, reduce_by_deletion
from mazurka.reference import explorer as plain
from mazurka.reference import net_stubborn_sets, process_sets
from mazurka.systems import PetriNet, Transition

NETS = [
    ("philosophers", 3),
    ("philosophers-ordered", 3),
    ("philosophers-atomic", 4),
    ("kanban", 1),
    ("fms", 1),
    ("producer-consumer", 3),
    ("readers-writers", 3),
    ("token-ring", 3),
    ("peterson", 2),
    ("counter-weighted", 3),
    ("last-ticket", 2),
]
CLIENT_SERVER = [("dp", 3), ("locks", 3), ("hlpw-figure1", None), ("multi-locks", 4)]


def model(family, n):
    return build(family, {} if n is None else {"n": n})


@pytest.mark.parametrize("order", ["bfs", "dfs"])
@pytest.mark.parametrize(("family", "n"), [*NETS, *CLIENT_SERVER, ("philosophers-entities", 3)])
def test_the_full_space_is_that_of_the_plain_explorer(family, n, order):
    system = model(family, n)
    expected = plain.explore(system)
    found = explore(system, order=order, recording=True)
    graph = found.graph()
    assert found.complete
    assert found.transitions == expected.number_of_edges
    assert found.deadlocks == sum(not system.enabled(s) for s in expected.states)
    assert steps(graph) == steps(expected)
    if order == "bfs":
        assert graph == expected


def steps(graph):
    return {
        s: [(a, graph.states[m]) for a, m in out]
        for s, out in zip(graph.states, graph.successors, strict=True)
    }


@pytest.mark.parametrize("order", ["bfs", "dfs"])
@pytest.mark.parametrize(
    ("fast", "slow"),
    [
        (reduce_by_closure, net_stubborn_sets.reduce_by_closure),
        (reduce_by_deletion, net_stubborn_sets.reduce_by_deletion),
    ],
)
@pytest.mark.parametrize(("family", "n"), NETS)
def test_stubborn_sets_give_the_graph_of_the_plain_reducer(family, n, fast, slow, order):
    net = model(family, n)
    options = {"order": order}
    assert fast(net, options, Watch()).graph() == slow(net, options, Watch()).graph()


@pytest.mark.parametrize(("family", "n"), CLIENT_SERVER)
def test_process_sets_with_sleep_sets_give_the_graph_of_the_plain_reducer(family, n):
    system = model(family, n)
    fast, slow = (
        reduce(system, {}, Watch()) for reduce in (reduce_pset_sleep, process_sets.reduce_pset_sleep)
    )
    assert fast.graph() == slow.graph()
    assert (fast.states, fast.nodes, fast.transitions, fast.deadlocks) == (
        slow.states, slow.nodes, slow.transitions, slow.deadlocks,
    )  # fmt: skip


@pytest.mark.parametrize(("family", "n"), CLIENT_SERVER)
def test_maximal_paths_are_counted_as_in_the_plain_graph(family, n):
    for found in (
        reduce_reach(model(family, n), {}, Watch()),
        reduce_pset_sleep(model(family, n), {}, Watch()),
    ):
        assert found.paths() == found.graph().number_of_paths() > 1


def test_a_cyclic_graph_has_no_number_of_paths():
    assert reduce_reach(build("kanban", {"n": 1}), {}, Watch()).paths() is None


def test_more_than_64_processes_and_actions_are_handled():
    system = build("locks", {"n": 70})
    found = reduce_pset_sleep(system, {}, Watch(Limits(max_states=60)))
    assert not found.complete
    assert found.limit == "max_states"


def test_a_counter_without_a_bound_is_widened_as_tokens_arrive():
    net = counter_until(11)
    assert place_bounds(net) == [None, None]
    found = explore(net)
    assert (found.states, found.max_tokens_per_place, found.max_tokens_in_marking) == (12, 11, 11)


def counter_until(most: int) -> PetriNet:
    """A place that an inhibitor arc, and no invariant, bounds; and one that is for ever empty."""
    grow = Transition("grow", produces={0: 1}, inhibitors={0: most})
    return PetriNet(
        "counter", ("tokens", "spare"), (grow, Transition("use", consumes={1: 1}, produces={1: 2})), (0, 0)
    )


@pytest.mark.parametrize("order", ["bfs", "dfs"])
def test_an_unbounded_net_is_named_with_a_run_and_a_pump(order):
    net = PetriNet(
        "leak",
        ("idle", "busy", "heap"),
        (
            Transition("start", consumes={0: 1}, produces={1: 1}),
            Transition("stop", consumes={1: 1}, produces={0: 1, 2: 1}),
        ),
        (1, 0, 0),
    )
    with pytest.raises(UnboundedNetError) as caught:
        explore(net, order=order)
    assert caught.value.place == "heap"
    m = net.initial
    for t in caught.value.run:
        m = net.after(m, t)
    pumped = m
    for t in caught.value.pump:
        assert t in net.enabled(pumped)
        pumped = net.after(pumped, t)
    assert pumped != m
    assert all(x <= y for x, y in zip(m, pumped, strict=True))


def test_a_limit_leaves_what_was_found_and_says_so():
    found = explore(build("philosophers", {"n": 8}), Watch(Limits(max_states=100)), recording=True)
    assert (found.complete, found.limit) == (False, "max_states")
    graph = found.graph()
    assert len(graph.states) == found.states >= 100
    assert graph.unexpanded
    assert all(not graph.successors[n] for n in graph.unexpanded)


def test_one_token_groups_are_packed_in_few_bits():
    net = build("philosophers", {"n": 6})
    encoding = encode(net)
    assert sum(encoding.widths) < len(net.places)
    groups, empty = one_token_invariants(net)
    assert not empty
    for m in plain.explore(net).states:
        assert all(sum(m[p] for p in group) == 1 for group in groups)


def test_invariants_and_bounds_hold_in_every_marking():
    net = build("fms", {"n": 1})
    found = invariants(net)
    bounds = place_bounds(net)
    assert found
    for m in plain.explore(net).states:
        assert all(sum(w * m[p] for p, w in y.weights.items()) == y.tokens for y in found)
        assert all(bound is None or k <= bound for k, bound in zip(m, bounds, strict=True))


def test_packing_and_unpacking_are_inverse_in_every_layout():
    widths = [3, 64, 1, 20, 40, 7]
    numbers = [5, 2**62, 1, 10**6, 2**39, 99]
    old, new = (lay_out(w, [True] * 6) for w in (widths, [k + (k < 60) for k in widths]))
    packed = pack(numbers, old)[None, :]
    assert unpack(packed, old).tolist() == [numbers]
    assert unpack(repack(packed, old, new), new).tolist() == [numbers]


def test_moves_that_can_never_be_enabled_are_left_out():
    net = PetriNet("dead", ("p", "q"), (Transition("t", consumes={1: 1}),), (1, 0))
    encoding = encode(net)
    compiled = compile_moves(encoding, lay_out(encoding.widths, encoding.proven))
    assert len(compiled.action) <= 1
    assert explore(net).states == 1


@np.errstate(over="ignore")
def test_the_store_numbers_rows_in_order_of_arrival_and_keeps_them_apart():
    store = new_store(2, 4)
    rows = np.array([[i * i, i % 3] for i in range(500)], dtype=np.uint64)
    for turn in range(2):
        for i, row in enumerate(rows):
            if not has_room(store, 1):
                store = grown(store, int(store.size[0]) + 1)
            assert intern(store, row) == i, turn
    assert int(store.size[0]) == 500


@np.errstate(over="ignore")
def test_bit_sets():
    bits = np.zeros(2, dtype=np.uint64)
    for i in (0, 63, 64, 127):
        put(bits, i)
        assert holds(bits, i)
    assert not holds(bits, 1)
    take(bits, 63)
    assert not holds(bits, 63)
    for x in (1, 0x8000000000000000, 0xFFFFFFFFFFFFFFFF, 0b101000):
        word = np.uint64(x)
        assert ones(word) == x.bit_count()
        assert lowest(word) == (x & -x).bit_length() - 1


def test_an_unbounded_net_with_many_tokens_is_named_before_they_need_more_bits():
    sources = tuple(Transition(f"t{i}", produces={i: 1}) for i in range(3))
    net = PetriNet("rain", ("a", "b", "c"), sources, (600, 10**12, 0))
    with pytest.raises(UnboundedNetError):
        explore(net, Watch(Limits(max_states=100_000)))


def test_token_sums_beyond_a_word_are_exact():
    most = 2**62 - 1
    move = Transition("t", consumes={0: 1}, produces={1: 1})
    net = PetriNet("rich", tuple("abcdefgh"), (move,), (1, 0, *[most] * 6))
    found = explore(net)
    assert (found.max_tokens_per_place, found.max_tokens_in_marking) == (most, 6 * most + 1)


@pytest.mark.parametrize("reduce", [reduce_by_closure, reduce_by_deletion])
def test_needs_and_bounds_beyond_every_level_stop_always_or_never(reduce):
    huge = 10**30
    net = PetriNet(
        "huge",
        ("a", "b"),
        (
            Transition("never", consumes={0: huge}, produces={0: huge}),
            Transition("free", consumes={1: 1}, inhibitors={0: huge}),
        ),
        (1, 1),
    )
    assert (explore(net).states, reduce(net, {}, Watch()).deadlocks) == (2, 1)


def test_tokens_beyond_the_widest_field_are_refused_by_name():
    net = PetriNet("flood", ("a",), (Transition("t", produces={0: 2**62}),), (0,))
    with pytest.raises(TokenOverflowError, match="place 'a' could hold more than"):
        explore(net)


def test_the_clock_stands_still_while_kernels_are_loaded():
    watch = Watch(Limits(max_seconds=0.5))
    with watch.paused():
        time.sleep(0.6)
    assert watch.seconds() < 0.5
    assert explore(build("philosophers", {"n": 3}), watch).complete


def test_more_actions_than_sleep_sets_are_kept_for_are_refused_by_name(monkeypatch):
    monkeypatch.setattr(independence, "MOST_ACTIONS", 5)
    with pytest.raises(PreconditionError, match="dp-2 has 8 actions, and sleep sets are kept of at most 5"):
        reduce_pset_sleep(build("dp", {"n": 2}), {}, Watch())


@pytest.mark.parametrize(("family", "n"), CLIENT_SERVER)
def test_paths_are_counted_by_residues_as_they_are_one_by_one(family, n):
    found = reduce_full_sleep(model(family, n), {}, Watch())
    assert found.paths() == found.graph().number_of_paths()


def test_ctrl_c_while_kernels_are_compiled_ends_the_search_before_its_first_step():
    watch = Watch()
    with watch.interruptible():
        with loading("search.search", watch):
            signal.raise_signal(signal.SIGINT)
            raise AssertionError("the compilation goes on")
        found = explore(counter_until(3), watch)
    assert (found.states, found.complete, found.limit) == (1, False, "interrupt")


def test_ctrl_c_while_kernels_are_compiled_is_not_lost_where_no_search_hears_it():
    with pytest.raises(KeyboardInterrupt), loading("search.search", Watch()):
        signal.raise_signal(signal.SIGINT)
