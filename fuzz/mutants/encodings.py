"""Errors in the oracles: formulas for solvers, what they leave out, and the checkers of their proofs."""

from mazurka.fuzz.mutants.mutant import Mutant

ORACLE = "test_oracle_first_sets.py"
ANSWERS = f"{ORACLE}::test_the_oracle_answers_as_enumeration_does_with_a_run_or_a_checked_proof"
AFTER_ONE_ANOTHER = (
    "test_oracle_first_sets.py::test_all_questions_are_answered_where_several_take_the_lock_one_after_another"
)
INTEGERS = f"{ORACLE}::test_integers_and_orders_give_the_same_answers"
COVERING = f"{ORACLE}::test_minimal_covering_sets_are_those_of_the_first_sets"
PROOFS = "test_proof_checkers.py"
SMALLEST = "test_smallest_reduction.py"
UNREACHABLE = "test_unreachability.py"
PLACES = f"{UNREACHABLE}::test_what_a_set_of_places_says_holds_after_every_run"

FIRST_SETS = (
    Mutant(
        "first-sets/an-event-leads-to-itself",
        "oracle/client_events.py",
        "self._ahead[first.client][first.target]",
        "self._ahead[first.client][first.source]",
        (ANSWERS, INTEGERS),
    ),
    Mutant(
        "first-sets/only-the-client-wraps",
        "oracle/first_set_formula.py",
        "self.within[event.action], self.moved[i], self.moved[q]])  # (10)",
        "self.within[event.action], self.moved[i]])  # (10)",
        (ANSWERS,),
    ),
    Mutant(
        "first-sets/a-server-moves-by-itself",
        "oracle/first_set_formula.py",
        "            self.clauses.append([-self.moved[q], *(self.first[e] for e in events)])  # (11)\n",
        "",
        (ANSWERS,),
    ),
    Mutant(
        "first-sets/several-events-are-next",
        "oracle/first_set_formula.py",
        "            self._at_most_one(behind[e])  # (6)\n",
        "",
        (ANSWERS, AFTER_ONE_ANOTHER),
    ),
    Mutant(
        "first-sets/events-are-impossible-after-their-client-moved",
        "oracle/possible_events.py",
        "(a in self.b or x != self.s[i])  # (1), (2)",
        "a in self.b  # (1), (2)",
        (ANSWERS,),
    ),
    Mutant(
        "first-sets/nobody-else-brings-the-server",
        "oracle/possible_events.py",
        "if any(m.events[f].client != i or m.leads_to(f, e) for f",
        "if any(m.leads_to(f, e) for f",
        (ANSWERS,),
    ),
    Mutant(
        "first-sets/integers-need-not-be-maximal",
        "oracle/event_positions.py",
        "        self._nothing_enabled()\n",
        "",
        (INTEGERS,),
    ),
    Mutant(
        "first-sets/integers-begin-in-b-whatever-the-client-did",
        "oracle/event_positions.py",
        "                if event.source == s[event.client] and event.action not in b:\n",
        "                if event.action not in b:\n",
        (INTEGERS,),
    ),
    Mutant(
        "first-sets/only-first-letters-block",
        "oracle/source_sets.py",
        "            found.add(a)\n        moved.update(oracle.system.domain[a])\n",
        "            found.add(a)\n            moved.update(oracle.system.domain[a])\n",
        (COVERING,),
    ),
    Mutant(
        "first-sets/what-sleeps-must-be-covered",
        "oracle/source_sets.py",
        "    return oracle.ask(s, frozenset(enabled) - sleep - chosen, watch)\n",
        "    return oracle.ask(s, frozenset(enabled) - chosen, watch)\n",
        (COVERING,),
    ),
)

