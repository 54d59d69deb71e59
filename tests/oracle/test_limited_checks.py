"""Calls of z3 end when a limit is reached, whoever reaches it."""

import threading

import pytest
import z3

from mazurka.limits import Limits, Watch
from mazurka.oracle.limited_checks import limited_check


def pigeons(n):
    """More pigeons than holes: no solver finds out in a lifetime that they do not fit."""
    solver = z3.SimpleSolver(ctx=z3.Context())
    sits = [[z3.Bool(f"p{i} {j}", ctx=solver.ctx) for j in range(n - 1)] for i in range(n)]
    solver.add([z3.Or(row) for row in sits])
    for j in range(n - 1):
        solver.add(z3.PbLe([(row[j], 1) for row in sits], 1))
    return solver


@pytest.mark.parametrize("watch", [None, Watch()])
def test_without_limits_z3_answers(watch):
    assert limited_check(pigeons(3), watch) == z3.unsat
    solver = pigeons(3)
    solver.reset()
    assert limited_check(solver, watch, [z3.Bool("a", ctx=solver.ctx)]) == z3.sat


def test_a_call_ends_when_the_time_is_up_or_was_before():
    assert limited_check(pigeons(40), Watch(Limits(max_seconds=0.1))) == z3.unknown
    assert limited_check(pigeons(3), Watch(Limits(max_seconds=0))) == z3.unknown


def test_a_call_ends_with_ctrl_c():
    watch = Watch()
    threading.Timer(0.1, watch.interrupted.set).start()
    assert limited_check(pigeons(40), watch) == z3.unknown


def test_what_goes_wrong_in_z3_is_told():
    with pytest.raises(z3.Z3Exception):
        limited_check(pigeons(3), Watch(), [z3.Int("n")])


def test_what_is_said_while_it_is_interrupted_is_no_answer():
    class Late:
        """A solver that finds a model just when it is told to stop, and has lost it then."""

        def __init__(self):
            self.stopped = threading.Event()
            self.ctx = self

        def set(self, name, value):
            """No option matters."""

        def interrupt(self):
            self.stopped.set()

        def check(self):
            self.stopped.wait(10)
            return z3.sat

    assert limited_check(Late(), Watch(Limits(max_seconds=0.1))) == z3.unknown
