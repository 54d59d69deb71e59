"""The client/server families of the table of [HLPW]: their sizes, their processes, and what they compute."""

import pytest

from mazurka.models import build
from mazurka.optimized.explorer import explore
from mazurka.reference import explorer as reference


def reached(family, n):
    return explore(build(family, {"n": n})).states


def processes(family, n):
    system = build(family, {"n": n})
    return len(system.clients), len(system.servers)


@pytest.mark.parametrize(
    ("family", "n", "published"),
    [
        ("bg", 3, 163_217),
        ("mpat", 5, 59_616),
        ("pet", 4, 19_029),
        ("pet", 5, 932_573),
        ("fs", 6, 9**6),
    ],
)
def test_table_1_of_hlpw_gives_the_number_of_states(family, n, published):
    assert reached(family, n) == published


@pytest.mark.parametrize(
    ("family", "n", "published"),
    [
        ("bg", 3, (15, 14)),
        ("bg", 8, (511, 510)),
        ("pet", 4, (4, 7)),
        ("pet", 6, (6, 11)),
        ("fs", 6, (6, 64)),
        ("fs", 15, (15, 82)),
        ("dp", 10, (10, 10)),
        ("tk", 7, (14, 14)),
    ],
)
def test_table_1_of_hlpw_gives_the_numbers_of_clients_and_servers(family, n, published):
    assert processes(family, n) == published


@pytest.mark.parametrize(
    ("family", "n", "published", "ours"),
    [
        ("mpat", 5, (10, 7), (10, 6)),
        ("mpat", 20, (40, 22), (40, 21)),
        ("qo", 15, (17, 17), (17, 16)),
        ("disp", 5, (7, 18), (7, 17)),
        ("disp", 200, (202, 603), (202, 602)),
        ("lz", 12, (12, 14), (13, 13)),
    ],
)
def test_four_families_have_other_processes_than_the_table(family, n, published, ours):
    assert processes(family, n) == ours != published


def states_of_qo(n):
    """Before the master reads, between, and after, by the counter's position and whether writer c is done."""
    found = (n + 1) + n * (n - 1) // 2  # pairs (position of the counter, value it has had)
    return 2 ** (n - 1) * (2 * (n + 1) + 2 * found + found + 2 * (n + 1))


def states_of_lz(n):
    counts = [7, 28, 109]
    while len(counts) < n:
        a, b, c = counts[-3:]
        counts.append(6 * c - 9 * b + 2 * a)
    return counts[n - 1]


def test_qo_and_lz_have_the_published_number_of_states_by_a_closed_form():
    assert states_of_qo(15) == 6_995_968
    assert states_of_lz(12) == 16_054_352


@pytest.mark.parametrize("n", [1, 2, 3, 5, 12])
def test_qo_has_its_closed_form(n):
    assert reached("qo", n) == states_of_qo(n)


@pytest.mark.parametrize("n", [1, 2, 3, 4, 5, 6, 9])
def test_lz_has_its_recurrence(n):
    assert reached("lz", n) == states_of_lz(n)


def test_disp_and_tk_differ_from_the_published_number_of_states_as_they_say():
    """Table 1 has 95,744 and, at n = 7, 2,892,644."""
    assert reached("disp", 5) == 94_208
    assert [reached("tk", n) for n in (2, 3, 4, 7)] == [59, 435, 2947, 740_131]


@pytest.mark.parametrize("n", [1, 2])
def test_the_root_of_the_gates_gets_the_conjunction_of_all_leaves(n):
    system = build("bg", {"n": n})
    ends = [s for s in reference.explore(system).states if not system.enabled(s)]
    roots = {system.local_states(s)["g1"] for s in ends}
    assert roots == {"both0", "both1"}
    assert len(ends) == 2


def test_the_filter_lock_lets_one_process_at_a_time_into_its_critical_section():
    system = build("pet", {"n": 3})
    inside = [sum(x == "critical" for x in s[:3]) for s in reference.explore(system).states]
    assert max(inside) == 1


def test_the_filter_lock_can_only_end():
    system = build("pet", {"n": 3})
    ends = [s for s in reference.explore(system).states if not system.enabled(s)]
    assert {s[:3] for s in ends} == {("done",) * 3}


def test_in_the_file_system_thirteen_threads_never_meet_and_the_fourteenth_meets_the_first():
    for n, meeting in ((13, set()), (14, {("t0", "t13")})):
        system = build("fs", {"n": n})
        first_tries = {
            p.name: next(a for s, a, _ in p.transitions if s.startswith("try")) for p in system.clients
        }
        blocks = {}
        for thread, action in first_tries.items():
            blocks.setdefault(action.rsplit(".", 1)[1], []).append(thread)
        assert {tuple(ts) for ts in blocks.values() if len(ts) > 1} == meeting


def test_threads_of_the_file_system_that_share_an_inode_write_it_once():
    system = build("fs", {"n": 33})
    shared = next(q for q in system.servers if q.name == "inode0")
    assert {a.split(".")[0] for a in shared.actions} == {"t0", "t32"}


def test_the_last_zero_is_found_at_any_place_but_the_first_cell_is_never_increased():
    system = build("lz", {"n": 3})
    graph = reference.explore(system)
    assert {s[0] for s in graph.states} == {"at3", "at2", "at1", "at0", "done"}
    assert {system.local_states(s)["a0"] for s in graph.states} == {"0"}
    assert {system.local_states(s)["a3"] for s in graph.states} == {"0", "1", "2", "3"}


def test_at_most_one_station_of_the_ring_has_the_token():
    system = build("tk", {"n": 2})
    holders = [[s[i].endswith("here") for i in (2, 3)].count(True) for s in reference.explore(system).states]
    assert set(holders) == {0, 1}
