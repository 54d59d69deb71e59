"""Errors in reducers of client/server systems: sleep sets, process sets, closures, PIFS."""

from mazurka.fuzz.mutants.mutant import Mutant

SAME_PSET = "test_process_sets.py::test_the_same_graph"
SAME_CLOSURE = "test_closure_search.py::test_the_same_graph_with_a_closure"
CLOSED, TESTED, CHOSEN = (
    f"test_local_kernels.py::test_{name}"
    for name in (
        "a_closure_is_that_of_the_definition_and_costs_what_is_enabled_of_it",
        "pifs_holds_of_each_action_and_of_what_is_awake_as_the_plain_test_says",
        "the_closure_that_is_chosen_is_the_first_of_least_cost",
    )
)
NO_CHOICE = "test_closure_search.py::test_the_same_graph_without_a_choice_of_closures"
FIRST_SETS = "test_includes_first_set.py"

SLEEP = (
    Mutant(
        "sleep/what-depends-stays-asleep",
        "optimized/search.py",
        "        scratch.sleep[k] = scratch.asleep[k] & independent[a, k]\n",
        "        scratch.sleep[k] = scratch.asleep[k]\n",
        (SAME_PSET,),
    ),
    Mutant(
        "sleep/the-treated-do-not-sleep",
        "optimized/search.py",
        "    put(scratch.asleep, a)\n",
        "    pass\n",
        (SAME_PSET,),
    ),
    Mutant(
        "sleep/subsumption-the-wrong-way",
        "optimized/search.py",
        "        if within(sleeps.rows[nodes.sleep[other]], scratch.sleep):\n",
        "        if within(scratch.sleep, sleeps.rows[nodes.sleep[other]]):\n",
        (SAME_PSET, SAME_CLOSURE),
    ),
    Mutant(
        "sleep/first-node-of-a-state-not-reset",
        "optimized/search.py",
        "        nodes.first[state] = NONE\n",
        "        pass\n",
        ("test_growth.py::test_a_search_with_sleep_sets_is_the_same",),
    ),
    Mutant(
        "sleep/deadlocks-counted-by-node",
        "optimized/search.py",
        "        if n == 0 and (not plan.sleeping or nodes.first[nodes.state[node]] == node):\n",
        "        if n == 0:\n",
        ("test_closure_search.py::test_the_same_graph_or_tree_with_an_oracle",),
    ),
    Mutant(
        "sleep/plain-subsumption-the-wrong-way",
        "reference/sleep_sets.py",
        "graph.sleep[m] <= kept",
        "graph.sleep[m] >= kept",
        (SAME_PSET,),
    ),
    Mutant(
        "sleep/any-older-node-subsumes",
        "reference/sleep_sets.py",
        "next((m for m in candidates if graph.sleep[m] <= kept), None)",
        "next(iter(candidates), None)",
        ("test_promises.py::test_a_reducer_keeps_its_promises[plain/sleep]",),
    ),
)

PROCESS_SETS = (
    Mutant(
        "process-sets/only-the-next-step-counts",
        "optimized/process_tables.py",
        "            more = ahead[s] | domain | ahead[t]\n",
        "            more = ahead[s] | domain\n",
        (SAME_PSET,),
    ),
    Mutant(
        "process-sets/sleepers-are-chosen",
        "optimized/process_tables.py",
        "        if inside(tables, a) == 1 and not (asleep.size > 0 and holds(asleep, a)):\n",
        "        if inside(tables, a) == 1:\n",
        (SAME_PSET,),
    ),
    Mutant(
        "process-sets/one-process-inside-is-enough",
        "optimized/process_tables.py",
        "holds(tables.closed, tables.client[a]) and holds(",
        "holds(tables.closed, tables.client[a]) or holds(",
        (SAME_PSET,),
        same="P is closed for the next step at least: a process of P that can take b has both "
        "processes of b in P.  An action is only asked about while it is enabled, when either of "
        "its processes can take it.  So if one of them is in P, both are.",
    ),
    Mutant(
        "process-sets/plain-one-process-inside-is-enough",
        "reference/process_sets.py",
        "if inside.issuperset(system.domain[b]))",
        "if not inside.isdisjoint(system.domain[b]))",
        (SAME_PSET,),
        same="P is closed for the next step at least: a process of P that can take b has both "
        "processes of b in P.  An action is only asked about while it is enabled, when either of "
        "its processes can take it.  So if one of them is in P, both are.",
    ),
)

