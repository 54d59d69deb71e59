"""Making a run to a goal shorter: no cycles, nothing that is not needed, no detours.

Each way takes a run to the goal and gives one that is no longer; the result is replayed before it is
believed.  Work is bounded by counts, not by time, so that the same run gives the same result.
"""

from collections import deque
from typing import TYPE_CHECKING

from mazurka.formulas import Goal
from mazurka.systems import Marking, PetriNet, Run

if TYPE_CHECKING:
    from mazurka.optimized.goal_search import Compilation

WINDOW = 16
"""How many steps of a run are searched anew at a time."""
MARKINGS = 200
"""How many markings are met in such a search,"""
ALL_ENTRIES = 400_000
"""and how many token counts are computed in all of them."""


def is_run_to(net: PetriNet, goal: Goal, run: Run) -> bool:
    """Whether the net can fire the run and is then in the goal."""
    m = net.initial
    for a in run:
        if a not in net.transition or not net.transition[a].is_enabled(m):
            return False
        m = net.after(m, a)
    return goal.holds(m)


def shortened(compilation: "Compilation", goal: Goal, run: Run) -> Run:
    """A run to the goal that is no longer."""
    from mazurka.optimized.shorter_runs import without_needless

    net = compilation.net
    shorter = without_needless(compilation, goal, without_cycles(net, run))
    shorter = without_detours(net, shorter)
    return shorter if is_run_to(net, goal, shorter) else run


def markings_along(net: PetriNet, run: Run) -> list[Marking]:
    """The markings that a run goes through, the initial one first."""
    along = [net.initial]
    for a in run:
        along.append(net.after(along[-1], a))
    return along


def without_cycles(net: PetriNet, run: Run) -> Run:
    """The run without what leads from a marking back to it."""
    along = markings_along(net, run)
    last = {m: i for i, m in enumerate(along)}
    kept: list[str] = []
    i = last[along[0]]
    while i < len(run):
        kept.append(run[i])
        i = last[along[i + 1]]
    return tuple(kept)


def without_detours(net: PetriNet, run: Run) -> Run:
    """The run, where windows of it are replaced by shorter ways between the same markings."""
    along = markings_along(net, run)
    windows = ALL_ENTRIES // (MARKINGS * len(net.places))
    kept: list[str] = []
    i = 0
    while i < len(run):
        targets = {m: j for j, m in enumerate(along[i + 2 : i + WINDOW + 1], i + 2)} if windows > 0 else {}
        windows -= 1
        way, i = _shortcut(net, along[i], i, targets) or ((run[i],), i + 1)
        kept += way
    return tuple(kept)


def _shortcut(net: PetriNet, start: Marking, i: int, targets: dict[Marking, int]) -> tuple[Run, int] | None:
    """The way from marking i of a run to a later one that saves most steps, and which one that is."""
    ways: dict[Marking, Run] = {start: ()}
    queue = deque([start] if targets else [])
    best: tuple[Run, int] | None = None
    saved = 0
    while queue and len(ways) < MARKINGS:
        m = queue.popleft()
        for a in net.enabled(m):
            then = net.after(m, a)
            if then not in ways:
                ways[then] = (*ways[m], a)
                queue.append(then)
                if targets.get(then, 0) - i - len(ways[then]) > saved:
                    saved = targets[then] - i - len(ways[then])
                    best = ways[then], targets[then]
    return best
