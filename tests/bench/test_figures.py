"""Figures 10 and 11: which systems they show, and that they are drawn."""

import json
from collections import Counter

import pytest

from mazurka.bench.cell import Measured
from mazurka.bench.figures import caption, curves, locks, philosophers, scatter, tasks_10, tasks_11
from mazurka.bench.plots import PUBLISHED, draw_curves
from mazurka.bench.results import Results

FIGURES = ("bench", "stateful-por", "--no-table", "--figures")


@pytest.fixture
def results(tmp_path):
    return Results(tmp_path / "figure.json", "figure")


def test_figure_11_shows_765_systems_under_two_algorithms():
    tasks = [t for _, t in tasks_11()]
    assert len({t.key for t in tasks}) == 2 * 765
    systems = {t.parameters for t in tasks}
    assert Counter(dict(p)["k"] for p in systems) == {1: 255, 2: 255, 3: 255}
    assert {dict(p)["n"] for p in systems} == {4, 6, 8, 10, 12}
    assert all(t.missing_model() is None for t in tasks)


def test_figure_10_shows_philosophers_who_eat_once_and_twice():
    parameters = {t.parameters for _, t in tasks_10([4, 5])}
    assert parameters == {(("n", n), ("meals", m)) for n in (4, 5) for m in (1, 2)}
    assert all(t.missing_model() is None for _, t in tasks_10())


def test_a_curve_has_the_sizes_that_were_complete(results):
    results.add(philosophers(2, 1, "reach"), Measured(nodes=24))
    results.add(philosophers(3, 1, "reach"), Measured(nodes=99, limit="max_seconds"))
    results.add(philosophers(2, 2, "reach"), Measured(nodes=77))
    assert curves(results, 1) == {"reach": [(2, 24)], "pset+sleep": [], "full+sleep": []}


def test_a_point_needs_both_algorithms_and_a_limit_is_counted(results):
    limit = Measured(nodes=9, limit="max_seconds")
    pairs = [
        (1, Measured(nodes=50), Measured(nodes=40)),
        (2, limit, Measured(nodes=30)),
        (3, limit, limit),
        (4, Measured(nodes=5), None),
    ]
    for seed, pset, full in pairs:
        for reducer, measured in (("pset+sleep", pset), ("full+sleep", full)):
            if measured is not None:
                results.add(locks(4, 2, seed, reducer), measured)
    found = scatter(results)
    assert found.points == {1: [], 2: [(50, 40)], 3: []}
    assert (found.beyond, found.open, found.systems) == (1, 1, 3)
    assert "1 of 3 systems" in caption("11", results)
    assert "on 1 only pset+sleep reached its limit, on 1 full+sleep did." in caption("11", results)


def test_a_caption_tells_the_limits(results):
    results.add(philosophers(2, 1, "reach"), Measured(nodes=24, max_seconds=2.0))
    results.add(philosophers(3, 1, "reach"), Measured(nodes=24, max_seconds=10.0))
    assert caption("10", results).endswith("Limit 2 or 10 s a point.")


@pytest.mark.parametrize("figure", ["10", "11"])
def test_a_figure_is_drawn_and_its_data_kept(mazurka, stand, tmp_path, figure):
    stand.answers = {t.key: Measured(nodes=20 * i + 20, seconds=1) for i, (_, t) in enumerate(tasks_11(1))}
    ran = mazurka(*FIGURES, figure, "--seeds", "1", "-o", "here", "--json")
    assert ran.status == 0
    assert ran.json["written"] == [f"here/figure-{figure}.{suffix}" for suffix in ("json", "svg", "png")]
    assert (tmp_path / "here" / f"figure-{figure}.png").read_bytes().startswith(b"\x89PNG")
    assert "</svg>" in (tmp_path / "here" / f"figure-{figure}.svg").read_text("utf-8")
    cells = json.loads((tmp_path / "here" / f"figure-{figure}.json").read_text("utf-8"))["cells"]
    assert len(cells) == len(stand.asked) == {"10": 114, "11": 30}[figure]
    assert not stand.fresh


@pytest.mark.usefixtures("stand")
def test_equal_data_give_an_equal_picture(mazurka, tmp_path):
    pictures = []
    for _ in range(2):
        mazurka(*FIGURES, "11", "--seeds", "1", "-o", "here")
        pictures.append([(tmp_path / "here" / f"figure-11.{s}").read_bytes() for s in ("svg", "png")])
    assert pictures[0] == pictures[1]


def test_a_figure_of_nothing_is_not_drawn(mazurka, stand, tmp_path):
    stand.answers = {t.key: KeyboardInterrupt for _, t in tasks_10()}
    assert mazurka(*FIGURES, "10").status == 130
    assert not list(tmp_path.rglob("*.svg"))


@pytest.mark.parametrize("published", [True, False])
def test_hollow_markers_are_explained_where_there_are_any(tmp_path, published):
    """Texts are comments in an SVG."""
    curves = {"all": [(1, 10.0)], "sound": [(1, 5.0)]}
    if published:
        curves["all" + PUBLISHED] = [(1, 12.0)]
    svg, _ = draw_curves([("left", curves), ("right", curves)], tmp_path / "figure", ("threads", "states"))
    assert ("<!-- hollow: as published -->" in svg.read_text()) == published
    assert svg.read_text().count("<!-- sound -->") == 1
