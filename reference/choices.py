"""The sets explored at each node, judged one by one: persistent, stubborn, ample.

This asks whether the *function* that chose the sets satisfies its definition at each state.  Whether the
*graph* keeps a property is another question; either answer can be yes where the other is no.

With sleep sets the set that was chosen cannot be seen, only what was left of it; such reductions are
judged by covering source sets.
"""

from collections.abc import Callable, Set

from mazurka.reference.ample_sets import find_visible, is_ample
from mazurka.reference.explicit import explicit
from mazurka.reference.finding import Context, Finding, expanded, fails, listed, not_checked, nothing_found
from mazurka.reference.persistent_sets import find_interference, is_persistent
from mazurka.reference.provisos import check_cycle_expansion
from mazurka.reference.stubborn_sets import (
    find_violation_of_d1,
    find_violation_of_d2,
    is_stubborn,
    is_weakly_stubborn,
    satisfies_d0,
)
from mazurka.systems import Action, Run, State, StateGraph, System

PERSISTENT, STUBBORN, AMPLE = "persistent", "stubborn", "ample"

Explain = Callable[[State, Set[Action]], tuple[Run, str] | None]


def check_persistent(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    """C0 and C1 at every node; the witness is a run whose last action interferes with the set explored."""
    known = explicit(system, full)
    return _judge(PERSISTENT, reduced, context, lambda s, x: _not_persistent(known, s, x))


def _not_persistent(system: System[State], s: State, chosen: Set[Action]) -> tuple[Run, str] | None:
    if is_persistent(system, s, chosen):
        return None
    if not chosen:
        return (), "something is enabled (C0)"
    run = find_interference(system, s, chosen)
    assert run is not None
    return run, f"the last action of {' '.join(run)} depends on it (C1)"


def check_stubborn(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    """D0, D1 and D2 or D2w at every node; the reason says whether all sets are strong.

    The enabled part of a stubborn set is stubborn, so it does not matter that the disabled part is not seen.
    """
    known = explicit(system, full)
    weak = [0]

    def explain(s: State, chosen: Set[Action]) -> tuple[Run, str] | None:
        if is_stubborn(known, s, chosen):
            return None
        if is_weakly_stubborn(known, s, chosen):
            weak[0] += 1
            return None
        return _not_stubborn(known, s, chosen)

    finding = _judge(STUBBORN, reduced, context, explain)
    if finding.holds and weak[0]:
        return nothing_found(
            STUBBORN, reduced, finding.checked, f"{finding.reason}, {weak[0]} of them weakly (D2w)"
        )
    return finding


def _not_stubborn(system: System[State], s: State, chosen: Set[Action]) -> tuple[Run, str]:
    if not satisfies_d0(system, s, chosen):
        return (), "something is enabled (D0)"
    if found := find_violation_of_d1(system, s, chosen):
        t, word = found
        swapped = " ".join((t, *word))
        return (*word, t), f"{' '.join((*word, t))} can be fired, and {swapped} cannot or ends elsewhere (D1)"
    found = find_violation_of_d2(system, s, chosen)
    assert found is not None
    return found[
        1
    ], f"{' '.join(found[1])} disables {found[0]!r}, and every other member is disabled too (D2w)"


def check_ample(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    """C0, C1 and C2 at every node, C3 on the graph."""
    if context.visible is None:
        return not_checked(AMPLE, "no visible components were given")
    known = explicit(system, full)
    visible = find_visible(system, full, context.visible)

    def explain(s: State, chosen: Set[Action]) -> tuple[Run, str] | None:
        if is_ample(known, s, chosen, visible):
            return None
        seen = listed(sorted(chosen & visible))
        return _not_persistent(known, s, chosen) or (
            (),
            f"{seen} is visible, and not all that is enabled is explored (C2)",
        )

    finding = _judge(AMPLE, reduced, context, explain)
    cycles = check_cycle_expansion(system, full, reduced, context)
    if finding.holds is not False and cycles.holds is False:
        return fails(AMPLE, finding.checked, cycles.witness, f"{cycles.reason} (C3)")
    return finding


def _judge(name: str, reduced: StateGraph[State], context: Context, explain: Explain[State]) -> Finding:
    """The first node whose explored set `explain` finds wrong; a set at a state is asked for once."""
    if reduced.sleep is not None:
        return not_checked(name, "the reduction has sleep sets: the sets it chose cannot be seen")
    asked = set()
    for checked, n in enumerate(expanded(reduced)):
        if limit := context.limit_reached():
            return not_checked(
                name, f"{limit}: {checked} of {len(reduced.states)} nodes were judged", checked
            )
        chosen = frozenset(reduced.explored(n))
        if (reduced.states[n], chosen) in asked:
            continue
        asked.add((reduced.states[n], chosen))
        if wrong := explain(reduced.states[n], chosen):
            run, reason = wrong
            to = reduced.run_to(n)
            after = " ".join(to) or "the empty run"
            explored = listed(reduced.explored(n))
            reason = f"after {after} the reduction explores {explored}, which is not {name}: {reason}"
            return fails(name, checked + 1, to + run, reason)
    return nothing_found(
        name, reduced, len(reduced.states), f"the sets explored at {len(reduced.states)} nodes are {name}"
    )
