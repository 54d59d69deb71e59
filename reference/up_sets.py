"""UP sets: transitions one of which must fire on the way to a goal.

    [E]  section 4.1.1, Definitions 4–6, Theorem 1.

The goal is a conjunction of inequalities.  The UP set of Σ c(p)·m(p) ≥ b holds the transitions that raise the
sum: those that put tokens on p where p ≥ b is wanted (Definition 4), and those that take tokens from p where
p ≤ b is (Definition 5).  UP(s) is the union over the inequalities that fail at s (Definition 6).

    Theorem 1.  Every path from a state s outside the goal to one in it fires a transition of UP(s).

Indeed for each inequality that fails at s one of its own UP set.

variant: inequalities over several places, for atoms over one; and `≠` is a disjunction of two goals.

variant: [E] section 2.3.1 prints Less and More, which say on which side of its constant an atom fails, with
M < k for `p > k` and M > k for `p < k`.  Then neither is true where p holds exactly k tokens; UP(s) is empty
there, and Theorem 1 is false: `up_as_printed` has the smallest net.
"""

from collections.abc import Iterable

from mazurka.formulas import Conjunction, Goal, Inequality
from mazurka.systems import Marking, PetriNet, Run, Transition

Members = frozenset[int]
"""Transitions by number."""


def raises(t: Transition, i: Inequality) -> bool:
    """Whether firing t makes the sum of an inequality larger."""
    return sum(c * t.effect.get(p, 0) for p, c in i.tokens) > 0


def up_set_of(net: PetriNet, i: Inequality) -> Members:
    """Definitions 4 and 5: UP⁺ or UP⁻ of an inequality."""
    return frozenset(k for k, t in enumerate(net.transitions) if raises(t, i))


def failing(goal: Conjunction, m: Marking) -> tuple[Inequality, ...]:
    """The inequalities that do not hold."""
    return tuple(i for i in goal if not i.holds(m))


def up_set(net: PetriNet, goal: Conjunction, m: Marking) -> Members:
    """Definition 6: UP(m)."""
    return frozenset().union(*(up_set_of(net, i) for i in failing(goal, m)))


def is_unavoidable(net: PetriNet, goal: Goal, m: Marking, members: Iterable[int]) -> bool:
    """Whether every path from m into the goal fires one of the transitions: the claim of Theorems 1 and 2."""
    return find_path_without(net, goal, m, members) is None


def find_path_without(net: PetriNet, goal: Goal, m: Marking, members: Iterable[int]) -> Run | None:
    """A shortest path from m into the goal that fires none of the transitions; all markings are looked at."""
    avoided = {net.transitions[k].name for k in members}
    paths: dict[Marking, Run] = {m: ()}
    waiting = [m]
    for now in waiting:
        if goal.holds(now):
            return paths[now]
        for a in net.enabled(now):
            if a not in avoided and (later := net.after(now, a)) not in paths:
                paths[later] = (*paths[now], a)
                waiting.append(later)
    return None
