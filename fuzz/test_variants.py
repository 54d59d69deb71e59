"""What a variant of a system does to what is found in it: the answer is known without a second reducer."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mazurka.fuzz.campaign import is_acyclic, refusals_not_counted
from mazurka.fuzz.dice import dice
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import client_server_systems, entity_systems, nets, systems
from mazurka.fuzz.variants import BYSTANDER_STEPS, doubled, permuted, renamed, with_bystander
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.registry import ACYCLIC, reducers

# The plain ones: the compiled are compared with them elsewhere, graph by graph.
SOUND = {name: r for name, r in reducers().items() if r.sound_as_printed and r.line == "reference"}
MOST_VECTORS = 300
KINDS = {"client-server": client_server_systems(), "petri-net": nets(), "entity": entity_systems()}


def reduced(name, system):
    """The counts of a reduction; a system that the reducer is not for, or not soon done with, is given up."""
    reducer = SOUND[name]
    assume(ACYCLIC not in reducer.preconditions or is_acyclic(system))
    with refusals_not_counted():
        e = reducer.run(system, {"vectors": MOST_VECTORS} if "vectors" in reducer.options else {})
    assume(e.complete)
    return e.states, e.nodes, e.transitions, e.deadlocks


@st.composite
def chosen(draw, formalism):
    """A system, and a sound reducer for it.  Probe sets take nets apart into tokens, plainly and slowly."""
    slow = "plain/probe" if formalism == "petri-net" else "none"
    names = [name for name, r in SOUND.items() if formalism in r.formalisms and not name.startswith(slow)]
    return draw(KINDS[formalism]), draw(st.sampled_from(names))


SOME = st.sampled_from(sorted(KINDS)).flatmap(chosen)


@given(SOME)
def test_no_reduction_depends_on_names(some):
    system, name = some
    assert reduced(name, renamed(system)) == reduced(name, system)


@given(systems())
def test_no_state_space_depends_on_names(system):
    assert len(within(renamed(system), 1000)) == len(within(system, 1000))


@given(SOME, dice(2))
def test_a_place_said_twice_and_an_idle_process_change_no_state_space_and_no_deadlock(some, d):
    system, name = some
    twin = doubled(system, d)
    assert reduced("plain/reach", twin) == reduced("plain/reach", system)
    assert reduced(name, twin)[3] == reduced(name, system)[3]


@given(SOME)
def test_a_bystander_multiplies_the_states_and_adds_no_deadlock(some):
    system, name = some
    beside = with_bystander(system)
    assert reduced("plain/reach", beside)[0] == (BYSTANDER_STEPS + 1) * reduced("plain/reach", system)[0]
    assert reduced(name, beside)[3] == reduced(name, system)[3]


@given(SOME, dice(12))
def test_the_order_of_actions_changes_no_deadlock(some, d):
    system, name = some
    assert reduced(name, permuted(system, d))[3] == reduced("plain/reach", system)[3]


def _some_of(actions):
    return st.sets(st.sampled_from(actions)) if actions else st.just(set())


@given(client_server_systems(), st.data())
def test_what_comes_first_beside_a_bystander(system, data):
    """Every maximal run beside a bystander has the bystander's first step among its first actions."""
    chosen = data.draw(_some_of(system.enabled(system.initial)))
    beside = with_bystander(system)
    with IncludesFirstSet(system) as plain, IncludesFirstSet(beside) as wider:
        assert wider(beside.initial, chosen | {"bystander.0"}) == plain(system.initial, chosen)
        assert not wider(beside.initial, chosen)


@pytest.mark.parametrize("formalism", sorted(KINDS))
def test_every_sound_reducer_may_be_drawn(formalism):
    assert sum(formalism in r.formalisms for r in SOUND.values()) >= 5
