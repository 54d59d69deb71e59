"""The reducers guided by first sets: plain and compiled, they build the same graph, with any options."""

from hypothesis import given
from hypothesis import strategies as st

from fuzz.crowds import crowds
from fuzz.strategies import client_server_systems
from mazurka.limits import Watch
from mazurka.optimized import closure_search as optimized
from mazurka.reference import client_server_reducers as reference

OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "order": st.sampled_from(["dfs", "bfs"]),
        "actions": st.sampled_from(["given", "appearance", "by-process"]),
        "choice": st.sampled_from(["pifs", "first"]),
        "form": st.sampled_from(["processes", "actions", "remote"]),
    },
)
CLOSURE = st.fixed_dictionaries({}, optional={"closure": st.sampled_from(["min", "lex"])})
SYSTEMS = st.one_of(client_server_systems(), crowds())
WITH_CLOSURE = ("reduce_full_sleep", "reduce_full_without_sleep", "reduce_minclosure_sleep")


def assert_same(name, system, options):
    plain, compiled = (
        getattr(line, name)(system, options, Watch()).graph() for line in (reference, optimized)
    )
    assert (compiled.states, compiled.sleep) == (plain.states, plain.sleep)
    assert compiled.successors == plain.successors
    assert compiled.treated == plain.treated


@given(SYSTEMS, st.sampled_from(WITH_CLOSURE), OPTIONS, CLOSURE)
def test_the_same_graph_with_a_closure(system, name, options, closure):
    assert_same(name, system, options | closure)


@given(SYSTEMS, OPTIONS)
def test_the_same_graph_without_a_closure(system, options):
    assert_same("reduce_apifs_sleep", system, options)
