"""The Python criterion and the checked checker give the same answers on random systems.

    [HLPW]  Definition 6; reference/covering.py, reference/source_sets.py.

Single states: explicit systems with an arbitrary independence, where the definition needs no more; Python
answers by the definition, which lists every maximal run.  Reductions: client/server systems, reduced by every
plain reducer and by every one that is unsound on purpose.

    python compare.py 3000 200        so many explicit systems, so many client/server systems
"""

import sys
from collections import Counter
from itertools import combinations
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from mazurka.fuzz.crowds import crowd
from mazurka.fuzz.dice import Dice
from mazurka.fuzz.reachable import within
from mazurka.limits import Watch
from mazurka.reference.covering import check_covering, is_covered
from mazurka.reference.explorer import explore
from mazurka.reference.finding import Context
from mazurka.reference.soundness import is_sound
from mazurka.reference.source_sets import first_sets_by_enumeration, is_covering
from mazurka.registry import reducers
from mazurka.systems import ClientServerSystem, Lts, StateGraph
from proofs.checker.questions import Questions, answers

LARGEST = 60
"""Reachable states of a client/server system."""


def random_lts(r: Random) -> Lts:
    """An acyclic explicit system; its independence need not have diamonds."""
    states, actions = r.randint(2, 7), "abcde"[: r.randint(2, 5)]
    edges = {
        (s, a): r.randrange(s + 1, states) for s in range(states - 1) for a in actions if r.random() < 0.6
    }
    pairs = [p for p in combinations({a for _, a in edges}, 2) if r.random() < 0.5]
    return Lts.from_edges("random", [(s, a, t) for (s, a), t in edges.items()], pairs)


def some(r: Random, actions: tuple[str, ...]) -> frozenset[str]:
    """A random set of actions, more often a small one."""
    return frozenset(a for a in actions if r.random() < 0.35)


def ask_about_states(r: Random) -> tuple[Questions, list[bool]]:
    """A system, and at each state a random set with a random sleep set; what Python says."""
    system, expected = random_lts(r), []
    questions = Questions(system)
    for s in questions.states:
        chosen, asleep = some(r, system.actions), some(r, system.actions) if r.random() < 0.5 else frozenset()
        questions.covering(s, chosen, asleep)
        expected.append(is_covering(system, s, chosen, asleep))
        treated = r.sample(system.actions, r.randint(0, len(system.actions)))
        explored = [a for a in treated if r.random() < 0.7]
        questions.order(s, treated, explored, asleep)
        node = StateGraph([s], [[(a, 0) for a in explored]], [asleep], [tuple(treated)])
        expected.append(all(is_covered(node, 0, f) for f in first_sets_by_enumeration(system, s) if f))
    return questions, expected


def random_client_server(r: Random) -> ClientServerSystem:
    """A crowd of few states."""
    while True:
        system = crowd(Dice(r.randbytes(100)))
        if within(system, LARGEST) is not None:
            return system


def ask_about_reductions(r: Random, found: Counter[str]) -> tuple[Questions, list[bool]]:
    """A system and all its reductions; what Python says."""
    system = random_client_server(r)
    full = explore(system)
    questions, expected = Questions(system), [True]
    questions.is_valid()
    for name, reducer in reducers().items():
        if name.startswith(("plain/", "broken/")) and "client-server" in reducer.formalisms:
            options = {key: option.default for key, option in reducer.options.items()}
            graph = reducer.reduce(system, options, Watch()).graph
            assert graph is not None
            reduced = graph()
            questions.reduction(reduced)
            good = is_sound(system, reduced) and bool(check_covering(system, full, reduced, Context()).holds)
            expected.append(good)
            found[f"{name}: {'passed' if good else 'failed'}"] += 1
    return questions, expected


def main() -> None:
    """Ask, compare, and say how often the answer was what."""
    states, systems = (int(x) for x in [*sys.argv[1:], "3000", "200"][:2])
    r, found = Random(20080819), Counter[str]()
    asked = [ask_about_states(r) for _ in range(states)]
    asked += [ask_about_reductions(r, found) for _ in range(systems)]
    expected = [e for _, some_expected in asked for e in some_expected]
    given = answers(q for q, _ in asked)
    wrong = [n for n, (e, g) in enumerate(zip(expected, given, strict=True)) if e != g]
    print(f"{len(expected)} questions, {sum(expected)} answered yes.")
    print(f"Python and the checked checker differ on {len(wrong)}.")
    for line, times in sorted(found.items()):
        print(f"    {line} {times} times")
    if wrong:
        owner = [q for q, some_expected in asked for _ in some_expected][wrong[0]]
        print("the first:", *owner.lines, sep="\n")
    sys.exit(bool(wrong))


if __name__ == "__main__":
    main()
