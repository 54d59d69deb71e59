"""Any options of a plain reducer, together: the reduction keeps what is promised with them.

The compiled reducers build the same graphs with the same options; other tests see to that.
"""

from hypothesis import given, reject, settings
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
WITH_OPTIONS = sorted(
    name
    for name, r in reducers().items()
    if r.sound_as_printed and r.line == "reference" and len(r.options) > 1
)


def values(name, option, system):
    """What an option may be for a system."""
    if name == "visible":
        components = tuple(system.local_states(system.initial))
        named = st.lists(st.sampled_from(components), unique=True, max_size=2) if components else st.just([])
        return st.just("") | named.map(",".join)
    return st.sampled_from(option.choices or NUMBERS[name])


@settings(max_examples=settings().max_examples // 2)
@given(st.sampled_from(WITH_OPTIONS), st.data())
def test_options_together_keep_what_is_promised(name, data):
    reducer = reducers()[name]
    system = data.draw(systems_for(reducer))
    options = {key: data.draw(values(key, option, system), key) for key, option in reducer.options.items()}
    try:
        reducer.run(system, options)
    except (OptionError, PreconditionError):  # a proviso is not for every order
        reject()
    require_promises_kept(system, reducer, options)


def test_every_option_with_a_number_is_drawn():
    numbers = {
        key
        for name in WITH_OPTIONS
        for key, o in reducers()[name].options.items()
        if not isinstance(o.default, str)
    }
    assert numbers == NUMBERS.keys()