CHECKERS = (
    Mutant(
        "proofs/unit-propagation-of-the-clause-itself",
        "oracle/rup.py",
        "        follows = not self._propagates([-x for x in clause])\n",
        "        follows = not self._propagates([*clause])\n",
        (PROOFS,),
    ),
    Mutant(
        "first-sets/what-comes-first-later-counts",
        "oracle/first_set_formula.py",
        "[-self.first[e], -here, self.within[event.action]]",
        "[-self.first[e], self.within[event.action]]",
        (
            "test_oracle_first_sets.py::"
            "test_what_is_possible_now_and_again_later_is_asked_for_only_when_it_comes_first",
        ),
    ),
    Mutant(
        "proofs/what-is-deleted-propagates",
        "oracle/rup.py",
        "            del watched[next(i for i, other in enumerate(watched) if other is gone)]\n",
        "            assert gone in watched\n",
        ("test_proof_checkers.py::test_a_clause_that_was_deleted_no_longer_propagates",),
    ),
    Mutant(
        "proofs/assumptions-are-not-taken-back",
        "oracle/rup.py",
        "            del self._value[x], self._value[-x]\n        del self._true[fixed:]\n",
        "            pass\n",
        (PROOFS, ANSWERS),
    ),
    Mutant(
        "proofs/the-empty-clause-is-not-asked-for",
        "oracle/rup.py",
        '    return None if present.contradictory else "the empty clause is not derived"\n',
        "    return None\n",
        (PROOFS,),
    ),
    Mutant(
        "proofs/a-sum-that-reaches-the-bound",
        "oracle/net_certificates.py",
        "zip(w, net.initial, strict=True)) < bound",
        "zip(w, net.initial, strict=True)) <= bound",
        (PROOFS,),
    ),
    Mutant(
        "proofs/firings-count-for-nothing",
        "oracle/net_certificates.py",
        "t.effect.items()) + d[k] > 0:",
        "t.effect.items()) > 0:",
        (PROOFS,),
    ),
    Mutant(
        "proofs/negative-factors",
        "oracle/net_certificates.py",
        "    if not all(isinstance(y, int) and y > 0 for y in factors):\n",
        "    if not all(isinstance(y, int) and y for y in factors):\n",
        (PROOFS,),
    ),
    Mutant(
        "proofs/an-occupied-siphon",
        "oracle/traps.py",
        "        marked = any(net.initial[p] for p in q)\n",
        "        marked = all(net.initial[p] for p in q)\n",
        (PLACES,),
    ),
    Mutant(
        "proofs/a-token-moved-within-is-left",
        "oracle/traps.py",
        "t.needs.get(p, 0) + t.produces.get(p, 0) > t.consumes.get(p, 0)\n",
        "t.needs.get(p, 0) + t.produces.get(p, 0) >= t.consumes.get(p, 0)\n",
        (PLACES,),
    ),
    Mutant(
        "proofs/who-reads-needs-nothing",
        "oracle/traps.py",
        "    return not q.isdisjoint(t.produces) and q.isdisjoint(t.needs)\n",
        "    return not q.isdisjoint(t.produces) and q.isdisjoint(t.produces)\n",
        (PLACES,),
    ),
    Mutant(
        "proofs/a-name-implies-nothing",
        "oracle/linear_goals.py",
        "        self.require(goal, (-name,))\n",
        "        self.require(goal, (name,))\n",
        (f"{UNREACHABLE}::test_the_clauses_of_a_goal_can_be_satisfied_where_it_holds_and_nowhere_else",),
    ),
    Mutant(
        "proofs/more-than-the-goal-asks",
        "oracle/state_equation.py",
        "        return z3.Sum([z3.IntVal(0, ctx=context), *tokens, *firings]) >= goal.bound\n",
        "        return z3.Sum([z3.IntVal(0, ctx=context), *tokens, *firings]) > goal.bound\n",
        (UNREACHABLE,),
    ),
)

SMALL = (
    Mutant(
        "smallest/first-sets-without-dependence",
        "oracle/minimal_first_sets.py",
        "bit[a] | (f & survives[a])",
        "bit[a] | f",
        (f"{SMALLEST}::test_the_minimal_first_sets_are_those_of_the_definition",),
    ),
    Mutant(
        "smallest/the-largest-sets-are-kept",
        "oracle/minimal_first_sets.py",
        "        if not any(g & f == g for g in found):\n",
        "        if not any(g & f == f for g in found):\n",
        (f"{SMALLEST}::test_the_minimal_first_sets_are_those_of_the_definition",),
    ),
    Mutant(
        "smallest/what-is-surely-kept-costs-nothing",
        "oracle/smallest_reduction.py",
        "        cost = int(solver.cost) + len(surely)\n",
        "        cost = int(solver.cost)\n",
        (f"{SMALLEST}::test_the_smallest_reduction_and_the_greedy_one_cover_at_every_node",),
    ),
    Mutant(
        "smallest/every-node-has-its-duties",
        "oracle/smallest_reduction.py",
        "            problem.append([-n - 1, *sorted(m + 1 for m in goals)])\n",
        "            problem.append(sorted(m + 1 for m in goals))\n",
        (f"{SMALLEST}::test_no_choice_of_covering_sets_reaches_fewer_states",),
    ),
)

ENCODINGS = (*FIRST_SETS, *CHECKERS, *SMALL)
