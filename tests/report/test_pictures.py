"""Pictures of state spaces: what is shown of a state, where it is placed, how edges get there."""

from itertools import pairwise

import pytest

from mazurka.errors import MazurkaError
from mazurka.reference.explorer import explore
from mazurka.report.drawing import draw
from mazurka.report.layers import crossings, distances, isotonic, layered
from mazurka.report.routes import Box, at, clipped, label_places, length, routes, smooth
from mazurka.report.space import space
from mazurka.report.state_names import short_names, too_long
from mazurka.systems import Lts, PetriNet, StateGraph, Transition
from tests.cli.small_systems import diamond, rival_entities, two_clients, two_loops

SQUARE = [(0, 1), (0, 2), (1, 3), (2, 3)]


def laid(widths, edges, beside=1.0):
    return layered(widths, [1.0] * len(widths), edges, beside=beside, between=1.0)


def test_nodes_are_in_layers_by_their_distance_from_the_first():
    centres = laid([1.0] * 4, SQUARE).centres
    assert distances(4, SQUARE) == [0, 1, 1, 2]
    assert [y for _, y in centres] == sorted((y for _, y in centres), reverse=True)
    assert centres[1][1] == centres[2][1] != centres[3][1]


def test_a_diamond_is_symmetrical():
    (x, _), (left, _), (right, _), (y, _) = laid([1.0] * 4, SQUARE).centres
    assert x == pytest.approx(y) == pytest.approx((left + right) / 2)
    assert right - left == pytest.approx(2)


def test_neighbours_in_a_layer_keep_their_distance_whatever_their_width():
    widths = [1.0, 5.0, 1.0, 3.0]
    centres = laid(widths, [(0, 1), (0, 2), (0, 3)], beside=0.5).centres
    for left, right in pairwise(sorted((1, 2, 3), key=lambda n: centres[n])):
        gap = centres[right][0] - centres[left][0]
        assert gap == pytest.approx((widths[left] + widths[right]) / 2 + 0.5)


def test_the_order_in_a_layer_avoids_a_crossing():
    """In the order of arrival 1 → 4 and 2 → 3 cross."""
    centres = laid([1.0] * 5, [(0, 1), (0, 2), (2, 3), (1, 4)]).centres
    assert (centres[1] < centres[2]) == (centres[4] < centres[3])
    assert crossings([[1, 2], [3, 4]], [[], [4], [3], [], []]) == 1


def test_an_edge_back_bends_in_every_layer_that_it_passes():
    found = laid([1.0] * 4, [(0, 1), (1, 2), (2, 3), (3, 0)])
    assert [len(bends) for bends in found.bends] == [0, 0, 0, 2]
    assert [y for _, y in found.bends[3]] == [found.centres[2][1], found.centres[1][1]]
    for (x, y), n in zip(found.bends[3], (2, 1), strict=True):
        assert y == found.centres[n][1]
        assert abs(x - found.centres[n][0]) > 0.5


def test_wishes_that_violate_the_order_share_their_mean():
    assert isotonic([0.0, 3.0, 1.0, 5.0]) == [0.0, 2.0, 2.0, 5.0]
    assert isotonic([3.0, 2.0, 1.0]) == [2.0, 2.0, 2.0]


def test_a_line_begins_and_ends_at_the_borders():
    begin, end = Box((0, 0), 2, 2), Box((10, 0), 4, 2)
    (x, _), (u, _) = clipped([(0, 0), (10, 0)], begin, end)
    assert (x, u) == (pytest.approx(1, abs=1e-5), pytest.approx(8, abs=1e-5))


def test_a_smooth_line_passes_through_all_its_points():
    points = [(0.0, 0.0), (1.0, 2.0), (3.0, 1.0)]
    assert set(points) <= set(smooth(points))


def test_edges_there_and_back_are_two_lines_and_a_loop_is_one():
    edges = [(0, 1), (1, 0), (0, 0), (0, 0)]
    layout = laid([1.0, 1.0], edges)
    lines = routes([Box(c, 1.0, 1.0) for c in layout.centres], edges, layout)
    there, back, *loops = lines
    assert at(there, 0.5) != pytest.approx(at(back, 0.5), abs=0.1)
    assert at(loops[0], 0.5)[0] < at(loops[1], 0.5)[0]
    assert all(length(line) > 0 for line in lines)


