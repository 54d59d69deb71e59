"""One step of a system as formulas over the parts of a state: places, entities, or processes.

A state gives each part a value: tokens, presence, a local state.  For each action: which parts it
touches, when it is enabled, and what the parts are afterwards.  All is taken from the arcs, sets and local
transitions of the model and not from what the system says of itself, so that a mistake in a system's
`enabled`, `after` or `independent` is not repeated here.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

import z3

from mazurka.errors import PreconditionError
from mazurka.systems import Action, ClientServerSystem, EntitySystem, PetriNet, System

Part: TypeAlias = int | str
"""The number of a place or of a process, or an entity."""
Formula: TypeAlias = Any
"""A formula or term of z3, whose Python interface is untyped."""
Parts: TypeAlias = Mapping[Part, Formula]
"""A term for the value of each part."""


class StepFormulas(ABC):
    """The steps of one system as formulas of one z3 context."""

    def __init__(self, context: z3.Context) -> None:
        self.context = context

    @abstractmethod
    def touched(self, a: Action) -> frozenset[Part]:
        """The parts that the action tests or changes."""

    @abstractmethod
    def variable(self, p: Part) -> Formula:
        """A constant for the value of the part: the same one at every call."""

    @abstractmethod
    def domain(self, p: Part) -> Formula:
        """What holds of the part in every state."""

    @abstractmethod
    def enabled(self, a: Action, at: Parts) -> Formula:
        """Whether the action is enabled."""

    @abstractmethod
    def after(self, a: Action, at: Parts) -> dict[Part, Formula]:
        """The parts after the action, where it is enabled."""

    @abstractmethod
    def state(self, parts: Iterable[Part], model: Formula) -> Any:
        """The state in which these parts are as in the model, and the others as initially."""

    def small(self, p: Part, bound: int) -> Formula:  # noqa: ARG002
        """That the value of the part is at most the bound, where values have a size."""
        return z3.BoolVal(True, ctx=self.context)

    def all(self, formulas: Iterable[Formula]) -> Formula:
        """The conjunction, which may be empty."""
        return z3.And([z3.BoolVal(True, ctx=self.context), *formulas])

    def some(self, formulas: Iterable[Formula]) -> Formula:
        """The disjunction, which may be empty."""
        return z3.Or([z3.BoolVal(False, ctx=self.context), *formulas])


class NetSteps(StepFormulas):
    """Steps of a P/T net: a part is a place, its value a number of tokens."""

    def __init__(self, net: PetriNet, context: z3.Context) -> None:
        super().__init__(context)
        self.net = net
        self.transition = {t.name: t for t in net.transitions}

    def touched(self, a: Action) -> frozenset[Part]:
        t = self.transition[a]
        return frozenset[Part]().union(t.consumes, t.produces, t.reads, t.inhibitors)

    def variable(self, p: Part) -> Formula:
        return z3.Int(f"tokens {p}", ctx=self.context)

    def domain(self, p: Part) -> Formula:
        return self.variable(p) >= 0

    def enabled(self, a: Action, at: Parts) -> Formula:
        t = self.transition[a]
        return self.all(
            [
                *(at[p] >= w for p, w in t.consumes.items()),
                *(at[p] >= w for p, w in t.reads.items()),
                *(at[p] < w for p, w in t.inhibitors.items()),
            ]
        )

    def after(self, a: Action, at: Parts) -> dict[Part, Formula]:
        t, then = self.transition[a], dict(at)
        for p, w in t.consumes.items():
            then[p] = then[p] - w
        for p, w in t.produces.items():
            then[p] = then[p] + w
        return then

    def state(self, parts: Iterable[Part], model: Formula) -> tuple[int, ...]:
        chosen = {p: model.eval(self.variable(p), model_completion=True).as_long() for p in parts}
        return tuple(chosen.get(p, k) for p, k in enumerate(self.net.initial))

    def small(self, p: Part, bound: int) -> Formula:
        return self.variable(p) <= bound


class EntitySteps(StepFormulas):
    """Steps of an entity system: a part is an entity, its value whether it exists."""

    def __init__(self, system: EntitySystem, context: z3.Context) -> None:
        super().__init__(context)
        self.system = system
        self.action = {a.name: a for a in system.entity_actions}

    def touched(self, a: Action) -> frozenset[Part]:
        x = self.action[a]
        return frozenset[Part]().union(x.reads, x.forbids, x.deletes, x.creates)

    def variable(self, p: Part) -> Formula:
        return z3.Bool(f"exists {p}", ctx=self.context)

    def domain(self, p: Part) -> Formula:  # noqa: ARG002
        return z3.BoolVal(True, ctx=self.context)

    def enabled(self, a: Action, at: Parts) -> Formula:
        x = self.action[a]
        return self.all(
            [
                *(at[e] for e in sorted(x.reads | x.deletes)),
                *(z3.Not(at[e]) for e in sorted(x.forbids | x.creates)),
            ]
        )

    def after(self, a: Action, at: Parts) -> dict[Part, Formula]:
        x = self.action[a]
        then = dict(at)
        then.update((e, z3.BoolVal(False, ctx=self.context)) for e in x.deletes)
        then.update((e, z3.BoolVal(True, ctx=self.context)) for e in x.creates)
        return then

    def state(self, parts: Iterable[Part], model: Formula) -> frozenset[str]:
        chosen = {p: z3.is_true(model.eval(self.variable(p), model_completion=True)) for p in parts}
        return frozenset(self.system.initial - chosen.keys()) | {
            str(p) for p, there in chosen.items() if there
        }


class ProcessSteps(StepFormulas):
    """Steps of a client/server system: a part is a process, its value the number of a local state."""

    def __init__(self, system: ClientServerSystem, context: z3.Context) -> None:
        super().__init__(context)
        self.processes = (*system.clients, *system.servers)
        self.number = [
            {
                s: i
                for i, s in enumerate(
                    dict.fromkeys([p.initial, *(x for s, _, t in p.transitions for x in (s, t))])
                )
            }
            for p in self.processes
        ]
        self.moves: dict[Action, dict[Part, list[tuple[int, int]]]] = {}
        for i, p in enumerate(self.processes):
            for s, a, t in p.transitions:
                move = (self.number[i][s], self.number[i][t])
                self.moves.setdefault(a, {}).setdefault(i, []).append(move)

    def touched(self, a: Action) -> frozenset[Part]:
        return frozenset(self.moves[a])

    def variable(self, p: Part) -> Formula:
        return z3.Int(f"local state of {p}", ctx=self.context)

    def domain(self, p: Part) -> Formula:
        return z3.And(self.variable(p) >= 0, self.variable(p) < len(self.number[int(p)]))

    def enabled(self, a: Action, at: Parts) -> Formula:
        return self.all(self.some(at[p] == s for s, _ in moves) for p, moves in self.moves[a].items())

    def after(self, a: Action, at: Parts) -> dict[Part, Formula]:
        then = dict(at)
        for p, moves in self.moves[a].items():
            for s, t in moves:
                then[p] = z3.If(at[p] == s, z3.IntVal(t, ctx=self.context), then[p])
        return then

    def state(self, parts: Iterable[Part], model: Formula) -> tuple[str, ...]:
        chosen = {p: model.eval(self.variable(p), model_completion=True).as_long() for p in parts}
        return tuple(
            list(self.number[i])[chosen[i]] if i in chosen else p.initial
            for i, p in enumerate(self.processes)
        )


def step_formulas(system: System[Any], context: z3.Context) -> StepFormulas:
    """The formulas for a net, an entity system or a client/server system; PreconditionError for others."""
    match system:
        case PetriNet():
            return NetSteps(system, context)
        case EntitySystem():
            return EntitySteps(system, context)
        case ClientServerSystem():
            return ProcessSteps(system, context)
    raise PreconditionError(
        f"{system.name}: there are no formulas for the steps of a system of formalism {system.formalism!r}; "
        "give a net, an entity system or a client/server system"
    )
