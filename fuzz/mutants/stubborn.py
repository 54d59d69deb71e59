"""Errors in stubborn sets of nets: closure, deletion, insertion, weak closures; their tables."""

from mazurka.fuzz.mutants.mutant import Mutant

SAME = "test_stubborn_sets.py"
SEARCHED = "test_proviso_search.py::test_the_same_graph_of_a_net"

STUBBORN = (
    Mutant(
        "stubborn/only-who-is-disabled",
        "reference/net_stubborn_sets.py",
        "            if net.can_disable(a, names[u]) or net.can_disable(names[u], a):\n",
        "            if net.can_disable(a, names[u]):\n",
        (SAME,),
    ),
    Mutant(
        "stubborn/who-needs-as-many-cannot-help",
        "reference/net_stubborn_sets.py",
        "u.needs.get(p, 0) <= m[p])",
        "u.needs.get(p, 0) < m[p])",
        (SAME,),
    ),
)
