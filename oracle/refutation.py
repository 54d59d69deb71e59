"""Evidence that something is unsatisfiable: clauses, what is assumed besides, and a clausal proof.

    [DRUP]  the format of the proof file; [DIMACS] that of the clauses.

Who made the proof does not matter: `rup.py` checks it, and so can other checkers, given the two files.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pysat.solvers import Solver

from mazurka.formats.files import write_text
from mazurka.oracle.rup import Step, find_fault
from mazurka.oracle.solvers import keeping_interrupts

PROVER = "glucose4"
"""The solver that writes proofs: as text, with deletions.  Not all do that rightly."""


@dataclass(frozen=True)
class Refutation:
    """Clauses that cannot all be true together with the assumptions, and why."""

    clauses: tuple[tuple[int, ...], ...]
    assumptions: tuple[int, ...]
    proof: tuple[Step, ...]

    def formula(self) -> list[tuple[int, ...]]:
        """The clauses, and each assumption as a clause."""
        return [*self.clauses, *((x,) for x in self.assumptions)]

    def fault(self) -> str | None:
        """What is wrong with the proof; None if it is right."""
        return find_fault(self.formula(), self.proof)

    def dimacs(self) -> str:
        """The formula as a DIMACS file."""
        formula = self.formula()
        variables = max((abs(x) for clause in formula for x in clause), default=0)
        lines = [f"p cnf {variables} {len(formula)}", *(_line(clause) for clause in formula)]
        return "\n".join(lines) + "\n"

    def drup(self) -> str:
        """The proof as a DRUP file; it ends with the empty clause."""
        steps = [("d " if step.deletes else "") + _line(step.clause) for step in self.proof]
        if not steps or steps[-1] != "0":
            steps.append("0")
        return "\n".join(steps) + "\n"

    def write(self, path: Path | str) -> Path:
        """Write the proof to a file, and the formula beside it, to the path that is returned."""
        formula = Path(path).with_suffix(".cnf")
        write_text(path, self.drup())
        write_text(formula, self.dimacs())
        return formula


def refute(clauses: Iterable[Sequence[int]], assumptions: Sequence[int]) -> Refutation | None:
    """A proof by a solver of its own, which knows the assumptions as clauses; None if there is none."""
    given = tuple(tuple(clause) for clause in clauses)
    with Solver(name=PROVER, with_proof=True) as solver:
        for clause in (*given, *((x,) for x in assumptions)):
            solver.add_clause(clause)
        with keeping_interrupts():
            satisfiable = solver.solve()
        if satisfiable:
            return None
        return Refutation(given, tuple(assumptions), tuple(map(_step, solver.get_proof())))


def _line(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0)))


def _step(line: str) -> Step:
    deletes = line.startswith("d ")
    *clause, end = map(int, line.removeprefix("d ").split())
    assert end == 0
    return Step(deletes, tuple(clause))
