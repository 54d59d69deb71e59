"""Cycle provisos on small graphs, and the figures of [EP]."""

import pytest

from mazurka.errors import OptionError, PreconditionError, UnboundedNetError
from mazurka.limits import Limits, Watch
from mazurka.models import build
from mazurka.reference.colour_proviso import Colour, ColourAnticipating, ColourAsPrinted
from mazurka.reference.components_proviso import ComponentColour, ComponentSafety
from mazurka.reference.explorer import explore
from mazurka.reference.proviso_options import PROVISOS
from mazurka.reference.proviso_search import Proviso
from mazurka.reference.stack_provisos import ExpandedSafety, NaiveExpanded, Stack, StackSafety
from mazurka.reference.sticky import find_sticky, is_sticky
from mazurka.reference.two_phase import TwoPhase
from mazurka.registry import find_reducer
from mazurka.registry.provisos import LIVENESS, SAFETY
from mazurka.systems import ClientServerSystem, Lts, PetriNet, Process, Transition
from tests.cli.small_systems import two_clients, two_loops
from tests.reference.candidate_graphs import graph, has_partial_cycle, has_stranded_state, reduced

CLOSURE = find_reducer("plain/stubborn/closure")


def philosophers(n, proviso):
    """States and transitions of Fig. 1's net, reduced."""
    found = CLOSURE.run(build("philosophers-atomic", {"n": str(n)}), {"proviso": proviso})
    return found.states, found.transitions


def test_ep_figure_1_the_stack_saves_two_transitions_and_the_best_provisos_all_but_one_state_for_each():
    full = explore(build("philosophers-atomic", {"n": "4"}))
    assert (len(full.states), full.number_of_edges) == (7, 16)
    assert philosophers(4, "stack") == (7, 14)
    best = (
        "none",
        "expanded-safety",
        "scc-safety",
        "colour",
        "colour-anticipating",
        "scc",
        "sticky",
        "two-phase",
    )
    assert {philosophers(4, name) for name in best} == {(5, 8)}


def test_ep_figure_1_with_more_philosophers_the_stack_saves_no_state_and_colours_need_one_for_each():
    lucas = {5: 11, 6: 18, 8: 47}
    assert {n: philosophers(n, "stack")[0] for n in lucas} == lucas
    assert {n: philosophers(n, "colour")[0] for n in lucas} == {n: n + 1 for n in lucas}


# [EP] section 5: s0 goes to s1, which is fully expanded, and on to s2, which leads back; then to s and s2.
SECTION_5 = graph("0a1", "0b3", "0c0", "1a2", "1b1", "2a0", "2b2", "3a2", "3b3")
ONLY_A = {0: ["ab"], 2: ["a"], 3: ["a"]}


def test_ep_section_5_the_counter_alone_lets_a_cycle_without_full_expansion_close():
    found = reduced(SECTION_5, ONLY_A, NaiveExpanded())
    assert found.states == [0, 1, 2, 3]
    assert [found.explored(n) for n in range(4)] == [("a", "b"), ("a", "b"), ("a",), ("a",)]
    assert has_partial_cycle(SECTION_5, found)


@pytest.mark.parametrize("name", LIVENESS)
def test_ep_section_5_a_proviso_for_liveness_expands_a_state_of_that_cycle(name):
    kind = PROVISOS[name]
    if name != "sticky":
        for order in kind.orders:
            assert not has_partial_cycle(SECTION_5, reduced(SECTION_5, ONLY_A, kind(), order))


def test_ep_section_5_the_colour_proviso_expands_the_state_that_meets_a_red_one():
    found = reduced(SECTION_5, ONLY_A, Colour())
    assert [found.explored(n) for n in range(4)] == [("a", "b"), ("a", "b"), ("a",), ("a", "b")]


def test_a_state_with_one_green_successor_among_others_is_red():
    # 2 leads to 0, with 1 in between, and to 1, which is green; 3 leads to 2.
    system = graph("0a1", "0b3", "0c0", "1a2", "1b1", "2a0", "2b1", "2c2", "3a2", "3b3")
    sets = {0: ["ab"], 2: ["ab"], 3: ["a"]}
    for kind in (Colour, ColourAnticipating, ComponentColour):
        found = reduced(system, sets, kind())
        assert (find_explored(found, 2), find_explored(found, 3)) == (("a", "b"), ("a", "b"))
        assert not has_partial_cycle(system, found)


# 0 –a→ 1, the one action there; 1 –a→ 2; 2 –a→ 3 and, later, 2 –b→ 3, which is red by then: 2 is expanded
# again.  Then 0 –b→ 4 –a→ 0.
RESTART = graph("0a1", "0b4", "0c0", "1a2", "2a3", "2b3", "2c2", "3a0", "3b3", "4a0", "4b4")
RESTARTING = {0: ["ab"], 2: ["ab"], 3: ["a"], 4: ["a"]}


