"""Nodes of [HLPW] Table 1 that the compiled reducers reproduce; for pet and dp ours beside the published."""

import pytest

from mazurka.limits import Watch
from mazurka.models import build
from mazurka.optimized.closure_search import (
    reduce_apifs_sleep,
    reduce_full_sleep,
    reduce_full_without_sleep,
    reduce_minclosure_sleep,
)
from mazurka.optimized.process_sets import reduce_pset_sleep

GUIDED = (reduce_full_sleep, reduce_full_without_sleep, reduce_minclosure_sleep, reduce_apifs_sleep)


@pytest.mark.parametrize(
    ("family", "n", "nodes", "paths"),
    [
        ("bg", 3, (131, 131, 131, 329), 256),
        ("bg", 4, (401, 401, 401, 5_945), 65_536),
        ("mpat", 5, (672, 672, 672, 3_202), 3_840),
        ("fs", 6, (481, 106, 605, 132), 32),
        ("fs", 7, (1_107, 177, 1_359, 234), 64),
    ],
)
def test_hlpw_table_1(family, n, nodes, paths):
    system = build(family, {"n": n})
    found = [reduce(system, {}, Watch()) for reduce in GUIDED]
    assert tuple(f.nodes for f in found) == nodes
    assert found[0].paths() == paths


@pytest.mark.parametrize(
    ("family", "n", "ours", "published"),
    [
        ("pet", 4, (19_512, 17_648, 21_207, 20_001), (19_584, 17_648, 21_209, 20_009)),
        ("dp", 10, (83_047, 443_823, 83_047, 233_886), (145_494, 734_806, 2_165_172, 792_072)),
    ],
)
def test_hlpw_table_1_where_ours_is_smaller(family, n, ours, published):
    system = build(family, {"n": n})
    assert tuple(reduce(system, {}, Watch()).nodes for reduce in GUIDED) == ours
    assert all(x <= y for x, y in zip(ours, published, strict=True))


@pytest.mark.parametrize(
    ("family", "n", "nodes"), [("bg", 3, 95_991), ("mpat", 5, 11_264), ("pet", 4, 23_824)]
)
def test_hlpw_table_1_persistent_sets(family, n, nodes):
    assert reduce_pset_sleep(build(family, {"n": n}), {}, Watch()).nodes == nodes


@pytest.mark.parametrize(("n", "nodes"), [(15, 422), (50, 4_027)])
def test_hlpw_table_1_has_pifs_in_the_form_of_actions(n, nodes):
    """In the form of processes apifs+sleep has 648 and 6,528 nodes."""
    assert reduce_apifs_sleep(build("qo", {"n": n}), {"form": "actions"}, Watch()).nodes == nodes
