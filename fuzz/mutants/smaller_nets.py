"""Errors in agglomerations and abstractions of nets."""

from mazurka.fuzz.mutants.mutant import Mutant

SMALLER = "test_smaller_nets.py"
AGGLOMERATED = (f"{SMALLER}::test_an_agglomeration_reaches_what_the_net_does_in_the_places_that_are_kept",)
ABSTRACTED = (f"{SMALLER}::test_an_abstraction_is_right_and_shows_why",)
INVARIANT = (f"{SMALLER}::test_what_lacks_the_vector_of_some_marking_is_no_abstract_invariant",)
AGGLOMERATION = "optimized/agglomeration.py"
ABSTRACTION = "optimized/abstraction.py"
CHECKER = "reference/abstract_invariant.py"

AGGLOMERATIONS = (
    Mutant(
        "agglomeration/what-is-seen-is-hurried",
        AGGLOMERATION,
        "not s.inhibitors and all(s.effect(p) == 0 for p in s.places if p in self.kept)",
        "not s.inhibitors",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/what-is-inhibited-is-hurried",
        AGGLOMERATION,
        "not s.inhibitors and all(s.effect(p)",
        "all(s.effect(p)",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/hurry-inhibits-others",
        AGGLOMERATION,
        "self.is_silent(f) and self.inhibiting.isdisjoint(f.leaves)",
        "self.is_silent(f)",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/hurry-needs-more",
        AGGLOMERATION,
        "len(f.needs) == 1 and ",
        "",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/others-wait-too",
        AGGLOMERATION,
        "len(h.leaves) == 1 and ",
        "",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/who-waits-inhibits-others",
        AGGLOMERATION,
        "self.is_silent(h) and self.inhibiting.isdisjoint(h.needs)",
        "self.is_silent(h)",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/two-tokens-are-one",
        AGGLOMERATION,
        "any(h.leaves[p] != 1 for h in sources) or ",
        "",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/the-place-holds-tokens-at-first",
        AGGLOMERATION,
        "if self.net.initial[p] or any",
        "if any",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/of-two-the-slower-stays",
        AGGLOMERATION,
        "other.needs.get(p, 0) >= k for",
        "other.needs.get(p, 0) <= k for",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/what-the-first-brings-is-needed",
        AGGLOMERATION,
        "k - h.effect(q))",
        "k)",
        AGGLOMERATED,
    ),
    Mutant(
        "agglomeration/dead-too-soon",
        AGGLOMERATION,
        "s.needs[p] > initial]",
        "s.needs[p] >= initial]",
        AGGLOMERATED,
    ),
)

ABSTRACTIONS = (
    Mutant(
        "abstraction/inhibitors-off-by-one",
        ABSTRACTION,
        "any(v[i] >= k for i, k in self.inhibitors)",
        "any(v[i] >= k - 1 for i, k in self.inhibitors)",
        ABSTRACTED,
    ),
    Mutant(
        "abstraction/weights-count-once",
        ABSTRACTION,
        "found.get(i, 0) + weight * k",
        "found.get(i, 0) + k",
        ABSTRACTED,
    ),
    Mutant(
        "abstraction/a-run-is-believed",
        ABSTRACTION,
        "            if lacking:\n",
        "            if lacking and len(self.places) > 2:\n",
        ABSTRACTED,
    ),
    Mutant(
        "abstract-invariant/it-need-not-be-closed",
        CHECKER,
        "if not _stops(v, t) and _after(",
        "if not _stops(v, t) and not any(v) and _after(",
        INVARIANT,
    ),
    Mutant(
        "abstract-invariant/sums-inhibit",
        CHECKER,
        "if len(y) == weight == 1 and p in t.inhibitors",
        "if weight == 1 and p in t.inhibitors",
        INVARIANT,
    ),
)

SMALLER_NETS = (*AGGLOMERATIONS, *ABSTRACTIONS)
"""All of them."""
