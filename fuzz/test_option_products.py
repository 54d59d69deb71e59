"""Any options of a reducer, together: the reduction keeps what is promised with them.

A compiled reducer is held to its promises where it has options that the plain one does not have; with the
options that both have it is to build the same graph, or to refuse what the plain one refuses.
"""

import pytest
from hypothesis import assume, given, reject, settings
from hypothesis import strategies as st

from mazurka.errors import OptionError, PreconditionError
from mazurka.fuzz.campaign import require_promises_kept, systems_for
from mazurka.registry import reducers

NUMBERS = {
    "budget": (1, 2, 20),
    "seed": (0, 1, 5),
    "bound": (0, 1, 2),
    "settle": (0, 1, 12),
    "vectors": (0, 500),
}
TWINS = {name: f"plain/{name}" for name in reducers() if f"plain/{name}" in reducers()}


def choices(name, option):
    """The values that an option of a reducer may have; any components for the visible ones."""
    known = reducers()[name].options.get(option)
    if known is None:
        return ()
    return ("",) if option == "visible" else known.choices or NUMBERS[option]


def has_more_than_its_twin(name):
    """Whether a compiled reducer can be asked for something that the plain one cannot."""
    twin = TWINS.get(name, name)
    return any(set(choices(name, option)) - set(choices(twin, option)) for option in reducers()[name].options)


PROMISING = sorted(
    name
    for name, r in reducers().items()
    if r.sound_as_printed and (len(r.options) > 1 if r.line == "reference" else has_more_than_its_twin(name))
)


def value(data, option, among, system):
    """One of the values; for the visible components up to two of the system's."""
    if option != "visible":
        return data.draw(st.sampled_from(among), option)
    components = tuple(system.local_states(system.initial))
    named = st.lists(st.sampled_from(components), unique=True, max_size=2) if components else st.just([])
    return data.draw(st.just("") | named.map(",".join), option)


@settings(max_examples=settings().max_examples // 2)
@given(st.sampled_from(PROMISING), st.data())
def test_options_together_keep_what_is_promised(name, data):
    reducer = reducers()[name]
    system = data.draw(systems_for(reducer))
    options = {key: value(data, key, choices(name, key), system) for key in reducer.options}
    try:
        reducer.run(system, options)
    except (OptionError, PreconditionError):  # a proviso is not for every order
        reject()
    require_promises_kept(system, reducer, options)


@settings(max_examples=settings().max_examples // 2)
@given(st.sampled_from(sorted(TWINS)), st.data())
def test_with_the_same_options_the_plain_and_the_compiled_reducer_build_the_same_graph(name, data):
    compiled, plain = reducers()[name], reducers()[TWINS[name]]
    system = data.draw(systems_for(compiled))
    both = {
        key: [c for c in choices(plain.name, key) if c in choices(name, key)]
        for key in compiled.options.keys() & plain.options.keys()
    }
    options = {key: value(data, key, both[key], system) for key in sorted(both)}
    try:
        expected = plain.run(system, options)
    except (OptionError, PreconditionError) as refusal:
        assume("probe/" not in name or system.formalism != "petri-net")  # it may have too many tokens for one
        with pytest.raises(type(refusal)):
            compiled.run(system, options)
        return
    found = compiled.run(system, options)
    assert found.graph() == expected.graph()
    assert (found.complete, found.deadlocks) == (expected.complete, expected.deadlocks)


def test_every_option_with_a_number_is_drawn():
    numbers = {
        key for r in reducers().values() for key, o in r.options.items() if not isinstance(o.default, str)
    }
    assert numbers == NUMBERS.keys()
