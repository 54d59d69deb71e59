"""Predicates on the states of systems of every formalism: they say what the system does, and read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mazurka.formulas import parse_predicate
from mazurka.formulas.printing import quoted
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import LARGEST, client_server_systems, entity_systems, labelled_systems, nets
from mazurka.invariants import check_invariant
from mazurka.registry import find_reducer
from mazurka.systems import replay

SYSTEMS = {
    "cs": client_server_systems(),
    "entity": entity_systems(),
    "lts": labelled_systems(),
    "net": nets(),
}
KEEPING_VIEWS = {"net": "plain/stubborn/closure", "cs": "plain/pset"}


def atom(component, value):
    """That a component has a value, as a formula."""
    if isinstance(value, bool):
        return quoted(component) if value else f"!{quoted(component)}"
    return f"{quoted(component)} = {value if isinstance(value, int) else quoted(value)}"


@st.composite
def predicates(draw, system):
    """Two components compared with values that they have in some reachable states, and what is enabled."""
    local = st.sampled_from(within(system, LARGEST)).map(lambda s: sorted(system.local_states(s).items()))
    facts = st.one_of(
        local.filter(bool).flatmap(st.sampled_from).map(lambda x: atom(*x)), st.just("deadlock")
    )
    first, second = draw(facts), draw(facts)
    return f"{draw(st.sampled_from(['', '!']))}({first} {draw(st.sampled_from('&|'))} !({second}))"


@pytest.mark.parametrize("kind", SYSTEMS)
@given(data=st.data())
def test_a_predicate_on_an_action_is_that_it_is_enabled(kind, data):
    system = data.draw(SYSTEMS[kind])
    each = {a: parse_predicate(f"fireable({quoted(a)})", system) for a in system.actions}
    dead = parse_predicate("deadlock", system)
    for s in within(system, LARGEST):
        assert [a for a, p in each.items() if p.holds(s)] == [a for a in each if a in system.enabled(s)]
        assert dead.holds(s) == (not system.enabled(s))


@pytest.mark.parametrize("kind", SYSTEMS)
@given(data=st.data())
def test_a_predicate_says_what_its_parts_say_and_reads_back(kind, data):
    system = data.draw(SYSTEMS[kind])
    s = data.draw(st.sampled_from(within(system, LARGEST)))
    for component, value in system.local_states(s).items():
        assert parse_predicate(atom(component, value), system).holds(s)
    predicate = parse_predicate(data.draw(predicates(system)), system)
    again = parse_predicate(str(predicate), system)
    assert [again.holds(s) for s in within(system, LARGEST)] == [
        predicate.holds(s) for s in within(system, LARGEST)
    ]
    assert again.visible == predicate.visible


@st.composite
def views(draw, system):
    """That two components never have, together, the values that they have in some reachable state."""
    local = sorted(system.local_states(draw(st.sampled_from(within(system, LARGEST)))).items())
    (first, second) = draw(st.tuples(st.sampled_from(local), st.sampled_from(local)))
    return f"!({atom(*first)} & {atom(*second)})"


@pytest.mark.parametrize("kind", KEEPING_VIEWS)
@given(data=st.data())
def test_a_reduction_that_sees_a_predicate_decides_its_invariance(kind, data):
    system = data.draw(SYSTEMS[kind].filter(lambda s: s.local_states(s.initial)))
    predicate = parse_predicate(data.draw(st.one_of(views(system), predicates(system))), system)
    reducer = find_reducer(KEEPING_VIEWS[kind])
    options = reducer.complete({"proviso": "expanded-safety"})
    found = check_invariant(system, predicate.holds, predicate.visible, reducer=reducer, options=options)
    assert found.holds == all(predicate.holds(s) for s in within(system, LARGEST))
    assert found.run is None or not predicate.holds(replay(system, found.run))
