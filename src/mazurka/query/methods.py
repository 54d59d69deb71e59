"""The methods that answer a query, each in turns: a turn spends a budget and gives an answer or none."""

from dataclasses import replace
from typing import TYPE_CHECKING, Protocol

from mazurka.formulas import AllOf, Goal, Inequality, disjuncts
from mazurka.limits import Limits, Watch
from mazurka.query.answer import Answer
from mazurka.systems import PetriNet

if TYPE_CHECKING:
    from mazurka.optimized.goal_search import Compilation

WALKS = "guided/priority-walks"
MOST_STEPS = 20_000_000
"""Walks are given up after that many steps; they never end by themselves."""
DISJUNCTS = 16
"""A goal of more disjuncts is searched for as it stands."""


class Method(Protocol):
    """A method between two turns.

    states: the markings that it has met;  over: further turns are of no use;  limit: what ended the last turn
    too early;  reason: why there is no answer.
    """

    @property
    def states(self) -> int: ...

    @property
    def over(self) -> bool: ...

    @property
    def limit(self) -> str | None: ...

    @property
    def reason(self) -> str: ...

    def turn(self, budget: float, watch: Watch) -> Answer | None:
        """Go on until the budget is spent."""
        ...


def load_kernels(name: str, watch: Watch) -> None:
    """Compile the kernels of a search, or load them; nothing else needs them."""
    from mazurka.optimized import goal_search, priority_walks

    (priority_walks if name == WALKS else goal_search).load_kernels(watch)


class Search:
    """A search in the compiled line, by its name in PLANS, or walks.  Those by UP layers have one a disjunct.

    A budget is a number of markings.  most: beyond that many markings the search is given up.
    """

    def __init__(self, compilation: "Compilation", goal: Goal, name: str, most: float) -> None:
        # Here, as compiled kernels take long to load.
        from mazurka.optimized.goal_search import GoalSearch
        from mazurka.optimized.priority_walks import PriorityWalks

        self.name, self.most = name, most
        goals = [goal]
        if name.startswith("guided/up"):
            goals = [AllOf(d) for d in disjuncts(goal) or ()]
            if not 0 < len(goals) <= DISJUNCTS:
                goals = [goal]
        self.searches: list[GoalSearch | PriorityWalks]
        if name == WALKS:
            self.most = min(most, MOST_STEPS)
            self.searches = [PriorityWalks(compilation, goal)]
        else:
            potentials = found_potentials(compilation.net, goal) if name.endswith("-equation") else ()
            self.searches = [GoalSearch(compilation, g, name, potentials=potentials) for g in goals]
        self.states = 0
        self.over = False
        self.limit: str | None = None
        self.reason = ""

    def turn(self, budget: float, watch: Watch) -> Answer | None:
        """Each search that has not ended goes on to that many markings."""
        for search in self.searches:
            self.limit = search.advance(with_states_met(watch, self.states - search.states), int(budget))
            self.states = sum(s.states for s in self.searches)
            if search.reachable:
                return Answer(True, search.run(), self.name, 0)
            if self.limit is not None:
                return None
        if all(search.reachable is False for search in self.searches):
            return Answer(False, None, self.name, 0, reason=self._why())
        if budget >= self.most:
            self.over = True
            self.reason = f"{self.name} was given up after {self.states} markings"
            self.searches = []
        return None

    def _why(self) -> str:
        if all(search.states == 1 and not search.expanded for search in self.searches):
            return "no transition that could bring the goal nearer can ever fire"
        return f"the search met {self.states} markings, and none of the goal"


POTENTIAL_SECONDS = 2.0
"""For the potentials of all conjunctions; one without has the bound 0."""


def found_potentials(net: PetriNet, goal: Goal) -> list[list[Inequality]]:
    """The best potential of each conjunction of a goal; none where these are too many."""
    from mazurka.oracle.potentials import find_potential

    conjunctions = disjuncts(goal) or ()
    if len(conjunctions) > DISJUNCTS:
        return []
    watch = Watch(Limits(max_seconds=POTENTIAL_SECONDS))
    found = [find_potential(net, c, watch) for c in conjunctions]
    return [[] if i is None else [i] for i in found]


def with_states_met(watch: Watch, others: int) -> Watch:
    """The watch of a search, where others have met that many markings."""
    most = watch.limits.max_states
    if most is None:
        return watch
    return replace(watch, limits=replace(watch.limits, max_states=max(1, most - others)))


class StateEquation:
    """The state equation over integers, with traps and siphons, and bounded runs.  A budget is in seconds."""

    def __init__(self, net: PetriNet, goal: Goal) -> None:
        self.net, self.goal = net, goal
        self.states = 0
        self.over = False
        self.limit: str | None = None
        self.reason = ""

    def turn(self, budget: float, watch: Watch) -> Answer | None:
        """Begin anew, with so many seconds."""
        # Here, as most queries are answered before a solver is asked, and solvers take long to load.
        from mazurka.oracle.net_certificates import find_fault
        from mazurka.oracle.unreachability import Reachable, Unreachable, prove_unreachable

        limits = watch.limits
        ends = [watch.seconds() + budget] if budget < float("inf") else []
        ends += [limits.max_seconds] if limits.max_seconds is not None else []
        own = replace(watch, limits=replace(limits, max_states=None, max_seconds=min(ends, default=None)))
        found = prove_unreachable(self.net, self.goal, own, layers=0 if budget < LAYERED else LAYERS)
        self.limit = watch.limit_reached(0)
        if isinstance(found, Reachable):
            return Answer(True, found.run, "state-equation", 0)
        if isinstance(found, Unreachable):
            fault = find_fault(self.net, self.goal, found.certificate)
            assert fault is None, fault
            return Answer(False, None, "state-equation", 0, found.certificate, None, CERTIFIED)
        late = own.limit_reached(0) is not None
        self.reason = f"state-equation: {'no answer in its time' if late else found.reason}"
        self.over = budget >= LAYERED and not late
        return None


LAYERS, LAYERED = 12, 8.0
"""Layers of bounded runs are tried in turns of that many seconds or more."""

CERTIFIED = "the state equation, with traps and siphons, has no solution in the goal: there is a certificate"
