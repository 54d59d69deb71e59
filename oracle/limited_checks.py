"""Calls of z3 that end when a limit is reached.

z3 by itself looks at a clock only, and what it makes of Ctrl-C is not told to Python.  So it works in a
thread of its own, and the main one, which signals reach, goes on asking the watch.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import z3

from mazurka.limits import Watch

ASKED_SECONDS = 0.05
"""The watch is asked so often."""
UNLIMITED = 4294967295
"""What z3 takes for no limit."""


def limited_check(solver: Any, watch: Watch | None, assumptions: Sequence[Any] = ()) -> Any:
    """What the solver says of its formulas and the assumptions; z3.unknown where a limit came first.

    A solver that answers while it is being interrupted has no model to show for it: no answer either.
    """
    seconds = seconds_left(watch)
    solver.set("timeout", UNLIMITED if seconds is None else max(1, int(1000 * seconds)))
    solver.set("ctrl_c", False)
    if watch is None:
        return solver.check(*assumptions)
    if watch.limit_reached(0):
        return z3.unknown
    interrupted = False
    with ThreadPoolExecutor(1) as pool:
        answer = pool.submit(solver.check, *assumptions)
        try:
            while not wait([answer], ASKED_SECONDS).done:
                if watch.limit_reached(0):
                    interrupted = True
                    solver.ctx.interrupt()
        except BaseException:
            solver.ctx.interrupt()
            raise
    result = answer.result()
    return z3.unknown if interrupted else result


def seconds_left(watch: Watch | None) -> float | None:
    """The time until the limit of a watch; None without one."""
    if watch is None or watch.limits.max_seconds is None:
        return None
    return max(0.001, watch.limits.max_seconds - watch.seconds())
