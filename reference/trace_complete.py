"""Trace-complete reductions, and those that keep all runs as weak prefixes.

    [HLPW]  Definition 5: every full run of the system has an equivalent full run in the reduction.
    [KR]    Definition 7: every run w has a run v in the reduction with w ≾ v.

For acyclic systems the two are one, if independence is valid.  A run is a prefix of a maximal run w; and
w ≾ v for a run v means v ≃ w·u, so that w·u is a run too, which leaves u = ε.

For systems with cycles only the second makes sense, and there are infinitely many runs.  Then a search
among ever longer runs can refute it, and nothing but a full expansion of every node confirms it.
"""

from collections import deque
from collections.abc import Callable, Iterator

from mazurka.reference.explicit import explicit
from mazurka.reference.finding import Context, Finding, fails, holds, not_checked
from mazurka.reference.independence import Independence
from mazurka.reference.traces import extends_normal_form, first, lex_runs, without_first
from mazurka.systems import Action, Run, State, StateGraph, System

TRACE_COMPLETE, WEAK_PREFIX = "trace-complete", "weak-prefix"


def find_equivalent_path(independent: Independence, reduced: StateGraph[State], w: Run) -> Run | None:
    """A path v from node 0 with v ≃ w: each step must be able to come first in what remains of w."""
    return _find_path(independent, reduced, w, lambda _rest, _a: False)


def find_extending_path(independent: Independence, reduced: StateGraph[State], w: Run) -> Run | None:
    """A path v from node 0 with w ≾ v.

    A step that occurs in what remains of w must take its place there, since no action is independent of
    itself.  Any other step is part of what is left over, and must let all that remains pass before it.
    """
    return _find_path(
        independent, reduced, w, lambda rest, a: a not in rest and all(independent(a, b) for b in rest)
    )


def _find_path(
    independent: Independence, reduced: StateGraph[State], w: Run, may_pass: Callable[[Run, Action], bool]
) -> Run | None:
    # What remains of w is determined by how often each letter has been taken: a sound key beside the node.
    met = {(0, w)}
    waiting: list[tuple[int, Run, Run]] = [(0, w, ())]
    while waiting:
        n, rest, path = waiting.pop()
        if not rest:
            return path
        front = first(independent, rest)
        for a, m in reversed(reduced.successors[n]):
            if a not in front and not may_pass(rest, a):
                continue
            key = (m, without_first(rest, a) if a in front else rest)
            if key not in met:
                met.add(key)
                waiting.append((*key, (*path, a)))
    return None


def is_fully_expanded(system: System[State], reduced: StateGraph[State]) -> bool:
    """Whether every node explores all that its state enables."""
    return all(set(system.enabled(s)) <= set(reduced.explored(n)) for n, s in enumerate(reduced.states))


def normal_words(system: System[State]) -> Iterator[Run]:
    """All runs in lexicographic normal form, the shortest first: infinitely many where there is a cycle."""
    rank = {a: i for i, a in enumerate(system.actions)}
    queue: deque[tuple[State, Run]] = deque([(system.initial, ())])
    while queue:
        s, w = queue.popleft()
        yield w
        for a in system.enabled(s):
            if extends_normal_form(system.independent, rank, w, a):
                queue.append((system.after(s, a), (*w, a)))


def check_trace_complete(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    """One full run of each trace is looked for in the reduction; the witness has no equivalent there."""
    if full.topological_order() is None:
        return not_checked(TRACE_COMPLETE, "the system has a cycle: not every run is part of a full run")
    return _check_full_runs(TRACE_COMPLETE, system, full, reduced, context)


def check_weak_prefix(
    system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    """Whether every run is a weak prefix of a run of the reduction."""
    if full.topological_order() is not None:
        return _check_full_runs(WEAK_PREFIX, system, full, reduced, context)
    if not reduced.complete:
        return not_checked(WEAK_PREFIX, f"the reduction stopped at {reduced.limit}")
    if is_fully_expanded(system, reduced):
        return holds(WEAK_PREFIX, len(reduced.states), "every node is fully expanded")
    known = explicit(system, full)
    for checked, w in enumerate(normal_words(known)):
        if find_extending_path(known.independent, reduced, w) is None:
            return fails(WEAK_PREFIX, checked + 1, w, "no run of the reduction has this run as a weak prefix")
        if (limit := context.limit_reached()) or checked + 1 >= context.max_runs:
            return not_checked(
                WEAK_PREFIX,
                f"{limit or 'max_runs'}: the {checked + 1} shortest runs are kept, of infinitely many",
                checked + 1,
            )
    raise AssertionError("a system with a cycle has infinitely many runs")


def _check_full_runs(
    name: str, system: System[State], full: StateGraph[State], reduced: StateGraph[State], context: Context
) -> Finding:
    if not reduced.complete:
        return not_checked(name, f"the reduction stopped at {reduced.limit}")
    if is_fully_expanded(system, reduced):
        return holds(name, len(reduced.states), "every node is fully expanded")
    known = explicit(system, full)
    checked = 0
    for w in lex_runs(known):
        if (limit := context.limit_reached()) or checked >= context.max_runs:
            return not_checked(
                name, f"{limit or 'max_runs'}: {checked} of more than {checked} traces are kept", checked
            )
        checked += 1
        if find_equivalent_path(known.independent, reduced, w) is None:
            return fails(name, checked, w, "no full run of the reduction is equivalent to this full run")
    return holds(name, checked, f"{checked} traces of full runs are kept")
