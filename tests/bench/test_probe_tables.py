"""`mazurka bench probe-sets`: the published figures, what is measured, and how it is shown."""

import json

import pytest

from mazurka.bench.cell import Measured
from mazurka.bench.plots import PUBLISHED
from mazurka.bench.probe_figures import halves
from mazurka.bench.probe_sets import BY_NAME, COLUMNS, runs, table, tasks
from mazurka.bench.results import Results
from mazurka.bench.thesis import FAMILIES, ROWS, STRATEGIES
from mazurka.bench.touched import recording
from mazurka.models import build
from mazurka.reference.explorer import explore
from mazurka.registry import find_reducer

BENCH = ("bench", "probe-sets")
BY_ROW = {row.name: row for row in ROWS}
ALL, KEPT, DROP = COLUMNS[0].reducer, BY_NAME["sound"].reducer, BY_NAME["indep+nodup"].reducer


def key(family, size, reducer, seed=None):
    return f"{family}-entities {size} {reducer}" + (f" seed={seed}" if seed else "")


@pytest.mark.parametrize(
    ("row", "column", "printed"),
    [
        ("file-system 7", "all", 279_936),
        ("file-system 7", "rev+age", 22_151),
        ("file-system 5", "rev+nodup", 2_146),
        ("file-system 6", "indep+age", "timeout"),
        ("file-system 16", "indep+nodup", 55_060),
        ("indexer 4", "indep+age", 28_561),
        ("indexer 11", "indep+nodup", 1_572),
        ("bakery p2m6", "all", 789),
        ("bakery p2m6", "indep+nodup", 674),
        ("bakery p2m6", "rev+age", None),
        ("bakery p2m9", "all", None),
        ("bakery p3m4", "indep+nodup", "timeout"),
        ("szymanski 5", "indep+nodup", 1_458),
    ],
)
def test_cells_of_the_tables_are_as_printed(row, column, printed):
    assert BY_ROW[row].nodes[column] == printed


def test_the_tables_have_their_rows_and_the_figures_of_other_tools():
    assert [sum(r.family == f for r in ROWS) for f in FAMILIES] == [16, 11, 18, 5]
    assert all(tuple(r.nodes) == ("all", *STRATEGIES) for r in ROWS)
    assert BY_ROW["bakery p3m2"].others["own"] == 1_494
    assert BY_ROW["szymanski 3"].others["Helena-por"] == 20_079
    assert BY_ROW["indexer 5"].others["Spin"] == "timeout"


def test_every_row_is_a_model_and_every_column_a_reducer_of_it():
    assert all(t.missing_model() is None for _, t in tasks(ROWS, COLUMNS, 1))


def test_columns_that_choose_at_random_have_a_run_for_each_seed():
    row = BY_ROW["indexer 2"]
    assert [t.key for t in runs(row, BY_NAME["indep+nodup"], 2)] == [
        key("indexer", "n=2", DROP, 1),
        key("indexer", "n=2", DROP, 2),
    ]
    assert len(runs(row, BY_NAME["all"], 5)) == len(runs(row, BY_NAME["sound"], 5)) == 1


def test_published_reducers_are_not_sound_as_printed_and_ours_is():
    assert [find_reducer(BY_NAME[c].reducer).sound_as_printed for c in STRATEGIES] == [False] * 4
    assert "deadlocks" in find_reducer(KEPT).promises


@pytest.mark.parametrize(
    ("family", "parameters", "counts"),
    [
        ("file-system", {"n": 13}, (66, 66, 1)),
        ("file-system", {"n": 16}, (578, 672, 1)),
        ("indexer", {"n": 11}, (133, 133, 1)),
        ("bakery", {"n": 2, "m": 4}, (256, 342, 4)),
        ("bakery", {"n": 3, "m": 2}, (1_709, 2_954, 25)),
        ("szymanski", {"n": 5}, (702, 2_020, 0)),
    ],
)
def test_the_sound_reduction_has_these_states_vectors_and_deadlocks(family, parameters, counts):
    found = find_reducer(KEPT).run(build(f"{family}-entities", parameters))
    assert (found.states, found.nodes, found.deadlocks) == counts


def test_states_that_were_looked_at_are_counted_by_the_system_itself():
    plain = build("szymanski-entities", {"n": 2})
    system = recording(plain)
    assert explore(system).successors == explore(plain).successors
    assert len(system.met) == 25


@pytest.fixture
def known(tmp_path):
    return Results(tmp_path / "results.json", "probe-sets")


