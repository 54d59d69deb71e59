"""The store of states: numbers in order of arrival, whatever it holds and however often it grows."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from mazurka.optimized.store import NONE, grown, has_room, intern, is_stored, new_store, number_of

WORDS = st.sampled_from([0, 1, 2, 2**32, 2**63, 2**64 - 1]) | st.integers(0, 2**64 - 1)


@st.composite
def lists_of_rows(draw):
    """Few rows or many, in which case the store grows several times; all of one width."""
    row = st.lists(WORDS, min_size=(n := draw(st.integers(1, 3))), max_size=n)
    return draw(st.lists(row, min_size=draw(st.sampled_from([0, 0, 14, 30])), max_size=60))


@given(lists_of_rows())
def test_rows_are_numbered_in_order_of_arrival_and_found_again(rows):
    with np.errstate(over="ignore"):
        words = len(rows[0]) if rows else 1
        store, known = new_store(words, 1), {}
        for row in rows:
            key = np.array(row, dtype=np.uint64)
            assert is_stored(store, key) == (tuple(row) in known)
            assert number_of(store, key) == known.get(tuple(row), NONE)
            if not has_room(store, 1):
                store = grown(store, len(known) + 1)
            assert intern(store, key) == known.setdefault(tuple(row), len(known))
        assert store.size[0] == len(known)
        assert [tuple(r) for r in store.rows[: len(known)].tolist()] == list(known)
        assert all(number_of(store, np.array(row, dtype=np.uint64)) == n for row, n in known.items())
