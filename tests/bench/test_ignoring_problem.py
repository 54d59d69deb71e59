"""`mazurka bench ignoring-problem`: the published figures, what is measured, and how it is shown."""

import json

import pytest

from mazurka.bench import ignoring_figures
from mazurka.bench.cell import Measured
from mazurka.bench.helena import COLUMNS as PUBLISHED
from mazurka.bench.helena import FAMILIES, ROWS
from mazurka.bench.ignoring_audits import SMALL, Audited, audit_small, keep, kept
from mazurka.bench.ignoring_problem import BY_NAME, COLUMNS, OTHER_SETS, PROVISOS, SETS, task, tasks
from mazurka.bench.results import Results
from mazurka.models import build, families
from mazurka.reference.explorer import explore
from mazurka.registry import default_reducers, find_reducer
from mazurka.registry.provisos import LIVENESS, SAFETY

BENCH = ("bench", "ignoring-problem")
BY_ROW = {row.name: row for row in ROWS}


def key(row, reducer, proviso=None):
    return f"{row} {reducer}" + (f" proviso={proviso}" if proviso else "")


LAMPORT = "lamport n=4"


@pytest.mark.parametrize(
    ("row", "column", "states", "megabytes"),
    [
        ("load-balancing c7s3", "reach", 1_574_530, 26.4),
        ("peer-to-peer 8", "colour", 884_830, 15.6),
        ("resource-allocation 4", "expanded-safety", 151_531, 3.6),
        ("resource-allocation 4", "stack", 1_783_881, 35.2),
        ("lamport 4", "colour-anticipating", 1_304_310, 31.6),
        ("peterson-flags 4", "none", 259_942, 3.7),
        ("production-cell 8", "reach", "timeout", None),
        ("slotted-ring 7", "stack-safety", 413_321, 5.8),
        ("chameneos 4", "stack", 899_295, 10.4),
        ("philosophers-tasks 6", "reach", 10_888_070, 136),
        ("rendezvous-servers c4s2", "colour", 159_202, 2.8),
    ],
)
def test_ep_table_1_cells_are_as_printed(row, column, states, megabytes):
    assert BY_ROW[row].states[column] == states
    assert BY_ROW[row].megabytes[column] == megabytes


def test_ep_table_1_has_two_oddities():
    """A reduction larger than the whole, and a proviso for liveness cheaper than its form for safety."""

    def more(a, b):
        pairs = [(r.family, r.states[a], r.states[b]) for r in ROWS]
        return [f for f, x, y in pairs if isinstance(x, int) and isinstance(y, int) and x > y]

    assert len(ROWS) == 10
    assert [f for c in PUBLISHED[1:] for f in more(c, "reach")] == ["peer-to-peer"]
    assert more("stack-safety", "stack") == ["load-balancing"]


def test_every_row_has_a_model_for_every_column():
    assert all(t.missing_model() is None for _, t in tasks(ROWS, COLUMNS))
    assert {f for f in FAMILIES if families()[f].formalism != "petri-net"} == set()


def test_every_proviso_that_reducers_know_has_a_column_with_either_kind_of_stubborn_sets():
    assert set(PROVISOS) == {"none", *SAFETY, *LIVENESS}
    kinds = {f"none:{s}" for s in OTHER_SETS}
    assert {c.name for c in COLUMNS} == {"reach", *PROVISOS, *(f"{p}:deletion" for p in PROVISOS), *kinds}
    for column in COLUMNS:
        find_reducer(column.reducer).complete(dict(column.options))


def test_every_kind_of_stubborn_sets_has_a_column_and_is_compared():
    known = {r.name.removeprefix("stubborn/") for r in default_reducers("petri-net")}
    assert {*SETS, *OTHER_SETS} <= known


def test_columns_of_the_paper_are_compared_with_closure_only():
    assert {c.name for c in COLUMNS if c.published} == set(PUBLISHED)


def test_a_cell_is_measured_in_a_process_and_kept(mazurka, tmp_path):
    command = (*BENCH, "--rows", "philosophers-atomic:5", "--columns", "none,stack,scc", "--json")
    ran = mazurka(*command)
    assert ran.status == 0
    assert {c["column"]: c["states"] for c in ran.json["cells"]} == {"none": 6, "stack": 11, "scc": 6}
    cells = json.loads(_results(tmp_path))["cells"]
    assert [c["options"] for c in cells] == [{"proviso": name} for name in ("none", "stack", "scc")]
    assert all(c["processor_seconds"] > 0 for c in cells)


