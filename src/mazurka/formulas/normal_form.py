"""The disjunctive normal form of a goal: conjunctions of inequalities, one of which holds iff the goal does.

    [E]  section 4.2.3.

A goal can have exponentially many.  Past a limit there is no normal form, and the caller searches for the
goal as it stands.  Conjunctions that no marking satisfies for a plain reason, and those that say no more
than another, are left out.
"""

from collections.abc import Iterable
from typing import TypeAlias

from mazurka.formulas.goals import AllOf, Goal, Inequality, Terms

Conjunction: TypeAlias = tuple[Inequality, ...]
"""Inequalities over different terms, in the order in which the goal names them; the empty one holds."""

MAX_INEQUALITIES = 20_000
"""How many inequalities a normal form, or one on the way to it, has at most, all conjunctions together."""


def disjuncts(goal: Goal, limit: int = MAX_INEQUALITIES) -> tuple[Conjunction, ...] | None:
    """The conjunctions; none of them where the goal is FALSE; None where they are more than the limit."""
    found = _conjunctions(goal, limit)
    return None if found is None else tuple(tuple(Inequality(t, b) for t, b in c.items()) for c in found)


_Bounds: TypeAlias = dict[Terms, int]
"""A conjunction: for each left side the largest bound."""


def _conjunctions(goal: Goal, limit: int) -> list[_Bounds] | None:
    if isinstance(goal, Inequality):
        return _without_larger([{goal.tokens: goal.bound}], limit)
    found: list[_Bounds] = [{}] if isinstance(goal, AllOf) else []
    for part in goal.parts:
        more = _conjunctions(part, limit)
        if more is None or (isinstance(goal, AllOf) and len(found) * len(more) > limit):
            return None
        candidates = [_both(c, d) for c in found for d in more] if isinstance(goal, AllOf) else found + more
        reduced = _without_larger(candidates, limit)
        if reduced is None:
            return None
        found = reduced
    return found


def _both(c: _Bounds, d: _Bounds) -> _Bounds:
    found = dict(c)
    for left, bound in d.items():
        found[left] = max(bound, found.get(left, bound))
    return found


def _without_larger(candidates: Iterable[_Bounds], limit: int) -> list[_Bounds] | None:
    """Those that can hold, without what each implies; None where they are too many."""
    possible = [_needed(c) for c in candidates if not _plainly_false(c)]
    unique = {frozenset(c.items()): c for c in reversed(possible)}
    if sum(len(c) + 1 for c in unique.values()) > limit:
        return None
    kept = list(reversed(unique.values()))
    if len(kept) > _COMPARED:
        return kept
    return [c for c in kept if not any(d is not c and _implies(c, d) for d in kept)]


_COMPARED = 200
"""Up to how many conjunctions are compared with one another: the effort is quadratic."""


def _needed(c: _Bounds) -> _Bounds:
    """Without the inequalities that hold at every marking."""
    return {t: b for t, b in c.items() if not (b <= 0 and all(k > 0 for _, k in t))}


def _plainly_false(c: _Bounds) -> bool:
    """Whether an inequality fails at every marking, or contradicts its own opposite."""
    return any(
        (b > 0 and all(k < 0 for _, k in t)) or b + c.get(tuple((p, -k) for p, k in t), -b) > 0
        for t, b in c.items()
    )


def _implies(c: _Bounds, d: _Bounds) -> bool:
    """Whether c says all that d says; of two that say the same there is only one."""
    return all(left in c and c[left] >= bound for left, bound in d.items())
