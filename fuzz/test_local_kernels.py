"""Closures and PIFS as they are compiled, at every state: there is no search that could hide an error."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazurka.fuzz.crowds import crowds, gatherings
from mazurka.fuzz.strategies import client_server_systems
from mazurka.optimized.closure_sets import FIRST, FRESHEST, NO_LIMIT, SMALLEST, choose_closure_set, close
from mazurka.optimized.compiled import compile_moves, enabled_moves, pack
from mazurka.optimized.encoding import encode
from mazurka.optimized.layout import bit_rows, lay_out
from mazurka.optimized.local_tables import FORMS, begin, local_tables
from mazurka.optimized.pifs import pifs_of_action, pifs_of_waking
from mazurka.reference.closure_sets import (
    closure_of,
    covering_set,
    first_covering_set,
    freshest_covering_set,
    smallest_covering_set,
)
from mazurka.reference.explorer import explore
from mazurka.reference.local_runs import local_runs
from mazurka.reference.pifs import find_action_pifs, find_pifs, find_rpifs

SYSTEMS = st.one_of(client_server_systems(), crowds(), gatherings())
TESTS = {"processes": find_pifs, "actions": find_action_pifs, "remote": find_rpifs}
MOST = 40
"""States that are looked at."""


class Compiled:
    """A system, its tables, and the enabled moves of each of its first states."""

    def __init__(self, system, form="processes"):
        encoding = encode(system)
        layout = lay_out(encoding.widths, encoding.proven)
        self.system, self.moves = (
            compile_moves(encoding, layout),
            np.zeros(len(encoding.moves), dtype=np.uint32),
        )
        self.tables = local_tables(system, layout, form)
        self.states = explore(system).states[:MOST]
        numbers = (
            [p.local_states.index(x) for p, x in zip(system.processes, s, strict=True)] for s in self.states
        )
        self.packed = [pack(row, layout) for row in numbers]

    def enabled(self, packed):
        """How many moves are enabled; they are in `moves`."""
        return enabled_moves(self.system, packed, self.moves)


def bits_of(system, actions):
    """A set of actions as it is compiled."""
    return bit_rows([sum(1 << system.actions.index(a) for a in actions)], len(system.actions))[0]


@given(SYSTEMS)
def test_a_closure_is_that_of_the_definition_and_costs_what_is_enabled_of_it(system):
    compiled, known = Compiled(system), local_runs(system)
    compiled.tables.weight[:] = 1
    for s, packed in zip(compiled.states, compiled.packed, strict=True):
        for a in system.enabled(s):
            nobody_settled, now = begin(compiled.tables), begin(compiled.tables)
            cost = close(compiled.tables, packed, system.actions.index(a), now, nobody_settled, NO_LIMIT)
            found = {b for b, mark in zip(system.actions, compiled.tables.member, strict=True) if mark == now}
            expected = closure_of(known, s, a)
            assert found == expected
            assert cost == len(expected.intersection(system.enabled(s)))


@given(SYSTEMS, st.sampled_from(sorted(FORMS)), st.integers(0, 2**16 - 1))
def test_pifs_holds_of_each_action_and_of_what_is_awake_as_the_plain_test_says(system, form, awake):
    compiled, known, test = Compiled(system, form), local_runs(system), TESTS[form]
    for s, packed in zip(compiled.states, compiled.packed, strict=True):
        n, enabled = compiled.enabled(packed), system.enabled(s)
        for a in enabled:
            expected = test(known, s, {a})
            size = pifs_of_action(
                compiled.system, compiled.tables, packed, compiled.moves, n, system.actions.index(a)
            )
            assert (size < 0) == expected.holds
            assert size < 0 or size == expected.size
        sleep = [a for i, a in enumerate(enabled) if not awake >> i & 1]
        asleep = bits_of(system, sleep)
        holds = pifs_of_waking(compiled.system, compiled.tables, packed, compiled.moves, n, asleep)
        assert holds == test(known, s, set(enabled) - set(sleep)).holds


@given(SYSTEMS, st.integers(0, 2**16 - 1), st.integers(1, 2**16 - 1))
def test_the_closure_that_is_chosen_is_the_first_of_least_cost(system, some, others):
    """Of any actions asleep and any states met; a choice may skip seeds whose closure must cost too much."""
    compiled, known = Compiled(system), local_runs(system)
    tables, chosen = compiled.tables, np.zeros_like(compiled.moves)
    met = {s for i, s in enumerate(compiled.states) if others >> i % 16 & 1}
    for k, (s, packed) in enumerate(zip(compiled.states, compiled.packed, strict=True)):
        n, enabled = compiled.enabled(packed), system.enabled(s)
        sleep = {a for i, a in enumerate(enabled) if some >> (i + k) % 16 & 1}
        asleep = bits_of(system, sleep)
        awake = [a for a in enabled if a not in sleep]
        for closing, expected in (
            (SMALLEST, smallest_covering_set(covering_set, known, s, awake)),
            (FIRST, first_covering_set(covering_set, known, s, awake)),
            (FRESHEST, freshest_covering_set(covering_set, known, s, sleep, met)),
        ):
            tables.weight[:] = 1
            if closing == FRESHEST:
                for a in enabled:
                    cost = 0 if a in sleep else 1 if system.after(s, a) in met else n + 1
                    tables.weight[system.actions.index(a)] = cost
            width = choose_closure_set(
                compiled.system, packed, compiled.moves, n, tables, closing, asleep, chosen
            )
            found = [system.actions[compiled.system.action[m]] for m in chosen[:width]]
            assert found == [a for a in expected if a not in sleep]
