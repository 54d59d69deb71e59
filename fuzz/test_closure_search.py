"""The reducers guided by first sets: plain and compiled, they build the same graph, with any options."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from mazurka.fuzz.crowds import crowds
from mazurka.fuzz.strategies import client_server_systems
from mazurka.limits import Watch
from mazurka.optimized import closure_search as optimized
from mazurka.reference import client_server_reducers as reference
from mazurka.reference.includes_first_set import FirstSetOracle
from mazurka.systems import ClientServerSystem, Process

SEARCH = {
    "order": st.sampled_from(["dfs", "bfs"]),
    "actions": st.sampled_from(["given", "appearance", "by-process"]),
    "form": st.sampled_from(["processes", "actions", "remote"]),
}
OPTIONS = st.fixed_dictionaries({}, optional={**SEARCH, "choice": st.sampled_from(["pifs", "first"])})
CLOSURE = st.fixed_dictionaries({}, optional={"closure": st.sampled_from(["min", "lex"])})
MERGED = st.fixed_dictionaries({}, optional={**SEARCH, "order": st.sampled_from(["dfs", "bfs", "ranked"])})
BUDGET = st.fixed_dictionaries({}, optional={"budget": st.integers(1, 9)})
LISTING = st.fixed_dictionaries(
    {}, optional={**SEARCH, "oracle": st.sampled_from(["exact", "pifs", "sleep"])}
)
MANY = settings(max_examples=settings.default.max_examples * 2)
SYSTEMS = st.one_of(client_server_systems(), crowds())
WITH_CLOSURE = ("reduce_full_sleep", "reduce_full_without_sleep", "reduce_minclosure_sleep")


def _lock(*names):
    return Process("s1", "free", (*(("free", a, "held") for a in names), ("held", "c4.drop", "free")))


def _variable(server, *names):
    return Process(server, "0", tuple((x, a, "1") for a in names for x in "01"))


# Two local steps wait for the same process, in the test by actions.  One crowd in a thousand is like that.
WAITING_TOGETHER = ClientServerSystem(
    "waiting-together",
    (
        *(Process(f"c{k}", "0", (("0", f"c{k}.take", "1"),)) for k in (1, 2, 3)),
        Process("c4", "0", (("0", "c4.drop", "1"), ("1", "c4.late", "2"), ("0", "c4.set", "1"))),
        Process(
            "c5",
            "0",
            (("0", "c5.set", "1"), ("1", "c5.late", "2"), ("2", "c5.take", "3"), ("0", "c5.take", "1")),
        ),
    ),
    (
        _lock("c1.take", "c2.take", "c3.take", "c5.take"),
        _variable("s2", "c4.set", "c5.set"),
        _variable("s3", "c4.late", "c5.late"),
    ),
)


def assert_same(name, system, options, *oracle):
    found = getattr(reference, name)(system, options, Watch())
    fast = getattr(optimized, name)(system, options, Watch(), *oracle)
    assert fast.deadlocks == found.deadlocks
    plain, compiled = found.graph(), fast.graph()
    assert (compiled.states, compiled.sleep) == (plain.states, plain.sleep)
    assert compiled.successors == plain.successors
    assert compiled.treated == plain.treated


@example(system=WAITING_TOGETHER, name="reduce_full_sleep", options={"form": "actions"}, closure={})
@MANY
@given(SYSTEMS, st.sampled_from(WITH_CLOSURE), OPTIONS, CLOSURE)
def test_the_same_graph_with_a_closure(system, name, options, closure):
    assert_same(name, system, options | closure)


@MANY
@given(SYSTEMS, st.sampled_from(["reduce_ifs_sleep", "reduce_lex_tree"]), LISTING)
def test_the_same_graph_or_tree_with_an_oracle(system, name, options):
    exact = options.get("oracle", "exact") == "exact"
    assert_same(name, system, options, *([FirstSetOracle(system)] if exact else []))


@MANY
@given(SYSTEMS, st.sampled_from(["reduce_merged_sleep", "reduce_lean_sleep"]), MERGED, BUDGET)
def test_the_same_graph_with_one_node_a_state(system, name, options, budget):
    assert_same(name, system, options | (budget if name == "reduce_lean_sleep" else {}))


@MANY
@given(SYSTEMS, OPTIONS, CLOSURE, BUDGET)
def test_the_same_graph_with_the_test_unfolded(system, options, closure, budget):
    assert_same("reduce_unfolded_sleep", system, options | closure | budget)


@MANY
@given(SYSTEMS, st.sampled_from(["reduce_apifs_sleep", "reduce_fresh_sleep"]), OPTIONS)
def test_the_same_graph_without_a_choice_of_closures(system, name, options):
    assert_same(name, system, options)
