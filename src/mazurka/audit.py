"""The audit: does a reduction keep what its reducer promises?

The full state space is built by the reference explorer, and the criteria are the reference's definitions; the
reducer that is judged has no part in either.  The verdict has three values:

    fail        some criterion does not hold;
    incomplete  none was refuted, and some criterion has no answer: a limit was reached, or it does not
                apply to this system although it was asked for by name;
    pass        every criterion holds.

`soundness` is always judged, and first: where a reduction has a step or a state that the system does not
have, nothing else can be judged.  A criterion that the reducer promises for acyclic systems only is not
held against it on a cyclic one: it has no answer then, and the verdict rests on the others.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from mazurka import registry
from mazurka.errors import MazurkaError, OptionError, PreconditionError, UnknownNameError
from mazurka.formats.aut import AutGraph
from mazurka.limits import Watch
from mazurka.reductions import Reduction, made
from mazurka.reference.explorer import explore, find_cycle_run, to_exploration
from mazurka.reference.finding import Context, Finding, not_checked
from mazurka.registry import PlugInError, Reducer
from mazurka.report import results
from mazurka.systems import Exploration, StateGraph, System, replay
from mazurka.systems.name_lists import list_of_names, listed_names

Verdict: TypeAlias = Literal["pass", "fail", "incomplete"]

SOUNDNESS = "soundness"
DEFAULT_MAX_RUNS = 100_000

_JUDGE_EACH_SET = ("covering-source-sets", "persistent", "stubborn", "ample")
_NO_SLEEP_SETS = (
    "; a graph from a file carries no sleep sets: if it was made with them, ask for trace-complete"
)


@dataclass(frozen=True)
class AuditResult:
    """What an audit found.

    reducer:  the name of the reducer, or where the reduction came from.
    findings: an answer for each criterion.
    exempt:   criteria without an answer that the verdict does not wait for.
    limit:    `interrupt` if there was one, else the first limit that was reached, or None.
    full:     the counts of the full state space; None where the audit did without it.
    reduced:  the counts of the reduction, or, where its states could not be determined, the graph itself.
    """

    system: System[Any]
    reducer: str
    findings: tuple[Finding, ...]
    exempt: frozenset[str]
    limit: str | None
    full: Exploration[Any] | None
    reduced: Exploration[Any] | AutGraph

    @property
    def verdict(self) -> Verdict:
        """See the module."""
        answers = {f.name: f.holds for f in self.findings}
        if False in answers.values():
            return "fail"
        unanswered = {name for name, answer in answers.items() if answer is None}
        return "incomplete" if unanswered - self.exempt else "pass"

    def to_json(self) -> dict[str, Any]:
        """The result as a JSON object."""
        return {
            "model": self.system.name,
            "reducer": self.reducer,
            "verdict": self.verdict,
            "criteria": [_finding_json(f) for f in self.findings],
            "full": None if self.full is None else results.counts(self.full),
            "reduced": self._reduced_json(),
        }

    def _reduced_json(self) -> dict[str, Any]:
        if isinstance(self.reduced, AutGraph):
            return results.stateless_counts(self.reduced.number_of_states, len(self.reduced.edges))
        return results.reduced_counts(self.reduced)


def _finding_json(f: Finding) -> dict[str, Any]:
    return {
        "name": f.name,
        "holds": f.holds,
        "checked": f.checked,
        "witness": None if f.witness is None else list(f.witness),
        "reason": f.reason,
    }


def audit(
    system: System[Any],
    reduction: Reduction,
    *,
    criteria: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    watch: Watch | None = None,
    goal: Callable[[Any], bool] | None = None,
    visible: Collection[str] | None = None,
    max_runs: int = DEFAULT_MAX_RUNS,
    name: str | None = None,
) -> AuditResult:
    """Judge a reducer, or a reduction made elsewhere.

    criteria: by name; by default what the reducer promises, and for a graph `soundness` and `deadlocks`.
    options:  of the reducer.
    goal:     for `reachable-goal`: a predicate on states.
    visible:  for `ltl-x`, `ample` and `reachable-views`: the names in `local_states` that the property looks
              at; a reducer with an option `visible` gets the same list, if it has none of its own.
    watch:    its limits on time and memory are for the whole audit, that on states for either state space.
    max_runs: how many runs `trace-complete` and `weak-prefix` may look at.
    name:     what to call a reduction made elsewhere.

    UnknownNameError for a criterion that does not exist; PreconditionError for a system that the
    reducer is not for.
    """
    watch = watch or Watch()
    seen, options = _agreed(reduction, visible, options or {})
    context = Context(goal, seen, watch, max_runs)
    wanted = wanted_criteria(criteria, reduction, context, options, system.formalism)
    refusal = reduction.refusal(system) if isinstance(reduction, Reducer) else None
    if refusal:
        raise PreconditionError(refusal)
    called = name or (reduction.name if isinstance(reduction, Reducer) else "a graph")
    with watch.interruptible():
        return _audited(system, reduction, called, wanted, criteria is None, options, context)


def _audited(
    system: System[Any],
    reduction: Reduction,
    called: str,
    wanted: Sequence[str],
    as_promised: bool,
    options: Mapping[str, object],
    context: Context,
) -> AuditResult:
    watch = context.watch
    announce(watch, "full state space")
    full = explore(system, watch)
    whole = to_exploration(full, system, watch.seconds())
    announce(watch, "reduction")
    reduced = made(system, reduction, options, watch)
    exempt = _inapplicable(reduction, full) if as_promised else {}
    judge = _Judge(system, full, reduced.graph, context, exempt, from_file=isinstance(reduction, AutGraph))
    findings = tuple(judge.findings(wanted, reduced.fault))
    limits = (whole.limit, reduced.graph.limit if reduced.graph else None, judge.limit)
    return AuditResult(
        system=system,
        reducer=called,
        findings=findings,
        exempt=frozenset(exempt),
        limit="interrupt" if "interrupt" in limits else next(filter(None, limits), None),
        full=whole,
        reduced=reduced.counts,
    )


def announce(watch: Watch, phase: str) -> None:
    if watch.announce is not None:
        watch.announce(phase, False)


def _agreed(
    reduction: Reduction, visible: Collection[str] | None, options: Mapping[str, object]
) -> tuple[tuple[str, ...] | None, Mapping[str, object]]:
    """What the audit and the reducer's option `visible` look at: either is told by the other, if silent."""
    takes = isinstance(reduction, Reducer) and "visible" in reduction.options
    told = str(options.get("visible") or "") if takes else ""
    seen = listed_names(told) or None
    if visible is None:
        return seen, options
    if seen is not None and set(seen) != set(visible):
        raise OptionError(
            f"the audit looks at {', '.join(visible)}, and the reducer's option visible is {told}; "
            "leave one of the two out"
        )
    return tuple(visible), {**options, "visible": list_of_names(visible)} if takes and not told else options


