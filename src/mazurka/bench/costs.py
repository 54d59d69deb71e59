"""What cells cost, and within which limits: the words of every report."""

from collections.abc import Iterable

from mazurka.bench.cell import Measured
from mazurka.report.tables import size


def rate(known: Measured | None) -> int | None:
    """Nodes a second, where there is enough to tell."""
    if known is None or not known.nodes or not known.seconds or known.seconds < 0.01:
        return None
    return round(known.nodes / known.seconds)


def limits(measured: Iterable[Measured | None]) -> str:
    """A sentence on the limits of these measurements."""
    known = [m for m in measured if m is not None]
    seconds = sorted({m.max_seconds for m in known if m.max_seconds is not None})
    memory = sorted({m.max_memory for m in known if m.max_memory is not None})
    among = [" or ".join(f"{s:g}" for s in seconds) + " s"] if seconds else []
    among += [" or ".join(map(size, memory))] if memory else []
    return f"Limit {' and '.join(among)} a cell." if among else "No limits."
