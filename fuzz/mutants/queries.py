"""Errors in formulas and in searches for goals, plain and compiled."""

from mazurka.fuzz.mutants.mutant import Mutant

FORMULAS = "test_formulas.py"
NORMAL = f"{FORMULAS}::test_the_normal_form_and_the_negation_say_the_same"
GUIDED = "test_guided_search.py"
AROUND = f"{GUIDED}::test_theorems_1_and_2_no_path_leads_around_an_up_set_or_the_best_layer"
GOALS = "test_goal_search.py"

MEANINGS = (
    Mutant(
        "formulas/negation-off-by-one",
        "src/mazurka/formulas/goals.py",
        "        return Inequality(tuple((p, -c) for p, c in self.tokens), 1 - self.bound)\n",
        "        return Inequality(tuple((p, -c) for p, c in self.tokens), -self.bound)\n",
        (NORMAL,),
    ),
    Mutant(
        "formulas/a-bound-is-rounded-down",
        "src/mazurka/formulas/goals.py",
        "-(-bound // common))",
        "bound // common)",
        (f"{FORMULAS}::test_an_inequality_is_simplified_without_a_change",),
    ),
    Mutant(
        "formulas/one-token-is-always-there",
        "src/mazurka/formulas/normal_form.py",
        "if not (b <= 0 and all(k > 0 for _, k in t))}",
        "if not (b <= 1 and all(k > 0 for _, k in t))}",
        (NORMAL,),
    ),
    Mutant(
        "formulas/the-weaker-of-two-bounds",
        "src/mazurka/formulas/normal_form.py",
        "        found[left] = max(bound, found.get(left, bound))\n",
        "        found[left] = min(bound, found.get(left, bound))\n",
        (NORMAL,),
    ),
    Mutant(
        "formulas/what-is-implied-implies",
        "src/mazurka/formulas/normal_form.py",
        "    return all(left in c and c[left] >= bound for left, bound in d.items())\n",
        "    return all(left in c and c[left] <= bound for left, bound in d.items())\n",
        (NORMAL,),
    ),
    Mutant(
        "formulas/two-negations-are-one",
        "src/mazurka/formulas/reading.py",
        "        return _Meaning(goal, negated) if len(parts) % 2 else _Meaning(negated, goal)\n",
        "        return _Meaning(negated, goal)\n",
        (f"{FORMULAS}::test_every_spelling_can_be_read_and_negated", FORMULAS),
    ),
    Mutant(
        "formulas/not-some-is-some-not",
        "src/mazurka/formulas/goals.py",
        "    return SomeOf(parts) if isinstance(goal, AllOf) else AllOf(parts)\n",
        "    return type(goal)(parts)\n",
        (NORMAL,),
    ),
)

SEARCHES = (
    Mutant(
        "goals/coefficients-count-for-nothing",
        "reference/up_sets.py",
        "    return sum(c * t.effect.get(p, 0) for p, c in i.tokens) > 0\n",
        "    return sum(t.effect.get(p, 0) for p, c in i.tokens) > 0\n",
        (AROUND,),
    ),
    Mutant(
        "goals/readers-need-no-help",
        "reference/up_layers.py",
        "    more = any(u.effect.get(p, 0) > 0 for p in t.needs)\n",
        "    more = any(u.effect.get(p, 0) > 0 for p in t.consumes)\n",
        (AROUND,),
    ),
    Mutant(
        "goals/nobody-helps-the-inhibited",
        "reference/up_layers.py",
        "    return more or any(u.effect.get(p, 0) < 0 for p in t.inhibitors)\n",
        "    return more\n",
        (AROUND,),
    ),
    Mutant(
        "goals/one-part-of-a-disjunction",
        "reference/goal_stubborn_sets.py",
        "    return min(each, key=len) if isinstance(goal, AllOf) else frozenset().union(*each)\n",
        "    return min(each, key=len)\n",
        (f"{GUIDED}::test_each_such_set_holds_an_attractor_and_keeps_d1_and_d2",),
    ),
    Mutant(
        "goals/compiled-one-part-of-a-disjunction",
        "optimized/goal_stubborn.py",
        "            elif goal.kind[i] == ALL:\n                goal.marked[lightest(goal, i)] = 1\n",
        "            elif goal.distance[i] > 0:\n                goal.marked[lightest(goal, i)] = 1\n",
        (GOALS,),
    ),
    Mutant(
        "goals/marks-of-the-goal-before",
        "optimized/goal_stubborn.py",
        "        goal.marked[i] = 0\n",
        "        goal.marked[i] = goal.marked[i]\n",
        (f"{GOALS}::test_a_compiled_set_for_a_goal_is_closed_and_attracts_whatever_was_asked_before",),
    ),
    Mutant(
        "goals/who-does-not-lower-raises",
        "optimized/goal_tables.py",
        "        rows.append(sorted((t, d) for t, d in change.items() if d > 0))\n",
        "        rows.append(sorted((t, d) for t, d in change.items() if d > 1))\n",
        (GOALS,),
    ),
    Mutant(
        "goals/some-and-all-exchanged",
        "optimized/goal_tables.py",
        "value = max(value, part) if kind == ALL else min(value, part)\n",
        "value = min(value, part) if kind == ALL else max(value, part)\n",
        (GOALS,),
    ),
    Mutant(
        "goals/a-window-too-long",
        "src/mazurka/query/shortening.py",
        "                    best = ways[then], targets[then]\n",
        "                    best = ways[then], targets[then] + 1\n",
        (GOALS,),
        same="`shortened` replays what it has made and gives the run that it was given where that "
        "fails, so a wrong window costs length and never an answer.",
    ),
    Mutant(
        "goals/no-last-set",
        "reference/guided_search.py",
        "    if candidates and not printed:\n",
        "    if candidates and printed:\n",
        ("test_guided_search.py::test_guided_search_tries_what_is_in_no_layer_last",),
    ),
)

QUERIES = (*MEANINGS, *SEARCHES)
