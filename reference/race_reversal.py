"""Race reversal, made sound for graphs and for systems that block.

    [HLPW]  Remark 35, after Abdulla, Aronis, Jonsson and Sagonas.

When the successor by a is done with, something else need be explored from s only if it can overtake a: a
run u b from s where nothing in u depends on a, and b does.  A process p of a has not moved before b, so
s_p –b→; and as u can also come after a, the other process q of b comes, below the successor by a, to a local
state from which it can take b.  So whoever saw all of what is below looks for local states, not for runs:

    a is *raced* at s if there is b ≠ a with s_p –b→ for a process p of a, and for the other process q of b
    q can take b as its next step, at s or at a node at or below the successor by a.

At a node (s, Z) the actions of a persistent set that are awake are explored one after the other, as long as
all those explored are raced.  What is below a successor is known when the search, depth first, comes back.

variant: the Remark asks for b on a path below a.  Where steps can be blocked that loses runs: let c2 take c
and then b, and let a be a step of c1 that takes from the server of b what b needs.  Below a there is no b, c
is independent of a, and the run c b is never seen.  Here b need not have been taken.

Why nothing is lost: every run w from s with first(w) ∩ Z = ∅, maximal or not, is a weak prefix of a path
from the node.  For w = ε that is so.  If first(w) has an explored action, let a be the earliest, w ≃ a·u;
then first(u) avoids the sleep set of the successor, and u is a weak prefix of a path from there.  If not:

    w has no action of the persistent set T.  Then all of w is independent of T, and w ≾ t·w for an explored
    t ∈ T, which is the case above (induct on the steps that the clients have to go, not on the length of w).
    w has one.  The first of them is in first(w), by persistence, and awake, but not explored: so some
    explored a is not raced.  If nothing in w depends on a, w ≾ a·w as above.  Otherwise w = u b v as above;
    a·u is a run, first(u) avoids the sleep set after a, so u is a weak prefix of a path from there.
    On it q passes its local state after u, where b is its next step: a is raced, a contradiction.

The runs that are not maximal are why no test may refuse a successor here, and why Cl, which covers maximal
runs only, cannot take the place of a persistent set.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from mazurka.errors import PreconditionError
from mazurka.limits import Watch
from mazurka.reference.explorer import to_exploration
from mazurka.reference.local_runs import partner
from mazurka.reference.process_sets import Futures, next_steps, pset
from mazurka.reference.sleep_sets import Sleep, sleep_after
from mazurka.systems import Action, ClientServerSystem, Exploration, StateGraph, System
from mazurka.systems.client_server import GlobalState

Steps = frozenset[tuple[int, Action]]
"""Pairs (process, an action that it can take as its next step)."""


def local_steps(system: ClientServerSystem, s: GlobalState) -> Steps:
    """What each process can take next at s, whether or not its partner can."""
    return frozenset((p, b) for p, process in enumerate(system.processes) for b in process.steps[s[p]])


def is_raced(system: ClientServerSystem, s: GlobalState, a: Action, seen: Steps) -> bool:
    """Whether a is raced at s, given the local steps at s and at all nodes from the successor by a on."""
    return any(
        b != a and (partner(system, p, b), b) in seen
        for p in system.domain[a]
        for b in system.processes[p].steps[s[p]]
    )


@dataclass
class Visit:
    """A node on the stack: what is left to explore, and the local steps seen below each action explored."""

    node: int
    waiting: list[Action]
    here: Steps
    below: dict[Action, Steps] = field(default_factory=dict)
    pending: Action | None = None


class ReversalSearch:
    """The search, depth first: a node is finished before what comes after it at its predecessor is begun."""

    def __init__(self, system: ClientServerSystem, watch: Watch) -> None:
        self.system, self.watch = system, watch
        self.graph: StateGraph[GlobalState] = StateGraph(treated=[])
        self.ahead: Futures = next_steps(system)
        self.nodes: dict[GlobalState, list[int]] = {}
        self.seen: dict[int, Steps] = {}
        self.stack: list[Visit] = []

    def run(self) -> StateGraph[GlobalState]:
        self.enter(self.system.initial, frozenset())
        while self.stack:
            if limit := self.watch.limit_reached(len(self.graph.states), len(self.stack)):
                unexpanded = {visit.node for visit in self.stack}
                self.graph.complete, self.graph.limit, self.graph.unexpanded = False, limit, unexpanded
                break
            self.advance(self.stack[-1])
        return self.graph

    def enter(self, s: GlobalState, sleep: Sleep) -> int:
        """The node for (s, sleep): an older one that subsumes it, or a new one, on the stack."""
        for m in self.nodes.get(s, []):
            if self.graph.sleep[m] <= sleep:  # type: ignore[index]
                return m
        n = self.graph.add(s, sleep)
        self.graph.treated.append(())  # type: ignore[union-attr]
        self.nodes.setdefault(s, []).append(n)
        awake = [a for a in self.system.enabled(s) if a not in sleep]
        chosen = min((pset(self.system, s, a, self.ahead) for a in awake), key=len, default=())
        waiting = [a for a in chosen if a not in sleep]
        self.stack.append(Visit(n, waiting, local_steps(self.system, s)))
        return n

    def advance(self, visit: Visit) -> None:
        """Note what was seen below the last successor; then explore the next action, or finish the node."""
        n, s = visit.node, self.graph.states[visit.node]
        if visit.pending is not None:
            visit.below[visit.pending] = self.seen[self.graph.successors[n][-1][1]]
        if not visit.waiting or not all(
            is_raced(self.system, s, a, visit.here | seen) for a, seen in visit.below.items()
        ):
            self.seen[n] = visit.here.union(*visit.below.values())
            self.stack.pop()
            return
        a = visit.pending = visit.waiting.pop(0)
        sleep = sleep_after(self.system, self.graph.sleep[n], tuple(visit.below), a)  # type: ignore[index]
        self.graph.treated[n] += (a,)  # type: ignore[index]
        self.graph.successors[n].append((a, self.enter(self.system.after(s, a), sleep)))


def reduce_reversal_sleep(
    system: System[GlobalState], _options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`reversal+sleep`: the smallest persistent set of an action awake, as far as there are races."""
    if not isinstance(system, ClientServerSystem):
        raise PreconditionError(
            f"reversal+sleep is for client/server systems, and {system.name} is a {system.formalism} system; "
            "use plain/persistent, or plain/sleep where it is acyclic"
        )
    return to_exploration(ReversalSearch(system, watch).run(), system, watch.seconds())
