"""What formulas about a system can speak of: numbers, and what an action needs to be enabled.

In a net the numbers are the tokens of its places.  In other systems there is a number for each local state of
each component, 1 where the component is in it and 0 elsewhere: an entity that is present, a process in one of
its local states, a labelled transition system in one of its states.
"""

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

from mazurka.formulas.goals import Goal, Inequality, all_of, at_least, negation, some_of
from mazurka.formulas.names import NameFault, Names
from mazurka.formulas.net_goals import fireable
from mazurka.formulas.printing import quoted, show
from mazurka.systems import ClientServerSystem, EntitySystem, Lts, PetriNet, System


class Vocabulary(Protocol):
    """The numbers of a system by position, and its actions as goals over them."""

    def number(self, name: str) -> int:
        """The position of a number that may stand in a sum; NameFault."""

    def present(self, name: str) -> Goal:
        """What a name by itself says; NameFault where it says nothing."""

    def equal(self, name: str, value: str, /) -> Goal | None:
        """What `name = value` says of a component; None where it compares numbers."""

    def enabled(self, action: int) -> Goal:
        """An action, by number, is enabled."""

    def action(self, name: str) -> int:
        """The position of an action; NameFault."""

    def everywhere(self) -> Sequence[int]:
        """All actions."""

    def read(self, s: Any) -> Sequence[int]:
        """The numbers at a state."""

    def component(self, number: int) -> str:
        """The component of the system that a number is about."""

    def show(self, goal: Goal) -> str:
        """A goal as a formula."""


class Tokens:
    """The vocabulary of a net."""

    def __init__(self, net: PetriNet) -> None:
        self.net = net
        self.places = Names("place", net.places, net.labels)
        self.transitions = Names("transition", net.actions, net.labels)

    def number(self, name: str) -> int:
        return self.places.find(name)

    def present(self, name: str) -> Goal:
        self.places.find(name)
        raise NameFault(f"the place {name!r} is compared with nothing", "write, for instance, >= 1 after it")

    def equal(self, _name: str, _value: str) -> Goal | None:
        return None

    def action(self, name: str) -> int:
        return self.transitions.find(name)

    def everywhere(self) -> Sequence[int]:
        return range(len(self.net.transitions))

    def enabled(self, action: int) -> Goal:
        return all_of(fireable(self.net.transitions[action]).parts)

    def read(self, s: Any) -> Sequence[int]:
        found: Sequence[int] = s
        return found

    def component(self, number: int) -> str:
        return self.net.places[number]

    def show(self, goal: Goal) -> str:
        return show(goal, self.net.places)


class LocalStates:
    """The vocabulary of any other system; numbers are given out as they are asked for."""

    def __init__(self, system: System[Any]) -> None:
        self.system = system
        self.components = Names(_KIND[system.formalism], system.local_states(system.initial))
        self.actions = Names("action", system.actions)
        self.asked: dict[tuple[str, Hashable], int] = {}

    def number(self, name: str) -> int:
        component = self._component(name)
        if not isinstance(self.system, EntitySystem):
            raise NameFault(f"{name!r} is no number", f"write {quoted(component)} = and one of its states")
        return self._position(component, True)

    def present(self, name: str) -> Goal:
        return at_least([self.number(name)], 1)

    def equal(self, name: str, value: str) -> Goal | None:
        if isinstance(self.system, EntitySystem):
            return None
        component = self._component(name)
        values = {str(x): x for x in self._values(component)}
        try:
            found = list(values)[Names(f"local state of {component!r}", values).find(value)]
        except NameFault as fault:
            raise NameFault(fault.problem, fault.cure, of_value=True) from None
        return self._at(component, values[found])

    def action(self, name: str) -> int:
        return self.actions.find(name)

    def everywhere(self) -> Sequence[int]:
        return range(len(self.system.actions))

    def enabled(self, action: int) -> Goal:
        a, system = self.system.actions[action], self.system
        if isinstance(system, EntitySystem):
            taken = system.action[a]
            there = [self.present(e) for e in sorted(taken.needed)]
            return all_of([*there, *(negation(self.present(e)) for e in sorted(taken.excluded))])
        if isinstance(system, ClientServerSystem):
            both = (system.processes[p] for p in system.domain[a])
            return all_of(
                some_of(self._at(p.name, x) for x in p.local_states if a in p.steps.get(x, {})) for p in both
            )
        return some_of(self._at("state", x) for x in self._values("state") if a in system.enabled(x))

    def read(self, s: Any) -> Sequence[int]:
        local = self.system.local_states(s)
        return [int(local[component] == value) for component, value in self.asked]

    def component(self, number: int) -> str:
        return list(self.asked)[number][0]

    def show(self, goal: Goal) -> str:
        return show(goal, [component for component, _ in self.asked], self._atom)

    def _atom(self, i: Inequality) -> str | None:
        """Whether one component is in one state, as a formula says it."""
        if len(i.tokens) > 1 or i not in (there := at_least([i.tokens[0][0]], 1), there.negation()):
            return None
        component, value = list(self.asked)[i.tokens[0][0]]
        if value is True:
            return quoted(component) if i == there else f"!{quoted(component)}"
        shown = str(value) if isinstance(value, int) else quoted(str(value))
        return f"{quoted(component)} {'=' if i == there else '!='} {shown}"

    def _component(self, name: str) -> str:
        return list(self.components.number)[self.components.find(name)]

    def _values(self, component: str) -> Sequence[Hashable]:
        if isinstance(self.system, ClientServerSystem):
            return next(p for p in self.system.processes if p.name == component).local_states
        return range(self.system.number_of_states) if isinstance(self.system, Lts) else ()

    def _at(self, component: str, value: Hashable) -> Goal:
        return at_least([self._position(component, value)], 1)

    def _position(self, component: str, value: Hashable) -> int:
        return self.asked.setdefault((component, value), len(self.asked))


_KIND = {"client-server": "process", "entity": "entity", "lts": "component"}


def vocabulary(system: System[Any]) -> Vocabulary:
    """The vocabulary of a system."""
    return Tokens(system) if isinstance(system, PetriNet) else LocalStates(system)
