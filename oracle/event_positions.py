"""IFS(s, B) once more, by another formula and another solver: z3 and the order of events as integers.

    [HLPW]  Definition 14.

Here the definition itself is asked: a *maximal* run w from s with first(w) ⊆ B.  There are no links between
neighbours and no abstraction of what is possible, as in `first_set_formula.py`, but numbers:

    time(e)      when the event occurs in the whole run: 1, 2, …; 0 if it does not
    place(e)     which of the events of its server it is: 1, 2, …; 0 if it does not occur
    local(i, k)  where client i is after k of its events; local(q, k): where server q is after k of its events
    steps(p)     how many events of process p occur

with, for each event e of client i and server q,

    (1)  e occurs iff for some k < steps(i), local(i, k) is where e begins and action(i, k) is that of e
    (2)  then local(i, k + 1) is where e leads; the events of a client are in the order of time
    (3)  the places of the events of q that occur are different, 1 … steps(q), and in the order of time
    (4)  place(e) = k + 1 → q can take e at local(q, k), and local(q, k + 1) is where that leads
    (5)  e is the first event of i and place(e) = 1 → its action is in B
    (6)  for no action both processes are, after all their events, in local states that allow it

For small systems: all is quadratic, at least.
"""

from collections.abc import Set
from itertools import combinations
from types import TracebackType
from typing import Any, TypeAlias

import z3

from mazurka.oracle.client_events import ClientEvents
from mazurka.oracle.includes_first_set import FirstSetAnswer, require_client_server, require_question
from mazurka.oracle.maximal_run import is_run_with_first_set_within
from mazurka.systems import Action, ClientServerSystem
from mazurka.systems.client_server import GlobalState

Formula: TypeAlias = Any
"""A formula or term of z3, whose Python interface is untyped."""

RESOURCES = 200_000_000
"""What z3 may spend on one question, in its own deterministic units; then there is no answer."""


