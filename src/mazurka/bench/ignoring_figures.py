"""Figure 1 of the paper as curves: philosophers who take both forks at once, by size, under every proviso.

    [EP]  section 3, Figure 1: a proviso that looks at the search stack leaves O(2^n) states, where n + 1 do.

The full state space has the Lucas number L_n, about 1.618^n.
"""

from collections.abc import Iterator, Mapping, Sequence

from mazurka.bench.cell import Task
from mazurka.bench.ignoring_problem import BY_NAME, FULL, SETS, Column
from mazurka.bench.results import Results
from mazurka.registry.provisos import LIVENESS, SAFETY

FAMILY = "philosophers-atomic"
SIZES = range(2, 21)
HALVES = {"safety": (FULL, "none", *SAFETY), "liveness": (FULL, "none", *LIVENESS)}
"""The title and the columns of each half."""
NAMES = tuple(dict.fromkeys(name for names in HALVES.values() for name in names))
KEPT = ("limit", "states", "seconds", "failure", "max_seconds", "max_memory", "max_states")
"""What is kept of a point."""


def point(n: int, column: Column) -> Task:
    """A point of the figure."""
    return Task(FAMILY, (("n", n),), column.reducer, column.options)


def tasks(sizes: Sequence[int] = SIZES) -> list[tuple[str, Task]]:
    """All tasks of the figure; a series is a curve."""
    return [(name, point(n, BY_NAME[name])) for n in sizes for name in NAMES]


def states(results: Results, name: str) -> dict[int, int]:
    """The states under a column by size, of what was complete."""
    known = ((n, results.get(point(n, BY_NAME[name]))) for n in SIZES)
    return {n: m.states for n, m in known if m and m.complete and m.states is not None}


def halves(results: Results) -> list[tuple[str, Mapping[str, Sequence[tuple[int, int]]]]]:
    """The curves of each half; those that are equal everywhere are one, by all their names."""
    return [
        (title, {", ".join(names): list(points) for points, names in _together(results, columns)})
        for title, columns in HALVES.items()
    ]


def _together(
    results: Results, columns: Sequence[str]
) -> list[tuple[tuple[tuple[int, int], ...], list[str]]]:
    """Curves, and the columns that have them."""
    groups: dict[tuple[tuple[int, int], ...], list[str]] = {}
    for name in columns:
        if by_size := states(results, name):
            groups.setdefault(tuple(by_size.items()), []).append(name)
    return list(groups.items())


CAPTION = (
    f"Figure 1: states of {FAMILY} by the number of philosophers, under provisos for safety (left) and for "
    f"liveness (right), stubborn sets by {SETS[0]}. Curves that are equal have one line and one label; those "
    "that nearly coincide have their markers at different numbers of philosophers."
)


def rows(results: Results) -> Iterator[str]:
    """The same as a table, in Markdown; columns that are equal everywhere stand together."""
    groups = _together(results, NAMES)
    yield "| philosophers | " + " | ".join(", ".join(names) for _, names in groups) + " |"
    yield "| ---: |" + " ---: |" * len(groups)
    for n in SIZES:
        counts = [dict(points).get(n) for points, _ in groups]
        if any(k is not None for k in counts):
            yield f"| {n} | " + " | ".join("–" if k is None else f"{k:,}" for k in counts) + " |"