CLOSURES = (
    Mutant(
        "closures/without-rivals",
        "reference/closure_sets.py",
        "close(table, s, {a} | rivals(table.system, s, a))",
        "close(table, s, {a})",
        (f"{FIRST_SETS}::test_closure_sets_are_least_cover_and_lie_within_process_sets",),
    ),
    Mutant(
        "closures/heads-past-the-partner",
        "reference/local_runs.py",
        "        steps = [t for t in system.processes[q].transitions if other not in system.domain[t[1]]]\n",
        "        steps = list(system.processes[q].transitions)\n",
        (f"{FIRST_SETS}::test_the_heads_are_those_of_the_definition",),
    ),
    Mutant(
        "closures/compiled-heads-past-the-partner",
        "optimized/closure_sets.py",
        "tables.member[c] == now or tables.edge_partner[edge] == p:",
        "tables.member[c] == now:",
        (CLOSED, SAME_CLOSURE),
    ),
    Mutant(
        "closures/ahead-through-the-partner",
        "optimized/local_tables.py",
        "            more = ahead[x] | ahead[y] & others\n",
        "            more = ahead[x] | ahead[y]\n",
        (CLOSED, SAME_CLOSURE),
    ),
    Mutant(
        "closures/sleepers-are-seeds",
        "optimized/closure_sets.py",
        "    return sleeps == (turn == 1) and (turn == 0 or closing == FRESHEST)\n",
        "    return turn == 0\n",
        (SAME_CLOSURE, NO_CHOICE),
    ),
    Mutant(
        "closures/asleep-members-are-explored",
        "optimized/closure_sets.py",
        "        if tables.member[a] == now and not (asleep.size > 0 and holds(asleep, a)):\n",
        "        if tables.member[a] == now:\n",
        (SAME_CLOSURE,),
    ),
    Mutant(
        "closures/a-fresh-action-weighs-one-less",
        "optimized/closure_sets.py",
        "                tables.weight[a] = n + 1\n",
        "                tables.weight[a] = n\n",
        (NO_CHOICE,),
        same="Of two closures let A have k fresh actions, B fewer.  A weighs at least k·n.  B lacks "
        "one of the n enabled actions that is in A, so it has at most n − k actions that are "
        "awake and not fresh beside its k − 1 fresh ones (with fewer fresh ones still less), and "
        "weighs at most (k − 1)·n + n − k < k·n.  So the order is that of the number of fresh "
        "actions, then of those awake, as before.",
    ),
)

PIFS = (
    Mutant(
        "pifs/wraps-without-its-exception",
        "reference/pifs.py",
        "all(a in b or processes & set(system.domain[a])",
        "all(processes & set(system.domain[a])",
        ("test_includes_first_set.py::test_what_is_in_b_need_not_be_wrapped",),
    ),
    Mutant(
        "closures/the-wrong-process-is-settled",
        "optimized/closure_sets.py",
        "    if next_actions(tables, s, p) == 1:\n        tables.settled[q] = node\n",
        "    if next_actions(tables, s, p) == 1:\n        tables.settled[p] = node\n",
        (CHOSEN,),
    ),
    Mutant(
        "pifs/what-sticks-need-not-be-possible",
        "reference/pifs.py",
        "    return len(outside) == 1 and can_step(system, s, outside[0], b)\n",
        "    return len(outside) == 1\n",
        (FIRST_SETS,),
    ),
    Mutant(
        "pifs/the-first-step-may-leave-p",
        "reference/pifs.py",
        "run.processes(system) <= found",
        "run.through <= found",
        (FIRST_SETS,),
    ),
    Mutant(
        "pifs/actions-begin-anywhere",
        "reference/pifs.py",
        "run.first in found and run.through <= inside",
        "run.through <= inside",
        (FIRST_SETS,),
    ),
    Mutant(
        "pifs/remote-waits-as-well",
        "optimized/pifs.py",
        "    if tables.joined[q] == now or tables.form == REMOTE:\n",
        "    if tables.joined[q] == now:\n",
        (TESTED, SAME_CLOSURE),
    ),
    Mutant(
        "pifs/one-edge-waits-and-the-others-are-forgotten",
        "optimized/pifs.py",
        "    tables.following[edge] = tables.first[q] if tables.waiting[q] == now else NONE\n",
        "    tables.following[edge] = NONE\n",
        (TESTED, SAME_CLOSURE),
    ),
    Mutant(
        "pifs/compiled-what-sticks-need-not-be-possible",
        "optimized/pifs.py",
        "tables.joined[q] != now and can_step(tables, s, q, tables.edge_action[edge]):",
        "tables.joined[q] != now:",
        (TESTED, SAME_CLOSURE),
    ),
    Mutant(
        "pifs/both-processes-must-be-touched",
        "optimized/pifs.py",
        "tables.joined[tables.client[a]] == now or tables.joined[tables.server[a]] == now:",
        "tables.joined[tables.client[a]] == now and tables.joined[tables.server[a]] == now:",
        (TESTED, SAME_CLOSURE),
    ),
    Mutant(
        "pifs/scratch-is-not-renewed",
        "optimized/local_tables.py",
        "    tables.number[0] += U1\n",
        "    tables.number[0] |= U1\n",
        (SAME_CLOSURE,),
    ),
)

REDUCERS = (*SLEEP, *PROCESS_SETS, *CLOSURES, *PIFS)
