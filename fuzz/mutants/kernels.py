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
        "encoding/forbidden-entities-are-forgotten",
        "optimized/encoding.py",
        "for e in sorted(a.excluded)]",
        "for e in sorted(a.creates)]",
        (EXPLORED,),
    ),
    Mutant(
        "layout/fields-overlap",
        "optimized/layout.py",
        "        room[word] -= widths[f]\n",
        "        room[word] -= widths[f] - (widths[f] > 2)\n",
        (EXPLORED,),
    ),
    Mutant(
        "layout/only-the-first-word-of-a-set",
        "optimized/jit.py",
        "    return (bits[i >> _S6] >> (i & _LOW6)) & U1 != U0\n",
        "    return (bits[0] >> (i & _LOW6)) & U1 != U0\n",
        (WIDE,),
    ),
)

MOVES = (
    Mutant(
        "moves/the-last-change-of-a-word-wins",
        "optimized/compiled.py",
        "        words[field.word] = words.get(field.word, 0) + (d << field.shift)\n",
        "        words[field.word] = d << field.shift\n",
        (EXPLORED,),
    ),
    Mutant(
        "moves/more-than-is-needed",
        "optimized/compiled.py",
        "            if number < system.test_number[i]:\n",
        "            if number <= system.test_number[i]:\n",
        (EXPLORED,),
    ),
)

KERNELS = (*STORE, *ENCODING, *MOVES)
