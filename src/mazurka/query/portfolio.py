"""Methods that take turns with growing budgets, until one of them answers.

    [E]  section 4.2.3: a search for each disjunct; chapter 7: what its search lacks.

Relaxed plans come first, which take milliseconds where they lead to the goal, and abstractions, which do
where few places matter; neither needs compiled kernels.  Then searches, in the agglomeration of the net for
the goal; then the state equation, whose certificates prove that there is no run; then all again with more
patience, and searches that meet all markings, with stubborn sets and without.  Searches go on where they
stopped; a solver begins anew.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from mazurka.errors import UnknownNameError
from mazurka.formulas import FALSE, Goal
from mazurka.limits import Watch
from mazurka.query.abstractions import ABSTRACTION, Abstractions
from mazurka.query.agglomerated import Agglomerated, agglomerated
from mazurka.query.answer import Answer
from mazurka.query.methods import Method, Search, StateEquation, load_kernels, with_states_met
from mazurka.query.relaxed_plans import RELAXED_PLANS, RelaxedPlans
from mazurka.query.shortening import is_run_to, shortened, without_cycles, without_detours
from mazurka.query.small_equations import QUICK_SECONDS, is_shortest, is_small
from mazurka.systems import PetriNet, Run

if TYPE_CHECKING:
    from mazurka.optimized.agglomeration import Agglomeration
    from mazurka.optimized.goal_search import Compilation

ENGINES: Mapping[str, str] = {
    "auto": "most of these in turn, with growing budgets",
    RELAXED_PLANS: "plans that forget what firing takes away, fired as far as they go: a run, or no answer",
    ABSTRACTION: "sums of places, ever more of them: a run, or an invariant that shows that there is none",
    "guided/best-first": "least estimated distance first",
    "guided/best-first-layers": "least distance by UP layers first",
    "guided/best-first-equation": "least bound by the state equation first, then least estimated distance",
    "guided/best-first+stubborn": "least estimated distance first, within stubborn sets",
    "guided/novelty": "the most novel first, then the least distance by UP layers, within stubborn sets",
    "guided/priority-walks": "at random, the process with the highest priority first: finds runs only",
    "guided/up": "depth first, by UP layers, for each disjunct",
    "guided/up+stubborn": "depth first, by UP layers, for each disjunct, within stubborn sets",
    "breadth-first": "all markings, nearest first: a shortest run",
    "stubborn-sets": "breadth first with stubborn sets that keep the goal reachable: a shortest run too",
    "state-equation": "the state equation with traps and siphons: a run, or a certificate that there is none",
}
"""What a query may be answered by, in words."""

SOLVER = "state-equation"
PLANNED = 400_000
"""Arcs that relaxed plans may look at."""
ABSTRACTED = 200_000
"""Steps that abstractions may try before searches have their time."""
FIRST_TURNS = [
    ("guided/priority-walks", 2_000),
    ("guided/best-first", 2_000),
    ("guided/novelty", 4_000),
    ("guided/up+stubborn", 2_000),
    ("guided/priority-walks", 50_000),
    ("stubborn-sets", 20_000),
]
"""Searches, and the markings that they may meet, before a solver has its time."""
NOVEL = 60_000
"""Then come the most novel markings, that many;"""
ABSTRACTED_AGAIN = 1_000_000
"""abstractions that try so many steps more; the solver; and these searches, with their markings:"""
TURNS = [
    ("guided/priority-walks", 500_000),
    ("guided/best-first", 10_000), ("guided/up+stubborn", 10_000), ("guided/best-first-layers", 10_000),
    ("guided/best-first+stubborn", 10_000), ("stubborn-sets", 200_000),
]  # fmt: skip
TRIED = 1.6e9
"""Last, all markings, as many as try so many transitions in all."""
SOLVER_SECONDS = 2.0
"""The solver's time in that round."""
GROWTH = 4
"""Budgets are so many times larger in each round than in the one before."""
MOST = 2_000_000
"""Guided searches are given up after that many markings; breadth-first ones go on."""
LAST = "stubborn-sets"
SHORTEST_RUN = "shortest run"
"""The last method once more, in the net itself, for a run that is short."""
BREADTH_FIRST = frozenset({"breadth-first", LAST})
"""Methods whose runs are shortest ones."""
ABSTRACTED_AT_MOST = 20_000_000
"""Abstractions are given up after that many steps."""
CERTIFYING_SECONDS = 60.0
"""The solver's time for a certificate, when a search has found out that there is no run."""
SHORTEST = 20_000
"""A shortest run is looked for among that many markings, when another method has found some run."""


def answer(
    net: PetriNet,
    goal: Goal,
    watch: Watch | None = None,
    *,
    engine: str = "auto",
    certify: bool = False,
) -> Answer:
    """Whether a marking in the goal is reachable.  UnknownNameError for an engine that does not exist.

    certify: where a search finds that the goal is unreachable, and no engine was asked for, a certificate is
             sought too.
    """
    if engine not in ENGINES:
        raise UnknownNameError("method", engine, sorted(ENGINES))
    watch = Watch() if watch is None else watch
    if goal.holds(net.initial):
        return Answer(True, (), "initial marking", 1)
    if goal == FALSE:
        return Answer(False, None, "formula", 0, reason="no marking satisfies the formula")
    with watch.interruptible():
        found = _Turns(net, goal, watch, engine).run()
        if certify and engine == "auto" and found.reachable is False and found.certificate is None:
            return _certified(net, goal, watch, found)
        return found