def cell(known, column, row="file-system 2", seeds=3):
    (found,) = table([BY_ROW[row]], [BY_NAME[column]], known, seeds)
    return found


def add(known, column, *measured, row="file-system 2"):
    for t, m in zip(runs(BY_ROW[row], BY_NAME[column], len(measured)), measured, strict=True):
        known.add(t, m)


def run(states, deadlocks=1, **more):
    return Measured(states=states, nodes=states, deadlocks=deadlocks, touched=states + 5, **more)


def test_a_cell_has_the_spread_of_its_seeds_once_all_are_known(known):
    add(known, "rev+age", run(20), run(24))
    assert cell(known, "rev+age").spread("states") is None
    add(known, "rev+age", run(20), run(24), run(31))
    s = cell(known, "rev+age").spread("states")
    assert (s.least, s.median, s.greatest, s.mean) == (20, 24, 31, 25)


@pytest.mark.parametrize(
    ("states", "kind", "by"), [(29, "equal", 0), (26, "equal", 0), (20, "smaller", -4), (33, "larger", 4)]
)
def test_a_published_number_lies_between_states_of_vectors_and_states_looked_at(known, states, kind, by):
    add(known, "rev+age", run(states))
    found = cell(known, "rev+age", seeds=1).difference
    assert (found.kind.value, found.by) == (kind, by)


def test_whether_deadlocks_are_kept_is_known_from_the_whole_state_space(known):
    add(known, "rev+age", run(20, deadlocks=2), run(20, deadlocks=1), run(20, deadlocks=2))
    assert cell(known, "rev+age").kept is None
    add(known, "all", Measured(states=36, nodes=36, deadlocks=2))
    assert (cell(known, "rev+age").kept, cell(known, "rev+age").lost) == (False, 1)
    add(known, "rev+age", run(20, deadlocks=2), run(21, deadlocks=2), run(22, deadlocks=2))
    assert cell(known, "rev+age").kept is True


def test_where_that_is_too_large_the_sound_reduction_tells(known):
    add(known, "all", Measured(states=99, nodes=99, deadlocks=0, limit="max_seconds"))
    add(known, "rev+age", run(20, deadlocks=2))
    assert cell(known, "rev+age", seeds=1).kept is None
    add(known, "sound", run(11, deadlocks=3))
    assert cell(known, "rev+age", seeds=1).kept is False


def test_what_was_lost_before_a_limit_is_not_known(known):
    add(known, "all", Measured(states=36, nodes=36, deadlocks=2))
    add(known, "rev+age", run(20, deadlocks=0, limit="max_seconds"))
    assert cell(known, "rev+age", seeds=1).kept is None


def test_a_tiny_row_is_measured_in_a_process(mazurka):
    ran = mazurka(
        *BENCH, "--rows", "szymanski:2", "--columns", "all,indep+nodup,sound", "--seeds", 2, "--json"
    )
    assert ran.status == 0
    full, drop, sound = ran.json["cells"]
    assert (full["states"]["max"], full["compared"]) == (25, "equal")
    assert (drop["runs"], drop["complete"], drop["published"]) == (2, True, 25)
    assert drop["states"]["min"] <= drop["states_looked_at"]["max"] <= 25
    assert (sound["deadlocks_kept"], sound["deadlocks_of_system"]) == (True, 0)


def test_a_column_ends_at_its_first_limit_of_any_seed(mazurka, stand):
    stand.answers[key("indexer", "n=2", DROP, 2)] = Measured(limit="max_seconds", nodes=7)
    ran = mazurka(*BENCH, "--families", "indexer", "--columns", "indep+nodup", "--seeds", 3, "--json")
    assert ran.status == 3
    assert [k.split(f" {DROP} ")[0][-1] + k[-1] for k in stand.asked] == ["11", "12", "13", "21", "22"]
    assert [c["compared"] for c in ran.json["cells"][1:3]] == ["limit", "not run"]


def test_bakeries_of_another_number_of_processes_are_another_series(mazurka, stand):
    stand.answers[key("bakery", "n=2 m=2", ALL)] = Measured(limit="max_seconds", nodes=7)
    mazurka(*BENCH, "--rows", "bakery:p2m2,bakery:p2m3,bakery:p3m2", "--columns", "all", "--quiet")
    assert stand.asked == [key("bakery", "n=2 m=2", ALL), key("bakery", "n=3 m=2", ALL)]


