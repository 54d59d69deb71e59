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
from mazurka.oracle.limited_checks import limited_check
from mazurka.oracle.state_equation import Formula, goal_formula
from mazurka.systems import Marking, PetriNet, Run

PATIENCE = 20_000
"""How many markings `run_with_counts` looks at."""


def find_bounded_run(net: PetriNet, goal: Goal, layers: int, watch: Watch | None = None) -> Run | None:
    """A run of at most so many layers to a marking in the goal; None: none was found within the limits."""
    unrolled = Unrolled(net)
    for n in range(layers + 1):
        if n and not unrolled.add_layer(watch):
            return None
        if watch is not None and watch.limit_reached(0):
            return None
        if (run := unrolled.find(goal, watch)) is not None:
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


class Unrolled:
    """A net unrolled into layers, in a solver of its own."""

    def __init__(self, net: PetriNet) -> None:
        self.net = net
        self.context = z3.Context()
        self.solver = z3.SimpleSolver(ctx=self.context)
        self.m: list[list[Formula]] = [[z3.IntVal(k, ctx=self.context) for k in net.initial]]
        self.fires: list[list[Formula]] = []

    def add_layer(self, watch: Watch | None = None) -> bool:
        """One more layer, which may be empty; False where a limit was reached first, and it is no use."""
        n, now, zero = len(self.fires), self.m[-1], z3.IntVal(0, ctx=self.context)
        fires = [z3.Bool(f"t{k} {n}", ctx=self.context) for k in range(len(self.net.transitions))]
        takes: list[dict[int, Formula]] = [{} for _ in now]
        puts: list[dict[int, Formula]] = [{} for _ in now]
        for k, t in enumerate(self.net.transitions):
            for p, w in t.consumes.items():
                takes[p][k] = z3.If(fires[k], z3.IntVal(w, ctx=self.context), zero)
            for p, w in t.produces.items():
                puts[p][k] = z3.If(fires[k], z3.IntVal(w, ctx=self.context), zero)
        taken = [z3.Sum([zero, *weights.values()]) for weights in takes]
        put = [z3.Sum([zero, *weights.values()]) for weights in puts]
        for k, t in enumerate(self.net.transitions):
            if watch is not None and watch.limit_reached(0):
                return False
            low = [now[p] - (taken[p] - takes[p].get(k, zero)) >= w for p, w in t.needs.items()]
            high = [now[p] + (put[p] - puts[p].get(k, zero)) < w for p, w in t.inhibitors.items()]
            self.solver.add(z3.Implies(fires[k], z3.And([z3.BoolVal(True, ctx=self.context), *low, *high])))
        then = [z3.Int(f"m{p} {n}", ctx=self.context) for p in range(len(now))]
        for p, k in enumerate(now):
            self.solver.add(then[p] == k + put[p] - taken[p])
        self.fires.append(fires)
        self.m.append(then)
        return True

    def find(self, goal: Goal, watch: Watch | None = None) -> Run | None:
        """A run through the layers that there are to the goal; None: there is none, or no answer in time."""
        self.solver.push()
        try:
            self.solver.add(goal_formula(self.context, self.m[-1], [], goal))
            if limited_check(self.solver, watch) != z3.sat:
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
