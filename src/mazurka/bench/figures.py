"""The systems of Figures 10 and 11, and what is drawn of them.

[HLPW]  section 11: Figure 10, philosophers who eat once (left) and twice (right), by size; Figure 11,
        765 systems of random clients with 10 locks: 4, 6, 8, 10 or 12 clients, 1 to 3 locks each,
        51 seeds; on the left all of them, on the right those of at most 1,000 nodes.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from mazurka.bench.cell import Task
from mazurka.bench.results import Results

PHILOSOPHERS = range(2, 21)
"""Sizes of Figure 10; each algorithm goes as far as the limits let it."""
MEALS = (1, 2)
SERIES = ("reach", "pset+sleep", "full+sleep")

CLIENTS = (4, 6, 8, 10, 12)
LOCKS_EACH = (1, 2, 3)
LOCKS = 10
SEEDS = 51
ZOOM = 1000

KEPT = ("limit", "nodes", "seconds", "failure", "max_seconds", "max_memory", "max_states")
"""What is kept of a point."""


def philosophers(n: int, meals: int, reducer: str) -> Task:
    """A point of Figure 10."""
    return Task("dp", (("n", n), ("meals", meals)), reducer)


def locks(n: int, k: int, seed: int, reducer: str) -> Task:
    """One coordinate of a point of Figure 11."""
    return Task("multi-locks", (("n", n), ("k", k), ("locks", LOCKS), ("seed", seed)), reducer)


def tasks_10(sizes: Sequence[int] = PHILOSOPHERS) -> list[tuple[str, Task]]:
    """All tasks of Figure 10; a series is a curve."""
    return [
        (f"{meals} {reducer}", philosophers(n, meals, reducer))
        for n in sizes
        for meals in MEALS
        for reducer in SERIES
    ]


def tasks_11(seeds: int = SEEDS) -> list[tuple[str, Task]]:
    """All tasks of Figure 11, each a series of its own: no system is larger than another.

    The seeds are the outer loop, so that what an interrupted run leaves is a smaller sample of all kinds.
    """
    return [
        (t.key, t)
        for seed in range(1, seeds + 1)
        for n in CLIENTS
        for k in LOCKS_EACH
        for t in (locks(n, k, seed, "full+sleep"), locks(n, k, seed, "pset+sleep"))
    ]


def curves(results: Results, meals: int) -> dict[str, list[tuple[int, int]]]:
    """The curves of one half of Figure 10: sizes and nodes of what was complete."""
    found: dict[str, list[tuple[int, int]]] = {}
    for reducer in SERIES:
        known = ((n, results.get(philosophers(n, meals, reducer))) for n in PHILOSOPHERS)
        found[reducer] = [(n, m.nodes) for n, m in known if m and m.complete and m.nodes is not None]
    return found


@dataclass(frozen=True)
class Scatter:
    """Figure 11: (nodes of pset+sleep, nodes of full+sleep) by the number of locks each client takes.

    beyond: systems on which only pset+sleep reached its limit.
    open:   systems on which full+sleep reached its limit, whatever pset+sleep did.
    """

    points: Mapping[int, Sequence[tuple[int, int]]]
    beyond: int
    open: int

    @property
    def systems(self) -> int:
        return self.beyond + self.open + sum(map(len, self.points.values()))


def scatter(results: Results, seeds: int = SEEDS) -> Scatter:
    """The points of Figure 11, of the systems that were measured under both algorithms."""
    points: dict[int, list[tuple[int, int]]] = {k: [] for k in LOCKS_EACH}
    beyond = unsolved = 0
    for seed in range(1, seeds + 1):
        for n in CLIENTS:
            for k in LOCKS_EACH:
                pset = results.get(locks(n, k, seed, "pset+sleep"))
                full = results.get(locks(n, k, seed, "full+sleep"))
                if pset is None or full is None:
                    continue
                if not full.complete or full.nodes is None:
                    unsolved += 1
                elif not pset.complete or pset.nodes is None:
                    beyond += 1
                else:
                    points[k].append((pset.nodes, full.nodes))
    return Scatter(points, beyond, unsolved)


def caption(figure: str, results: Results) -> str:
    """What a figure shows, and within which limits it was measured."""
    known = [m for t in results.tasks() if (m := results.get(t)) is not None]
    seconds = sorted({m.max_seconds for m in known if m.max_seconds is not None})
    limit = f" Limit {' or '.join(f'{s:g}' for s in seconds)} s a point." if seconds else ""
    if figure == "10":
        return (
            f"Figure 10: philosophers who eat once (left) and twice (right), as far as the limit lets.{limit}"
        )
    found = scatter(results)
    shown = found.systems - found.beyond - found.open
    return (
        f"Figure 11: {shown} of {found.systems} systems of random clients with {LOCKS} locks, a point each; "
        f"on {found.beyond} only pset+sleep reached its limit, on {found.open} full+sleep did.{limit}"
    )
