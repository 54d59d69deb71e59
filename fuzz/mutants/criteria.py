"""Errors in the audit and in the definitions that it rests on; most make it say yes to wrong graphs."""

from mazurka.fuzz.mutants.mutant import Mutant

JUDGED = "test_criteria.py"
COVERED = f"{JUDGED}::test_nodes_are_covered_iff_every_run_is_and_then_the_graph_is_trace_complete"
TRACES = f"{JUDGED}::test_a_graph_is_trace_complete_iff_it_has_a_run_of_each_trace"
SETS = f"{JUDGED}::test_sets_are_persistent_and_stubborn_only_if_short_words_say_so"
IGNORED = f"{JUDGED}::test_no_action_is_ignored_iff_each_is_explored_later_on_and_on_every_cycle"
VIEWS = f"{JUDGED}::test_graphs_are_stutter_equivalent_only_if_they_show_the_same_sequences_of_views"
SOUND = f"{JUDGED}::test_a_graph_is_sound_iff_its_edges_are_steps_and_paths_reach_its_nodes"
REACHED = f"{JUDGED}::test_what_is_to_be_reached_is_compared_state_by_state"

GRAPHS = (
    Mutant(
        "audit/where-an-edge-leads-is-not-asked",
        "reference/soundness.py",
        "            if system.after(reduced.states[n], a) != reduced.states[m]:\n",
        "            if reduced.states[m] is None:\n",
        (SOUND,),
    ),
    Mutant(
        "audit/nodes-without-a-path-are-sound",
        "reference/soundness.py",
        "    if len(order) < len(reduced.states):\n",
        "    if not order:\n",
        (SOUND,),
    ),
    Mutant(
        "audit/the-deadlocks-of-the-reduction",
        "reference/deadlocks.py",
        "    found = set(reduced.states)\n    dead = deadlock_nodes(system, full)\n",
        "    found = set(full.states)\n    dead = deadlock_nodes(system, full)\n",
        (REACHED,),
    ),
    Mutant(
        "audit/one-lost-deadlock-is-none",
        "reference/deadlocks.py",
        "    if lost and reduced.complete:\n",
        "    if len(lost) > 1 and reduced.complete:\n",
        (REACHED,),
    ),
    Mutant(
        "audit/local-states-by-value",
        "reference/reachability.py",
        "            if (component, value) not in kept:\n",
        "            if value not in {x for _, x in kept}:\n",
        (REACHED,),
    ),
    Mutant(
        "audit/views-one-by-one",
        "reference/reachability.py",
        "    kept = {seen(system, s, components) for s in reduced.states}\n",
        "    kept = {seen(system, s, components) for s in (*reduced.states, *full.states[-1:])}\n",
        (REACHED,),
    ),
)

COVERING = (
    Mutant(
        "audit/a-refused-action-covers",
        "reference/covering.py",
        "    return earliest in reduced.explored(n)\n",
        "    return earliest is not None\n",
        (COVERED,),
    ),
    Mutant(
        "audit/dependent-actions-may-sleep",
        "reference/covering.py",
        "if b not in allowed or not system.independent(a, b))",
        "if b not in allowed)",
        (COVERED,),
    ),
    Mutant(
        "audit/anything-independent-may-sleep",
        "reference/covering.py",
        "if b not in allowed or not system.independent(a, b))",
        "if not system.independent(a, b))",
        (COVERED,),
    ),
    Mutant(
        "audit/all-treated-came-before",
        "reference/covering.py",
        "order[: order.index(a)] if a in order else ()",
        "order if a in order else ()",
        (COVERED,),
    ),
    Mutant(
        "audit/first-sets-without-dependence",
        "reference/source_sets.py",
        "*(b for b in f if system.independent(a, b))})",
        "*f})",
        (
            COVERED,
            "test_includes_first_set.py::test_the_oracle_answers_as_the_definition_does_and_with_a_run",
        ),
    ),
    Mutant(
        "audit/one-node-fully-expanded-is-enough",
        "reference/trace_complete.py",
        "    return all(set(system.enabled(s)) <= set(reduced.explored(n))",
        "    return any(set(system.enabled(s)) <= set(reduced.explored(n))",
        (TRACES,),
    ),
    Mutant(
        "audit/a-step-is-taken-from-anywhere-in-the-rest",
        "reference/trace_complete.py",
        "        front = first(independent, rest)\n",
        "        front = frozenset(rest)\n",
        (TRACES,),
    ),
    Mutant(
        "audit/one-letter-lets-a-step-pass",
        "reference/trace_complete.py",
        "a not in rest and all(independent(a, b) for b in rest)",
        "a not in rest and any(independent(a, b) for b in rest)",
        (f"{JUDGED}::test_a_run_that_is_no_weak_prefix_of_a_run_of_the_graph_is_none",),
    ),
    Mutant(
        "audit/a-letter-may-pass-itself",
        "reference/trace_complete.py",
        "a not in rest and all(independent(a, b) for b in rest)",
        "all(independent(a, b) for b in rest)",
        (f"{JUDGED}::test_a_run_that_is_no_weak_prefix_of_a_run_of_the_graph_is_none",),
        same="No action is independent of itself: every formalism says so, `is_valid_independence` "
        "demands it and test_independence.py asks it of each.  So if a is in the rest, the second "
        "condition fails for b = a.",
    ),
    Mutant(
        "audit/first-looks-one-letter-back",
        "reference/traces.py",
        "if all(independent(a, b) for b in w[:i]))",
        "if all(independent(a, b) for b in w[max(i - 1, 0) : i]))",
        ("test_traces.py::test_first_is_what_begins_some_word_of_the_trace",),
    ),
    Mutant(
        "audit/normal-forms-of-the-wrong-order",
        "reference/traces.py",
        "        if rank[a] < rank[b]:\n",
        "        if rank[a] > rank[b]:\n",
        ("test_client_server_reducers.py::test_the_lex_tree_has_one_full_run_of_each_trace_the_smallest",),
    ),
)

