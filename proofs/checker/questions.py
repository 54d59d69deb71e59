"""The text format of the checked checker (`main.ml`): systems, reductions and questions about them.

States are numbered from the initial one on, each before its successors; actions are numbered in their order.
"""

import subprocess
from collections.abc import Iterable, Sequence, Set
from pathlib import Path

from mazurka.reference.explorer import explore
from mazurka.systems import Action, State, StateGraph, System

PROGRAM = Path(__file__).parent / "build" / "checker"


class Questions:
    """What is asked of the checker about one acyclic system."""

    def __init__(self, system: System[State]) -> None:
        full = explore(system)
        order = full.topological_order()
        assert order is not None and order[0] == 0
        self.states = [full.states[n] for n in order]
        self._state = {s: n for n, s in enumerate(self.states)}
        self._action = {a: n for n, a in enumerate(system.actions)}
        place = {n: k for k, n in enumerate(order)}
        steps = (listed(f"{self._action[a]} {place[m]}" for a, m in full.successors[n]) for n in order)
        rows = (self._actions(b for b in system.actions if system.independent(a, b)) for a in system.actions)
        self.lines = [f"system {listed(steps)} {listed(rows)}"]

    def is_valid(self) -> None:
        """Whether the system is what the checker asks of one."""
        self.lines.append("valid")

    def covering(self, s: State, chosen: Set[Action], asleep: Set[Action]) -> None:
        """Whether the chosen actions cover at s."""
        asked = [self._actions(sorted(chosen)), self._actions(sorted(asleep))]
        self.lines.append(f"covering {self._state[s]} {' '.join(asked)}")

    def order(
        self, s: State, treated: Sequence[Action], explored: Sequence[Action], asleep: Set[Action]
    ) -> None:
        """Whether the earliest treated action that can come first is always explored."""
        asked = [self._actions(treated), self._actions(explored), self._actions(sorted(asleep))]
        self.lines.append(f"order {self._state[s]} {' '.join(asked)}")

    def reduction(self, reduced: StateGraph[State]) -> None:
        """Whether a reduction is sound and covering at every node."""
        nodes = []
        for n, s in enumerate(reduced.states):
            asleep = sorted(reduced.sleep[n]) if reduced.sleep is not None else []
            treated = reduced.treated[n] if reduced.treated is not None else reduced.explored(n)
            edges = listed(f"{self._action[a]} {m}" for a, m in reduced.successors[n])
            nodes.append(f"{self._state[s]} {self._actions(asleep)} {self._actions(treated)} {edges}")
        self.lines.append(f"reduction {listed(nodes)}")

    def _actions(self, some: Iterable[Action]) -> str:
        return listed(str(self._action[a]) for a in some)


def listed(items: Iterable[str]) -> str:
    """A list: its length, then its elements."""
    found = list(items)
    return " ".join([str(len(found)), *found])


def answers(questions: Iterable[Questions]) -> list[bool]:
    """What the checker says."""
    text = "\n".join(line for q in questions for line in q.lines)
    done = subprocess.run([PROGRAM], input=text, capture_output=True, text=True, check=True)
    return [line == "true" for line in done.stdout.split()]
