"""Is a goal reachable in a net: a run to it, or a certificate that there is none, or no answer.

    [Murata]  sections V and VI.

First, z3 looks for a solution of the state equation in the goal, over integers.  If its firing counts can be
fired, that is a run.  If it violates a trap or a siphon, the clause of that is added, and z3 looks again.  A
solution that is neither is left to bounded runs.

Where there is no solution, the certificate is built: a SAT solver chooses which inequalities of the clauses
hold, the state equation over the rationals refutes the choice with a lemma of Farkas, which is one more
clause, and so on until no choice is left.  Where a choice has a rational solution and no integral one, some
firing count is not integral; then x ≤ k or x ≥ k + 1 is one more thing to choose.  What z3 found out when it
looked for solutions serves as hints; only what is proved again goes into the certificate.
"""

from collections.abc import Sequence
from math import floor
from typing import NamedTuple, TypeAlias

from pysat.solvers import Solver

from mazurka.formulas import AllOf, Goal, Inequality, SomeOf
from mazurka.limits import Watch
from mazurka.oracle.bounded_runs import Unrolled, is_run_to, run_with_counts
from mazurka.oracle.linear_goals import Clause, Clauses, RunInequality, clauses_of, of_runs
from mazurka.oracle.net_certificates import Certificate, Lemma, add_lemma, known_clauses
from mazurka.oracle.refutation import refute
from mazurka.oracle.solvers import keeping_interrupts
from mazurka.oracle.state_equation import Solution, StateEquation, farkas
from mazurka.oracle.theory_lemmas import TheoryLemmas
from mazurka.oracle.traps import Structure, find_structures
from mazurka.systems import PetriNet, Run

LAYERS = 12
"""How many layers of bounded runs are tried where the state equation does not decide."""
CORES = 8
"""How many lemmas are taken from one choice."""


class Reachable(NamedTuple):
    """A run to the goal, which the net itself has replayed."""

    run: Run


class Unreachable(NamedTuple):
    """No reachable marking is in the goal."""

    certificate: Certificate


class Unknown(NamedTuple):
    """Nobody knows, and why."""

    reason: str


Answer: TypeAlias = Reachable | Unreachable | Unknown


def prove_unreachable(
    net: PetriNet, goal: Goal, watch: Watch | None = None, *, layers: int = LAYERS
) -> Answer:
    """Whether a marking in the goal can be reached, with the evidence."""
    watch = Watch() if watch is None else watch
    if (certificate := certify_at_once(net, goal, watch)) is not None:
        return Unreachable(certificate)
    structures: list[Structure] = []
    found = refine(net, goal, structures, watch)
    if found is None:
        hints = gather(net, goal, structures, watch)
        certificate = certify(net, goal, structures, watch, hints)
        return (
            Unknown("no certificate within the limits") if certificate is None else Unreachable(certificate)
        )
    if isinstance(found, Unknown):
        return _bounded(net, goal, layers, watch, found)
    return found


def certify_at_once(net: PetriNet, goal: Goal, watch: Watch) -> Certificate | None:
    """The certificate of one lemma that refutes a conjunction of inequalities, where there is such a one.

    A place invariant is often all it takes, and it is found without integers.
    """
    parts = goal.parts if isinstance(goal, AllOf) else (goal,)
    conjunction = [of_runs(part) for part in parts if isinstance(part, Inequality)]
    if len(conjunction) < len(parts) or watch.limit_reached(0):
        return None
    lemma = farkas(net, conjunction, watch)
    return None if lemma is None else assemble(net, goal, [], [lemma])


def refine(
    net: PetriNet, goal: Goal, structures: list[Structure], watch: Watch
) -> Reachable | Unknown | None:
    """A run, or None where the state equation has no integral solution that respects the structures.

    Structures are added until that is so.
    """
    equation = StateEquation(net, integers=True)
    equation.require(goal)
    while True:
        if limit := watch.limit_reached(0):
            return Unknown(f"{limit} was reached")
        found = equation.solve(watch=watch)
        if not isinstance(found, Solution):
            return Unknown("z3 found no answer in time") if found is None else None
        counts = {k: int(x) for k, x in enumerate(found.x) if x}
        violated = find_structures(net, tuple(map(int, found.m)), counts)
        if not violated:
            if (run := run_with_counts(net, goal, counts)) is None:
                return Unknown("the state equation has a solution that no trap and no siphon rules out")
            assert is_run_to(net, goal, run)
            return Reachable(run)
        for structure in violated:
            structures.append(structure)
            equation.require(SomeOf(tuple(structure.clause(net) or ())))


def _bounded(net: PetriNet, goal: Goal, layers: int, watch: Watch, why: Unknown) -> Answer:
    unrolled = Unrolled(net)
    for n in range(layers + 1):
        if watch.limit_reached(0):
            return why
        if n and not unrolled.add_layer(watch):
            return why
        if (run := unrolled.find(goal, watch)) is not None:
            return Reachable(run)
    return Unknown(f"{why.reason}, and there is no run of up to {layers} layers")


def gather(
    net: PetriNet, goal: Goal, structures: list[Structure], watch: Watch
) -> list[tuple[RunInequality, ...]]:
    """What z3 finds out on its way to that there is no solution.  Listening to it all the time is slow."""
    equation = StateEquation(net, integers=True)
    hints = TheoryLemmas(net, equation.solver, equation.m, equation.x)
    for part in (goal, *(SomeOf(tuple(s.clause(net) or ())) for s in structures)):
        equation.require(part)
    equation.solve(watch=watch)
    return list(hints.found)


