"""Invariants on reductions: a violation comes with its run, and a reducer that keeps no views is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.errors import PreconditionError, UnknownNameError
from mazurka.fuzz.strategies import cyclic_client_server_systems, nets
from mazurka.invariants import check_invariant
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.reference.explorer import explore
from mazurka.registry import find_reducer
from mazurka.systems import replay
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
