"""What keeps a state answers as what has none: the incremental oracle, and the store of a growing search."""

import numpy as np
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from mazurka.errors import TokenOverflowError
from mazurka.fuzz.client_server import client_server_system
from mazurka.fuzz.dice import dice
from mazurka.limits import Limits, Watch
from mazurka.optimized import explorer as compiled
from mazurka.optimized.store import NONE, grown, has_room, intern, new_store, number_of
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.oracle.rup import is_refutation
from mazurka.reference import explorer as plain
from mazurka.reference.includes_first_set import FirstSetOracle, is_run_with_first_set_within
from mazurka.systems import PetriNet, Transition

throws = st.integers(0, 10_000)


def machines(steps):
    """A sixth of the examples of the profile, each of so many steps."""
    return settings(max_examples=settings().max_examples // 6, stateful_step_count=steps)


class Asked(RuleBasedStateMachine):
    """One solver, asked in any order, stopped now and then; enumeration knows the answers."""

    oracle = None

    @initialize(d=dice(96))
    def begin(self, d):
        self.system = client_server_system(d)
        self.known = FirstSetOracle(self.system)
        self.oracle = IncludesFirstSet(self.system)

    def question(self, throw):
        s = self.known.full.states[throw % len(self.known.full.states)]
        return s, frozenset(a for i, a in enumerate(self.system.enabled(s)) if (throw // 7) >> i & 1)

    @rule(throw=throws)
    def ask(self, throw):
        s, b = self.question(throw)
        answer = self.oracle.ask(s, b)
        assert answer.holds == self.known(s, b)
        assert answer.run is None or is_run_with_first_set_within(self.system, s, b, answer.run)

    @rule(throw=throws)
    def refute(self, throw):
        s, b = self.question(throw)
        found = self.oracle.refutation(s, b)
        assert (found is None) == self.known(s, b)
        assert found is None or is_refutation(found.formula(), found.proof)

    @rule(throw=throws)
    def ask_without_time(self, throw):
        s, b = self.question(throw)
        answer = self.oracle.ask(s, b, Watch(Limits(max_seconds=0.0)))
        assert answer.holds in (None, self.known(s, b))

    @rule(throw=throws)
    def ask_another(self, throw):
        s, b = self.question(throw)
        with IncludesFirstSet(self.system) as fresh:
            assert fresh(s, b) == self.oracle(s, b)

    def teardown(self):
        if self.oracle is not None:
            self.oracle.__exit__(None, None, None)


def test_an_oracle_that_was_asked_before_answers_as_a_fresh_one():
    run_state_machine_as_test(Asked, settings=machines(10))


class Stored(RuleBasedStateMachine):
    """Rows with their numbers, in a store that begins small."""

    @initialize(words=st.integers(1, 3), capacity=st.integers(1, 5))
    def begin(self, words, capacity):
        self.words, self.store, self.known = words, new_store(words, capacity), {}

    def row(self, throw):
        """Rows from a few, so that many are met again; the words of some differ in their highest bits."""
        return np.array([(throw * (k + 1) % 11) << (60 * (k % 2)) for k in range(self.words)], np.uint64)

    @rule(throw=throws, begin=st.integers(0, 300), count=st.integers(1, 40))
    def take_up(self, throw, begin, count):
        for n in range(begin, begin + count):
            row = self.row(throw) + np.uint64(n)
            if not has_room(self.store, 1):
                self.store = grown(self.store, int(self.store.size[0]) + 1)
            expected = self.known.setdefault(row.tobytes(), len(self.known))
            assert intern(self.store, row) == expected

    @rule(more=st.integers(0, 100))
    def grow(self, more):
        self.store = grown(self.store, int(self.store.size[0]) + more)
        assert has_room(self.store, more)

    @rule(throw=throws)
    def look_up(self, throw):
        row = self.row(throw)
        assert number_of(self.store, row) == self.known.get(row.tobytes(), NONE)

    @rule()
    def look_up_all(self):
        assert int(self.store.size[0]) == len(self.known)
        for key, number in self.known.items():
            row = np.frombuffer(key, np.uint64)
            assert (self.store.rows[number] == row).all() and number_of(self.store, row.copy()) == number


def test_rows_keep_their_numbers_however_the_store_grows():
    run_state_machine_as_test(Stored, settings=machines(12))


WEIGHTS = (1, 2, 3, 15, 16, 255, 256, 4095, 65_536, 2**31, 2**40)


@st.composite
def filling_nets(draw):
    """Nets whose runs end, and whose places come to hold ever more tokens."""
    places = draw(st.integers(1, 3))
    arcs = st.dictionaries(st.integers(1, places), st.sampled_from(WEIGHTS), max_size=2)
    steps = [Transition(f"t{k}", {**draw(arcs), 0: 1}, draw(arcs)) for k in range(draw(st.integers(1, 3)))]
    initial = (draw(st.integers(1, 4)), *(draw(st.sampled_from((0, 1, 16, 255))) for _ in range(places)))
    return PetriNet("filling", tuple(f"p{k}" for k in range(places + 1)), tuple(steps), initial)


@given(filling_nets(), st.sampled_from(["bfs", "dfs"]))
def test_a_field_that_is_widened_in_mid_search_changes_nothing(net, order):
    expected = plain.explore(net)
    try:
        found = compiled.explore(net, order=order, recording=True)
    except TokenOverflowError:
        reject()  # by its invariants a place could hold more than a field can be told to
    assert (found.complete, found.states, found.transitions) == (
        expected.complete, len(expected.states), expected.number_of_edges,
    )  # fmt: skip
    assert set(found.graph().states) == set(expected.states)
