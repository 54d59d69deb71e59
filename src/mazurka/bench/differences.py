"""How a figure of ours stands to a published one."""

from dataclasses import dataclass
from decimal import Decimal
from enum import Enum

from mazurka.bench.cell import Measured
from mazurka.bench.table1 import Figure


class Kind(Enum):
    """The ways in which two cells compare; the values are those of the JSON results."""

    EQUAL = "equal"
    SMALLER = "smaller"
    LARGER = "larger"
    SOLVED = "solved"  # a timeout in the paper
    NEW = "new"  # a blank in the paper
    LIMIT = "limit"  # a number in the paper
    BOTH = "both limits"
    BLANK = "limit, blank"  # a blank in the paper
    FAILED = "failed"
    UNKNOWN = "not counted"  # paths of a graph that is too large
    NOT_RUN = "not run"


def large(value: int) -> str:
    """A number, exact where it is small or a power of two, else in three figures."""
    if value < 10**9:
        return f"{value:,}"
    if value.bit_count() == 1:
        return f"2^{value.bit_length() - 1}"
    mantissa, _, exponent = f"{Decimal(value):.2e}".partition("e+")
    return f"≈ {mantissa}·10^{exponent}"


@dataclass(frozen=True)
class Difference:
    """The kind, and by how much ours is larger where both are numbers."""

    kind: Kind
    by: int | None = None

    @property
    def mark(self) -> str:
        """The same in a few characters."""
        if self.by:
            return ("−" if self.by < 0 else "+") + large(abs(self.by))
        return _MARKS[self.kind]


_MARKS = {
    Kind.EQUAL: "✓",
    Kind.SOLVED: "solved",
    Kind.NEW: "new",
    Kind.LIMIT: "limit",
    Kind.BOTH: "both",
    Kind.BLANK: "limit",
    Kind.FAILED: "failed",
    Kind.UNKNOWN: "",
    Kind.NOT_RUN: "",
}


def difference(published: Figure, measured: Measured | None, ours: int | None) -> Difference:
    """Compare a published figure with ours, the number of nodes or of paths in `measured`."""
    if measured is None:
        return Difference(Kind.NOT_RUN)
    if measured.failure is not None:
        return Difference(Kind.FAILED)
    if measured.limit is not None:
        limits = {"timeout": Kind.BOTH, None: Kind.BLANK}
        return Difference(Kind.LIMIT if isinstance(published, int) else limits[published])
    if ours is None:
        return Difference(Kind.UNKNOWN)
    if not isinstance(published, int):
        return Difference(Kind.NEW if published is None else Kind.SOLVED)
    kind = Kind.EQUAL if ours == published else Kind.SMALLER if ours < published else Kind.LARGER
    return Difference(kind, ours - published)