def test_ep_figure_3_as_printed_counts_one_too_few_after_a_restart_and_lets_a_cycle_close():
    found = reduced(RESTART, RESTARTING, ColourAsPrinted())
    explored = {s: found.explored(n) for n, s in enumerate(found.states)}
    assert explored == {0: ("a", "b"), 1: ("a",), 2: ("a", "b", "c"), 3: ("a",), 4: ("a",)}
    assert has_partial_cycle(RESTART, found)


@pytest.mark.parametrize("kind", [Colour, ColourAnticipating, ComponentColour])
def test_with_the_counter_mended_the_last_state_of_that_cycle_is_expanded(kind):
    found = reduced(RESTART, RESTARTING, kind())
    assert found.explored(found.states.index(4)) == ("a", "b")
    assert not has_partial_cycle(RESTART, found)


def test_a_restart_explores_a_state_from_its_first_action_again():
    found = reduced(RESTART, RESTARTING, Colour())
    two = found.states.index(2)
    assert found.explored(two) == ("a", "b", "c")
    assert found.states == [0, 1, 2, 3, 4]


def test_ep_figure_4_anticipation_lets_a_state_on_the_stack_be_reached_that_will_be_green():
    # 0 –a→ 1, and 1 –a→ 2 is the last step of 1; 2 is fully expanded, so 1 will be green; 2 –a→ 3 –a→ 1.
    # 3 is green in turn if 1 is already, and so 4 may reach it.
    steps = ("0a1", "0b4", "0c0", "1a2", "1b1", "2a3", "3a1", "3b3", "4a3", "4b4")
    system, sets = graph(*steps), {0: ["ab"], 1: ["a"], 3: ["a"], 4: ["a"]}
    four = {}
    for kind in (Colour, ColourAnticipating):
        found = reduced(system, sets, kind())
        four[kind] = found.explored(found.states.index(4))
        assert not has_partial_cycle(system, found)
    assert four == {Colour: ("a", "b"), ColourAnticipating: ("a",)}


def test_a_state_of_a_complete_component_may_be_reached_by_anyone():
    # 1, 2 and 4 are a component that nothing leaves; 4 is red for Fig. 3, but no path leads back to 0 or 3.
    steps = ("0a1", "0b3", "0c0", "1a2", "1b1", "2a4", "4a1", "4b4", "3a4", "3b3")
    system, sets = graph(*steps), {0: ["ab"], 1: ["a"], 4: ["a"], 3: ["a"]}
    assert find_explored(reduced(system, sets, Colour()), 3) == ("a", "b")
    assert find_explored(reduced(system, sets, ComponentColour()), 3) == ("a",)


def find_explored(found, s):
    """What is explored at a state."""
    return found.explored(found.states.index(s))


def test_a_terminal_component_that_ignores_an_action_explores_it_at_its_root():
    found = reduced(two_loops_graph(), {0: ["a"], 1: ["c"]}, ComponentSafety())
    assert (find_explored(found, 0), find_explored(found, 1)) == (("a", "b"), ("c",))
    assert not has_stranded_state(two_loops_graph(), found)


def test_a_component_that_a_step_leaves_may_ignore_an_action():
    system = graph("0a1", "0c3", "1a0", "1b2", "2c2", "3a3")
    found = reduced(system, {0: ["a"]}, ComponentSafety())
    assert (find_explored(found, 0), found.states) == (("a",), [0, 1, 2])


def two_loops_graph():
    """0 –a→ 1 –c→ 0, and b, enabled at both."""
    return graph("0a1", "0b2", "1b3", "1c0", "2a3", "3c2", "2b2", "3b3")


def test_the_expanded_counter_accepts_what_the_stack_refuses():
    # 0 –a→ 1, 1 is expanded fully, 1 –a→ 2 –a→ 0: 1 lies between.
    system = graph("0a1", "0b0", "1a2", "1b1", "2a0", "2b2")
    sets = {0: ["a"], 2: ["a"]}
    assert find_explored(reduced(system, sets, StackSafety()), 2) == ("a", "b")
    assert find_explored(reduced(system, sets, ExpandedSafety()), 2) == ("a",)
    assert find_explored(reduced(graph("0a0", "0b0"), {0: ["a"]}, ExpandedSafety()), 0) == ("a", "b")


def test_ep_figure_2_a_fully_expanded_state_that_has_left_the_stack_counts_no_more():
    system = graph("0a1", "0b2", "0c0", "1a1", "1b1", "2a0", "2b2")
    assert find_explored(reduced(system, {0: ["ab"], 2: ["a"]}, ExpandedSafety()), 2) == ("a", "b")


def test_all_candidates_are_tried_before_everything_is_explored():
    system = graph("0a0", "0b1", "0c1", "0d1", "1a1")
    found = reduced(system, {0: ["a", "bc", "abd"]}, Stack())
    assert find_explored(found, 0) == ("b", "c")


