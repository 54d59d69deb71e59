"""What Figures 5.2, 5.3 and 5.5 show of the file system and of the indexer.

[B]  Figure 5.2, nodes, and Figure 5.3, vectors, by configuration; Figure 5.5, the best, the worst and
     the average run of independent actions without duplicates.
"""

from collections.abc import Mapping, Sequence

from mazurka.bench.plots import PUBLISHED
from mazurka.bench.probe_sets import BY_NAME, COLUMNS, Cell, table
from mazurka.bench.results import Results
from mazurka.bench.thesis import ROWS, Row

HALVES = {"file system": "file-system", "indexer": "indexer"}
LABELS = {"5.2": "states", "5.3": "vectors", "5.5": "states"}
Curves = Mapping[str, Sequence[tuple[int, float]]]


def halves(figure: str, results: Results, seeds: int) -> list[tuple[str, Curves]]:
    """The title and the curves of each half."""
    rows = {title: [r for r in ROWS if r.family == family] for title, family in HALVES.items()}
    if figure == "5.5":
        return [(title, _runs(here, results, seeds)) for title, here in rows.items()]
    return [(title, _columns(figure, here, results, seeds)) for title, here in rows.items()]


def _columns(figure: str, rows: Sequence[Row], results: Results, seeds: int) -> Curves:
    """A curve for each column: the median of the runs of each size; and the published nodes."""
    curves: dict[str, list[tuple[int, float]]] = {}
    for column in COLUMNS:
        cells = table(rows, [column], results, seeds)
        shown = [(c, c.spread("nodes" if figure == "5.3" else "states")) for c in cells]
        curves[column.name] = [(_size(c), s.median) for c, s in shown if s is not None]
        if figure == "5.2":
            curves[column.name + PUBLISHED] = [
                (_size(c), c.published) for c in cells if isinstance(c.published, int)
            ]
    return curves


def _runs(rows: Sequence[Row], results: Results, seeds: int) -> Curves:
    """The best, the middle, the average and the worst run of each size."""
    cells = table(rows, [BY_NAME["indep+nodup"]], results, seeds)
    spreads = [(_size(c), s) for c in cells if (s := c.spread("states")) is not None]
    return {
        "best": [(n, s.least) for n, s in spreads],
        "median": [(n, s.median) for n, s in spreads],
        "mean": [(n, s.mean) for n, s in spreads],
        "worst": [(n, s.greatest) for n, s in spreads],
    }


def _size(cell: Cell) -> int:
    return dict(cell.row.parameters)["n"]


CAPTIONS = {
    "5.2": (
        "states of vectors, the middle of all seeds, by the number of threads; hollow: the nodes that were "
        "published, which count more (see above). A curve ends before the first size at which a run reached "
        "its limit."
    ),
    "5.3": "vectors, the middle of all seeds, by the number of threads; curves end as in Figure 5.2.",
    "5.5": "states of vectors with independent actions and no duplicates, by the number of threads.",
}


def caption(figure: str) -> str:
    """What a figure shows."""
    return f"Figure {figure}: {CAPTIONS[figure]}"
