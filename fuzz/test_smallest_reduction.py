"""Smallest reductions: against all covering choices of tiny systems; minimal first sets: the definition."""

from itertools import chain, combinations

from hypothesis import assume, given, settings

from mazurka.fuzz.strategies import client_server_systems, systems
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.oracle.minimal_first_sets import minimal, minimal_first_sets
from mazurka.oracle.smallest_reduction import greedily_kept, reduction, relevant_duties, smallest_reduction
from mazurka.reference.covering import check_covering
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.source_sets import covers, first_set_table


def smallest_by_enumeration(full, table):
    """The fewest states that any choice of a covering set at each state reaches: all choices are tried.

    What is chosen at a state matters only for where it leads; so states are added until all have a choice.
    """

    def fewest(kept, waiting, bound):
        if not waiting or len(kept) >= bound:
            return len(kept)
        n, rest = waiting[0], waiting[1:]
        steps = full.successors[n]
        for chosen in chain.from_iterable(combinations(steps, k) for k in range(len(steps) + 1)):
            if covers(frozenset(a for a, _ in chosen), table[n]):
                new = sorted({m for _, m in chosen} - kept)
                bound = min(bound, fewest(kept | set(new), rest + new, bound))
        return bound

    return fewest({0}, [0], len(full.states))


@settings(max_examples=settings.default.max_examples // 2)
@given(client_server_systems())
def test_no_choice_of_covering_sets_reaches_fewer_states(system):
    full = explore(system)
    assume(len(full.states) <= 16)
    table = first_set_table(system, full)
    least = smallest_reduction(system, full)
    assert least.optimal
    assert least.states == smallest_by_enumeration(full, table)


@given(systems())
def test_the_smallest_reduction_and_the_greedy_one_cover_at_every_node(system):
    full = explore(system)
    assume(full.topological_order() is not None)
    least = smallest_reduction(system, full)
    assert least.lower_bound == least.states
    assert check_covering(system, full, least.graph, Context()).holds is True
    firsts = minimal_first_sets(system, full)
    duties = relevant_duties(system, full, firsts)
    greedy = reduction(full, duties, greedily_kept(duties, firsts.order))
    assert check_covering(system, full, greedy, Context()).holds is True
    assert least.states <= len(greedy.states)


@settings(max_examples=settings.default.max_examples // 4)
@given(client_server_systems())
def test_the_oracle_of_first_sets_finds_every_node_of_the_smallest_reduction_covered(system):
    graph = smallest_reduction(system, explore(system)).graph
    with IncludesFirstSet(system) as oracle:
        for n, s in enumerate(graph.states):
            if enabled := set(system.enabled(s)):
                assert not oracle(s, enabled - set(graph.explored(n)))


@given(systems())
def test_the_minimal_first_sets_are_those_of_the_definition(system):
    full = explore(system)
    assume(full.topological_order() is not None)
    bit = {a: 1 << i for i, a in enumerate(system.actions)}
    table = first_set_table(system, full)
    for n, sets in enumerate(minimal_first_sets(system, full).sets):
        assert sets == minimal(sum(bit[a] for a in f) for f in table[n] if f)
        assert not any(f & g == f for f in sets for g in sets if f != g)
