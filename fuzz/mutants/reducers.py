"""Errors in the compiled and the plain reducers: in what they choose, and in sleep sets."""

from mazurka.fuzz.mutants.mutant import Mutant

REDUCERS = (
    Mutant(
        "sleep/what-depends-stays-asleep",
        "optimized/search.py",
        "        scratch.sleep[k] = scratch.asleep[k] & independent[a, k]\n",
        "        scratch.sleep[k] = scratch.asleep[k]\n",
        ("test_closure_search.py",),
    ),
    Mutant(
        "sleep/the-treated-do-not-sleep",
        "optimized/search.py",
        "    put(scratch.asleep, a)\n",
        "    pass\n",
        ("test_process_sets.py", "test_closure_search.py"),
    ),
    Mutant(
        "sleep/subsumption-the-wrong-way",
        "optimized/search.py",
        "        if within(sleeps.rows[nodes.sleep[other]], scratch.sleep):\n",
        "        if within(scratch.sleep, sleeps.rows[nodes.sleep[other]]):\n",
        ("test_process_sets.py", "test_closure_search.py"),
    ),
)
