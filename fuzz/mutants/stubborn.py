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
    Mutant(
        "stubborn/enough-tokens-are-lacking",
        "reference/net_stubborn_sets.py",
        "if m[p] < need]",
        "if m[p] <= need]",
        (SAME,),
    ),
    Mutant(
        "stubborn/what-is-left-may-be-dead",
        "reference/net_stubborn_sets.py",
        "            if enabled_among(arcs.net, m, sorted(smaller)):\n",
        "            if smaller:\n",
        (SAME,),
    ),
    Mutant(
        "stubborn/closure-takes-who-is-stopped",
        "optimized/closure.py",
        "                if net.helpers.pairs[k, 1] <= net.level[g]:\n",
        "                if net.helpers.pairs[k, 1] < net.level[g]:\n",
        (SAME,),
    ),
    Mutant(
        "stubborn/a-cost-is-cut-off-too-early",
        "optimized/scapegoats.py",
        "            if cost >= enough:\n",
        "            if cost >= enough - 1:\n",
        (SAME,),
    ),
    Mutant(
        "stubborn/foes-of-another-state",
        "optimized/deletion.py",
        "        net.foes[t] = 0\n",
        "        net.foes[t] |= 0\n",
        (SAME,),
    ),
    Mutant(
        "stubborn/one-bit-too-many",
        "optimized/deletion.py",
        "        if n > FOES:\n",
        "        if n > FOES + 1:\n",
        (SAME,),
    ),
    Mutant(
        "stubborn/the-last-of-equals",
        "optimized/closure.py",
        "        if width < best:\n",
        "        if width <= best and width <= n:\n",
        (SAME,),
    ),
    Mutant(
        "stubborn/deletion-leaves-nothing-enabled",
        "optimized/deletion.py",
        "    if gone < left:\n",
        "    if gone <= left:\n",
        (SAME,),
    ),
    Mutant(
        "stubborn/deletion-restores-too-little",
        "optimized/deletion.py",
        '    """Undo `spoil`."""\n    net.spoiled[g] = 0\n',
        '    """Undo `spoil`."""\n',
        (SAME,),
    ),
    Mutant(
        "stubborn/inhibitor-bound-off-by-one",
        "optimized/net_tables.py",
        "max(1 - bound, UNSTOPPED)",
        "max(-bound, UNSTOPPED)",
        (SAME,),
    ),
    Mutant(
        "stubborn/conflicts-one-way",
        "optimized/net_tables.py",
        "                conflicts[j].add(i)\n",
        "",
        (SAME,),
    ),
    Mutant(
        "stubborn/level-of-an-inhibitor-with-the-wrong-sign",
        "optimized/net_tables.py",
        "        net.level[places + p] = -tokens\n",
        "        net.level[places + p] = tokens\n",
        (SAME,),
    ),
    Mutant(
        "stubborn/scapegoats-cost-members-too",
        "optimized/scapegoats.py",
        "        if net.member[u] != net.stamp[0] and net.helpers.pairs[j, 1] <= net.level[g]:\n",
        "        if net.helpers.pairs[j, 1] <= net.level[g]:\n",
        (SAME, SEARCHED),
    ),
    Mutant(
        "stubborn/a-scapegoat-of-another-closure-counts",
        "optimized/scapegoats.py",
        "        if net.taken[g] == net.stamp[0] and net.level[g] < net.stops.pairs[k, 1]:\n",
        "        if net.taken[g] > 0 and net.level[g] < net.stops.pairs[k, 1]:\n",
        (SAME, SEARCHED),
    ),
    Mutant(
        "stubborn/a-scapegoat-that-stops-it-no-more",
        "optimized/scapegoats.py",
        "        if net.taken[g] == net.stamp[0] and net.level[g] < net.stops.pairs[k, 1]:\n",
        "        if net.taken[g] == net.stamp[0]:\n",
        (SAME, SEARCHED),
    ),
    Mutant(
        "stubborn/insertion-takes-the-first-scapegoat",
        "reference/insertion.py",
        "choices[scapegoat(arcs, m, t, found, choices) if len(choices) > 1 else 0]",
        "choices[0]",
        (SEARCHED,),
    ),
    Mutant(
        "stubborn/who-puts-hinders",
        "reference/weakly_stubborn.py",
        "p in u.needs if change < 0 else p in u.inhibitors",
        "p in u.needs if change > 0 else p in u.inhibitors",
        ("test_provisos.py::test_a_weak_closure_is_weakly_closed_and_weakly_stubborn",),
    ),
    Mutant(
        "stubborn/who-is-inhibited-just-so-helps",
        "reference/net_stubborn_sets.py",
        "u.inhibitors[p] <= m[p])",
        "u.inhibitors[p] < m[p])",
        ("test_stubborn_sets.py::test_the_same_graph[closure-bfs]",),
    ),
)
