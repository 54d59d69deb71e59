"""Provisos: what each promises, on cyclic systems, and on graphs with any candidate sets at all."""

from functools import partial
from typing import Any, NamedTuple

import pytest
from hypothesis import assume, find, given, settings
from hypothesis import strategies as st

from mazurka.fuzz.campaign import require_promises_kept
from mazurka.fuzz.dice import Dice, dice
from mazurka.fuzz.strategies import (
    cyclic_client_server_systems,
    entity_systems,
    labelled_systems,
    nets,
)
from mazurka.reference.explicit import Explicit
from mazurka.reference.explorer import explore
from mazurka.reference.insertion import SCAPEGOATS, at_random, insertion
from mazurka.reference.net_stubborn_sets import arcs_of, enabled_among, is_closed
from mazurka.reference.proviso_options import PROVISOS
from mazurka.reference.proviso_search import Proviso, ProvisoSearch
from mazurka.reference.provisos import find_unexpanded_cycle, ignored_at
from mazurka.reference.stack_provisos import NaiveExpanded
from mazurka.reference.sticky import find_sticky, is_sticky
from mazurka.reference.stubborn_sets import is_weakly_stubborn
from mazurka.reference.weakly_stubborn import is_weakly_closed, weak_closure
from mazurka.registry import find_reducer
from mazurka.registry.provisos import LIVENESS, SAFETY
from mazurka.systems import Lts

BASES = {
    "petri-net": [f"plain/stubborn/{name}" for name in ("closure", "deletion", "insertion", "smallest")],
    "client-server": ["plain/pset", "plain/persistent"],
    "entity": ["plain/persistent"],
    "lts": ["plain/persistent"],
}
# On an explicit system nothing is sticky before its cycles are known.
WITHOUT_STICKY = ("entity", "lts")
SYSTEMS = st.one_of(cyclic_client_server_systems(), nets(), entity_systems(), labelled_systems())


@pytest.mark.parametrize("proviso", [name for name in PROVISOS if name != "none"])
@given(system=SYSTEMS, data=st.data())
@settings(max_examples=max(settings().max_examples // 3, 1))
def test_a_proviso_keeps_what_it_promises(proviso, system, data):
    assume(proviso != "sticky" or system.formalism not in WITHOUT_STICKY)
    reducer = find_reducer(data.draw(st.sampled_from(BASES[system.formalism])))
    options = {"proviso": proviso, "order": data.draw(st.sampled_from(PROVISOS[proviso].orders))}
    components = sorted(system.local_states(system.initial))
    if components and data.draw(st.booleans()):
        options["visible"] = data.draw(st.sampled_from(components))
    require_promises_kept(system, reducer, options)


class Choices(NamedTuple):
    """A labelled system, and candidates for each of its states."""

    system: Lts
    candidates: dict[int, list[tuple[str, ...]]]

    def reduced(self, proviso: Proviso[Any], order: str) -> Any:
        """The reduction."""
        search = ProvisoSearch(self.system, lambda s: self.candidates.get(s, []), proviso)
        return search.run(order)


def choices(d: Dice) -> Choices:
    """Up to nine states with up to three actions; at each state up to two candidates, whatever they are."""
    size = d.pick(range(2, 10))
    edges, candidates = [], {}
    for s, part in enumerate(d.parts(size, 12)):
        actions = "abc"[: part.pick([1, 2, 2, 3])]
        edges += [(s, a, part.pick(range(size))) for a in actions]
        sets = [tuple(a for a in actions if part.pick([False, True])) for _ in range(2)]
        candidates[s] = sorted({x for x in sets if x}, key=lambda x: (len(x), x))
    return Choices(Lts.from_edges("graph", edges, ()), candidates)


def partial_cycle(c: Choices, found: Any) -> bool:
    """Whether some cycle has no fully expanded state."""
    return find_unexpanded_cycle(c.system, found) is not None


def stranded(c: Choices, found: Any) -> bool:
    """Whether some state leads to no fully expanded one."""
    fine = {n for n in range(len(found.states)) if not ignored_at(c.system, found, n)}
    while more := {n for n, _, m in found.edges() if m in fine} - fine:
        fine |= more
    return len(fine) < len(found.states)


def ignoring_for_good(c: Choices, found: Any) -> bool:
    """Whether some state leads only to states that lead back, all of which ignore one action."""
    onward = [{n} for n in range(len(found.states))]
    for _ in onward:
        for n, _, m in found.edges():
            onward[n] |= onward[m]
    terminal = [n for n, after in enumerate(onward) if all(n in onward[m] for m in after)]
    explored = [{a for m in after for a in found.explored(m)} for after in onward]
    return any(not explored[n].issuperset(ignored_at(c.system, found, n)) for n in terminal)


WRONG = {
    **{name: stranded for name in SAFETY if name != "scc-safety"},
    "scc-safety": ignoring_for_good,
    **{name: partial_cycle for name in LIVENESS if name != "sticky"},
}


@pytest.mark.parametrize("name", WRONG)
@given(c=dice(120).map(choices))
def test_on_graphs_with_any_candidates_a_proviso_does_what_its_proof_says(name, c):
    for order in PROVISOS[name].orders:
        assert not WRONG[name](c, c.reduced(PROVISOS[name](), order))


@pytest.mark.parametrize(
    ("proviso", "order", "wrong"),
    [
        (Proviso, "bfs", partial_cycle),
        (Proviso, "bfs", stranded),
        (Proviso, "bfs", ignoring_for_good),
        (NaiveExpanded, "dfs", partial_cycle),
    ],
)
def test_on_such_graphs_no_proviso_and_the_naive_counter_are_caught(proviso, order, wrong):
    budget = settings(max_examples=4_000)
    found = find(dice(120).map(choices), lambda c: wrong(c, c.reduced(proviso(), order)), settings=budget)
    assert len(found.system.edges) <= 12


@given(st.one_of(nets(), cyclic_client_server_systems()))
def test_every_cycle_takes_a_sticky_action(system):
    assert is_sticky(explore(system), find_sticky(system))


@given(nets(), st.integers(0, 2**20 - 1))
def test_whatever_scapegoats_are_chosen_an_insertion_is_closed(net, seed):
    arcs = arcs_of(net)
    scapegoats = [*SCAPEGOATS.values(), partial(at_random, seed)]
    for m in explore(net).states[:20]:
        for t in enabled_among(net, m, range(len(net.transitions))):
            assert all(is_closed(arcs, m, set(insertion(arcs, m, t, choose))) for choose in scapegoats)


@given(nets())
def test_a_weak_closure_is_weakly_closed_and_weakly_stubborn(net):
    arcs, known = arcs_of(net), Explicit(net, explore(net))
    for m in known.full.states[:10]:
        for t in enabled_among(net, m, range(len(net.transitions))):
            members = frozenset(weak_closure(arcs, m, t))
            assert is_weakly_closed(arcs, m, members, t)
            assert is_weakly_stubborn(known, m, {net.actions[u] for u in members})