def _results(tmp_path):
    return (tmp_path / "bench-ignoring-problem" / "results.json").read_text("utf-8")


def test_rows_are_measured_once_and_a_column_ends_at_its_first_limit(mazurka, stand):
    stand.answers[key(LAMPORT, "reach")] = Measured(limit="max_seconds", states=7)
    command = (*BENCH, "--rows", "lamport:5,lamport:4", "--columns", "reach,stack", "--quiet")
    assert mazurka(*command).status == 3
    asked = [key(LAMPORT, "reach"), key(LAMPORT, "stubborn/closure", "stack")]
    asked.append(key("lamport n=5", "stubborn/closure", "stack"))
    assert stand.asked == asked
    mazurka(*command)
    assert stand.asked == asked


def test_the_page_compares_with_what_was_published(mazurka, stand, tmp_path):
    closure = "stubborn/closure"
    stand.answers = {
        key(LAMPORT, "reach"): Measured(states=1_914_784, stored_bytes=2 * 10**7, processor_seconds=2.0),
        key(LAMPORT, closure, "none"): Measured(states=833_021, seconds=9.0, processor_seconds=1.5),
        key(LAMPORT, closure, "scc"): Measured(states=900_000),
        key(LAMPORT, closure, "colour"): Measured(states=1_000_000),
        key(LAMPORT, "stubborn/deletion", "none"): Measured(states=236_233),
        key("chameneos n=4", closure, "scc"): Measured(states=1),
        key("chameneos n=4", closure, "colour"): Measured(states=1),
        key("chameneos n=4", "reach"): Measured(states=161_510),
        key("chameneos n=4", closure, "none"): Measured(limit="max_seconds", states=9),
    }
    columns = "reach,none,colour,scc,none:deletion"
    mazurka(*BENCH, "--rows", "lamport:4,chameneos:4", "--columns", columns, "-q")
    page = (tmp_path / "bench-ignoring-problem" / "table.md").read_text("utf-8")
    row = "| lamport 4 | 1,914,784 (1,914,784 ✓) | 833,021 (1,052,518) | – (1,282,950) |"
    assert row in page
    assert "| chameneos 4 ≠ | 161,510 (oom) | limit (415,361) |" in page
    assert "Of the models lamport 4 have the published full size" in page
    assert "`scc` against `colour` on 2 models: fewer states on 1, as many on 1, more on 0" in page
    assert "together 900,001 against 1,000,001, -10.0 %." in page
    assert "`scc` against `colour-anticipating`: not measured." in page
    assert "| lamport 4 | 236,233 | – |" in page
    assert "| lamport 4 | 1,914,784 | 833,021 | 236,233 | – | – |" in page
    assert "| lamport 4 | reach | 1,914,784 | – | 2.00 | 957,392 | 20 MB | 10 |" in page
    assert "| lamport 4 | none | 833,021 | – | 1.50 | 555,347 | – | – |" in page
    assert "20.0 (41.02)" in page
    assert "Not audited." in page


def test_the_table_on_the_terminal_fits_in_80_columns(mazurka, stand):
    large = Measured(states=116_054_352, seconds=899.99, stored_bytes=19_999_999_999)
    stand.answers[key(LAMPORT, "stubborn/deletion", "colour-anticipating")] = large
    stand.answers[key(LAMPORT, "stubborn/closure", "colour-anticipating")] = large
    ran = mazurka(
        *BENCH, "--rows", "lamport:4", "--columns", "colour-anticipating:deletion,colour-anticipating"
    )
    assert "116,054,352" in ran.out and "1,304,310" in ran.out and "8897.8 %" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--rows", "lamport:c3s2"), "'lamport:c3s2' is no row; write lamport:4, say"),
        (("--rows", "load-balancing:4"), "is no row; write load-balancing:c4s2, say"),
        (("--rows", "kanban:4"), "no family of ignoring-problem is called 'kanban'"),
        (("--families", "bakery"), "no family of ignoring-problem is called 'bakery'"),
        (("--columns", "stack,queues"), "no column of ignoring-problem is called 'queues'"),
        (("--figures", "2"), "no figure is called '2'"),
    ],
)
def test_what_does_not_exist_is_named(mazurka, stand, arguments, complaint):
    ran = mazurka(*BENCH, *arguments)
    assert (ran.status, ran.out, stand.asked) == (2, "", [])
    assert complaint in ran.err


