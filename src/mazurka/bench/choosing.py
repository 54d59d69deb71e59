"""Which rows and columns of a table were asked for, by name."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from mazurka.errors import OptionError, UnknownNameError


class Row(Protocol):
    """A model: a family at a size, which may be of several parameters."""

    @property
    def family(self) -> str: ...

    @property
    def size(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def parameters(self) -> tuple[tuple[str, int], ...]: ...


class Column(Protocol):
    """A reducer with its options, by a short name."""

    @property
    def name(self) -> str: ...


R = TypeVar("R", bound=Row)
C = TypeVar("C", bound=Column)


@dataclass(frozen=True)
class Rows(Generic[R]):
    """The rows of a table.

    printed:     those that the source has.
    families:    in their order.
    unpublished: a row for a family at another size, None where the size is none.
    example:     how a row of a family is named.
    """

    table: str
    printed: Sequence[R]
    families: Sequence[str]
    unpublished: Callable[[str, str], R | None]
    example: Callable[[str], str]

    def chosen(self, names: Sequence[str] | None, families: Sequence[str] | None) -> tuple[R, ...]:
        """The rows given as FAMILY:SIZE, and those of the families; all when neither is given.

        A size may be one that the table does not have.  UnknownNameError for a family that it does not
        have, OptionError for a size that is none.
        """
        if names is None and families is None:
            return tuple(self.printed)
        for family in families or ():
            self._known(family)
        chosen = [r for r in self.printed if r.family in (families or ())]
        return self.ordered([*chosen, *map(self._named, names or ())])

    def of(self, sizes: Iterable[tuple[str, str]]) -> tuple[R, ...]:
        """The rows of these families and sizes, in order; what is no row is left out."""
        found = (self.row(family, size) for family, size in sizes)
        return self.ordered(r for r in found if r is not None)

    def ordered(self, rows: Iterable[R]) -> tuple[R, ...]:
        """By family, and then by size; each once."""
        return tuple(sorted({r.name: r for r in rows}.values(), key=self._place))

    def row(self, family: str, size: str) -> R | None:
        """The printed row, or another one."""
        printed = next((r for r in self.printed if (r.family, r.size) == (family, size)), None)
        return printed or self.unpublished(family, size)

    def _named(self, text: str) -> R:
        family, _, size = text.partition(":")
        self._known(family)
        row = self.row(family, size)
        if row is None:
            raise OptionError(f"{text!r} is no row; write {self.example(family)}, say")
        return row

    def _known(self, family: str) -> None:
        if family not in self.families:
            raise UnknownNameError(f"family of {self.table}", family, self.families)

    def _place(self, row: R) -> tuple[int, list[int]]:
        return self.families.index(row.family), [v for _, v in row.parameters]


def chosen_columns(table: str, known: Sequence[C], names: Sequence[str] | None) -> tuple[C, ...]:
    """The columns of these names, in their order; all for None.  UnknownNameError for another name."""
    have = [c.name for c in known]
    for name in names or ():
        if name not in have:
            raise UnknownNameError(f"column of {table}", name, have)
    return tuple(c for c in known if names is None or c.name in names)
