"""One cell of a table: the task, a system and a reducer, and what was measured of it."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

from mazurka.errors import MazurkaError
from mazurka.limits import Limits
from mazurka.models import families
from mazurka.registry import find_reducer


@dataclass(frozen=True)
class Task:
    """A reducer to be run on an instance of a family.

    paths:   the number of maximal paths is asked for too.
    touched: so is the number of states that the reducer looked at, whether or not it explored them.
    """

    family: str
    parameters: tuple[tuple[str, int], ...]
    reducer: str
    options: tuple[tuple[str, str | int], ...] = ()
    paths: bool = False
    touched: bool = False

    @property
    def key(self) -> str:
        """What tells the task from others."""
        parameters, options = ([f"{k}={v}" for k, v in pairs] for pairs in (self.parameters, self.options))
        return " ".join([self.family, *parameters, self.reducer, *options])

    def missing_model(self) -> str | None:
        """Why there is no such system for this reducer, or None."""
        family = families().get(self.family)
        if family is None:
            return f"no family is called {self.family}"
        if family.formalism not in find_reducer(self.reducer).formalisms:
            return f"the family {self.family} is one of {family.formalism} systems"
        try:
            for parameter in family.parameters:
                parameter.value(self.family, dict(self.parameters).get(parameter.name))
        except MazurkaError as error:
            return str(error)
        return None


@dataclass(frozen=True)
class Measured:
    """What came of a task.

    limit:      `max_seconds`, `max_memory` or `max_states` where the search did not end by itself; its counts
                are lower bounds then, or None when the process had to be ended from outside.
    seconds:    wall-clock time of encoding and search, kernels compiled and loaded before.
    processor_seconds: processor time of the same.
    touched:    the distinct states that the reducer looked at.
    peak_bytes: the largest resident size of the process, interpreter and kernels included.
    failure:    what went wrong, in a line, where there is no other result.
    """

    limit: str | None = None
    states: int | None = None
    nodes: int | None = None
    transitions: int | None = None
    deadlocks: int | None = None
    paths: int | None = None
    touched: int | None = None
    seconds: float | None = None
    processor_seconds: float | None = None
    peak_bytes: int | None = None
    stored_bytes: int | None = None
    failure: str | None = None
    max_seconds: float | None = None
    max_memory: int | None = None
    max_states: int | None = None

    @property
    def complete(self) -> bool:
        return self.limit is None and self.failure is None

    def settles(self, limits: Limits) -> bool:
        """Whether measuring again within these limits could tell no more."""
        if self.failure is not None:
            return False
        if self.limit is None:
            return True
        if not hasattr(limits, self.limit):
            return True  # a limit of the reducer's own
        allowed, now = getattr(self, self.limit), getattr(limits, self.limit)
        return allowed is not None and now is not None and bool(now <= allowed)

    def to_json(self) -> dict[str, Any]:
        """Only what is known."""
        return {k: v for k, v in asdict(self).items() if v is not None}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> "Measured":
        known = {f.name for f in fields(Measured)}
        return Measured(**{k: v for k, v in data.items() if k in known})
