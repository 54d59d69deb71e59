"""Covering source sets at a state, exactly: whether a set is one, all minimal ones, a smallest one.

    [HLPW]  Definition 6, Definition 14.
    [Reiter] Theorem 4.4: the sets that meet each of a family, found while the family is.

X covers at s, where Z is asleep, iff every maximal run w ≠ ε from s with first(w) ∩ Z = ∅ has
first(w) ∩ X ≠ ∅.  As first(w) ⊆ enabled(s), that is one question:

    not IFS(s, enabled(s) ∖ Z ∖ X), or nothing is enabled at s.

X covers iff it meets all first sets that avoid Z.  Some of them are known, at first none.  A smallest set
that meets these is proposed.  If it covers, then none of its proper subsets does, since none meets those
that are known; it is noted, and its supersets are proposed no more.  If it does not, a run tells a first
set that it misses, which is made inclusion-minimal by more questions, and is known from then on."""

from collections.abc import Iterator, Set
from dataclasses import dataclass

from pysat.examples.hitman import Hitman

from mazurka.limits import Watch
from mazurka.oracle.includes_first_set import FirstSetAnswer, IncludesFirstSet
from mazurka.systems import Action, Run
from mazurka.systems.client_server import GlobalState


class LimitReached(Exception):
    """A question has no answer, for the reason that `limit` names."""

    def __init__(self, limit: str) -> None:
        self.limit = limit
        super().__init__(limit)


@dataclass(frozen=True)
class CoveringSets:
    """Inclusion-minimal covering source sets, a smallest one first; all of them unless there is a limit.

    In the order of their sizes, each in the order of actions.
    """

    sets: tuple[tuple[Action, ...], ...]
    limit: str | None = None


def find_uncovered(
    oracle: IncludesFirstSet,
    s: GlobalState,
    chosen: Set[Action],
    sleep: Set[Action] = frozenset(),
    watch: Watch | None = None,
) -> FirstSetAnswer:
    """Whether some maximal run w ≠ ε from s, with first(w) ∩ Z = ∅, has first(w) ∩ X = ∅; with such a run."""
    enabled = oracle.system.enabled(s)
    if not enabled:
        return FirstSetAnswer(False)
    return oracle.ask(s, frozenset(enabled) - sleep - chosen, watch)


def is_covering(
    oracle: IncludesFirstSet,
    s: GlobalState,
    chosen: Set[Action],
    sleep: Set[Action] = frozenset(),
    watch: Watch | None = None,
) -> bool | None:
    """Whether the chosen actions cover at s; None when a limit was reached."""
    missed = find_uncovered(oracle, s, chosen, sleep, watch).holds
    return None if missed is None else not missed


def find_covering(
    oracle: IncludesFirstSet, s: GlobalState, sleep: Set[Action] = frozenset(), watch: Watch | None = None
) -> tuple[Action, ...] | None:
    """A smallest covering source set; None when a limit was reached."""
    try:
        return next(minimal_covering_sets(oracle, s, sleep, watch))
    except LimitReached:
        return None


def find_all_covering(
    oracle: IncludesFirstSet, s: GlobalState, sleep: Set[Action] = frozenset(), watch: Watch | None = None
) -> CoveringSets:
    """All inclusion-minimal covering source sets, or those found before a limit was reached."""
    found: list[tuple[Action, ...]] = []
    limit = None
    try:
        found.extend(minimal_covering_sets(oracle, s, sleep, watch))
    except LimitReached as reached:
        limit = reached.limit
    return CoveringSets(tuple(found), limit)


def minimal_covering_sets(
    oracle: IncludesFirstSet, s: GlobalState, sleep: Set[Action] = frozenset(), watch: Watch | None = None
) -> Iterator[tuple[Action, ...]]:
    """The inclusion-minimal covering source sets, the smallest first; LimitReached if that takes too long."""
    rank = {a: n for n, a in enumerate(oracle.system.enabled(s))}
    with Hitman(solver="g4", htype="sorted") as proposals:
        chosen: list[Action] | None = []
        while chosen is not None:
            missed = _run_or_none(find_uncovered(oracle, s, frozenset(chosen), sleep, watch))
            if missed is not None:
                known = _minimal_first_set(oracle, s, first_of(oracle, missed), watch)
                # Otherwise the same set would be proposed for ever.
                assert known.isdisjoint(chosen), "what is missed begins with nothing chosen"
                proposals.hit(sorted(known, key=rank.__getitem__))
            else:
                yield tuple(sorted(chosen, key=rank.__getitem__))
                if not chosen:
                    return
                proposals.block(chosen)
            chosen = proposals.get()


def first_of(oracle: IncludesFirstSet, w: Run) -> frozenset[Action]:
    """first(w): the actions whose processes take part in nothing before."""
    moved: set[int] = set()
    found = set()
    for a in w:
        if moved.isdisjoint(oracle.system.domain[a]):
            found.add(a)
        moved.update(oracle.system.domain[a])
    return frozenset(found)


def _minimal_first_set(
    oracle: IncludesFirstSet, s: GlobalState, firsts: frozenset[Action], watch: Watch | None
) -> frozenset[Action]:
    """A first set of a maximal run, within the given one, that includes no other."""
    for a in sorted(firsts):
        if a in firsts and (run := _run_or_none(oracle.ask(s, firsts - {a}, watch))) is not None:
            firsts = first_of(oracle, run)
    return firsts


def _run_or_none(answer: FirstSetAnswer) -> Run | None:
    if answer.holds is None:
        raise LimitReached(answer.limit or "max_seconds")
    return answer.run
