"""A reduction's nodes, proved one by one by the oracle: what each explores is a covering source set.

    [HLPW]  Definition 6, Definition 14; the conditions (1) to (3) of `reference/covering.py`.

Condition (1) at a node with state s, sleep set Z and treated actions a1 … ak, of which some were refused,
says of every maximal run w ≠ ε from s with first(w) ∩ Z = ∅: some a_i is in first(w), and the earliest is
explored. That is as many questions as there are refused actions, and one:

    not IFS(s, enabled(s) ∖ Z ∖ {a1 … ak}), if anything is enabled at s;
    for each refused a_i, with t = after(s, a_i): not IFS(t, enabled(t) ∖ asleep), where asleep are the
    actions of Z ∪ {a1 … a_{i−1}} that are independent of a_i.

For a run w with a_i ∈ first(w) is equivalent to a_i·u, and first(w) = {a_i} ∪ {c ∈ first(u) independent of
a_i}.

Nodes share answers: IFS(s, B) fails if IFS(s, B') does for some B' ⊇ B.
"""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from mazurka.bench.results import write_at_once
from mazurka.errors import MazurkaError
from mazurka.limits import Watch
from mazurka.oracle.includes_first_set import IncludesFirstSet
from mazurka.reference.covering import sleep_of, treated_at
from mazurka.systems import Action, ClientServerSystem, Run, StateGraph
from mazurka.systems.client_server import GlobalState


class Question(NamedTuple):
    """IFS(state, awake) must fail; the state is that of the node, or that after one step from it."""

    step: Run
    state: GlobalState
    awake: frozenset[Action]


def questions(system: ClientServerSystem, reduced: StateGraph[GlobalState], n: int) -> Iterator[Question]:
    """What must fail if the node explores enough."""
    s, sleep = reduced.states[n], sleep_of(reduced, n)
    treated, explored = treated_at(reduced, n), set(reduced.explored(n))
    enabled = frozenset(system.enabled(s))
    if enabled:
        yield Question((), s, enabled - sleep - set(treated))
    for i, a in enumerate(treated):
        if a in enabled and a not in explored and a not in sleep:
            t = system.after(s, a)
            asleep = {b for b in sleep.union(treated[:i]) if system.independent(a, b)}
            yield Question((a,), t, frozenset(system.enabled(t)) - asleep)


class Unproved(NamedTuple):
    """A node that is not proved: `run` goes on from it, uncovered, or a limit was reached."""

    node: int
    run: Run | None
    limit: str | None


class NodeProofs:
    """Asks for one node after the other; remembers what failed.

    checked: whether a clausal proof of each answer is made, and checked.
    asked, shared: the questions that the solver answered, and those that needed none.
    """

    def __init__(self, oracle: IncludesFirstSet, reduced: StateGraph[GlobalState], checked: bool) -> None:
        self.oracle, self.reduced, self.checked = oracle, reduced, checked
        self.asked = self.shared = 0
        self._failed: dict[GlobalState, list[frozenset[Action]]] = {}

    def prove(self, n: int, watch: Watch) -> Unproved | None:
        """None once the node is proved."""
        for q in questions(self.oracle.system, self.reduced, n):
            known = self._failed.setdefault(q.state, [])
            if any(q.awake <= b for b in known):
                self.shared += 1
                continue
            self.asked += 1
            answer = self.oracle.ask(q.state, q.awake, watch)
            if answer.holds is not False:
                run = None if answer.run is None else q.step + answer.run
                return Unproved(n, run, answer.limit)
            if self.checked:
                self.oracle.refutation(q.state, q.awake)
            known.append(q.awake)
        return None


class Checkpoint:
    """A file that says how many nodes of a certain reduction are proved, so that the next audit goes on."""

    def __init__(self, path: Path, reduced: StateGraph[GlobalState]) -> None:
        self.path = path
        self._key, self._nodes = _digest(reduced), len(reduced.states)

    def proved(self) -> int:
        """The number of nodes that are proved; MazurkaError if the file is of another reduction."""
        try:
            held = json.loads(self.path.read_text("utf-8"))
            key, proved = held["reduction"], held["proved"]
        except FileNotFoundError:
            return 0
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            raise self._not_one() from None
        if not isinstance(key, str) or type(proved) is not int:
            raise self._not_one()
        if key != self._key:
            raise MazurkaError(f"{self.path} belongs to another reduction; give another file")
        if not 0 <= proved <= self._nodes:
            raise MazurkaError(
                f"{self.path} says that {proved} nodes are proved, and there are {self._nodes}; remove it"
            )
        return proved

    def _not_one(self) -> MazurkaError:
        return MazurkaError(f"{self.path} is no checkpoint; give the path of one, or of a new file")

    def save(self, proved: int) -> None:
        """Note that so many nodes, the first ones, are proved."""
        write_at_once(self.path, json.dumps({"reduction": self._key, "proved": proved}) + "\n")


def _digest(reduced: StateGraph[Any]) -> str:
    """A fingerprint of all that the questions depend on."""
    digest = hashlib.sha256()
    for n, s in enumerate(reduced.states):
        node = (s, sorted(sleep_of(reduced, n)), treated_at(reduced, n), reduced.successors[n])
        digest.update(repr(node).encode())
    return digest.hexdigest()
