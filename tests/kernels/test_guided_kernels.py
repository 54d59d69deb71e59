"""The searches guided by first sets on small systems: compiled, interpreted, with bounds checks."""

import pytest

from mazurka.limits import Watch
from mazurka.models import build
from mazurka.optimized import closure_search as compiled
from mazurka.reference import client_server_reducers as plain
from mazurka.reference.includes_first_set import FirstSetOracle

SYSTEMS = [
    build("dp", {"n": 3}),
    build("lz", {"n": 3}),
    build("locks", {"n": 3}),
    build("hlpw-figure1", {}),
    build("multi-locks", {"n": 4, "k": 3, "locks": 4}),
]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("reduce_full_sleep", {}),
        ("reduce_full_sleep", {"form": "actions"}),
        ("reduce_full_sleep", {"form": "remote", "closure": "lex"}),
        ("reduce_apifs_sleep", {}),
        ("reduce_minclosure_sleep", {}),
        ("reduce_full_without_sleep", {"order": "bfs"}),
        ("reduce_fresh_sleep", {}),
        ("reduce_unfolded_sleep", {"budget": 3}),
        ("reduce_merged_sleep", {"order": "bfs"}),
        ("reduce_lean_sleep", {"order": "ranked"}),
        ("reduce_lean_sleep", {"order": "dfs", "budget": 2}),
    ],
)
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s.name)
def test_guided_searches_give_the_graph_of_the_plain_reducer(system, name, options):
    expected = getattr(plain, name)(system, options, Watch()).graph()
    assert getattr(compiled, name)(system, options, Watch()).graph() == expected


@pytest.mark.parametrize("name", ["reduce_ifs_sleep", "reduce_lex_tree"])
@pytest.mark.parametrize("system", SYSTEMS, ids=lambda s: s.name)
def test_an_oracle_given_as_an_object_is_asked(system, name):
    asked = []

    def oracle(t, awake):
        asked.append((t, awake))
        return exact(t, awake)

    exact = FirstSetOracle(system)
    expected = getattr(plain, name)(system, {}, Watch()).graph()
    assert getattr(compiled, name)(system, {}, Watch(), oracle).graph() == expected
    assert len(set(asked)) == len(asked) > 0
