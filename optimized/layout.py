"""The layout of a packed state: fields of bits in words of 64.

A state of a system gives each *item* a small number: the tokens of a place, the local state of a process,
the presence of an entity.  A field holds one number.  A group of places that always share one token is one
field, whose number tells where the token is.  Packing is linear: the packed state is the sum over items of
`number · weight`, so that an action adds the same words wherever it is taken.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Field:
    """Bits `shift` to `shift + width − 1` of word `word`.

    proven: the number always fits; otherwise an action that would exceed it calls for a wider field.
    """

    word: int
    shift: int
    width: int
    proven: bool = True

    @property
    def largest(self) -> int:
        """The largest number that fits."""
        return (1 << self.width) - 1


@dataclass(frozen=True)
class Layout:
    """Where every field lies, and how many words a state has (at least one)."""

    fields: tuple[Field, ...]
    words: int


def lay_out(widths: Sequence[int], proven: Sequence[bool]) -> Layout:
    """Place fields of these widths (0 to 64 bits) in words, each in the first that has room.

    Wide fields go first, which wastes fewest bits; fields keep their numbers.
    """
    room: list[int] = []
    places: dict[int, tuple[int, int]] = {}
    for f in sorted(range(len(widths)), key=lambda f: -widths[f]):
        if widths[f] == 0:
            places[f] = (0, 0)
            continue
        word = next((w for w, free in enumerate(room) if free >= widths[f]), len(room))
        if word == len(room):
            room.append(64)
        places[f] = (word, 64 - room[word])
        room[word] -= widths[f]
    fields = tuple(Field(*places[f], widths[f], proven[f]) for f in range(len(widths)))
    return Layout(fields, max(1, len(room)))


def bits_for(largest: int) -> int:
    """The number of bits that hold 0 … largest, at least one."""
    return max(1, largest.bit_length())


def words_for(bits: int) -> int:
    """The number of words for that many bits, at least one."""
    return max(1, (bits + 63) // 64)


def bit_words(members: Iterable[int], words: int) -> list[int]:
    """A set of numbers as words."""
    return split_words(sum(1 << i for i in members), words)


def split_words(bits: int, words: int) -> list[int]:
    """A number as words, the lowest first."""
    return [(bits >> (64 * k)) & (2**64 - 1) for k in range(words)]


def bit_rows(sets: list[int], bits: int) -> NDArray[np.uint64]:
    """Sets of numbers below `bits`, given as bits, a row of words for each."""
    words = words_for(bits)
    packed = b"".join(x.to_bytes(8 * words, "little") for x in sets)
    return np.frombuffer(packed, dtype="<u8").astype(np.uint64).reshape(len(sets), words)
