"""Runs made of relaxed plans: quick, in nets of any size, where nothing stands in the way of the goal.

    [HN]  relaxed plans; variant: over counts of tokens, and a plan is fired as far as it goes.

A relaxed plan says how often each transition would have to fire if what fires did no harm.  It is fired: each
transition as often as planned, those first for which others wait.  Where that ends a new plan is made, until
the goal is met; or there is no plan, or a plan ends where one began before.  Then this method gives up.

A transition costs 1 and what it takes to raise the levels that it needs: the tokens of place p, when they are
too few; and their negative, the level places + p, when an inhibitor arc finds too many.  Where the initial
marking has no plan, no marking of the goal is reachable.
"""

from collections.abc import Sequence
from heapq import heappop, heappush

from mazurka.formulas import AllOf, Goal, Inequality, inequalities
from mazurka.limits import Watch
from mazurka.query.answer import Answer
from mazurka.systems import PetriNet

RELAXED_PLANS = "relaxed-plans"
"""The name of the method."""

NEVER = float("inf")
"""The price of what nothing can bring about."""

Demand = list[tuple[int, int]]
"""Transitions, and how often each is to fire."""


class Levels:
    """A net by its levels: the tokens of each place p, and at places + p their negative.

    stops:   for each transition the levels that it needs, and how high.
    changes: for each transition the levels that it changes, and by how much.
    stopped: for each level the transitions that need it, and how high.
    raisers: for each level the transitions that change it, and by how much.
    """

    def __init__(self, net: PetriNet) -> None:
        places = len(net.places)
        self.initial = [*net.initial, *(-k for k in net.initial)]
        self.stops = [
            [*t.needs.items(), *((places + p, 1 - k) for p, k in t.inhibitors.items())]
            for t in net.transitions
        ]
        self.changes = [
            [*t.effect.items(), *((places + p, -d) for p, d in t.effect.items())] for t in net.transitions
        ]
        self.stopped = _by_level(self.stops, 2 * places)
        self.changed = _by_level(self.changes, 2 * places)
        self.size = sum(map(len, self.stops)) + sum(map(len, self.changes))

    def enabled(self, t: int, level: Sequence[int]) -> bool:
        """Whether nothing stops t."""
        return all(level[g] >= least for g, least in self.stops[t])


def _by_level(rows: Sequence[Demand], size: int) -> list[Demand]:
    found: list[Demand] = [[] for _ in range(size)]
    for t, row in enumerate(rows):
        for g, k in row:
            found[g].append((t, k))
    return found


class Plan:
    """What each transition costs at some levels, and who helps against those that are too low."""

    def __init__(self, levels: Levels, level: Sequence[int]) -> None:
        self.levels, self.level = levels, level
        self.order: list[int] = []
        """The transitions that have a price, the cheapest first."""
        self.price: dict[int, int] = {}
        self.helper: dict[int, tuple[int, int]] = {}
        """For each level that can be raised a transition that does, and by how much."""
        self._spread()

    def _spread(self) -> None:
        lacking = [sum(self.level[g] < least for g, least in row) for row in self.levels.stops]
        costs = [1] * len(lacking)
        queue = [(1, t) for t, lacks in enumerate(lacking) if not lacks]
        while queue:
            price, t = heappop(queue)
            self.order.append(t)
            self.price[t] = price
            for g, gain in self.levels.changes[t]:
                if gain > 0 and g not in self.helper:
                    self.helper[g] = t, gain
                    for u, least in self.levels.stopped[g]:
                        if self.level[g] < least:
                            costs[u] += (least - self.level[g]) * max(1, price // gain)
                            lacking[u] -= 1
                            if not lacking[u]:
                                heappush(queue, (costs[u], u))

    def firings(self, wanted: Demand) -> Demand:
        """What is to fire so that the transitions wanted can, in the order of prices."""
        times: dict[int, int] = {}
        for t, k in wanted:
            times[t] = max(k, times.get(t, 0))
        for t in reversed(self.order):
            for g, least in self.levels.stops[t] if t in times else ():
                if self.level[g] < least:
                    helper, gain = self.helper[g]
                    missing = -((self.level[g] - least) // gain)
                    times[helper] = max(missing, times.get(helper, 0))
        return [(t, times[t]) for t in self.order if t in times]


class RelaxedPlans:
    """The method between two turns.  A budget is a number of arcs looked at."""

    def __init__(self, net: PetriNet, goal: Goal) -> None:
        self.net, self.goal = net, goal
        self.levels = Levels(net)
        self.level = list(self.levels.initial)
        self.run: list[int] = []
        self.begun: set[tuple[int, ...]] = set()
        """The levels at which plans began."""
        self.per_firing = len(net.places) + sum(1 for _ in inequalities(goal))
        self.spent = 0
        self.states = 1
        self.over = False
        self.limit: str | None = None
        self.reason = ""

    def turn(self, budget: float, watch: Watch) -> Answer | None:
        """Make plans and fire them until the budget is spent."""
        while not self.over and self.spent < budget:
            self.limit = watch.limit_reached(self.states, 1)
            if self.limit is not None:
                return None
            begun = tuple(self.level)
            self.begun.add(begun)
            self.spent += self.levels.size + self.per_firing
            plan = Plan(self.levels, begun)
            price, wanted = self._wanted(self.goal, plan)
            if price == NEVER and not self.run:
                return Answer(False, None, RELAXED_PLANS, 0, reason=HOPELESS)
            if price < NEVER and self._fire(plan.firings(wanted), budget):
                return Answer(True, tuple(self.net.transitions[t].name for t in self.run), RELAXED_PLANS, 0)
            if tuple(self.level) in self.begun:
                self.over = True
                self.reason = f"{RELAXED_PLANS}: no plan leads on after {len(self.run)} firings"
        return None

    def _wanted(self, goal: Goal, plan: Plan) -> tuple[float, Demand]:
        """The price of the goal, and transitions that raise what it lacks."""
        if isinstance(goal, Inequality):
            missing = goal.bound - sum(c * plan.level[p] for p, c in goal.tokens)
            if missing <= 0:
                return 0, []
            gains: dict[int, int] = {}
            for p, c in goal.tokens:
                for t, d in self.levels.changed[p]:
                    gains[t] = gains.get(t, 0) + c * d
            priced = [
                (plan.price[t] + (missing - 1) // d, t, -(-missing // d))
                for t, d in gains.items()
                if d > 0 and t in plan.price
            ]
            price, t, times = min(priced, default=(NEVER, 0, 0))
            return price, [(t, times)]
        found = [self._wanted(part, plan) for part in goal.parts]
        if isinstance(goal, AllOf):
            return sum(price for price, _ in found), [w for _, wanted in found for w in wanted]
        return min(found, key=lambda x: x[0], default=(NEVER, []))

    def _fire(self, firings: Demand, budget: float) -> bool:
        """Fire what is planned, in turns, as long as something can; whether the goal is met."""
        left = dict(firings)
        fired = -1
        while fired != len(self.run):
            fired = len(self.run)
            for t in left:
                if left[t] and self.levels.enabled(t, self.level):
                    left[t] -= 1
                    self.run.append(t)
                    self.states += 1
                    self.spent += self.per_firing
                    for g, d in self.levels.changes[t]:
                        self.level[g] += d
                    if self.goal.holds(tuple(self.level)):
                        return True
                    if self.spent >= budget:
                        return False
        return False


HOPELESS = "no transition that could bring the goal nearer can ever fire"
