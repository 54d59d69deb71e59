"""A row of throws from which a system is built: one draw for Hypothesis, many choices for us.

Drawing a system choice by choice makes Hypothesis spend five examples of six on copies of parts of the
one before, and few of them tell anything new.  One draw of bytes gives an independent system each time,
ten times as fast, and shrinks well as long as each choice keeps its place: hence `parts`, where a
change in one part leaves the others alone, and 0 always means the simplest choice.
"""

from collections.abc import Sequence
from typing import TypeVar

from hypothesis import strategies as st

T = TypeVar("T")


class Dice:
    """Throws, used up from the left; when they are used up every further throw is 0."""

    def __init__(self, throws: bytes) -> None:
        self._throws = throws
        self._next = 0

    def throw(self) -> int:
        """The next throw, 0 to 255."""
        self._next += 1
        return self._throws[self._next - 1] if self._next <= len(self._throws) else 0

    def pick(self, options: Sequence[T]) -> T:
        """One of the options, the first being the simplest; repeat an option to make it likelier."""
        return options[self.throw() % len(options)]

    def parts(self, number: int, size: int) -> list["Dice"]:
        """The next number · size throws, as dice of their own."""
        begin, self._next = self._next, self._next + number * size
        return [Dice(self._throws[begin + k * size : begin + (k + 1) * size]) for k in range(number)]

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """The items in another order, or, with throws of 0, in this one."""
        return sorted(items, key=lambda _: self.throw())


def dice(throws: int) -> st.SearchStrategy[Dice]:
    """So many throws."""
    return st.binary(min_size=throws, max_size=throws).map(Dice)