@pytest.mark.usefixtures("stand")
def test_verdicts_of_audits_come_to_the_page(mazurka, tmp_path):
    folder = tmp_path / "bench-ignoring-problem"
    small = (("n", 2),)
    audits = [
        Audited("lamport", small, "stack", ("soundness", "cycle-expansion")),
        Audited("chameneos", small, "stack", ("soundness", "cycle-expansion")),
        Audited("lamport", small, "queue", ("soundness",), broken=("soundness",)),
        Audited("lamport", small, "open", ("soundness",), open=("soundness",)),
        Audited("lamport", small, "none", ("soundness",), broken=("no-ignoring",)),
    ]
    keep(folder, audits)
    assert kept(folder) == audits
    mazurka(*BENCH, "--rows", "lamport:4", "--columns", "stack", "-q")
    page = (folder / "table.md").read_text("utf-8")
    assert "| stack | soundness, cycle-expansion | 2 | ✓ |  |" in page
    assert "| queue | soundness | 1 | ✗ on lamport |  |" in page
    assert "| open | soundness | 1 | ? on 1 |  |" in page
    assert "| none | soundness | 1 | ✓ | no-ignoring on lamport |" in page


TINY = [
    ("load-balancing", (("n", 2), ("servers", 2))),
    ("peer-to-peer", (("n", 3),)),
    ("peterson-flags", (("n", 2),)),
    ("resource-allocation", (("n", 2), ("units", 1), ("limit", 1))),
    ("slotted-ring", (("n", 2),)),
    ("philosophers-tasks", (("n", 2),)),
    ("philosophers-atomic", (("n", 4),)),
]


def test_every_proviso_keeps_its_promises_on_tiny_instances():
    audits = list(audit_small(COLUMNS, TINY))
    assert len(audits) == len(TINY) * (len(COLUMNS) - 1)
    assert [a for a in audits if not a.kept] == []
    for name, promise in (("colour", "cycle-expansion"), ("scc-safety:deletion", "no-ignoring")):
        assert all(promise in a.promises for a in audits if a.column == name)
    # Without a proviso there is something to break.
    ignored = [a.family for a in audits if a.column == "none" and a.broken == ("cycle-expansion",)]
    assert ignored == ["resource-allocation"]


def test_the_instances_to_audit_are_one_of_each_family_and_small():
    assert [f for f, _ in SMALL] == list(FAMILIES)
    assert all(len(explore(build(f, dict(p))).states) < 1_500 for f, p in SMALL)


def test_figure_1_has_n_plus_1_states_without_a_proviso_and_far_more_with_the_stack(tmp_path):
    results = Results(tmp_path / "figure.json", "figure")
    for n in (2, 3):
        for name, states in (("none", n + 1), ("stack", 2**n), ("scc", n + 1)):
            results.add(ignoring_figures.point(n, BY_NAME[name]), Measured(states=states))
    results.add(ignoring_figures.point(4, BY_NAME["none"]), Measured(states=3, limit="max_seconds"))
    assert ignoring_figures.states(results, "none") == {2: 3, 3: 4}
    assert list(ignoring_figures.rows(results)) == [
        "| philosophers | none, scc | stack |",
        "| ---: | ---: | ---: |",
        "| 2 | 3 | 4 |",
        "| 3 | 4 | 8 |",
    ]


def test_curves_of_figure_1_that_are_equal_are_one(tmp_path):
    results = Results(tmp_path / "figure.json", "figure")
    for name, states in (("reach", 7), ("none", 5), ("stack", 7), ("colour", 5), ("scc", 6)):
        results.add(ignoring_figures.point(4, BY_NAME[name]), Measured(states=states))
    assert ignoring_figures.halves(results)[1] == (
        "liveness",
        {"reach, stack": [(4, 7)], "none, colour": [(4, 5)], "scc": [(4, 6)]},
    )


def test_figure_1_is_drawn_and_stands_on_the_page(mazurka, stand, tmp_path):
    stand.answers = {t.key: Measured(states=12) for _, t in ignoring_figures.tasks()}
    mazurka(*BENCH, "--rows", "lamport:4", "--columns", "reach", "-q", "-o", "here")
    ran = mazurka(*BENCH, "--no-table", "--figures", "1", "-o", "here", "--json")
    assert ran.status == 0
    assert f"{task(ROWS[3], BY_NAME['reach']).key}" == stand.asked[0]
    assert (tmp_path / "here" / "figure-1.png").read_bytes().startswith(b"\x89PNG")
    page = (tmp_path / "here" / "table.md").read_text("utf-8")
    assert "![figure-1](figure-1.svg)" in page and "## Figure 1\n" in page
    assert "| 20 | 12 |" in page
