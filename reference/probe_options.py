"""What the reductions by probe sets ask of a system and of their options."""

from collections.abc import Mapping

from mazurka.errors import OptionError, PreconditionError
from mazurka.systems import EntitySystem, System
from mazurka.systems.entity import Entities


def require_entities(name: str, system: System[Entities]) -> EntitySystem:
    """The system, if it is an entity system; else PreconditionError."""
    if not isinstance(system, EntitySystem):
        raise PreconditionError(
            f"{name} is for entity systems, and {system.name} is a {system.formalism} system; "
            "convert it where that is possible, or use plain/persistent"
        )
    return system


def whole_number(options: Mapping[str, object], name: str) -> int:
    """An option that is a number, 0 where it is not given."""
    value = options.get(name, 0)
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise OptionError(f"option {name}: {value!r} is not a number from 0 on")
    return value


def one_of(options: Mapping[str, object], name: str, choices: tuple[str, ...]) -> str:
    """An option that is one of some words, the first where it is not given."""
    value = str(options.get(name, choices[0]))
    if value not in choices:
        raise OptionError(f"option {name}: {value!r} is not one of {', '.join(choices)}")
    return value