def test_two_phase_takes_single_steps_only_and_none_back_into_its_phase():
    system = graph("0a1", "0b1", "1a2", "1b2", "2a1", "2b0")
    assert find_explored(reduced(system, {0: ["a"], 1: ["a"], 2: ["a"]}, TwoPhase()), 2) == ("a", "b")
    wide = graph("0a1", "0b1", "0c0", "1a1")
    assert find_explored(reduced(wide, {0: ["ab"]}, TwoPhase()), 0) == ("a", "b", "c")


def test_a_visible_action_is_explored_with_all_others_or_not_at_all():
    system = graph("0a1", "0b1", "0c1")
    kept = reduced(system, {0: ["a", "bc"]}, Proviso(), visible=frozenset("b"))
    assert find_explored(kept, 0) == ("a",)
    assert find_explored(reduced(system, {0: ["b"]}, Proviso(), visible=frozenset("b")), 0) == ("a", "b", "c")


def test_the_search_is_as_deep_as_the_system():
    length = 20_000
    steps = [(n, "a", n + 1) for n in range(length)] + [(n, "b", n) for n in range(0, length, 2)]
    system = Lts.from_edges("long", [*steps, (length, "a", 0)], ())
    for kind in (ColourAnticipating, ComponentSafety):
        found = reduced(system, {n: ["a"] for n in range(0, length, 2)}, kind())
        assert len(found.states) == length + 1
        assert found.complete


def test_at_a_limit_what_is_on_the_stack_is_unexpanded():
    system = graph("0a1", "0b0", "1a2", "2a3", "3a0")
    found = reduced(system, {}, Stack(), watch=Watch(Limits(max_states=3)))
    assert (found.complete, found.limit, found.states, found.unexpanded) == (
        False,
        "max_states",
        [0, 1, 2],
        {0, 1, 2},
    )
    assert found.explored(0) == ("a",)


def test_an_unbounded_net_is_refused_depth_first_too():
    net = PetriNet("pump", ("p",), (Transition("t", produces={0: 1}),), (0,))
    with pytest.raises(UnboundedNetError):
        CLOSURE.run(net, {"proviso": "stack"})


@pytest.mark.parametrize(
    ("proviso", "order", "fit"),
    [
        ("stack", "bfs", "dfs"),
        ("colour", "stack", "dfs"),
        ("two-phase", "bfs", "dfs"),
        ("queue", "dfs", "bfs"),
        ("queue-safety", "stack", "bfs"),
        ("open", "dfs", "bfs or stack"),
    ],
)
def test_a_proviso_for_another_order_of_search_is_refused_by_name(proviso, order, fit):
    with pytest.raises(OptionError, match=f"the proviso {proviso} is for the order {fit}, not for {order}"):
        CLOSURE.run(two_loops(), {"proviso": proviso, "order": order})


@pytest.mark.parametrize("name", PROVISOS)
def test_the_default_order_is_the_provisos_own(name):
    own = CLOSURE.run(two_loops(), {"proviso": name}).graph()
    said = CLOSURE.run(two_loops(), {"proviso": name, "order": PROVISOS[name].orders[0]}).graph()
    assert own == said


def test_what_a_proviso_promises_is_what_the_registry_says():
    promised = {name: kind.promises for name, kind in PROVISOS.items() if name != "none"}
    live = dict.fromkeys(LIVENESS, ("no-ignoring", "cycle-expansion"))
    assert promised == {**dict.fromkeys(SAFETY, ("no-ignoring",)), **live}


def test_unknown_provisos_and_orders_are_errors_for_who_calls_without_the_registry():
    from mazurka.reference.net_stubborn_sets import reduce_by_closure

    for options in ({"proviso": "stck"}, {"proviso": 7}, {"order": "best"}):
        with pytest.raises(OptionError, match=r"option (proviso|order): "):
            reduce_by_closure(two_loops(), options, Watch())


def test_sticky_actions_of_a_net_are_on_every_cycle():
    net = two_loops()
    sticky = find_sticky(net)
    assert len(sticky) == 2
    assert is_sticky(explore(net), sticky)
    assert not is_sticky(explore(net), sticky - {min(sticky)})
    line = PetriNet("line", ("p", "q"), (Transition("t", consumes={0: 1}, produces={1: 1}),), (2, 0))
    assert find_sticky(line) == frozenset()


def test_sticky_actions_of_processes_are_on_every_cycle():
    loop = Process("c", "0", (("0", "in", "1"), ("1", "around", "2"), ("2", "back", "1")))
    server = Process("s", "0", (("0", "in", "0"), ("0", "around", "0"), ("0", "back", "0")))
    system = ClientServerSystem("x", (loop,), (server,), cyclic_clients=True)
    assert find_sticky(system) == {"around"}
    assert is_sticky(explore(system), {"around"})
    assert find_sticky(two_clients()) == frozenset()
    with pytest.raises(PreconditionError, match="this is a lts system"):
        find_sticky(graph("0a0"))
