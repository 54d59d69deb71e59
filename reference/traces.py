"""Traces: runs up to the order of independent actions.

    [HLPW]  Definitions 10 and 13.   [KR]  Definition 2, equations (1) and (2), section 3.1.

v ≃ w when one becomes the other by swapping neighbouring independent actions.  The classes are Mazurkiewicz'
traces; each has two normal forms here, Foata's and the lexicographically smallest word.

    first(w)   the first letters of the words ≃ w
    v ≾ w      v is a weak prefix of w: v·u ≃ w for some u
    w − v      that u, unique up to ≃
    ↓_a w      the prime cause of a: the smallest weak prefix of w with every letter that influences a,
               directly or not

All words are tuples of actions; independence is a symmetric irreflexive relation.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations_with_replacement

from mazurka.errors import CyclicSystemError
from mazurka.reference.independence import Independence
from mazurka.systems import Action, EntitySystem, Run, State, System


def swaps(independent: Independence, w: Run) -> Iterator[Run]:
    """The words that differ from w by one swap of neighbouring independent letters."""
    for i in range(len(w) - 1):
        if independent(w[i], w[i + 1]):
            yield (*w[:i], w[i + 1], w[i], *w[i + 2 :])


def trace(independent: Independence, w: Run) -> frozenset[Run]:
    """The class of w, from the definition: all words reached by swaps.  Exponential."""
    met = {w}
    waiting = [w]
    while waiting:
        new = [v for v in swaps(independent, waiting.pop()) if v not in met]
        met.update(new)
        waiting.extend(new)
    return frozenset(met)


def are_equivalent(independent: Independence, v: Run, w: Run) -> bool:
    """v ≃ w: the same letters, and for each two dependent letters the same order of their occurrences."""
    if Counter(v) != Counter(w):
        return False
    dependent = ((a, b) for a, b in combinations_with_replacement(sorted(set(v)), 2) if not independent(a, b))
    return all(_projection(v, a, b) == _projection(w, a, b) for a, b in dependent)


def _projection(w: Run, a: Action, b: Action) -> Run:
    return tuple(x for x in w if x in (a, b))


def foata_normal_form(independent: Independence, w: Run) -> tuple[tuple[Action, ...], ...]:
    """The steps of the trace when each letter comes as early as it can; each step is sorted.

    A letter stands in the step after the last one that holds a letter it depends on.
    """
    steps: list[list[Action]] = []
    for a in w:
        below = (i for i, step in enumerate(steps) if any(not independent(a, b) for b in step))
        place = max(below, default=-1) + 1
        if place == len(steps):
            steps.append([])
        steps[place].append(a)
    return tuple(tuple(sorted(step)) for step in steps)


def lexicographic_normal_form(independent: Independence, order: Sequence[Action], w: Run) -> Run:
    """The smallest word of the class: again and again the smallest letter that can come first."""
    rank = {a: i for i, a in enumerate(order)}
    form: list[Action] = []
    while w:
        a = min(first(independent, w), key=rank.__getitem__)
        form.append(a)
        w = without_first(w, a)
    return tuple(form)


def extends_normal_form(independent: Independence, rank: dict[Action, int], w: Run, a: Action) -> bool:
    """Whether w·a is a lexicographic normal form, given that w is one.

    It is none exactly when a can move back over independent letters to before a larger one.  Prefixes of
    normal forms are normal forms: what is refused here need not be extended.
    """
    for b in reversed(w):
        if not independent(a, b):
            return True
        if rank[a] < rank[b]:
            return False
    return True


def first(independent: Independence, w: Run) -> frozenset[Action]:
    """first(w): a letter can come first exactly when it is independent of everything before it.

    No letter is independent of itself, so only its first occurrence counts.
    """
    return frozenset(a for i, a in enumerate(w) if all(independent(a, b) for b in w[:i]))


def without_first(w: Run, a: Action) -> Run:
    """w without the first occurrence of a."""
    i = w.index(a)
    return w[:i] + w[i + 1 :]


def is_weak_prefix(independent: Independence, v: Run, w: Run) -> bool:
    """v ≾ w, from the definition: some word of the class of w begins with v.  Exponential."""
    return any(u[: len(v)] == v for u in trace(independent, w))


def difference(independent: Independence, w: Run, v: Run) -> Run | None:
    """w − v, or None where v is no weak prefix of w: take the letters of v from the front of w in turn."""
    for a in v:
        if a not in first(independent, w):
            return None
        w = without_first(w, a)
    return w


def is_difference(independent: Independence, u: Run, w: Run, v: Run) -> bool:
    """Whether u = w − v: v·u ≃ w."""
    return are_equivalent(independent, v + u, w)


def dependence(system: System[State]) -> Callable[[Action, Action], bool]:
    """⇝: what influences what.  Entity systems give each direction; elsewhere dependence stands for it."""
    if isinstance(system, EntitySystem):
        return system.influences
    return lambda a, b: not system.independent(a, b)


def prime_cause(influences: Callable[[Action, Action], bool], w: Run, a: Action) -> Run:
    """↓_a w: from the tail to the front, drop what influences neither a nor a letter kept."""
    kept: list[Action] = []
    for b in reversed(w):
        if influences(b, a) or any(influences(b, c) for c in kept):
            kept.append(b)
    return tuple(reversed(kept))


def is_prime_cause(independent: Independence, v: Run, w: Run, a: Action) -> bool:
    """Whether v = ↓_a w where influence is dependence: the least of the weak prefixes that leave nothing
    of w on which a depends.  Exponential: it looks at every weak prefix."""

    def leaves_nothing(prefix: Run) -> bool:
        rest = difference(independent, w, prefix)
        return rest is not None and all(independent(a, b) for b in rest)

    prefixes = {u[:i] for u in trace(independent, w) for i in range(len(w) + 1)}
    return leaves_nothing(v) and all(
        difference(independent, u, v) is not None for u in prefixes if leaves_nothing(u)
    )


def maximal_runs(system: System[State], s: State) -> Iterator[Run]:
    """The runs from s that cannot be extended, in the order of actions; CyclicSystemError on a cycle."""
    return _runs(system, s, lambda _word, _a: True)


def lex_runs(system: System[State], s: State | None = None) -> Iterator[Run]:
    """Of each trace of maximal runs its lexicographic normal form, exactly once.  [HLPW] Definition 13.

    Words that are no normal form are not extended.  CyclicSystemError on a cycle: infinite runs have
    infinite normal forms, whose prefixes are found here, so that a state recurs on one of them.
    """
    rank = {a: i for i, a in enumerate(system.actions)}
    return _runs(
        system,
        system.initial if s is None else s,
        lambda w, a: extends_normal_form(system.independent, rank, w, a),
    )


def _runs(system: System[State], s: State, keep: Callable[[Run, Action], bool]) -> Iterator[Run]:
    waiting: list[tuple[tuple[State, ...], Run]] = [((s,), ())]
    while waiting:
        path, w = waiting.pop()
        enabled = system.enabled(path[-1])
        if not enabled:
            yield w
        for a in reversed(enabled):
            if keep(w, a):
                t = system.after(path[-1], a)
                if t in path:
                    raise CyclicSystemError("the list of maximal runs", (*w, a))
                waiting.append(((*path, t), (*w, a)))
