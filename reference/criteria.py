"""The criteria of an audit, by name: what a reduction must keep.

Each is a function of the system, its full state space, the reduction and a context, and returns a finding.
Soundness comes first: in a graph that is no part of the system nothing else can be judged.
"""

from collections.abc import Callable, Mapping
from functools import wraps
from types import MappingProxyType
from typing import Any, TypeAlias

from mazurka.reference.choices import check_ample, check_persistent, check_stubborn
from mazurka.reference.covering import check_covering
from mazurka.reference.deadlocks import check_deadlocks
from mazurka.reference.explicit import explicit
from mazurka.reference.finding import Context, Finding, not_checked
from mazurka.reference.provisos import check_cycle_expansion, check_no_ignoring
from mazurka.reference.reachability import check_local_states, check_reachable_goal, check_reachable_views
from mazurka.reference.soundness import check_soundness, find_fault
from mazurka.reference.stuttering import check_stutter_equivalence
from mazurka.reference.trace_complete import check_trace_complete, check_weak_prefix
from mazurka.systems import StateGraph, System

Check: TypeAlias = Callable[[System[Any], StateGraph[Any], StateGraph[Any], Context], Finding]


def _of_sound_graphs(name: str, check: Check, *, partly: bool = False) -> tuple[str, Check]:
    """The check, which answers None for an unsound reduction, and for a full space that is incomplete.

    partly: the check knows itself what an incomplete full space allows to say.
    """

    @wraps(check)
    def guarded(
        system: System[Any], full: StateGraph[Any], reduced: StateGraph[Any], context: Context
    ) -> Finding:
        known = explicit(system, full) if full.complete else system
        if find_fault(known, reduced):
            return not_checked(name, "the reduction is not sound: see soundness")
        if not full.complete and not partly:
            return not_checked(name, f"the full state space stopped at {full.limit}")
        return check(known, full, reduced, context)

    return name, guarded


CRITERIA: Mapping[str, Check] = MappingProxyType(
    dict(
        [
            ("soundness", check_soundness),
            _of_sound_graphs("deadlocks", check_deadlocks, partly=True),
            _of_sound_graphs("covering-source-sets", check_covering),
            _of_sound_graphs("trace-complete", check_trace_complete),
            _of_sound_graphs("weak-prefix", check_weak_prefix),
            _of_sound_graphs("persistent", check_persistent),
            _of_sound_graphs("stubborn", check_stubborn),
            _of_sound_graphs("ample", check_ample),
            _of_sound_graphs("no-ignoring", check_no_ignoring, partly=True),
            _of_sound_graphs("cycle-expansion", check_cycle_expansion, partly=True),
            _of_sound_graphs("local-states", check_local_states, partly=True),
            _of_sound_graphs("reachable-views", check_reachable_views, partly=True),
            _of_sound_graphs("reachable-goal", check_reachable_goal, partly=True),
            _of_sound_graphs("ltl-x", check_stutter_equivalence),
        ]
    )
)
"""Every criterion of an audit; `check` answers True, False with a witness, or None with the reason."""
