"""The strategies draw what makes reductions fail, often enough.

The rates are measured on a fixed sample and printed (`pytest -s` shows them); the bounds are
well below what was measured, so that only a real change of the distribution breaks them.
"""

import pytest
from hypothesis import given, seed, settings

from mazurka.fuzz import strategies
from mazurka.fuzz.reachable import valid_pairs, within
from mazurka.reference.missed_actions import all_missed
from mazurka.reference.source_sets import find_covering
from mazurka.reference.vectors import Vector
from mazurka.systems import EntitySystem, StateGraph

SAMPLE = 300
STRATEGIES = {
    "client-server": strategies.client_server_systems(),
    "petri-net": strategies.nets(),
    "entity": strategies.entity_systems(),
    "lts": strategies.labelled_systems(),
}
# Least share of systems with: a race, a deadlock, a cycle, two independent actions enabled together; at the
# initial state of an acyclic one a covering set that leaves out something; an action missed by a short word.
LEAST = {
    "client-server": {"race": 0.6, "deadlock": 1.0, "cycle": 0.0, "freedom": 0.6, "choice": 0.3},
    "petri-net": {"race": 0.5, "deadlock": 0.6, "cycle": 0.3, "freedom": 0.4, "choice": 0.1},
    "entity": {"race": 0.5, "deadlock": 0.4, "cycle": 0.5, "freedom": 0.5, "choice": 0.05, "missed": 0.4},
    "lts": {"race": 0.6, "deadlock": 0.6, "cycle": 0.3, "freedom": 0.2, "choice": 0.05},
}


def traits(system):
    """Which of the things that matter a system has.

    A race is a reachable state that enables two different dependent actions: there is one iff
    an acyclic system has at least two trace classes of maximal runs.
    """
    states = within(system, 10_000)
    number = {s: i for i, s in enumerate(states)}
    enabled = [system.enabled(s) for s in states]
    edges = [[(a, number[system.after(s, a)]) for a in en] for s, en in zip(states, enabled, strict=True)]
    pairs = [(a, b) for en in enabled for a in en for b in en if a != b]
    cycle = StateGraph(states, edges).topological_order() is None
    return {
        "race": any(not system.independent(a, b) for a, b in pairs),
        "deadlock": not all(enabled),
        "cycle": cycle,
        "freedom": any(system.independent(a, b) for a, b in pairs),
        "choice": not cycle and len(find_covering(system, system.initial)) < len(enabled[0]),
        "missed": isinstance(system, EntitySystem) and misses_something(system),
    }


def misses_something(system):
    """Whether an action is missed when the first enabled one is taken up to three times."""
    s, word = system.initial, []
    while system.enabled(s) and len(word) < 3:
        word.append(system.enabled(s)[0])
        s = system.after(s, word[-1])
    return bool(all_missed(system, Vector(system.initial, tuple(word))))


@pytest.mark.parametrize("formalism", STRATEGIES)
def test_races_deadlocks_cycles_and_freedom_are_frequent(formalism):
    drawn = []

    @seed(0)
    @settings(max_examples=SAMPLE, database=None)
    @given(STRATEGIES[formalism])
    def sample(system):
        drawn.append((len(within(system, 10_000)), traits(system)))

    sample()
    sizes = sorted(n for n, _ in drawn)
    share = {t: sum(found[t] for _, found in drawn) / len(drawn) for t in LEAST[formalism]}
    shown = ", ".join(f"{t} {s:.0%}" for t, s in share.items())
    print(f"\n{formalism}: {shown}; states: median {sizes[len(sizes) // 2]}, most {sizes[-1]}")
    assert all(share[t] >= least for t, least in LEAST[formalism].items()), shown


@given(strategies.labelled_systems())
def test_the_independence_of_labelled_systems_is_valid(system):
    assert system.independence <= valid_pairs(system)
