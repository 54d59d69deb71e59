"""The arrays of a search by probe sets: made, and enlarged when the kernel asks for it."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized import probe_search as kernel
from mazurka.optimized.compiled import Compiled, compile_moves
from mazurka.optimized.encoding import Encoding, encode
from mazurka.optimized.layout import Layout, lay_out, words_for
from mazurka.optimized.probe_choice import Enabled, Rules
from mazurka.optimized.probe_missed import Causes, Missed
from mazurka.optimized.probe_relations import Relations, relations
from mazurka.optimized.store import NONE, enlarged, grown, intern, new_store
from mazurka.systems import EntitySystem


@dataclass
class ProbeSearch:
    """A search between two slices: all arrays, and what they mean."""

    system: EntitySystem
    encoding: Encoding
    layout: Layout
    compiled: Compiled
    tables: Relations
    rules: Rules
    found: kernel.Found
    record: kernel.Record
    enabled: Enabled
    causes: Causes
    missed: Missed
    scratch: kernel.Scratch
    counters: NDArray[np.int64]

    @property
    def letters(self) -> int:
        """Words may have fewer letters than this."""
        return len(self.scratch.word)

    @property
    def expanded(self) -> int:
        """Vectors that were expanded."""
        return int(self.counters[kernel.EXPANDED])

    @property
    def waiting(self) -> int:
        """The height of the stack."""
        return int(self.counters[kernel.TOP])


def prepare(system: EntitySystem, rules: Rules) -> ProbeSearch:
    """A search that has not begun: `enter_initial` is next."""
    encoding = encode(system)
    layout = lay_out(encoding.widths, encoding.proven)
    compiled = compile_moves(encoding, layout)
    stores = [new_store(words) for words in (layout.words, 1, 1, 1, 1)]
    return ProbeSearch(
        system, encoding, layout, compiled, relations(system), rules, kernel.Found(*stores), _record(),
        *working_space(len(system.actions), layout.words, 64), new_pairs(64, 64),
        new_scratch(len(system.actions), layout.words, 64), np.zeros(7, dtype=np.int64),
    )  # fmt: skip


def enter_initial(search: ProbeSearch) -> None:
    """The initial state with the empty word waits."""
    with np.errstate(over="ignore"):
        intern(search.found.states, search.compiled.initial)
        intern(search.found.vectors, np.zeros(1, dtype=np.uint64))
    search.record.stack[0] = 0
    search.record.is_target[0] = search.record.settled[0] = 0
    search.record.place[0] = NONE
    search.counters[kernel.TOP] = 1


def _record() -> kernel.Record:
    def numbers(*more: int) -> NDArray[np.uint32]:
        return np.zeros((1024, *more), dtype=np.uint32)

    flags, settled = np.zeros(1024, dtype=np.uint8), np.zeros(1024, dtype=np.uint8)
    starts = np.zeros(1024, dtype=np.int64)
    return kernel.Record(numbers(3), flags, settled, numbers(), numbers(), starts, numbers(), numbers())


def working_space(actions: int, state_words: int, letters: int) -> tuple[Enabled, Causes]:
    """Working space for words of fewer letters than that, a multiple of 64."""

    def numbers(size: int) -> NDArray[np.uint32]:
        return np.zeros(size, dtype=np.uint32)

    def bits(*shape: int) -> NDArray[np.uint64]:
        return np.zeros(shape, dtype=np.uint64)

    positions, places, most = letters // 64, words_for(actions + 1), actions + 1
    enabled = Enabled(
        numbers(most), numbers(most), bits(most, positions), bits(most, places),
        *(bits(places) for _ in range(3)), *(bits(positions) for _ in range(3)),
    )  # fmt: skip
    causes = Causes(
        bits(letters + 1, positions), numbers(letters + 1), numbers(letters + 1), bits(positions),
        bits(positions), numbers(letters), numbers(most), *(bits(state_words) for _ in range(3)),
    )  # fmt: skip
    return enabled, causes


def new_pairs(pairs: int, letters: int) -> Missed:
    """Room for that many missed pairs, with words of fewer letters than that."""
    return Missed(
        np.zeros((pairs, letters), dtype=np.uint32),
        np.zeros(pairs, dtype=np.uint32),
        np.zeros(pairs, dtype=np.uint32),
    )


def new_scratch(actions: int, state_words: int, letters: int) -> kernel.Scratch:
    """Working space for words of fewer letters than that."""
    longest = max(letters, actions + 2)
    base, target, state = (np.zeros(state_words, dtype=np.uint64) for _ in range(3))
    siblings, some, form, gone = (np.zeros(longest, dtype=np.uint32) for _ in range(4))
    return kernel.Scratch(
        np.zeros(letters, dtype=np.uint32), siblings, np.zeros((letters, letters // 64), dtype=np.uint64),
        base, target, state, some, form, gone, np.zeros(1, dtype=np.uint64),
    )  # fmt: skip


def allow_longer_words(search: ProbeSearch) -> None:
    """Working space for words of twice the length."""
    actions, words, letters = len(search.system.actions), search.layout.words, 2 * search.letters
    search.enabled, search.causes = working_space(actions, words, letters)
    search.missed = new_pairs(len(search.missed.lengths), letters)
    search.scratch = new_scratch(actions, words, letters)


def allow_more_pairs(search: ProbeSearch) -> None:
    """Room for twice as many missed pairs."""
    search.missed = new_pairs(2 * len(search.missed.lengths), search.letters)


def grow(search: ProbeSearch) -> None:
    """Room everywhere for the vector at hand."""
    reserve(search, int(search.counters[kernel.MORE]), int(search.counters[kernel.MORE_LETTERS]))


def reserve(search: ProbeSearch, more: int, letters: int) -> None:
    """Room everywhere for that many more vectors and rows of words."""
    f, r = search.found, search.record
    steps = int(search.counters[kernel.STEPS])
    states, vectors = int(f.states.size[0]), int(f.vectors.size[0])
    missing = (more, letters, more, more, more)
    search.found = kernel.Found(
        *(grown(store, int(store.size[0]) + m) for store, m in zip(f, missing, strict=True))
    )
    used = (search.waiting, states, states, vectors, search.expanded, search.expanded, steps, steps)
    arrays: tuple[NDArray[Any], ...] = tuple(r)
    search.record = kernel.Record(*(_with_room(a, k, more) for a, k in zip(arrays, used, strict=True)))


def _with_room(array: NDArray[Any], used: int, more: int) -> NDArray[Any]:
    return array if used + more <= len(array) else enlarged(array, used + more, used)
