"""Invariants on reductions: a violation comes with its run, and a reducer that keeps no views is refused."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.errors import PreconditionError, UnknownNameError
from mazurka.fuzz.strategies import cyclic_client_server_systems, nets
from mazurka.invariants import check_invariant
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.reference.explorer import explore, to_exploration
from mazurka.registry import Reducer, find_reducer
from mazurka.systems import Lts, StateGraph, replay
from tests.cli.small_systems import two_loops

CLOSURE = find_reducer("plain/stubborn/closure")
SAFE = {"proviso": "expanded-safety"}


def test_a_violation_comes_with_a_run_to_it_that_the_reduction_without_proviso_would_miss():
    net = two_loops()
    last = net.places[-1]

    def stays_empty(m):
        return m[-1] == 0

    found = check_invariant(net, stays_empty, [last], reducer=CLOSURE, options=SAFE)
    assert found.holds is False
    assert not stays_empty(replay(net, found.run))
    assert all(stays_empty(m) for m in CLOSURE.run(net).graph().states)


def test_an_invariant_that_holds_is_shown_on_fewer_states():
    net = build("philosophers-atomic", {"n": "6"})
    e1, e2 = (net.places.index(name) for name in ("e_1", "e_2"))

    def neighbours_do_not_both_eat(m):
        return m[e1] + m[e2] < 2

    whole = check_invariant(net, neighbours_do_not_both_eat, ["e_1", "e_2"])
    less = check_invariant(net, neighbours_do_not_both_eat, ["e_1", "e_2"], reducer=CLOSURE, options=SAFE)
    assert (whole.holds, less.holds) == (True, True)
    assert less.exploration.states < whole.exploration.states == 18


def test_a_limit_leaves_the_question_open():
    found = check_invariant(two_loops(), lambda _: True, [], watch=Watch(Limits(max_states=2)))
    assert (found.holds, found.exploration.limit) == (None, "max_states")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("reach", {}),
        ("plain/reach", {}),
        ("plain/stubborn/closure", {"proviso": "expanded-safety", "order": "dfs"}),
        ("stubborn/closure", {"proviso": "expanded-safety"}),
    ],
)
def test_a_search_stops_at_a_violation_unless_it_is_to_go_on(name, options):
    """Each bit of a counter of ten comes after all lower ones: at the end there are 1,024 states."""
    net = build("counter", {"n": "10"})

    def unchanged(m):
        return net.local_states(m)["bit3_0"] == 1

    def ask(**more):
        return check_invariant(
            net, unchanged, ["bit3_0"], reducer=find_reducer(name), options=options, **more
        )

    found, whole = ask(), ask(whole=True)
    assert (found.holds, whole.holds) == (False, False)
    assert not unchanged(replay(net, found.run))
    assert (whole.exploration.states, whole.exploration.complete) == (1024, True)
    assert found.exploration.states < 100
    assert (found.exploration.complete, found.exploration.limit) == (False, None)


@pytest.mark.parametrize("name", ["reach", "plain/reach", "stubborn/closure", "plain/stubborn/deletion"])
@pytest.mark.parametrize("limits", [Limits(), Limits(max_states=7)])
def test_each_state_is_looked_at_once_and_no_graph_is_built_where_none_violates(name, limits):
    seen = Counter()

    def remembered(m):
        seen[m] += 1
        return True

    def without_graph(system, options, watch):
        return replace(chosen.reduce(system, options, watch), graph=None)

    chosen = find_reducer(name)
    net = build("counter", {"n": "4"})
    reducer = replace(chosen, reduce=without_graph)
    found = check_invariant(net, remembered, [], reducer=reducer, watch=Watch(limits))
    assert found.holds is (True if found.exploration.complete else None)
    assert set(seen.values()) == {1}
    assert len(seen) == found.exploration.states


def test_a_run_is_found_where_a_search_stops_with_states_that_its_graph_does_not_lead_to():
    """As when a state was to be explored anew; a search without the goal then tells."""
    lts = Lts.from_edges("two", [(0, "a", 1)])

    def drops(system, _options, watch):
        graph = explore(system)
        if watch.goal is not None:
            graph = StateGraph([0, 1], [[], []], complete=False, limit="goal", unexpanded={0})
        return to_exploration(graph, system, 0.0)

    found = check_invariant(lts, lambda s: s == 0, [], reducer=Reducer("drops", drops))
    assert (found.holds, found.run) == (False, ("a",))


def test_what_keeps_no_views_is_refused_and_unknown_components_are():
    net = two_loops()
    place = net.places[0]
    for reducer, options in ((CLOSURE, {}), (find_reducer("plain/stubborn/weak"), {})):
        with pytest.raises(PreconditionError, match="set a proviso: --set proviso=expanded-safety"):
            check_invariant(net, bool, [place], reducer=reducer, options=options)
    with pytest.raises(UnknownNameError, match="no component is called 'nix'"):
        check_invariant(net, bool, ["nix"], reducer=CLOSURE, options=SAFE)


@given(st.one_of(nets(), cyclic_client_server_systems()), st.data())
@settings(max_examples=100)
def test_the_answer_is_that_of_the_whole_state_space(system, data):
    name = data.draw(st.sampled_from(sorted(system.local_states(system.initial))))
    values = sorted({system.local_states(s)[name] for s in explore(system).states})
    value = data.draw(st.sampled_from([*values, "nothing"]))
    base = "plain/stubborn/deletion" if system.formalism == "petri-net" else "plain/pset"

    def differs(s):
        return system.local_states(s)[name] != value

    proviso = data.draw(
        st.sampled_from(["stack-safety", "expanded-safety", "scc-safety", "queue-safety", "scc"])
    )
    options = {"proviso": proviso}
    found = check_invariant(system, differs, [name], reducer=find_reducer(base), options=options)
    assert found.holds is (value == "nothing")
