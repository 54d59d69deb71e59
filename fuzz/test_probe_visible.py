"""Probe sets with visibility: no finite sequence of views is lost, and where runs end, nothing of LTL-X."""

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mazurka.fuzz.campaign import refusals_not_counted
from mazurka.fuzz.reachable import within
from mazurka.fuzz.strategies import entity_systems, nets
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.probe_sound import DISCHARGES, SELECTIONS
from mazurka.reference.stuttering import Views, find_difference
from mazurka.registry import find_reducer


@settings(max_examples=settings.default.max_examples * 2)
@given(entity_systems(), st.data())
def test_what_is_visible_changes_in_all_the_orders_that_are_possible(system, data):
    assume(within(system, 40) is not None and system.entities)
    assert_visible_changes_kept(system, system.entities, data)


@given(nets(), st.data())
def test_the_numbers_of_tokens_that_are_visible_change_in_all_the_orders_that_are_possible(net, data):
    assume(within(net, 25) is not None and max(net.initial) <= 2)
    assert_visible_changes_kept(net, net.places, data)


def assert_visible_changes_kept(system, names, data):
    """Both lines reduce to the same graph, which keeps what it promises of what is drawn as visible."""
    seen = tuple(data.draw(st.lists(st.sampled_from(names), min_size=1, max_size=3, unique=True)))
    options = {
        "visible": ",".join(seen),
        "selection": data.draw(st.sampled_from(SELECTIONS)),
        "discharge": data.draw(st.sampled_from(DISCHARGES)),
    }
    full = explore(system)
    with refusals_not_counted():  # a net may have too many tokens
        graph, fast = (
            find_reducer(f"{line}probe/visible").run(system, options).graph() for line in ("plain/", "")
        )
    assert fast == graph
    context = Context(visible=seen, max_runs=40)
    kept = ["soundness", "deadlocks", "local-states"] + ["ltl-x"] * (full.topological_order() is not None)
    assert [name for name in kept if not CRITERIA[name](system, full, graph, context).holds] == []
    assert changes_lost(system, full, graph, context) is None


def changes_lost(system, full, graph, context):
    """A difference between the finite sequences of views."""
    views = [Views(system, g, context.visible) for g in (full, graph)]
    for v in views:
        v.keeping = frozenset()
    return find_difference(*views, context)[0]
