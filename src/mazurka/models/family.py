"""A parametric family: a name, its parameters with their ranges, and a function that builds an instance.

The parameter for size is called `n` in every family that has one.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from mazurka.errors import OptionError, UnknownNameError
from mazurka.systems import System


@dataclass(frozen=True)
class Parameter:
    """An integer parameter with minimum ≤ value ≤ maximum; default None means that it must be given."""

    name: str
    default: int | None
    minimum: int
    maximum: int
    help: str

    @property
    def range(self) -> str:
        """The values it takes, in words."""
        return f"an integer from {self.minimum} to {self.maximum}"

    def value(self, family: str, given: str | int | None) -> int:
        """The value that was given, or the default; OptionError says what was expected."""
        if given is None:
            if self.default is None:
                raise OptionError(
                    f"family {family!r} needs its parameter {self.name!r} ({self.help}); "
                    f"give {self.name}=VALUE, {self.range}"
                )
            return self.default
        value = _integer(given)
        if value is None or not self.minimum <= value <= self.maximum:
            raise OptionError(
                f"family {family!r}: {self.name}={str(given)[:40]} cannot be; "
                f"give {self.name} ({self.help}) as {self.range}"
            )
        return value


@dataclass(frozen=True)
class Family:
    """A parametric family of systems.

    name:       what the user types.
    parameters: in the order in which they are listed.
    source:     the paper or the text whose description the family follows.
    formalism:  the formalism of every instance.
    build:      called with one keyword argument of type int for each parameter.
    summary:    one line: what the system does, and what is notable about it.
    """

    name: str
    parameters: tuple[Parameter, ...]
    source: str
    formalism: str
    build: Callable[..., System[Any]]
    summary: str

    def instance(self, given: Mapping[str, str | int]) -> System[Any]:
        """The instance for these values; UnknownNameError for a parameter that the family does not have."""
        known = [p.name for p in self.parameters]
        for name in given:
            if name not in known:
                raise UnknownNameError(f"parameter of family {self.name!r}", name, known)
        return self.build(**{p.name: p.value(self.name, given.get(p.name)) for p in self.parameters})


def _integer(given: str | int) -> int | None:
    try:
        return int(str(given))
    except ValueError:
        return None


def size(minimum: int, maximum: int, help: str) -> Parameter:
    """The parameter n, which must be given."""
    return Parameter("n", None, minimum, maximum, help)