def test_labels_of_lines_that_cross_do_not_cover_each_other():
    lines = [[(0.0, 0.0), (10.0, 10.0)], [(0.0, 10.0), (10.0, 0.0)]]
    one, other = label_places(lines, [(1.0, 0.5), (1.0, 0.5)], [])
    assert one.overlap(other) == 0
    assert at(lines[0], 0.5) == (5.0, 5.0)


def test_a_state_is_told_by_what_changes():
    loops = two_loops()
    assert short_names(loops, [(1, 0, 1, 0), (1, 0, 0, 2)]) == ["q1", "2·q2"]
    assert short_names(loops, [(1, 0, 0, 0), (0, 0, 0, 0)]) == ["p1", "∅"]
    assert short_names(rival_entities(), [frozenset("pr"), frozenset("q")]) == ["p r", "q"]
    assert short_names(two_clients(), [("0", "0", "0", "0"), ("1", "0", "1", "0")]) == ["0,0", "1,1"]
    assert short_names(diamond(), [0, 3]) == ["0", "3"]


def test_a_long_name_goes_on_in_the_next_line_and_a_longer_one_is_none():
    places = tuple(f"place-{i}" for i in range(9))
    net = PetriNet("wide", places, (Transition("t", dict.fromkeys(range(9), 1)),), (1,) * 9)
    (full, empty) = short_names(net, [(1,) * 9, (0,) * 9])
    assert full.splitlines()[0] == "place-0 place-1"
    assert empty == "∅"
    assert too_long([full])
    assert not too_long([empty])


def reduction():
    return StateGraph(states=[0, 1, 3], successors=[[("a", 1)], [("b", 2)], []])


def test_what_a_reduction_does_not_reach_is_not_kept():
    seen = space(diamond(), explore(diamond()), reduction())
    assert seen.kept == (True, True, False, True)
    assert {(a.source, a.target) for a in seen.arrows if not a.kept} == {(0, 2), (2, 3)}
    assert seen.counts() == {
        "states": 4,
        "states_kept": 3,
        "transitions": 4,
        "transitions_kept": 2,
        "deadlocks": 1,
        "deadlocks_kept": 1,
    }


def test_steps_between_the_same_states_share_an_arrow_unless_one_is_left_out():
    lts = Lts.from_edges("three", [(0, "a", 1), (0, "b", 1), (0, "c", 1)])
    kept = StateGraph(states=[0, 1], successors=[[("a", 1), ("c", 1)], []])
    arrows = space(lts, explore(lts), kept).arrows
    assert {(a.actions, a.kept) for a in arrows} == {(("a", "c"), True), (("b",), False)}


@pytest.mark.parametrize("edge", [("a", 2), ("c", 1), ("b", 1)])
def test_a_step_that_is_not_the_systems_is_not_drawn(edge):
    wrong = StateGraph(states=[0, 1, 9], successors=[[edge], [], []])
    with pytest.raises(MazurkaError, match=f"a step by {edge[0]!r} that the system does not have"):
        space(diamond(), explore(diamond()), wrong)


@pytest.mark.parametrize(("kind", "begin"), [("svg", b"<?xml"), ("png", b"\x89PNG")])
def test_equal_pictures_are_equal_files(tmp_path, kind, begin):
    seen = space(diamond(), explore(diamond()), reduction())
    files = [tmp_path / f"{n}.{kind}" for n in (1, 2)]
    for file in files:
        draw(seen, ["$0$", "1", "2", "3"], file, title="diamond")
    assert files[0].read_bytes() == files[1].read_bytes()
    assert files[0].read_bytes().startswith(begin)


def test_colours_tell_what_is_left_out(tmp_path):
    """The deadlock that is lost is dashed; without a reduction nothing is grey."""
    two = Lts.from_edges("two", [(0, "a", 1), (0, "b", 2)])
    kept = StateGraph(states=[0, 1], successors=[[("a", 1)], []])
    for name, reduced in (("whole", None), ("reduced", kept)):
        draw(space(two, explore(two), reduced), ["0", "1", "2"], tmp_path / f"{name}.svg")
    whole, reduced = ((tmp_path / f"{n}.svg").read_text() for n in ("whole", "reduced"))
    assert "stroke-dasharray" not in whole
    assert reduced.count("stroke-dasharray") == 2
    assert "#c7c7c7" in reduced
    assert "#c7c7c7" not in whole