def _certified(net: PetriNet, goal: Goal, watch: Watch, found: Answer) -> Answer:
    """The answer with a certificate, where an abstraction or the solver finds one in time."""
    shown = Abstractions(net, goal, ABSTRACTED_AT_MOST).turn(ABSTRACTED_AT_MOST, watch)
    shown = shown or StateEquation(net, goal).turn(CERTIFYING_SECONDS, watch)
    return found if shown is None or shown.certificate is None else replace(shown, states=found.states)


_latest: list["Compilation"] = []
"""The two nets that were compiled last: a file of properties asks about the same net again and again."""


def _compiled(net: PetriNet) -> "Compilation":
    from mazurka.optimized.goal_search import compile_net

    for compilation in _latest:
        if compilation.net is net:
            return compilation
    _latest[:] = [compile_net(net), *_latest[:1]]
    return _latest[0]


class _Turns:
    """The methods of a query; each is made at its first turn."""

    def __init__(self, net: PetriNet, goal: Goal, watch: Watch, engine: str) -> None:
        self.net, self.goal, self.watch, self.engine = net, goal, watch, engine
        self.compilation: Compilation | None = None
        self.smaller: tuple[Agglomeration, Goal] | None = None
        self.methods: dict[str, Method] = {}

    @property
    def states(self) -> int:
        return sum(method.states for method in self.methods.values())

    def run(self) -> Answer:
        """Turns until there is an answer, or a limit, or nothing left to try."""
        for turns in self.rounds():
            for name, budget in turns:
                method = self.method(name)
                if method is None:
                    return self.without_answer("interrupt")
                if method.over:
                    continue
                found = method.turn(budget, with_states_met(self.watch, self.states - method.states))
                if found is not None:
                    short = None if found.run is None else self.short(found.run, found.method)
                    return replace(found, run=short, states=self.states)
                if method.limit is not None:
                    return self.without_answer(method.limit)
            if all(self.methods[name].over for name, _ in turns):
                break
        return self.without_answer(None)

    def short(self, run: Run, method: str) -> Run:
        """The run that a method has found, made shorter: a shortest one, where few markings tell."""
        assert is_run_to(self.net, self.goal, run)
        run = without_cycles(self.net, run)
        undecided = SOLVER in self.methods and len(run) > 2  # the equation had no answer: nor has it now
        if method in BREADTH_FIRST or (not undecided and is_shortest(self.net, self.goal, run, self.watch)):
            return run
        search = self.method(SHORTEST_RUN) if self.engine == "auto" else None
        if search is not None:
            shortest = search.turn(SHORTEST, with_states_met(self.watch, self.states - search.states))
            if shortest is not None and shortest.run is not None:
                return shortest.run if len(shortest.run) < len(run) else run
        if self.compilation is not None:
            return shortened(self.compilation, self.goal, run)
        return without_detours(self.net, run)

    def rounds(self) -> Iterator[list[tuple[str, float]]]:
        """What takes turns in each round, with its budgets."""
        factor = 1
        if self.engine == "auto":
            # A small equation is solved in less time than kernels take to load.
            quick = [(SOLVER, QUICK_SECONDS)] if is_small(self.net) else []
            yield [(RELAXED_PLANS, PLANNED), (ABSTRACTION, ABSTRACTED), *quick, *FIRST_TURNS]
        while True:
            if self.engine == "auto":
                yield [(name, budget * factor) for name, budget in self.turns()]
            else:
                yield [(self.engine, float("inf") if self.engine == SOLVER else 1_000.0 * factor)]
            factor *= GROWTH

    def turns(self) -> list[tuple[str, float]]:
        """The first round in which everything has a turn."""
        assert self.smaller is not None
        everything = TRIED / max(1, len(self.smaller[0].net.transitions))
        before: list[tuple[str, float]] = [("guided/novelty", NOVEL), (ABSTRACTION, ABSTRACTED_AGAIN)]
        return [*before, (SOLVER, SOLVER_SECONDS), *TURNS, ("breadth-first", everything)]

    def method(self, name: str) -> Method | None:
        """A method, which is made where it has not begun; None after Ctrl-C."""
        if name not in self.methods:
            try:
                with self.watch.unasked():
                    self.methods[name] = self.begun(name)
            except KeyboardInterrupt:
                return None
        return self.methods[name]

    def begun(self, name: str) -> Method:
        """A method before its first turn."""
        if name == RELAXED_PLANS:
            return RelaxedPlans(self.net, self.goal)
        if name == SOLVER:
            return StateEquation(self.net, self.goal)
        if name == ABSTRACTION:
            return Abstractions(
                self.net, self.goal, ABSTRACTED_AT_MOST if self.engine == "auto" else float("inf")
            )
        if self.engine == "auto" and name != SHORTEST_RUN:
            return self.search_in_agglomeration(name)
        return self.search(self.net, self.goal, LAST if name == SHORTEST_RUN else name)

    def search_in_agglomeration(self, name: str) -> Method:
        """A search where there are fewer markings."""
        if self.smaller is None:
            self.smaller = agglomerated(self.net, self.goal)
        agglomeration, goal = self.smaller
        if len(agglomeration.net.transitions) == len(self.net.transitions):
            return self.search(self.net, self.goal, name)
        return Agglomerated(self.search(agglomeration.net, goal, name), agglomeration)

    def search(self, net: PetriNet, goal: Goal, name: str) -> Search:
        """A search of that name."""
        load_kernels(name, self.watch)
        compilation = _compiled(net)
        if net is self.net:
            self.compilation = compilation
        alone = self.engine != "auto" or name in BREADTH_FIRST
        return Search(compilation, goal, name, float("inf") if alone else MOST)

    def without_answer(self, limit: str | None) -> Answer:
        """What is said at the end of all turns."""
        reasons = [method.reason for method in self.methods.values() if method.reason]
        return Answer(None, None, "none", self.states, limit=limit, reason="; ".join(reasons))
