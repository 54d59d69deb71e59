"""Errors in probe sets, plain and compiled."""

from mazurka.fuzz.mutants.mutant import Mutant

SAME = "test_probe_kernels.py::test_the_same_graph_with_any_options"
MISSED = "test_probe_sets.py::test_what_is_missed_by_cause_is_what_is_missed_by_enumeration"

PLAIN = (
    Mutant(
        "probe-sets/what-disables-the-last-letter-is-not-missed",
        "reference/fresh_missed.py",
        "a not in siblings and (system.disables(b, a) or system.disables(a, b)):",
        "a not in siblings and system.disables(b, a):",
        (MISSED,),
    ),
    Mutant(
        "probe-sets/what-is-still-possible-is-missed",
        "reference/fresh_missed.py",
        "for v in causes_with_last(system, vector, a) if v != whole}",
        "for v in causes_with_last(system, vector, a)}",
        (MISSED,),
    ),
    Mutant(
        "probe-sets/causes-are-not-transitive",
        "reference/ideals.py",
        "            letters_kept.add(w[i])\n",
        "",
        ("test_probe_sets.py::test_prime_causes_are_those_of_traces_and_ideals_are_weak_prefixes",),
    ),
    Mutant(
        "probe-sets/whole-causes-are-discharged",
        "reference/probe_sets.py",
        "    return {a: place.causes[a].intersection(*outside) for a in domain}\n",
        "    return {a: place.causes[a] for a in domain}\n",
        ("test_probe_sets.py::test_every_probe_set_to_choose_from_is_one",),
    ),
    Mutant(
        "probe-sets/the-domain-is-not-closed",
        "reference/probe_sets.py",
        "        found.update(new)\n        waiting.extend(new)\n",
        "        found.update(new)\n",
        ("test_probe_sets.py::test_the_least_domain_holds_whatever_must_join_directly_or_not",),
    ),
    Mutant(
        "probe-sets/normal-forms-by-bubbles",
        "reference/vectors.py",
        "            if rank[form[i]] > rank[a]:\n                place = i\n",
        "            place = i\n",
        ("test_probe_sets.py::test_normal_forms_by_insertion_are_the_smallest_words_of_their_classes",),
    ),
    Mutant(
        "probe-sets/deletions-are-invisible",
        "reference/probe_visible.py",
        "    return not (a.creates | a.deletes).isdisjoint(visible)\n",
        "    return not a.creates.isdisjoint(visible)\n",
        ("test_probe_visible.py::test_what_is_visible_changes_in_all_the_orders_that_are_possible",),
    ),
    Mutant(
        "probe-sets/settled-one-vector-too-soon",
        "reference/probe_sound.py",
        "        return 0 < self.rules.settle * len(self.targets) < len(self.record.vectors)\n",
        "        return 0 < self.rules.settle * len(self.targets) <= len(self.record.vectors)\n",
        (SAME,),
    ),
)

COMPILED = (
    Mutant(
        "probe-sets/compiled-what-disables-the-last-letter-is-not-missed",
        "optimized/probe_missed.py",
        "        rival = holds(tables.disables[b], a) or holds(tables.disables[a], b)\n",
        "        rival = holds(tables.disables[b], a)\n",
        (SAME,),
        same="Let a be enabled before the last letter b, and disable it.  A probe set is closed under "
        "clause (1): who disables a member is a member.  The state before b is that at which the "
        "probe set with b was chosen, whatever was discharged; so a was in it, is a sibling of b, "
        "and is left out by the last condition.",
    ),
    Mutant(
        "probe-sets/absent-only-at-first",
        "optimized/probe_missed.py",
        "            causes.absent[k] |= ~causes.state[k]\n",
        "",
        (SAME,),
    ),
    Mutant(
        "probe-sets/compiled-what-is-still-possible-is-missed",
        "optimized/probe_missed.py",
        "            if not (still and equal(v, causes.whole)) and is_possible_after(",
        "            if is_possible_after(",
        (SAME,),
    ),
    Mutant(
        "probe-sets/siblings-are-missed",
        "optimized/probe_missed.py",
        "        if a != b and rival and not is_among(siblings, number_of_siblings, a):\n",
        "        if a != b and rival:\n",
        (SAME,),
    ),
    Mutant(
        "probe-sets/the-letter-beside",
        "optimized/probe_choice.py",
        "            if place > 0 and not holds(enabled.shared, place - 1):\n",
        "            if place > 0 and not holds(enabled.shared, place):\n",
        (SAME,),
    ),
    Mutant(
        "probe-sets/who-is-disabled-does-not-influence",
        "optimized/probe_relations.py",
        "    influences = stimulates | disabled_by | _identity(len(actions))\n",
        "    influences = stimulates | _identity(len(actions))\n",
        (SAME,),
    ),
    Mutant(
        "probe-sets/normal-forms-the-other-way",
        "optimized/probe_words.py",
        "        if form[i] > a:\n",
        "        if form[i] < a:\n",
        ("test_probe_kernels.py::test_the_normal_form_of_a_word_is_the_smallest_of_its_trace",),
    ),
    Mutant(
        "probe-sets/places-of-the-word-before",
        "optimized/probe_search.py",
        "                note_places(scratch.word, n, enabled, 0)\n",
        "",
        (SAME,),
    ),
    Mutant(
        "probe-sets/a-word-as-long-as-the-bound-is-cut",
        "optimized/probe_search.py",
        "        bounded = settles or 0 < rules.bound < n\n",
        "        bounded = settles or 0 < rules.bound <= n\n",
        (SAME,),
    ),
)

PROBE_SETS = (*PLAIN, *COMPILED)