def certify(
    net: PetriNet,
    goal: Goal,
    structures: list[Structure],
    watch: Watch | None = None,
    hints: Sequence[tuple[RunInequality, ...]] = (),
) -> Certificate | None:
    """A certificate that the goal is unreachable; None where a limit was reached first.

    hints: sets of inequalities that may be lemmas: those that help are tried, and none is believed.
    """
    watch = Watch() if watch is None else watch
    with _Search(net, goal, structures, hints) as search:
        while (choice := search.choice(watch)) is not None:
            if watch.limit_reached(0) or not search.refute(choice, watch):
                return None
        return assemble(net, goal, structures, search.lemmas)


class _Search:
    """Choices of inequalities, refuted one after another."""

    def __init__(
        self,
        net: PetriNet,
        goal: Goal,
        structures: list[Structure],
        hints: Sequence[tuple[RunInequality, ...]],
    ) -> None:
        self.net = net
        self.known: Clauses = known_clauses(net, goal, structures, ())
        self.required: list[Clause] = list(self.known.clauses)
        """What a choice must satisfy by inequalities that are then asked of the equation."""
        self.lemmas: list[Lemma] = []
        self.equation = StateEquation(net)
        self.solver = Solver(name="g4", bootstrap_with=self.known.clauses)
        self.hints: dict[int, tuple[RunInequality, ...]] = {}
        """What is neither proved nor found wrong yet, by the variable that makes the solver heed it."""
        for hint in hints:
            literals = [-self.known.literal(i) for i in hint]
            selector = self.known.fresh()
            self.hints[selector] = hint
            self.solver.add_clause([-selector, *literals])

    def __enter__(self) -> "_Search":
        return self

    def __exit__(self, *_error: object) -> None:
        self.solver.delete()

    def _learn(self, lemma: Lemma) -> None:
        self.lemmas.append(lemma)
        add_lemma(self.known, lemma)
        self.solver.add_clause(list(self.known.clauses[-1]))

    def _has_choice(self) -> bool:
        with keeping_interrupts():
            return bool(self.solver.solve(assumptions=list(self.hints)))

    def choice(self, watch: Watch) -> list[RunInequality] | None:
        """Inequalities that satisfy all clauses required and no lemma forbids; None where there are none.

        Hints forbid a choice as lemmas do, until one is found to be wrong; but only what is proved can
        leave no choice at all.
        """
        self.solver.set_phases([-v for v in range(1, self.known.variables + 1)])
        while not self._has_choice():
            needed = self.solver.get_core() or []
            if not needed:
                return None
            for s in needed:
                lemma = farkas(self.net, self.hints.pop(s), watch)
                if lemma is not None:
                    self._learn(lemma)
        true = frozenset(self.solver.get_model())
        meanings = (self.known.meaning(x) for x in implicant(self.required, true))
        return [i for i in meanings if i is not None]

    def refute(self, choice: list[RunInequality], watch: Watch) -> bool:
        """Add lemmas that forbid the choice, or something more to choose; False where a limit was reached."""
        for n in range(CORES):
            found = self.equation.solve(choice, watch)
            if isinstance(found, Solution):
                return n > 0 or self._split(found)
            lemma = None if found is None else farkas(self.net, found, watch)
            if lemma is None:
                return n > 0 and not watch.limit_reached(0)
            self._learn(lemma)
            if not lemma.parts:
                return True
            choice = [i for i in choice if i != lemma.parts[0][0]]
        return True

    def _split(self, found: Solution) -> bool:
        """Have a count that is not integral chosen to be below or above; False where all are integral."""
        at = next(((k, x) for k, x in enumerate(found.x) if x.denominator > 1), None)
        if at is None:
            return False
        literal = self.known.literal(RunInequality((), floor(at[1]) + 1, ((at[0], 1),)))
        self.required.append((literal, -literal))
        self.solver.add_clause([literal, -literal])
        return True


def implicant(clauses: list[Clause], true: frozenset[int]) -> list[int]:
    """Literals among the true ones that satisfy every clause, none of them to no purpose."""
    satisfied = [[x for x in clause if x in true] for clause in clauses]
    needed = {x for s in satisfied for x in s}
    left = [len(s) for s in satisfied]
    where: dict[int, list[int]] = {}
    for n, s in enumerate(satisfied):
        for x in s:
            where.setdefault(x, []).append(n)
    for x in sorted(needed, key=lambda x: (len(where[x]), -abs(x))):
        if all(left[n] > 1 for n in where[x]):
            needed.discard(x)
            for n in where[x]:
                left[n] -= 1
    return sorted(needed, key=abs)


def assemble(
    net: PetriNet, goal: Goal, structures: Sequence[Structure], lemmas: Sequence[Lemma]
) -> Certificate:
    """The certificate of those structures and lemmas that are needed, which together leave no choice."""
    known = known_clauses(net, goal, structures, lemmas)
    facts = known.clauses[len(clauses_of(goal).clauses) :]
    selected = [known.fresh() for _ in facts]
    with Solver(name="g4", bootstrap_with=known.clauses[: -len(facts)] if facts else known.clauses) as solver:
        for s, clause in zip(selected, facts, strict=True):
            solver.add_clause([-s, *clause])
        with keeping_interrupts():
            satisfiable = solver.solve(assumptions=selected)
        assert not satisfiable
        needed = frozenset(solver.get_core() or ())
    kept = [s in needed for s in selected]
    used = [x for x, keep in zip(structures, kept, strict=False) if keep]
    proved = [x for x, keep in zip(lemmas, kept[len(structures) :], strict=True) if keep]
    clauses = known_clauses(net, goal, used, proved).clauses
    refutation = refute(clauses, ())
    assert refutation is not None
    derived = tuple(step.clause for step in refutation.proof if not step.deletes)
    return Certificate(tuple(used), tuple(proved), derived)