def test_the_page_shows_ours_beside_the_published_and_which_reductions_lose_deadlocks(
    mazurka, stand, tmp_path
):
    lossy = {key("file-system", "n=2", DROP, k): run(14 + k, deadlocks=0, seconds=1.0) for k in (1, 2, 3)}
    stand.answers = lossy | {key("file-system", "n=2", ALL): Measured(states=36, nodes=36, deadlocks=1)}
    command = ("--rows", "file-system:2,file-system:40", "--columns", "all,indep+nodup", "--seeds", 3)
    ran = mazurka(*BENCH, *command, "--max-seconds", 9)
    assert "✗ 1 of 1" in ran.out
    page = (tmp_path / "bench-probe-sets" / "table.md").read_text("utf-8")
    assert (
        "| 2 | 36 (36 ✓) | – (29) | – (29) | – (36) | 15/16/17 · 20/21/22 (31 −9) ✗ | – | 133 | 111 |" in page
    )
    assert (
        "| file-system 2 | indep+nodup | 15/16/17 | 15/16/17 | 20/21/22 | 0 | ✗ 1 of 1 | 1.00 | 16 | – |"
        in page
    )
    assert "Limit 9 s a cell" in page
    assert "| 40 |" in page


def test_figures_are_drawn_of_what_is_known(mazurka, stand, tmp_path):
    stand.answers = {key("indexer", f"n={n}", DROP, 1): run(10 * n) for n in (1, 2, 3)}
    row = ("--rows", "indexer:1,indexer:2,indexer:3", "--columns", "indep+nodup", "--seeds", 1)
    ran = mazurka(*BENCH, *row, "--figures", "5.2,5.3,5.5", "--json")
    assert [w.rpartition("/")[2] for w in ran.json["written"]] == [
        *(f"figure-{f}.{suffix}" for f in ("5.2", "5.3", "5.5") for suffix in ("svg", "png")),
        "results.json",
        "table.md",
    ]
    folder = tmp_path / "bench-probe-sets"
    assert "figure-5.5.svg" in (folder / "table.md").read_text("utf-8")
    assert (folder / "figure-5.3.png").read_bytes().startswith(b"\x89PNG")
    asked = len(stand.asked)
    assert mazurka(*BENCH, "--no-table", "--figures", "5.2", "--seeds", 1, "--quiet").status == 0
    assert len(stand.asked) == asked


def test_a_figure_has_the_middle_of_all_seeds_beside_the_published_nodes(known):
    for n, states in ((2, (20, 24, 31)), (3, (90, 70, 80))):
        add(known, "rev+age", *map(run, states), row=f"indexer {n}")
    (_, nothing), (_, curves) = halves("5.2", known, 3)
    assert curves["rev+age"] == [(2, 24), (3, 80)]
    assert curves["rev+age" + PUBLISHED] == [(1, 13), (2, 148), (3, 1_636)]
    assert nothing["rev+age"] == curves["sound"] == []
    add(known, "indep+nodup", *map(run, (4, 6, 14)), row="indexer 2")
    assert halves("5.5", known, 3)[1][1] == {
        "best": [(2, 4)], "median": [(2, 6)], "mean": [(2, 8)], "worst": [(2, 14)],
    }  # fmt: skip


def test_seeds_are_kept_with_the_results(mazurka, stand, tmp_path):
    mazurka(*BENCH, "--rows", "szymanski:1", "--columns", "rev+age", "--seeds", 2, "--quiet")
    cells = json.loads((tmp_path / "bench-probe-sets" / "results.json").read_text("utf-8"))["cells"]
    assert [c["options"] for c in cells] == [{"vectors": 0, "seed": 1}, {"vectors": 0, "seed": 2}]
    mazurka(*BENCH, "--rows", "szymanski:1", "--columns", "rev+age", "--seeds", 3, "--quiet")
    assert len(stand.asked) == 3


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--rows", "bakery:5"), "'bakery:5' is no row; write bakery:p2m3, say"),
        (("--rows", "indexer:p2m3"), "'indexer:p2m3' is no row; write indexer:5, say"),
        (("--rows", "fs:3"), "no family of probe-sets is called 'fs'; there are: file-system, indexer"),
        (("--columns", "reach"), "no column of probe-sets is called 'reach'; there are: all, rev"),
        (("--figures", "5.4"), "no figure is called '5.4'; there are: 5.2, 5.3, 5.5"),
        (("--no-table",), "say which figures: --figures 5.2,5.3,5.5"),
    ],
)
def test_what_the_tables_do_not_have_is_refused(mazurka, arguments, said):
    ran = mazurka(*BENCH, *arguments)
    assert ran.status == 2
    assert said in ran.err
