"""Race reversal on graphs: what a search would lose that waits for both actions of a race to be taken."""

from mazurka.limits import Watch
from mazurka.models import build
from mazurka.reference import race_reversal
from mazurka.reference.criteria import CRITERIA
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.race_reversal import is_raced, local_steps, reduce_reversal_sleep
from mazurka.systems import ClientServerSystem
from tests.reference.small_systems import process

BLOCKED = ClientServerSystem(
    "blocked",
    (process("c1", ("0", "a", "1"), ("1", "e", "2")), process("c2", ("0", "c", "1"), ("1", "b", "2"))),
    (process("s", ("0", "a", "1"), ("0", "b", "2")), process("t", ("0", "c", "1"), ("0", "e", "1"))),
)
"""Remark 35 and blocking: b races with a, and once a is taken it can never be.

The action e makes all that is enabled, a and c, the only persistent set.
"""


def judged(system):
    graph = reduce_reversal_sleep(system, {}, Watch()).graph()
    return CRITERIA["trace-complete"](system, explore(system), graph, Context())


def test_a_step_that_is_blocked_races_all_the_same():
    start = BLOCKED.initial
    seen = local_steps(BLOCKED, start)
    assert not is_raced(BLOCKED, start, "a", seen)
    below = BLOCKED.after(BLOCKED.after(start, "a"), "c")
    assert BLOCKED.enabled(below) == ()
    assert is_raced(BLOCKED, start, "a", seen | local_steps(BLOCKED, below))
    assert judged(BLOCKED).holds


def test_a_search_that_waits_for_it_to_be_taken_loses_the_run(monkeypatch):
    def enabled_steps(system, s):
        return frozenset((p, b) for b in system.enabled(s) for p in system.domain[b])

    monkeypatch.setattr(race_reversal, "local_steps", enabled_steps)
    finding = judged(BLOCKED)
    assert (finding.holds, finding.witness) == (False, ("c", "b"))


def test_counts_of_this_project():
    # Not far from pset-next+sleep: a race is looked for on all paths below, not on each.
    sizes = {f: reduce_reversal_sleep(build(f, {"n": 4}), {}, Watch()).nodes for f in ("dp", "mpat", "disp")}
    assert sizes == {"dp": 286, "mpat": 304, "disp": 193}
