"""Errors in the compiled searches for goals: stubborn sets for a goal, distances, and the search itself."""

from mazurka.fuzz.mutants.mutant import Mutant

GOALS = "test_goal_search.py"
ANY = f"{GOALS}::test_searches_for_any_goal_tell_the_truth"
DEADLOCKS = f"{GOALS}::test_searches_for_deadlocks_tell_the_truth"
CUT = f"{GOALS}::test_a_search_cut_at_a_depth_denies_only_what_it_has_seen_to_the_end"
FAR = f"{GOALS}::test_searches_for_what_is_far_away_find_it"
CLOSED = f"{GOALS}::test_a_compiled_set_for_a_goal_is_closed_and_attracts_whatever_was_asked_before"
GROWTH = "test_growth.py::test_a_search_for_a_goal_is_the_same"

CHOSEN = (
    Mutant(
        "goal-search/a-part-that-holds-is-worked-for",
        "optimized/goal_stubborn.py",
        "        if goal.distance[part] > 0 and tried < TRIED and best > 1:\n",
        "        if tried < TRIED and best > 1:\n",
        (ANY, DEADLOCKS),
    ),
    Mutant(
        "goal-search/the-lightest-part-may-hold",
        "optimized/goal_stubborn.py",
        "        if goal.distance[part] > 0 and (best < 0 or",
        "        if (best < 0 or",
        (CLOSED,),
    ),
    Mutant(
        "goal-search/one-who-can-help-is-enough",
        "optimized/goal_stubborn.py",
        "                if net.helpers.pairs[k, 1] <= net.level[g]:\n",
        "                if net.helpers.pairs[k, 1] < net.level[g]:\n",
        (f"{GOALS}::test_who_needs_the_last_token_and_gives_two_helps",),
    ),
    Mutant(
        "goal-search/conflicts-of-the-first-only",
        "optimized/goal_stubborn.py",
        "            width += 1\n            for k in",
        "            width += 1\n            for k in [] if width > 1 else",
        (CLOSED,),
    ),
    Mutant(
        "goal-search/members-of-the-set-before",
        "optimized/goal_stubborn.py",
        "    net.stamp[0] += 1\n    size = close_all(",
        "    size = close_all(",
        (ANY, DEADLOCKS),
    ),
)

DISTANCES = (
    Mutant(
        "goal-search/one-more-is-missing",
        "optimized/goal_tables.py",
        "max(np.int64(0), goal.bound[i] - total)",
        "max(np.int64(0), goal.bound[i] - total - 1)",
        (ANY,),
    ),
    Mutant(
        "goal-search/scapegoats-of-the-atom-before",
        "optimized/up_layers.py",
        "    goal.stamp[0] += 1\n",
        "",
        (ANY, DEADLOCKS),
    ),
    Mutant(
        "goal-search/helpers-do-not-wait",
        "optimized/up_layers.py",
        "        size = add_helpers(goal, net, layer, t, size)\n",
        "        add_helpers(goal, net, layer, t, size)\n",
        (FAR,),
    ),
    Mutant(
        "goal-search/some-is-as-far-as-its-farthest",
        "optimized/up_layers.py",
        "                    value = min(value, part)\n",
        "                    value = part\n",
        (ANY, DEADLOCKS),
    ),
    Mutant(
        "goal-search/what-is-there-is-lacking",
        "optimized/relaxed_distance.py",
        "        if lacking > 0:\n",
        "        if lacking >= 0:\n",
        (ANY, DEADLOCKS),
    ),
    Mutant(
        "goal-search/new-prices-do-not-spread",
        "optimized/relaxed_distance.py",
        "                size = reprice(goal, net, g, head, size)\n",
        "                reprice(goal, net, g, head, size)\n",
        (FAR,),
    ),
    Mutant(
        "goal-search/who-needs-one-more-is-not-repriced",
        "optimized/relaxed_distance.py",
        "        if net.level[g] < net.stopped.pairs[k, 1]:\n",
        "        if net.level[g] + 1 < net.stopped.pairs[k, 1]:\n",
        (FAR,),
    ),
)

LOOP = (
    Mutant(
        "goal-search/parents-are-those-entered-last",
        "optimized/guided_search.py",
        "    tree.parent[new] = node\n",
        "    tree.parent[new] = new - 1\n",
        (ANY,),
    ),
    Mutant(
        "goal-search/the-heap-loses-its-last",
        "optimized/guided_search.py",
        "    tree.key[i], tree.waiting[i] = key, node\n",
        "    tree.key[i] = key\n",
        (FAR,),
    ),
    Mutant(
        "goal-search/nothing-was-cut",
        "optimized/guided_search.py",
        "            counters[CUT] += 1\n",
        "",
        (CUT,),
    ),
    Mutant(
        "goal-search/a-node-too-deep-is-expanded",
        "optimized/guided_search.py",
        "np.int64(tree.depth[node]) >= plan.depth:",
        "np.int64(tree.depth[node]) > plan.depth:",
        (CUT,),
    ),
    Mutant(
        "goal-search/room-for-one-is-enough",
        "optimized/guided_search.py",
        "    size = store.size[0] + more\n",
        "    size = store.size[0] + min(more, 1)\n",
        (GROWTH,),
    ),
    Mutant(
        "goal-search/the-last-node-is-lost-as-the-tree-grows",
        "optimized/goal_search.py",
        "return enlarged(array, used + more, used) if",
        "return enlarged(array, used + more, used - 1) if",
        (GROWTH,),
    ),
    Mutant(
        "goal-search/slots-are-not-filled-again",
        "optimized/goal_search.py",
        "        rehash(self.store.rows, self.store.slots, count)\n",
        "",
        (ANY, GROWTH),
    ),
    Mutant(
        "goal-search/places-stay-where-they-were",
        "optimized/goal_search.py",
        "        self.tables = self.tables._replace(kept=kept_places(self.encoding.items, self.layout))\n",
        "",
        (ANY, GROWTH),
    ),
    Mutant(
        "goal-search/the-initial-marking-is-never-a-goal",
        "optimized/goal_search.py",
        "        if is_goal(self.goal, self.tables, s):\n",
        "        if not is_goal(self.goal, self.tables, s) and is_goal(self.goal, self.tables, s):\n",
        (ANY,),
    ),
)

GOAL_KERNELS = (*CHOSEN, *DISTANCES, *LOOP)
