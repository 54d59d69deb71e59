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
        "store/the-last-row-is-not-found-when-it-grows",
        "optimized/store.py",
        "            rehash(rows, slots, store.size[0])\n",
        "            rehash(rows, slots, store.size[0] - 1)\n",
        (STORED,),
    ),
    Mutant(
        "store/full-one-row-too-late",
        "optimized/store.py",
        "    return needed <= len(store.rows) and 4 * needed <= 3 * len(store.slots)\n",
        "    return needed <= len(store.rows) + 1 and 4 * needed <= 3 * len(store.slots)\n",
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
        "encoding/one-token-where-two-are-needed",
        "optimized/encoding.py",
        "        if f is None or (code is not None and k > 1):\n",
        "        if f is None:\n",
        (EXPLORED,),
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
        "layout/a-bit-too-few",
        "optimized/layout.py",
        "    return max(1, largest.bit_length())\n",
        "    return max(1, (largest - 1).bit_length())\n",
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
        "moves/a-field-overflows",
        "optimized/compiled.py",
        "field.largest, field.largest - d, f)",
        "field.largest, field.largest, f)",
        (EXPLORED, "test_explorers.py"),
    ),
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
    Mutant(
        "moves/not-equal-in-a-wide-field",
        "optimized/compiled.py",
        "        elif test is Test.NOT_EQUAL and largest == 1:\n",
        "        elif test is Test.NOT_EQUAL and k <= 1:\n",
        (EXPLORED,),
    ),
    Mutant(
        "moves/not-in-the-order-of-actions",
        "optimized/compiled.py",
        "    while i > 0 and moves[i - 1] > m:\n",
        "    while i > 1 and moves[i - 1] > m:\n",
        (EXPLORED,),
    ),
    Mutant(
        "moves/a-wider-field-reads-its-neighbour",
        "optimized/compiled.py",
        "        number = (states[:, f.word] >> np.uint64(f.shift)) & np.uint64(f.largest)\n",
        "        number = (states[:, f.word] >> np.uint64(f.shift)) & np.uint64(g.largest)\n",
        (EXPLORED, "test_explorers.py"),
    ),
    Mutant(
        "moves/the-last-bucket-is-not-looked-at",
        "optimized/compiled.py",
        "    last = system.bucket_start.size - 2\n",
        "    last = system.bucket_start.size - 3\n",
        (EXPLORED,),
    ),
)

KERNELS = (*STORE, *ENCODING, *MOVES)
