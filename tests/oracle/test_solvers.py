"""The SAT solvers of python-sat: Ctrl-C while one works."""

import os
import subprocess
from itertools import combinations

import pytest

from mazurka.limits import Watch
from mazurka.oracle.solvers import SOLVERS, SatSolver


def pigeons(n):
    """n pigeons in n − 1 holes: unsatisfiable, and hard for every solver here."""
    hole = [[p * (n - 1) + h + 1 for h in range(n - 1)] for p in range(n)]
    alone = [[-x[h], -y[h]] for x, y in combinations(hole, 2) for h in range(n - 1)]
    return hole + alone


@pytest.mark.parametrize("name", SOLVERS)
def test_ctrl_c_while_a_solver_works_ends_it_without_an_answer(name):
    watch = Watch()
    with watch.interruptible(), SatSolver(name, pigeons(12)) as solver:
        # From another process: a thread of this one would not run while the solver does.
        pressed = subprocess.Popen(["sh", "-c", f"sleep 0.1; kill -INT {os.getpid()}"])
        assert solver.satisfiable([], watch) is None
        pressed.wait()
    assert watch.interrupted.is_set()
