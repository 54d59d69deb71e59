"""The published table is as printed, and comparisons with it are what they say."""

import pytest

from mazurka.bench.cell import Measured
from mazurka.bench.differences import Kind, difference
from mazurka.bench.table1 import COLUMNS, FAMILIES, ROWS

BY_NAME = {row.name: row for row in ROWS}


def test_table_1_has_forty_rows_of_nine_families_and_six_columns():
    assert len(ROWS) == 40
    assert FAMILIES == ("bg", "qo", "mpat", "disp", "tk", "pet", "fs", "lz", "dp")
    assert all(tuple(row.nodes) == COLUMNS for row in ROWS)


@pytest.mark.parametrize(
    ("row", "column", "printed"),
    [
        ("bg 3", "reach", 163_217),
        ("bg 9", "full+sleep", "timeout"),
        ("bg 9", "apifs+sleep", None),
        ("qo 100", "pset+sleep", None),
        ("mpat 10", "apifs+sleep", 1_446_066),
        ("tk 10", "minclosure+sleep", 10_702_780),
        ("tk 11", "full+sleep", None),
        ("pet 5", "full-sleep", 877_567),
        ("fs 14", "full-sleep", 86_174),
        ("lz 13", "minclosure+sleep", 8_319_765),
        ("dp 12", "full-sleep", 5_936_405),
        ("dp 14", "full+sleep", 4_097_822),
    ],
)
def test_table_1_cells_are_as_printed(row, column, printed):
    assert BY_NAME[row].nodes[column] == printed


def test_table_1_has_paths_of_full_sleep_where_they_are_printed():
    assert {r.name: r.paths for r in ROWS if r.family == "bg"} == {
        "bg 3": 256, "bg 4": 65_536, "bg 5": None, "bg 8": None, "bg 9": None,
    }  # fmt: skip
    assert BY_NAME["lz 12"].paths == 190_459


def test_table_1_is_blank_after_a_timeout():
    for family in FAMILIES:
        for column in COLUMNS:
            printed = [r.nodes[column] for r in ROWS if r.family == family]
            if "timeout" in printed:
                assert not any(printed[printed.index("timeout") + 1 :]), (family, column)


def test_sizes_of_a_family_ascend_and_so_do_its_processes():
    for family in FAMILIES:
        rows = [r for r in ROWS if r.family == family]
        assert [r.n for r in rows] == sorted({r.n for r in rows})
        assert [r.clients for r in rows] == sorted({r.clients for r in rows})


FOUND = Measured(nodes=100, seconds=1.0)
STOPPED = Measured(limit="max_seconds", nodes=100)


@pytest.mark.parametrize(
    ("published", "measured", "kind", "by", "mark"),
    [
        (100, FOUND, Kind.EQUAL, 0, "✓"),
        (1300, FOUND, Kind.SMALLER, -1200, "−1,200"),
        (98, FOUND, Kind.LARGER, 2, "+2"),
        ("timeout", FOUND, Kind.SOLVED, None, "solved"),
        (None, FOUND, Kind.NEW, None, "new"),
        (100, STOPPED, Kind.LIMIT, None, "limit"),
        ("timeout", STOPPED, Kind.BOTH, None, "both"),
        (None, STOPPED, Kind.BLANK, None, "limit"),
        (100, Measured(failure="killed"), Kind.FAILED, None, "failed"),
        (100, None, Kind.NOT_RUN, None, ""),
    ],
)
def test_each_pair_of_figures_compares_in_one_way(published, measured, kind, by, mark):
    found = difference(published, measured, measured.nodes if measured else None)
    assert (found.kind, found.by, found.mark) == (kind, by, mark)


def test_paths_that_were_not_counted_are_not_compared():
    assert difference(256, FOUND, FOUND.paths).kind is Kind.UNKNOWN