class EventPositions:
    """Answers IFS(s, B) for one system, by z3, within a `with` block."""

    def __init__(self, system: ClientServerSystem, *, resources: int = RESOURCES) -> None:
        require_client_server(system, "the oracle of first sets")
        self.system = system
        self.model = m = ClientEvents(system)
        self._context = z3.Context()
        self._solver = z3.SolverFor("QF_LIA", ctx=self._context)
        self._solver.set("rlimit", resources)
        events = range(len(m.events))
        self._time = [self._integer(f"time {e}") for e in events]
        self._place = [self._integer(f"place {e}") for e in events]
        self._number = [{x: k for k, x in enumerate(known)} for known in m.local_states]
        self._local = [
            [self._integer(f"local {p} {k}") for k in range(self._longest(p) + 1)]
            for p in range(len(m.local_states))
        ]
        self._steps = [self._integer(f"steps {p}") for p in range(len(m.local_states))]
        for i in m.clients:
            self._client(i)
        for q in m.servers:
            self._server(q)
        self._nothing_enabled()

    def __enter__(self) -> "EventPositions":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        del self._solver  # the only reference: z3 frees its memory now

    def ask(self, s: GlobalState, b: Set[Action]) -> FirstSetAnswer:
        """IFS(s, B) for actions B enabled at s."""
        require_question(self.system, s, b)
        self._solver.push()
        try:
            for p, x in enumerate(s):
                self._solver.add(self._local[p][0] == self._number[p][x])
            for e, event in enumerate(self.model.events):
                if event.source == s[event.client] and event.action not in b:
                    self._solver.add(self._place[e] != 1)  # (5): no other event leads to where the client is
            result = self._solver.check()
            if result == z3.unknown:
                return FirstSetAnswer(None, limit=self._solver.reason_unknown())
            if result == z3.unsat:
                return FirstSetAnswer(False)
            return FirstSetAnswer(True, self._run(s, b, self._solver.model()))
        finally:
            self._solver.pop()

    def _run(self, s: GlobalState, b: Set[Action], model: Formula) -> tuple[Action, ...]:
        times = [model.eval(t, model_completion=True).as_long() for t in self._time]
        occurring = sorted((t, e) for e, t in enumerate(times) if t)
        run = tuple(self.model.events[e].action for _, e in occurring)
        if not is_run_with_first_set_within(self.system, s, b, run):
            raise AssertionError(f"the model is no run within {sorted(b)} from {s}: {run}")
        return run

    def _integer(self, name: str) -> Formula:
        return z3.Int(name, ctx=self._context)

    def _longest(self, p: int) -> int:
        """The most events of a process in a run: for a client the most that follow each other."""
        m = self.model
        if p in m.at_server:
            return len(m.at_server[p])
        reached, longest = set(m.local_states[p]), -1
        while reached:
            reached = {m.events[e].target for x in reached for e in m.leaving[p, x]}
            longest += 1
        return longest

    def _client(self, i: int) -> None:
        """(1) and (2): at each of its steps one event, whose time is later than that of the step before."""
        m, number, local, steps = self.model, self._number[i], self._local[i], self._steps[i]
        mine = [e for x in m.local_states[i] for e in m.leaving[i, x]]
        taken: dict[int, list[Formula]] = {e: [] for e in mine}
        self._solver.add(steps >= 0, steps < len(local))
        before = z3.IntVal(0, ctx=self._context)
        for k in range(len(local) - 1):
            moment = self._integer(f"moment {i} {k}")
            self._solver.add(moment > before)
            before = moment
            choice = []
            for e in mine:
                takes = z3.Bool(f"takes {i} {k} {e}", ctx=self._context)
                here, there = number[m.events[e].source], number[m.events[e].target]
                then = [local[k] == here, local[k + 1] == there, self._time[e] == moment]
                self._solver.add(z3.Implies(takes, z3.And(*then)))
                taken[e].append(takes)
                choice.append(takes)
            self._solver.add(*(z3.Not(z3.And(x, y)) for x, y in combinations(choice, 2)))
            self._solver.add(self._some(choice) == (k < steps))
            self._solver.add(z3.Implies(k >= steps, local[k + 1] == local[k]))
        for e in mine:
            self._solver.add(self._some(taken[e]) == (self._time[e] > 0), self._time[e] >= 0)

    def _server(self, q: int) -> None:
        """(3) and (4)."""
        m, number, local, steps = self.model, self._number[q], self._local[q], self._steps[q]
        count = z3.Sum(
            [z3.IntVal(0, ctx=self._context)]
            + [z3.If(self._time[e] > 0, 1, 0, ctx=self._context) for e in m.at_server[q]]
        )
        self._solver.add(steps == count)
        for e in m.at_server[q]:
            place, occurs = self._place[e], self._time[e] > 0
            self._solver.add(z3.If(occurs, z3.And(place >= 1, place <= steps), place == 0))
            for k in range(len(local) - 1):
                moves = (
                    z3.And(local[k] == number[y], local[k + 1] == number[z])
                    for y, z in m.server_moves(e).items()
                )
                self._solver.add(z3.Implies(place == k + 1, self._some(moves)))
        for e, f in combinations(m.at_server[q], 2):
            both = z3.And(self._time[e] > 0, self._time[f] > 0)
            earlier, smaller = self._time[e] < self._time[f], self._place[e] < self._place[f]
            distinct = z3.And(self._time[e] != self._time[f], self._place[e] != self._place[f])
            self._solver.add(z3.Implies(both, z3.And(distinct, earlier == smaller)))
        for k in range(len(local) - 1):
            self._solver.add(z3.Implies(k >= steps, local[k + 1] == local[k]))

    def _nothing_enabled(self) -> None:
        """(6): the last local states are those after as many steps as there can be."""
        m = self.model
        for event in m.events:
            there = self._local[event.client][-1] == self._number[event.client][event.source]
            for y in m.moves[event.server][event.action]:
                ready = self._local[event.server][-1] == self._number[event.server][y]
                self._solver.add(z3.Not(z3.And(there, ready)))

    def _some(self, formulas: Any) -> Formula:
        return z3.Or([z3.BoolVal(False, ctx=self._context), *formulas])
