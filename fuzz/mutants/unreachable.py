"""Errors in proofs that a goal is unreachable: state equation, certificates, bounded runs."""

from mazurka.fuzz.mutants.mutant import Mutant

UNREACHABLE = "test_unreachability.py"
ANSWERS = (
    f"{UNREACHABLE}::test_an_answer_about_any_goal_is_right",
    f"{UNREACHABLE}::test_an_answer_about_deadlocks_is_right",
)
EQUATION = f"{UNREACHABLE}::test_the_state_equation_has_the_solutions_of_its_definition"
LAYER = f"{UNREACHABLE}::test_one_layer_holds_every_single_firing_and_nothing_that_is_not_reachable"
STOPPED = f"{UNREACHABLE}::test_what_stops_a_transition_stops_it_within_a_layer"
FILES = "test_malformed_files.py"

STATE_EQUATION = (
    Mutant(
        "state-equation/firings-may-be-undone",
        "oracle/state_equation.py",
        "            self.solver.add(x >= 0)\n",
        "",
        (EQUATION,),
    ),
    Mutant(
        "state-equation/markings-may-be-negative",
        "oracle/state_equation.py",
        "                self.m[p] >= 0, self.m[p] ==",
        "                self.m[p] ==",
        (EQUATION,),
    ),
    Mutant(
        "state-equation/what-is-consumed-alone",
        "oracle/state_equation.py",
        "            for p, change in t.effect.items():\n                changes[p]",
        "            for p, change in ((p, -w) for p, w in t.consumes.items()):\n                changes[p]",
        (EQUATION,),
    ),
    Mutant(
        "state-equation/the-core-is-all-but-one",
        "oracle/state_equation.py",
        "[asked[str(b)] for b in self.solver.unsat_core()]",
        "[asked[str(b)] for b in list(self.solver.unsat_core())[1:]]",
        (EQUATION,),
    ),
    Mutant(
        "state-equation/no-place-is-known-to-be-positive",
        "oracle/state_equation.py",
        "[[v] for v in u]",
        "[[] for v in u]",
        (EQUATION,),
    ),
    Mutant(
        "state-equation/factors-of-either-sign",
        "oracle/state_equation.py",
        "    solver.add([v >= 0 for v in (*y, *u)])\n",
        "    solver.add([v >= 0 for v in u])\n",
        (EQUATION,),
    ),
    Mutant(
        "state-equation/the-sum-may-reach-the-bound",
        "oracle/state_equation.py",
        "at_first]) >= 1)  # (b)",
        "at_first]) >= 0)  # (b)",
        (EQUATION,),
    ),
    Mutant(
        "state-equation/firings-outside-the-inequalities",
        "oracle/state_equation.py",
        "for p, c in t.effect.items()] + own\n",
        "for p, c in t.effect.items()]\n",
        (EQUATION,),
    ),
    Mutant(
        "state-equation/halves-are-rounded",
        "oracle/state_equation.py",
        "    scale = lcm(*(v.denominator for v in values))\n",
        "    scale = max(v.denominator for v in values)\n",
        (f"{UNREACHABLE}::test_factors_become_integers_in_the_same_proportion",),
    ),
)

CERTIFICATES = (
    Mutant(
        "certificates/a-lemma-says-the-contrary",
        "oracle/net_certificates.py",
        "    known.clauses.append(tuple(-known.literal(i) for i, _ in lemma.parts))\n",
        "    known.clauses.append(tuple(known.literal(i) for i, _ in lemma.parts))\n",
        ANSWERS,
    ),
    Mutant(
        "certificates/hints-are-believed",
        "oracle/unreachability.py",
        "            if not needed:\n                return None\n",
        "            return None\n",
        ANSWERS,
    ),
    Mutant(
        "certificates/firings-are-not-written",
        "oracle/net_certificates.py",
        '"firings": firings, "bound"',
        '"firings": {}, "bound"',
        ANSWERS,
    ),
    Mutant(
        "certificates/what-was-deleted-is-derived",
        "oracle/unreachability.py",
        "tuple(step.clause for step in refutation.proof if not step.deletes)",
        "tuple(step.clause for step in refutation.proof)",
        ANSWERS,
        same="A clause that a solver deletes is one that it was given or had derived.  The checker has it "
        "and keeps it, so that each such step follows from the clause itself; the certificate is "
        "longer, and as right as before.",
    ),
    Mutant(
        "certificates/floats-are-numbers",
        "src/mazurka/certificates.py",
        "    return any(map(_holds_float, data)) if isinstance(data, list) else isinstance(data, float)\n",
        "    return any(map(_holds_float, data)) if isinstance(data, list) else False\n",
        (FILES,),
    ),
    Mutant(
        "certificates/a-siphon-may-be-marked",
        "oracle/net_certificates.py",
        '    return "the siphon is marked at first" if structure.clause(net) is None else None\n',
        "    return None\n",
        ("test_proof_checkers.py::test_what_a_certificate_rules_out_no_marking_is",),
    ),
)

BOUNDED = (
    Mutant(
        "bounded-runs/tokens-are-taken-twice",
        "oracle/bounded_runs.py",
        "now[p] - (taken[p] - takes[p].get(k, zero)) >= w",
        "now[p] >= w",
        (STOPPED,),
    ),
    Mutant(
        "bounded-runs/inhibited-by-others-of-the-layer",
        "oracle/bounded_runs.py",
        "now[p] + (put[p] - puts[p].get(k, zero)) < w",
        "now[p] < w",
        (STOPPED,),
    ),
    Mutant(
        "bounded-runs/readers-find-nothing",
        "oracle/bounded_runs.py",
        ">= w for p, w in t.needs.items()]",
        ">= w for p, w in t.consumes.items()]",
        (STOPPED,),
    ),
    Mutant(
        "bounded-runs/nothing-is-put",
        "oracle/bounded_runs.py",
        "then[p] == k + put[p] - taken[p]",
        "then[p] == k - taken[p]",
        (LAYER,),
    ),
)

UNREACHABLES = (*STATE_EQUATION, *CERTIFICATES, *BOUNDED)
