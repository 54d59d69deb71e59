"""`python -m mazurka.fuzz.goal_audit --systems N`: what is said of goals, against the full state space.

System number k, a net and a goal, is the same everywhere.  Every search for a goal and the whole portfolio
are asked.  Wrong is what differs from full exploration, a run that cannot be fired or does not lead there,
and a certificate that does not check.  Searches that are wrong as printed must be found out, by the same
means.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from random import Random
from typing import NamedTuple

from mazurka.certificates import find_fault
from mazurka.formulas import AllOf, Goal, Inequality, deadlock, disjuncts, fireable, marking
from mazurka.fuzz.dice import Dice
from mazurka.fuzz.formulas import thrown_goal, thrown_inequality
from mazurka.fuzz.nets import arbitrary_net, process_net, with_passages
from mazurka.fuzz.reachable import within
from mazurka.limits import Watch
from mazurka.optimized.goal_search import PLANS, Compilation, GoalSearch, compile_net
from mazurka.optimized.priority_walks import PriorityWalks
from mazurka.oracle.potentials import added
from mazurka.query import answer
from mazurka.query.abstractions import ABSTRACTION, Abstractions
from mazurka.query.agglomerated import agglomerated
from mazurka.query.answer import Answer
from mazurka.query.methods import WALKS
from mazurka.query.shortening import is_run_to
from mazurka.reference.dependency_groups import dependency_groups
from mazurka.reference.goal_stubborn_sets import find_attractor
from mazurka.reference.guided_search import guided_search, with_groups
from mazurka.systems import Marking, PetriNet, Run

LARGEST = 150
"""Nets with more markings are left out."""
THROWS = 140
STEPS = 600
"""What walks are given."""
TRIED = 20_000
"""What abstractions are given."""
KINDS: tuple[Callable[[Dice], PetriNet], ...] = (
    process_net,
    partial(arbitrary_net, conserving=True),
    arbitrary_net,
    lambda d: with_passages(d, process_net(d)),
)


class Case(NamedTuple):
    """A net with all its markings, and a goal."""

    net: PetriNet
    markings: list[Marking]
    goal: Goal

    @property
    def reachable(self) -> bool:
        return any(map(self.goal.holds, self.markings))


def numbered_case(number: int) -> Case | None:
    """The system of a number; None where its net has too many markings."""
    return drawn_case(Dice(Random(number).randbytes(THROWS)))


def drawn_case(d: Dice) -> Case | None:
    """A case from dice."""
    first, rest = d.parts(2, THROWS // 2)
    net = first.pick(KINDS)(first)
    markings = within(net, LARGEST)
    return None if markings is None else Case(net, markings, _goal(rest, net, markings))


def _goal(d: Dice, net: PetriNet, markings: list[Marking]) -> Goal:
    kind = d.pick(["near", "near", "any", "any", "any", "parts", "deadlock", "fireable"])
    if kind == "deadlock":
        return deadlock(net)
    if kind == "fireable" and net.transitions:
        return AllOf((fireable(d.pick(net.transitions)), thrown_inequality(d, net)))
    if kind == "near":
        return _near(d, markings)
    if kind == "parts":
        return marking(tuple(k + d.pick([0, 0, 0, 0, 1, -1]) for k in d.pick(markings)))
    return thrown_goal(d, partial(thrown_inequality, net=net), 2)


def _near(d: Dice, markings: list[Marking]) -> Goal:
    """Bounds on some places that a reachable marking keeps, but for one now and then."""
    m, parts = d.pick(markings), []
    for _ in range(d.pick([1, 2, 3])):
        p, sign = d.pick(range(len(m))), d.pick([1, 1, -1])
        parts.append(Inequality(((p, sign),), sign * m[p] + d.pick([0, 0, 0, 0, 0, 1])))
    return AllOf(tuple(parts))


class Said(NamedTuple):
    """An answer: with a run where the goal is said to be reachable; None is no answer."""

    reachable: bool | None
    run: Run | None
    sound: bool = True  # what else comes with it checks


Method = Callable[[Case, Compilation], Said]


def _searched(name: str) -> Method:
    def ask(case: Case, compilation: Compilation) -> Said:
        potentials = _potentials(case) if name.endswith("-equation") else ()
        search = GoalSearch(compilation, case.goal, name, potentials=potentials)
        search.advance(Watch())
        return Said(search.reachable, search.run() if search.reachable else None)

    return ask


def _potentials(case: Case) -> list[tuple[Inequality, ...]]:
    """Of each conjunction its inequalities and their sum: no solver is needed for these."""
    nothing = [0] * len(case.net.places)
    return [(added(c, [1] * len(c) + nothing), *c) for c in disjuncts(case.goal) or ()]


def _walked(case: Case, compilation: Compilation) -> Said:
    walks = PriorityWalks(compilation, case.goal)
    walks.advance(Watch(), STEPS)
    return Said(walks.reachable, walks.run() if walks.reachable else None)


def _abstracted(case: Case, _compilation: Compilation) -> Said:
    found = Abstractions(case.net, case.goal, TRIED).turn(TRIED, Watch())
    return Said(None, None) if found is None else _checked(case, found)


def _agglomerated(case: Case, _compilation: Compilation) -> Said:
    smaller, goal = agglomerated(case.net, case.goal)
    search = GoalSearch(compile_net(smaller.net), goal, "stubborn-sets")
    search.advance(Watch())
    return Said(search.reachable, smaller.run(search.run()) if search.reachable else None)


def _answered(case: Case, _compilation: Compilation) -> Said:
    return _checked(case, answer(case.net, case.goal))


def _checked(case: Case, found: Answer) -> Said:
    proof = found.certificate
    return Said(found.reachable, found.run, proof is None or find_fault(case.net, case.goal, proof) is None)


METHODS: Mapping[str, Method] = {
    **{name: _searched(name) for name in PLANS},
    WALKS: _walked,
    ABSTRACTION: _abstracted,
    "agglomeration": _agglomerated,
    "auto": _answered,
}
MAY_BE_SILENT = frozenset({WALKS, ABSTRACTION})


def _as_printed(case: Case, _compilation: Compilation) -> Said:
    """[E] Algorithm 1 for each disjunct."""
    found = [guided_search(case.net, c, printed=True) for c in disjuncts(case.goal) or ()]
    run = next((f.run for f in found if f.run is not None), None)
    return Said(run is not None, run)


def _by_groups(case: Case, _compilation: Compilation) -> Said:
    """[E] section 4.2.2: from each marking the dependency groups of what one of must fire, as if stubborn."""
    net, groups = case.net, dependency_groups(case.net)
    runs: dict[Marking, Run] = {net.initial: ()}
    waiting = [net.initial]
    for m in waiting:
        if case.goal.holds(m):
            return Said(True, runs[m])
        for t in sorted(with_groups(groups, tuple(find_attractor(net, case.goal, m)))):
            transition = net.transitions[t]
            if transition.is_enabled(m) and (later := net.after(m, transition.name)) not in runs:
                runs[later] = (*runs[m], transition.name)
                waiting.append(later)
    return Said(False, None)


CONTROLS: Mapping[str, Method] = {"algorithm-1-as-printed": _as_printed, "dependency-groups": _by_groups}
"""What must be found out."""
RARELY = frozenset({"algorithm-1-as-printed"})
"""Of these, what is found out on `guided-lost` in the corpus, and hardly ever on a net drawn at random."""


def fault(case: Case, name: str, said: Said) -> str | None:
    """What is wrong with what a method says, or None."""
    if said.reachable is None:
        return None if name in MAY_BE_SILENT else "no answer"
    if said.reachable != case.reachable:
        return f"reachable: {said.reachable}, by full exploration: {case.reachable}"
    if said.reachable and (said.run is None or not is_run_to(case.net, case.goal, said.run)):
        return f"this is no run to the goal: {said.run}"
    return None if said.sound else "the certificate is wrong"


def faults(
    case: Case, methods: Mapping[str, Method] = METHODS, tally: Counter[str] | None = None
) -> Iterator[str]:
    """What is wrong with what is said of a case."""
    compilation = compile_net(case.net)
    for name, ask in methods.items():
        said = ask(case, compilation)
        if tally is not None:
            tally[f"{name}: {said.reachable}"] += 1
        if (what := fault(case, name, said)) is not None:
            yield f"{name}: {what}"


def main() -> int:
    """Audit so many systems; exit status 1 where something is wrong, or a control is not found out."""
    asked = argparse.ArgumentParser(prog="python -m mazurka.fuzz.goal_audit", description=__doc__)
    asked.add_argument("--systems", type=int, default=20_000)
    asked.add_argument("--first", type=int, default=0, help="the number of the first")
    given = asked.parse_args()
    wrong, caught, tally = 0, Counter[str](), Counter[str]()
    done, number = 0, given.first
    while done < given.systems:
        case = numbered_case(number)
        if case is not None:
            for what in faults(case, METHODS, tally):
                wrong += 1
                print(f"{number}: {what}", flush=True)
            caught.update(what.partition(":")[0] for what in faults(case, CONTROLS))
            done += 1
            if done % 1000 == 0:
                print(f"{done:,} …", flush=True)
        number += 1
    for key, count in sorted(tally.items()):
        print(f"{key}: {count:,}")
    for name in CONTROLS:
        print(f"{name} is refuted by {caught[name]:,}")
    print(f"{done:,} systems, numbers {given.first} to {number - 1}, {wrong} wrong answers")
    return 1 if wrong or not all(caught[name] or name in RARELY for name in CONTROLS) else 0


if __name__ == "__main__":
    raise SystemExit(main())
