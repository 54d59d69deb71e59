"""An audit that does without the full state space: every node of the reduction is proved by the oracle.

    [HLPW]  Definition 6, Proposition 7.

For client/server systems.  `soundness` and the condition on sleep sets are judged from the reduction and
the steps of the system; that each node covers is proved by a solver (`node_proofs.py`).  If it does at
every node, then every full run has an equivalent full run in the reduction: that is `trace-complete`, and
`deadlocks` and `weak-prefix` follow, as two equivalent runs end in the same state.  No other criterion gets
an answer."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from mazurka.audit import AuditResult, announce, wanted_criteria
from mazurka.errors import PreconditionError
from mazurka.limits import Watch
from mazurka.node_proofs import Checkpoint, NodeProofs, Unproved
from mazurka.oracle.includes_first_set import SOLVER, IncludesFirstSet, require_client_server
from mazurka.reductions import Reduction, made
from mazurka.reference.covering import NAME as COVERING
from mazurka.reference.covering import find_sleeping_fault, sleep_of
from mazurka.reference.finding import Context, Finding, fails, holds, listed, not_checked
from mazurka.reference.soundness import NAME as SOUNDNESS
from mazurka.reference.soundness import check_soundness
from mazurka.reference.traces import first
from mazurka.registry import Reducer
from mazurka.systems import ClientServerSystem, StateGraph, replay

FOLLOWS = ("trace-complete", "deadlocks", "weak-prefix")
SAVE_SECONDS = 10.0


@dataclass(frozen=True)
class Proving:
    """How to prove.

    solver:     by its name in python-sat.
    checked:    whether the clausal proof of every answer is checked, which takes much longer.
    checkpoint: a file from which the proof goes on, and in which it notes how far it has come.
    """

    solver: str = SOLVER
    checked: bool = False
    checkpoint: Path | None = None


def audit_without_full(
    system: ClientServerSystem,
    reduction: Reduction,
    *,
    criteria: Sequence[str] | None = None,
    options: Mapping[str, object] | None = None,
    watch: Watch | None = None,
    name: str | None = None,
    proving: Proving | None = None,
) -> AuditResult:
    """Judge a reducer, or a reduction made elsewhere, node by node.

    The parameters are those of `audit`.  PreconditionError for a system that is not client/server.
    """
    require_client_server(system, "an audit without the full state space")
    watch = watch or Watch()
    wanted = wanted_criteria(criteria, reduction, Context(watch=watch), options, system.formalism)
    if isinstance(reduction, Reducer) and (refusal := reduction.refusal(system)):
        raise PreconditionError(refusal)
    called = name or (reduction.name if isinstance(reduction, Reducer) else "a graph")
    with watch.interruptible():
        announce(watch, "reduction")
        reduced = made(system, reduction, options or {}, watch)
        judge = _Judge(system, reduced.graph, watch, proving or Proving())
        findings = judge.findings(wanted, reduced.fault)
    limits = (reduced.graph.limit if reduced.graph else None, judge.limit)
    return AuditResult(
        system=system,
        reducer=called,
        findings=findings,
        exempt=frozenset(),
        limit="interrupt" if "interrupt" in limits else next(filter(None, limits), None),
        full=None,
        reduced=reduced.counts,
    )


@dataclass
class _Judge:
    """What can be said of one reduction."""

    system: ClientServerSystem
    reduced: StateGraph[Any] | None
    watch: Watch
    proving: Proving
    limit: str | None = None

    def findings(self, wanted: Sequence[str], fault: Finding | None) -> tuple[Finding, ...]:
        """An answer for each criterion."""
        sound = self._soundness() if fault is None else fault
        needed = {COVERING, *FOLLOWS}.intersection(wanted)
        covering = self._covering() if needed and sound.holds is not False else None
        found = []
        for name in wanted:
            if name == SOUNDNESS:
                found.append(sound)
            elif sound.holds is False:
                found.append(not_checked(name, "the reduction is not sound, and nothing else can be judged"))
            elif covering is None or name not in needed:
                found.append(not_checked(name, "this takes the full state space"))
            else:
                found.append(covering if name == COVERING else self._following(name, covering))
        return tuple(found)

    def _soundness(self) -> Finding:
        assert self.reduced is not None
        announce(self.watch, f"criterion {SOUNDNESS}")
        return check_soundness(self.system, self.reduced, self.reduced, Context())

    def _following(self, name: str, covering: Finding) -> Finding:
        if covering.holds:
            return holds(name, covering.checked, f"it follows, as {COVERING} holds at every node")
        if covering.holds is None:
            return not_checked(name, f"it would follow from {COVERING}, which has no answer")
        reason = f"it does not follow, as {COVERING} fails; to know, the full state space is needed"
        return not_checked(name, reason)

    def _covering(self) -> Finding:
        """Conditions (2) and (3) by inspection, then (1) by a proof for each node."""
        assert self.reduced is not None
        if fault := find_sleeping_fault(self.system, self.reduced):
            return fails(COVERING, len(self.reduced.states), *fault)
        announce(self.watch, f"criterion {COVERING}")
        with IncludesFirstSet(self.system, self.proving.solver) as oracle:
            proofs = NodeProofs(oracle, self.reduced, self.proving.checked)
            begun = self.watch.seconds()
            proved, unproved = self._prove(proofs)
            return self._told(proofs, proved, unproved, self.watch.seconds() - begun)

    def _prove(self, proofs: NodeProofs) -> tuple[int, Unproved | None]:
        """How many nodes, the first ones, are proved, and what stopped the proof."""
        assert self.reduced is not None
        nodes = len(self.reduced.states)
        checkpoint = self._checkpoint()
        proved = 0 if checkpoint is None else checkpoint.proved()
        silent, saved, unproved = replace(self.watch, progress=None), self.watch.seconds(), None
        while proved < nodes and unproved is None:
            if self.watch.progress is not None:
                self.watch.progress(proved, nodes - proved)
            if proved not in self.reduced.unexpanded:
                limit = silent.limit_reached(0)
                unproved = Unproved(proved, None, limit) if limit else proofs.prove(proved, silent)
            proved += unproved is None
            if checkpoint and (unproved or proved == nodes or self.watch.seconds() > saved + SAVE_SECONDS):
                checkpoint.save(proved)
                saved = self.watch.seconds()
        return proved, unproved

    def _checkpoint(self) -> Checkpoint | None:
        """The file of what is proved; none for a reduction that another time would stop elsewhere."""
        assert self.reduced is not None
        file = self.proving.checkpoint
        repeatable = self.reduced.complete or self.reduced.limit == "max_states"
        return Checkpoint(file, self.reduced) if file is not None and repeatable else None

    def _told(self, proofs: NodeProofs, proved: int, unproved: Unproved | None, seconds: float) -> Finding:
        assert self.reduced is not None
        effort = f"{proofs.asked} questions to the solver, {proofs.shared} shared, {seconds:.1f} s"
        if proofs.checked:
            effort += ", every proof checked"
        if unproved is None and self.reduced.complete:
            return holds(COVERING, proved, f"proved at each of {proved} nodes: {effort}")
        if unproved is None:
            reason = f"proved at {proved} nodes ({effort}), but the reduction stopped at {self.reduced.limit}"
            return not_checked(COVERING, reason, proved)
        if unproved.run is None:
            self.limit = unproved.limit
            reason = f"{unproved.limit}: {proved} of {len(self.reduced.states)} nodes are proved: {effort}"
            return not_checked(COVERING, reason, proved)
        return self._refuted(unproved, proved)

    def _refuted(self, unproved: Unproved, proved: int) -> Finding:
        """The full run that is not covered, replayed."""
        assert self.reduced is not None and unproved.run is not None
        n = unproved.node
        to = self.reduced.run_to(n)
        witness = to + unproved.run
        replay(self.system, witness)
        reason = (
            f"at node {n}, after {' '.join(to) or 'the empty run'}, the reduction explores "
            f"{listed(self.reduced.explored(n))}; the rest, {' '.join(unproved.run)}, can begin only in "
            f"{listed(self._firsts(unproved.run))}"
        )
        if sleep_of(self.reduced, n):
            reason += f" (asleep: {listed(sorted(sleep_of(self.reduced, n)))})"
        return fails(COVERING, proved + 1, witness, reason)

    def _firsts(self, w: tuple[str, ...]) -> list[str]:
        return sorted(first(self.system.independent, w))
