"""Errors in cycle provisos, plain and compiled."""

from mazurka.fuzz.mutants.mutant import Mutant

SAME = "test_proviso_search.py::test_the_same_graph_of_a_net"
COLOURS = "test_depth_first_provisos.py"
GREEN = f"{COLOURS}::test_green_is_fully_expanded_or_leads_to_green_alone_and_red_is_never_accepted"
GRAPHS = "test_provisos.py::test_on_graphs_with_any_candidates_a_proviso_does_what_its_proof_says"
GROWTH = "test_growth.py::test_a_search_with_a_proviso_is_the_same"
KEPT = "test_provisos.py::test_a_proviso_keeps_what_it_promises"

PLAIN = (
    Mutant(
        "provisos/some-step-off-the-stack-is-enough",
        "reference/stack_provisos.py",
        "        return not any(t in self.search.on_stack for _, t in steps)\n",
        "        return not all(t in self.search.on_stack for _, t in steps)\n",
        (f"{GRAPHS}[stack]",),
    ),
    Mutant(
        "provisos/a-state-is-closed-too-late",
        "reference/queue_provisos.py",
        "        return all(t not in self.closed for _, t in steps)\n",
        "        return any(t not in self.closed for _, t in steps)\n",
        (f"{GRAPHS}[queue]",),
    ),
    Mutant(
        "provisos/expanded-safety-counts-equals",
        "reference/stack_provisos.py",
        "self.expanded[s] > self.expanded[t]",
        "self.expanded[s] >= self.expanded[t]",
        (f"{GRAPHS}[expanded-safety]",),
    ),
    Mutant(
        "provisos/what-left-the-stack-still-counts",
        "reference/colour_proviso.py",
        "        if s in self.full:  # DFS, lines 19 and 20\n            self.count -= 1\n",
        "",
        (f"{GRAPHS}[colour]", GREEN),
    ),
    Mutant(
        "provisos/red-is-no-danger",
        "reference/colour_proviso.py",
        "        return colour == RED or near\n",
        "        return near\n",
        (GREEN,),
    ),
    Mutant(
        "provisos/one-green-successor-is-enough",
        "reference/colour_proviso.py",
        "            green = all(self.colour[t] == GREEN",
        "            green = any(self.colour[t] == GREEN",
        (GREEN,),
    ),
    Mutant(
        "provisos/a-complete-component-is-on-the-stack",
        "reference/components_proviso.py",
        "        if t not in self.complete:\n            self.low[s] = min(self.low[s], self.index[t])\n",
        "        self.low[s] = min(self.low[s], self.index[t])\n",
        (f"{COLOURS}::test_components_are_those_of_the_graph",),
    ),
    Mutant(
        "provisos/a-component-ignores-in-part",
        "reference/components_proviso.py",
        "if not explored.issuperset(system.enabled(t))), None)",
        "if explored.isdisjoint(system.enabled(t))), None)",
        (f"{GRAPHS}[scc-safety]",),
    ),
    Mutant(
        "provisos/nothing-is-sticky-between-components",
        "reference/sticky.py",
        "            sticky.add(first)\n",
        "            sticky = {first}\n",
        ("test_provisos.py::test_every_cycle_takes_a_sticky_action",),
    ),
)

COMPILED = (
    Mutant(
        "provisos/compiled-red-is-no-danger",
        "optimized/provisos.py",
        "    return colour == RED or (colour <= PURPLE and mark >> LEVEL == level)\n",
        "    return colour <= PURPLE and mark >> LEVEL == level\n",
        (COLOURS, SAME),
    ),
    Mutant(
        "provisos/purple-becomes-green",
        "optimized/colours.py",
        "    elif colour(mark, node) == PURPLE:\n        paint(mark, node, RED)\n",
        "    elif colour(mark, node) == PURPLE:\n        paint(mark, node, GREEN)\n",
        (COLOURS, SAME),
    ),
    Mutant(
        "provisos/green-before-all-steps-are-taken",
        "optimized/colours.py",
        "        if first + frames.position[k] < end:\n            return\n",
        "",
        (COLOURS, SAME),
    ),
    Mutant(
        "provisos/the-fully-expanded-are-never-fewer",
        "optimized/depth_first.py",
        "    counters[FULL] -= np.int64(frames.full[top])\n",
        "",
        (COLOURS, SAME),
    ),
    Mutant(
        "provisos/no-arc-leaves-a-component",
        "optimized/components.py",
        "        frames.leaves[top] = 1\n",
        "        frames.leaves[top] = 0\n",
        (COLOURS, SAME),
    ),
    Mutant(
        "provisos/a-restart-keeps-old-targets",
        "optimized/depth_first.py",
        "        frames.targets[begin + i] = NONE\n",
        "",
        (COLOURS, SAME),
    ),
    Mutant(
        "provisos/what-another-node-has-looked-up-counts",
        "optimized/lookups.py",
        "    known.now[0] += 1\n",
        "    known.now[0] = 1\n",
        (COLOURS, SAME),
    ),
    Mutant(
        "provisos/a-slot-that-was-taken-since",
        "optimized/lookups.py",
        "intern_at(store, successor, slot_from(store, successor, known.slot[m]))",
        "intern_at(store, successor, known.slot[m])",
        (GROWTH,),
    ),
    Mutant(
        "provisos/the-successor-written-last-is-another",
        "optimized/lookups.py",
        "    if known.now[1] != m:\n",
        "    if known.now[1] < 0:\n",
        (COLOURS, SAME),
    ),
    Mutant(
        "provisos/a-new-arc-is-entered-before-an-earlier-one",
        "optimized/depth_first.py",
        "        else:\n            met = False\n",
        "",
        (COLOURS, SAME),
    ),
    Mutant(
        "provisos/marks-beyond-the-nodes-are-anything",
        "optimized/arrays.py",
        "            mark[nodes:] = ORANGE  # a node is marked when it is expanded, and looked at before\n",
        "            mark[nodes:] = mark[nodes:]\n",
        (GROWTH,),
    ),
    Mutant(
        "provisos/the-node-at-hand-is-in-the-queue",
        "optimized/provisos.py",
        "        return target <= node\n",
        "        return target < node\n",
        (SAME,),
    ),
    Mutant(
        "provisos/no-component-is-ever-complete",
        "optimized/components.py",
        "            mark[member] |= COMPLETE\n",
        "            mark[member] |= 0\n",
        ("test_depth_first_provisos.py::test_an_arc_to_a_complete_component_joins_nothing",),
    ),
)

PROVISOS = (*PLAIN, *COMPILED)
