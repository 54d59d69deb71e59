"""Errors below the searches: the store of states, their encoding and layout, moves and their tables."""

from mazurka.fuzz.mutants.mutant import Mutant

EXPLORED = "test_explorers.py::test_the_same_graph_breadth_first"
STORED = "test_store.py"
WIDE = "test_wide_systems.py"

STORE = (
    Mutant(
        "store/the-first-word-is-not-compared",
        "optimized/store.py",
        "        if x[k] != y[k]:\n",
        "        if k > 0 and x[k] != y[k]:\n",
        (EXPLORED,),
    ),
    Mutant(
        "store/the-last-row-is-lost-when-it-grows",
        "optimized/store.py",
        "    for i in range(count):\n",
        "    for i in range(count - 1):\n",
        (STORED,),
    ),
    Mutant(
        "store/a-weaker-hash",
        "optimized/store.py",
        "    h = (h ^ (h >> _S27)) * _MIX2\n",
        "    h = h * _MIX2\n",
        (STORED,),
        same="The hash only says in which slot the search for a row begins; rows are compared word by "
        "word, and a row is entered in the first empty slot from there on, where a later search "
        "finds it.  Any function of the row does; only the time differs.",
    ),
)

ENCODING = (
    Mutant(
        "encoding/a-part-of-a-group-counts-from-0",
        "optimized/encoding.py",
        "(part, 0 if part == ordered[i] else 1)",
        "(part, 0)",
        (EXPLORED, "test_explorers.py"),
    ),
    Mutant(
        "encoding/an-inhibitor-of-two-stops-at-one",
        "optimized/encoding.py",
        "        if f is not None and (code is None or k == 1):\n",
        "        if f is not None:\n",
        (EXPLORED, "test_explorers.py"),
    ),
    Mutant(
        "layout/fields-overlap",
        "optimized/layout.py",
        "        room[word] -= widths[f]\n",
        "        room[word] -= widths[f] - (widths[f] > 2)\n",
        (EXPLORED,),
    ),
)

MOVES = ()

KERNELS = (*STORE, *ENCODING, *MOVES)