def wanted_criteria(
    given: Sequence[str] | None,
    reduction: Reduction,
    context: Context,
    options: Mapping[str, object] | None = None,
    formalism: str = "",
) -> list[str]:
    """The criteria to judge, soundness first, each once; errors for what cannot be judged at all."""
    known = registry.criteria()
    reducer = reduction if isinstance(reduction, Reducer) else None
    names = registry.default_criteria(reducer, options, formalism) if given is None else given
    for name in names:
        if name not in known:
            raise _unknown(name, reduction if given is None else None)
    if "reachable-goal" in names and context.goal is None:
        raise OptionError("criterion reachable-goal needs a goal: --goal NAME=VALUE[,NAME=VALUE]")
    for name in ("ltl-x", "ample", "reachable-views"):
        if name in names and context.visible is None:
            raise OptionError(f"criterion {name} needs what the property looks at: --visible NAME,...")
    return list(dict.fromkeys([SOUNDNESS, *names]))


def _unknown(name: str, promising: "Reduction | None") -> MazurkaError:
    error = UnknownNameError("criterion", name, sorted(registry.criteria()))
    plug_in = promising.name if isinstance(promising, Reducer) else None
    return error if plug_in is None else PlugInError(plug_in, f"it promises {name!r}, but {error}")


def _inapplicable(reduction: Reduction, full: StateGraph[Any]) -> dict[str, str]:
    """The criteria that are promised for acyclic systems only and this one is cyclic, with the reason."""
    if not isinstance(reduction, Reducer) or not reduction.promises_if_acyclic or not full.complete:
        return {}
    cycle = find_cycle_run(full)
    if cycle is None:
        return {}
    shown = " ".join(cycle[:12]) + (" …" if len(cycle) > 12 else "")
    reason = (
        f"promised for acyclic systems only, and this one has a cycle: {shown} returns to a state already met"
    )
    return dict.fromkeys(reduction.promises_if_acyclic, reason)


@dataclass
class _Judge:
    """The criteria applied one after the other; Ctrl-C ends this with what is known."""

    system: System[Any]
    full: StateGraph[Any]
    reduced: StateGraph[Any] | None
    context: Context
    inapplicable: Mapping[str, str]
    limit: str | None = None
    from_file: bool = False

    def findings(self, wanted: Sequence[str], fault: Finding | None) -> Iterator[Finding]:
        """An answer for each criterion; `fault` is the answer on soundness where there is no graph."""
        sound = True
        for name in wanted:
            if name == SOUNDNESS and fault is not None:
                found = fault
            elif not sound:
                found = not_checked(name, "the reduction is not sound, and nothing else can be judged")
            else:
                found = self._finding(name)
            sound = sound and not (name == SOUNDNESS and found.holds is False)
            yield self._replayed(self._hinted(found))

    def _hinted(self, found: Finding) -> Finding:
        """With a hint at sleep sets, which make sets smaller, and of which a file does not tell."""
        unseen = self.from_file and found.holds is False and found.name in _JUDGE_EACH_SET
        return replace(found, reason=found.reason + _NO_SLEEP_SETS) if unseen else found

    def _finding(self, name: str) -> Finding:
        if name in self.inapplicable:
            return not_checked(name, self.inapplicable[name])
        self.limit = self.limit or self.context.limit_reached()
        if self.limit:
            return not_checked(name, f"{self.limit} was reached before this was checked")
        assert self.reduced is not None
        announce(self.context.watch, f"criterion {name}")
        try:
            return registry.criteria()[name](self.system, self.full, self.reduced, self.context)
        except PreconditionError as error:
            return not_checked(name, str(error))
        except KeyboardInterrupt:
            self.limit = "interrupt"
            return not_checked(name, "interrupted while this was checked")

    def _replayed(self, found: Finding) -> Finding:
        """The same finding: its witness is a run of the system, or the criterion is at fault."""
        if found.witness is not None:
            try:
                replay(self.system, found.witness)
            except ValueError as error:
                raise AssertionError(
                    f"the witness of {found.name} is no run of the system: {error}"
                ) from error
        return found
