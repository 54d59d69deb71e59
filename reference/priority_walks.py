"""Walks by random priorities: one process goes on before all others, until priorities are drawn anew.

    [PCT]  priorities of threads, drawn at random and changed at random points.

Many a goal needs that one process goes a long way while others stand still, and then another.  A walk that
draws each step by itself hardly ever does that; one that keeps to its priorities for a while does.

A walk begins at the initial marking.  Each transition is of a group, such as the process that it moves.  Of
the enabled ones those of the group with the highest priority come first, in an order drawn for the step.
Fired is the first one that makes no inequality of the goal fail which holds and is to be kept; a walk
keeps three in four.  Where the first `TRIED` all would, the very first is fired.  Priorities last for 1, 2,
4, … or 512 steps, the n-th walk for 256 times the largest power of two that divides n, as in [LSZ].

Walks find runs, and prove nothing.
"""

from collections.abc import Iterator, Sequence

from mazurka.formulas import Goal, Inequality, inequalities
from mazurka.systems import Marking, PetriNet, Run

TRIED = 8
"""So many transitions are tried at most, before one is fired that does harm."""
SHORTEST, LONGEST = 256, 65_536
"""The lengths of walks, from and to."""


def length_of(n: int) -> int:
    """How many steps the n-th walk takes at most; n ≥ 1."""
    return min(LONGEST, SHORTEST * (n & -n))


def find_run(
    net: PetriNet, goal: Goal, groups: Sequence[int], draws: Iterator[int], steps: int
) -> Run | None:
    """A run to the goal from walks of so many steps together; None where they meet none.

    groups: for each transition its group;  draws: natural numbers, drawn at random.
    """
    n = 0
    while steps > 0:
        n += 1
        run, reached = walk(net, goal, groups, draws, min(steps, length_of(n)))
        if reached:
            return run
        if not run:
            return None  # nothing is enabled at first
        steps -= len(run)
    return None


def walk(
    net: PetriNet, goal: Goal, groups: Sequence[int], draws: Iterator[int], length: int
) -> tuple[Run, bool]:
    """One walk: its run, and whether it ends in the goal."""
    m, run, until = net.initial, list[str](), 0
    number = {t.name: k for k, t in enumerate(net.transitions)}
    if goal.holds(m):
        return (), True
    kept = [i for i in dict.fromkeys(inequalities(goal)) if next(draws) % 4]
    priorities: list[int] = []
    for step in range(length):
        if not net.enabled(m):
            break
        if step == until:
            priorities = [next(draws) % 2**16 for _ in range(max(groups) + 1)]
            until = step + 2 ** (next(draws) % 10)
        keys = {a: priorities[groups[number[a]]] * 16 + next(draws) % 16 for a in net.enabled(m)}
        ordered = sorted(keys, key=lambda a: (-keys[a], number[a]))
        chosen = choose(net, goal, kept, m, ordered[:TRIED])
        run.append(chosen)
        m = net.after(m, chosen)
        if goal.holds(m):
            return tuple(run), True
    return tuple(run), False


def choose(net: PetriNet, goal: Goal, kept: Sequence[Inequality], m: Marking, tried: Sequence[str]) -> str:
    """The first that leads to the goal, or keeps what is to be kept; else the first of all."""
    for a in tried:
        later = net.after(m, a)
        if goal.holds(later) or all(i.holds(later) for i in kept if i.holds(m)):
            return a
    return tried[0]
