"""Covering source sets by a solver: all minimal ones, a smallest one, sleep sets, limits."""

from mazurka.limits import Watch
from mazurka.models import build
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.oracle.source_sets import find_all_covering, find_covering, find_uncovered, is_covering
from mazurka.systems import ClientServerSystem, Process, replay

TWO_LOCKS = ClientServerSystem(
    "two locks",
    (
        Process("p", "0", (("0", "p.x", "1"),)),
        Process("q", "0", (("0", "q.x", "1"), ("0", "q.y", "2"))),
        Process("r", "0", (("0", "r.y", "1"),)),
    ),
    (
        Process("x", "free", (("free", "p.x", "held"), ("free", "q.x", "held"))),
        Process("y", "free", (("free", "q.y", "held"), ("free", "r.y", "held"))),
    ),
)
"""First sets: p.x with q.y, p.x with r.y, and q.x with r.y."""


def test_all_minimal_covering_sets_are_found_the_smallest_first():
    with IncludesFirstSet(TWO_LOCKS) as oracle:
        found = find_all_covering(oracle, TWO_LOCKS.initial)
    assert sorted(found.sets) == [("p.x", "q.x"), ("p.x", "r.y"), ("q.y", "r.y")]
    assert found.limit is None


def test_a_set_covers_iff_no_run_begins_outside_it():
    with IncludesFirstSet(TWO_LOCKS) as oracle:
        assert is_covering(oracle, TWO_LOCKS.initial, {"p.x", "q.x"}) is True
        missed = find_uncovered(oracle, TWO_LOCKS.initial, {"p.x"})
        assert sorted(missed.run) == ["q.x", "r.y"]
        assert is_covering(oracle, TWO_LOCKS.initial, {"p.x"}) is False


def test_runs_that_can_begin_asleep_need_not_be_covered():
    with IncludesFirstSet(TWO_LOCKS) as oracle:
        assert is_covering(oracle, TWO_LOCKS.initial, {"q.x"}, {"p.x"}) is True
        assert find_covering(oracle, TWO_LOCKS.initial, {"p.x"}) in {("q.x",), ("r.y",)}
        assert find_covering(oracle, TWO_LOCKS.initial, {"p.x", "q.x"}) == ()


def test_at_a_deadlock_the_empty_set_covers():
    dead = replay(TWO_LOCKS, ["p.x", "r.y"])
    with IncludesFirstSet(TWO_LOCKS) as oracle:
        assert find_all_covering(oracle, dead).sets == ((),)


def test_threads_that_never_meet_are_covered_one_at_a_time():
    system = build("fs", {"n": 5})
    with IncludesFirstSet(system) as oracle:
        assert sorted(find_all_covering(oracle, system.initial).sets) == sorted(
            (a,) for a in system.enabled(system.initial)
        )


def test_a_limit_leaves_what_was_found_before():
    class Unsure(IncludesFirstSet):
        """Answers only the first three questions."""

        def ask(self, s, b, watch=None):
            self._solver.satisfiable = self._solver.satisfiable if self.questions < 3 else lambda *_: None
            return super().ask(s, b, watch)

    with Unsure(TWO_LOCKS) as oracle:
        found = find_all_covering(oracle, TWO_LOCKS.initial, watch=Watch())
        assert found.limit == "max_seconds"
        assert find_covering(oracle, TWO_LOCKS.initial) is None
        assert is_covering(oracle, TWO_LOCKS.initial, {"p.x"}) is None