SETS_AT_A_NODE = (
    Mutant(
        "audit/independent-of-one-member-is-enough",
        "reference/persistent_sets.py",
        "not all(system.independent(a, b) for a in chosen):",
        "not any(system.independent(a, b) for a in chosen):",
        (SETS,),
    ),
    Mutant(
        "audit/only-the-next-step-interferes",
        "reference/persistent_sets.py",
        "                queue.append(((*run, a), u))\n",
        "",
        (SETS,),
    ),
    Mutant(
        "audit/d1-where-both-can-be-fired",
        "reference/stubborn_sets.py",
        "                if t in system.enabled(u) and system.after(u, t) != v:\n",
        "                if v is not None and t in system.enabled(u) and system.after(u, t) != v:\n",
        (SETS,),
    ),
    Mutant(
        "audit/any-member-is-a-key",
        "reference/stubborn_sets.py",
        "    return all(t in system.enabled(u) for _, u in runs_outside(system, s, chosen))\n",
        "    return t in system.enabled(s)\n",
        (SETS,),
    ),
    Mutant(
        "audit/d0-by-what-is-disabled",
        "reference/stubborn_sets.py",
        "    return not enabled or bool(enabled & chosen)\n",
        "    return not enabled or bool(chosen)\n",
        (SETS,),
        same="An audit asks of sets explored at a node of a sound graph only, and these are enabled "
        "there.  Elsewhere `is_stubborn` is asked of enabled parts as well.",
    ),
    Mutant(
        "audit/visible-actions-are-not-looked-at",
        "reference/ample_sets.py",
        "(all_explored or not chosen & visible)",
        "(all_explored or not chosen == visible)",
        (
            f"{JUDGED}::test_a_graph_is_ample_iff_it_is_persistent_and_invisible_and_ignores_nothing_on_cycles",
        ),
    ),
)

CYCLES = (
    Mutant(
        "audit/something-explored-later-is-enough",
        "reference/provisos.py",
        "                if a not in later:\n",
        "                if not later:\n",
        (IGNORED,),
    ),
    Mutant(
        "audit/a-loop-is-no-cycle",
        "reference/provisos.py",
        "        if len(component) > 1 or links.has_edge(n, n):\n",
        "        if len(component) > 1:\n",
        (IGNORED,),
    ),
    Mutant(
        "audit/explored-anywhere-in-the-component",
        "reference/provisos.py",
        "            without = links.subgraph(n for n in ignored if a not in reduced.explored(n))\n",
        "            here = [] if any(a in reduced.explored(n) for n in ignored) else ignored\n"
        "            without = links.subgraph(here)\n",
        (IGNORED,),
    ),
    Mutant(
        "audit/no-view-stays-on-a-loop",
        "reference/stuttering.py",
        "            if len(c) > 1 or any(silent.has_edge(n, n) for n in c)\n",
        "            if len(c) > 1\n",
        (VIEWS,),
    ),
    Mutant(
        "audit/whether-a-view-stays-is-not-asked",
        "reference/stuttering.py",
        "        if here.isdisjoint(one.keeping) != there.isdisjoint(two.keeping):\n",
        "        if False:\n",
        (VIEWS,),
    ),
    Mutant(
        "audit/views-settle-one-step-only",
        "reference/stuttering.py",
        "            waiting.extend(new)\n",
        "",
        (VIEWS,),
    ),
    Mutant(
        "audit/an-action-that-enables-is-independent",
        "reference/independence.py",
        """f"{a!r} enables {b!r}" if b in system.enabled(after_a) else None  # (3)""",
        """None""",
        ("test_independence.py::test_the_largest_valid_independence_is_that_of_the_plain_count",),
    ),
    Mutant(
        "audit/two-orders-may-end-elsewhere",
        "reference/independence.py",
        "    if system.after(after_a, b) != system.after(after_b, a):\n",
        "    if system.after(after_a, b) is None:\n",
        ("test_independence.py::test_the_largest_valid_independence_is_that_of_the_plain_count",),
    ),
)

CRITERIA = (*GRAPHS, *COVERING, *SETS_AT_A_NODE, *CYCLES)
