"""Bounded runs of a net to a goal, by z3; and runs with given firing counts.

A run is unrolled into layers.  The transitions of one layer fire in any order: each finds the tokens that it
needs even after all others of its layer have taken theirs, and its inhibitor places low enough even after all
others have put theirs.  A single firing is a layer, so that no run is lost, and runs of independent firings
are much shorter in layers.  That there is no run of so many layers says nothing about longer ones.
"""

from collections.abc import Mapping

import z3

from mazurka.formulas import Goal
from mazurka.limits import Watch
from mazurka.oracle.state_equation import Formula, goal_formula
from mazurka.systems import Marking, PetriNet, Run, Transition

PATIENCE = 20_000
"""How many markings `run_with_counts` looks at."""


def find_bounded_run(net: PetriNet, goal: Goal, layers: int, watch: Watch | None = None) -> Run | None:
    """A run of at most so many layers to a marking in the goal; None: none was found within the limits."""
    unrolled = Unrolled(net)
    for n in range(layers + 1):
        if n:
            unrolled.add_layer()
        if watch is not None and watch.limit_reached(0):
            return None
        if (run := unrolled.find(goal, seconds_left(watch))) is not None:
            return run
    return None


def is_run_to(net: PetriNet, goal: Goal, run: Run) -> bool:
    """Whether the run can be fired from the initial marking and ends in the goal: by the net's own steps."""
    m = net.initial
    for a in run:
        if a not in net.enabled(m):
            return False
        m = net.after(m, a)
    return goal.holds(m)


def seconds_left(watch: Watch | None) -> float | None:
    """The time until the limit of a watch; None without one."""
    if watch is None or watch.limits.max_seconds is None:
        return None
    return max(0.001, watch.limits.max_seconds - watch.seconds())


class Unrolled:
    """A net unrolled into layers, in a solver of its own."""

    def __init__(self, net: PetriNet) -> None:
        self.net = net
        self.context = z3.Context()
        self.solver = z3.SimpleSolver(ctx=self.context)
        self.m: list[list[Formula]] = [[z3.IntVal(k, ctx=self.context) for k in net.initial]]
        self.fires: list[list[Formula]] = []

    def add_layer(self) -> None:
        """One more layer, which may be empty."""
        n, now = len(self.fires), self.m[-1]
        fires = [z3.Bool(f"t{k} {n}", ctx=self.context) for k in range(len(self.net.transitions))]
        takes: list[dict[int, Formula]] = [{} for _ in now]
        puts: list[dict[int, Formula]] = [{} for _ in now]
        for k, t in enumerate(self.net.transitions):
            for p, w in t.consumes.items():
                takes[p][k] = z3.If(fires[k], z3.IntVal(w, ctx=self.context), z3.IntVal(0, ctx=self.context))
            for p, w in t.produces.items():
                puts[p][k] = z3.If(fires[k], z3.IntVal(w, ctx=self.context), z3.IntVal(0, ctx=self.context))
        for k, t in enumerate(self.net.transitions):
            self.solver.add(z3.Implies(fires[k], self._possible(k, t, now, takes, puts)))
        then = [z3.Int(f"m{p} {n}", ctx=self.context) for p in range(len(now))]
        for p, k in enumerate(now):
            self.solver.add(then[p] == z3.Sum([k, *puts[p].values(), *(-w for w in takes[p].values())]))
        self.fires.append(fires)
        self.m.append(then)

    def _possible(
        self,
        k: int,
        t: Transition,
        now: list[Formula],
        takes: list[dict[int, Formula]],
        puts: list[dict[int, Formula]],
    ) -> Formula:
        """That t can fire after any of the others of its layer."""
        low = [now[p] - z3.Sum(self._others(k, takes[p])) >= w for p, w in t.needs.items()]
        high = [now[p] + z3.Sum(self._others(k, puts[p])) < w for p, w in t.inhibitors.items()]
        return z3.And([z3.BoolVal(True, ctx=self.context), *low, *high])

    def _others(self, k: int, amounts: dict[int, Formula]) -> list[Formula]:
        return [z3.IntVal(0, ctx=self.context), *(w for j, w in amounts.items() if j != k)]

    def find(self, goal: Goal, seconds: float | None = None) -> Run | None:
        """A run through the layers that there are to the goal; None: there is none, or no answer in time."""
        self.solver.set("timeout", 4294967295 if seconds is None else max(1, int(1000 * seconds)))
        self.solver.push()
        try:
            self.solver.add(goal_formula(self.context, self.m[-1], [], goal))
            if self.solver.check() != z3.sat:
                return None
            model = self.solver.model()
            run = tuple(
                t.name
                for fires in self.fires
                for f, t in zip(fires, self.net.transitions, strict=True)
                if z3.is_true(model.eval(f, model_completion=True))
            )
        finally:
            self.solver.pop()
        assert is_run_to(self.net, goal, run)
        return run


def run_with_counts(net: PetriNet, goal: Goal, counts: Mapping[int, int]) -> Run | None:
    """A run to the goal in which no transition fires more often than counted; None where none was found.

    Depth first, and with limited patience: what is not found may exist.
    """
    left = tuple(counts.get(k, 0) for k in range(len(net.transitions)))
    parent: dict[tuple[Marking, tuple[int, ...]], tuple[tuple[Marking, tuple[int, ...]], str] | None]
    here = (net.initial, left)
    parent = {here: None}
    stack = [here]
    while stack and len(parent) < PATIENCE:
        here = stack.pop()
        m, left = here
        if goal.holds(m):
            return _run_back(parent, here)
        for k, t in enumerate(net.transitions):
            if left[k] and t.is_enabled(m):
                then = (net.after(m, t.name), (*left[:k], left[k] - 1, *left[k + 1 :]))
                if then not in parent:
                    parent[then] = (here, t.name)
                    stack.append(then)
    return None


def _run_back(parent: dict, here: object) -> Run:  # type: ignore[type-arg]
    run: list[str] = []
    while (step := parent[here]) is not None:
        here, a = step
        run.append(a)
    return tuple(reversed(run))
