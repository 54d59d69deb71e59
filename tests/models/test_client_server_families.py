"""The client/server families of the table of [HLPW]: their sizes, their processes, and what they compute."""

import pytest

from mazurka.models import build
from mazurka.optimized.explorer import explore


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
    ],
)
def test_table_1_of_hlpw_gives_the_numbers_of_clients_and_servers(family, n, published):
    assert processes(family, n) == published


def test_mpat_has_one_server_less_than_the_table():
    """The program has n + 1 locks, the table n + 2 servers: (10, 7) and (40, 22)."""
    assert processes("mpat", 5) == (10, 6)
    assert processes("mpat", 20) == (40, 21)
