"""A reducer: a reduction by name, what it claims, and on which systems its theory holds."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from mazurka.errors import OptionError, PreconditionError, UnknownNameError
from mazurka.limits import Watch
from mazurka.systems import Exploration, StateGraph, System

Reduce: TypeAlias = Callable[[System[Any], Mapping[str, object], Watch], Exploration[Any]]

FORMALISMS = ("client-server", "petri-net", "entity", "lts")
ACYCLIC = "acyclic"
PLUG_IN_PROMISES = ("soundness", "deadlocks")


@dataclass(frozen=True)
class Option:
    """What `--set KEY=VALUE` may set: a value of the type of `default`, one of `choices` if there are any."""

    default: bool | int | float | str
    choices: tuple[str, ...] = ()
    help: str = ""

    def parse(self, name: str, text: str) -> bool | int | float | str:
        """The value that a text stands for; OptionError says what was expected."""
        if self.choices and text not in self.choices:
            raise OptionError(f"option {name} is one of {', '.join(self.choices)}, not {text!r}")
        if isinstance(self.default, str):
            return text
        try:
            if isinstance(self.default, bool):
                return {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}[
                    text.lower()
                ]
            return type(self.default)(text)
        except (KeyError, ValueError):
            raise OptionError(f"option {name} is {self.kind}, not {text!r}") from None

    @property
    def kind(self) -> str:
        """What a value is, in words."""
        kinds = {bool: "true or false", int: "an integer", float: "a number", str: "a text"}
        return kinds[type(self.default)]


@dataclass(frozen=True)
class Reducer:
    """A reduction by name, and what it claims.

    promises:            criteria that an audit checks by default.
    promises_if_acyclic: criteria promised for systems without cycles only.
    preconditions:       what a system must be; so far `acyclic`.
    sound_as_printed:    whether the source's algorithm keeps what it promises; None where nothing is printed.
    line:                the line of code that it belongs to.
    compared:            whether `compare` takes it unasked; not where its own oracle is exponential.
    """

    name: str
    reduce: Reduce
    formalisms: tuple[str, ...] = FORMALISMS
    promises: tuple[str, ...] = PLUG_IN_PROMISES
    promises_if_acyclic: tuple[str, ...] = ()
    preconditions: tuple[str, ...] = ()
    sound_as_printed: bool | None = None
    source: str = ""
    options: Mapping[str, Option] = field(default_factory=dict)
    line: Literal["reference", "optimized", "plugin"] = "plugin"
    note: str = ""
    compared: bool = True

    def complete(self, options: Mapping[str, object]) -> dict[str, object]:
        """The options with the defaults filled in; UnknownNameError for one that does not exist."""
        for name in options:
            if name not in self.options:
                raise UnknownNameError(f"option of {self.name}", name, sorted(self.options))
        return {name: o.default for name, o in self.options.items()} | dict(options)

    def parse(self, settings: Iterable[str]) -> dict[str, object]:
        """Options from texts KEY=VALUE."""
        given: dict[str, object] = {}
        for text in settings:
            key, equals, value = text.partition("=")
            if not equals:
                raise OptionError(f"an option is set as KEY=VALUE, not {text!r}")
            if key not in self.options:
                raise UnknownNameError(f"option of {self.name}", key, sorted(self.options))
            given[key] = self.options[key].parse(key, value)
        return self.complete(given)

    def refusal(self, system: System[Any]) -> str | None:
        """Why the reducer is not for systems of this formalism, and what is; or None."""
        from mazurka.registry import sound_reducers

        if system.formalism in self.formalisms:
            return None
        fitting = ", ".join(r.name for r in sound_reducers(system.formalism))
        return (
            f"{self.name} reduces {' and '.join(self.formalisms)} systems, not {system.formalism} ones; "
            f"for these there are: {fitting}"
        )

    def run(
        self, system: System[Any], options: Mapping[str, object] | None = None, watch: Watch | None = None
    ) -> Exploration[Any]:
        """Reduce a system; PreconditionError, by name, where the reducer's theory does not hold."""
        watch = watch or Watch()
        refusal = self.refusal(system)
        if refusal:
            raise PreconditionError(refusal)
        complete = self.complete(options or {})
        limit = _require_acyclic(self.name, system, watch) if ACYCLIC in self.preconditions else None
        return self.reduce(system, complete, watch) if limit is None else _not_begun(system, limit, watch)


def _require_acyclic(name: str, system: System[Any], watch: Watch) -> str | None:
    """CyclicSystemError for a system with a cycle; the limit that was reached before this was known."""
    from mazurka.reference.explorer import require_acyclic

    return require_acyclic(system, name, watch)


def _not_begun(system: System[Any], limit: str, watch: Watch) -> Exploration[Any]:
    """A reduction that stopped at a limit before its first step."""
    from mazurka.reference.explorer import to_exploration

    graph = StateGraph([system.initial], [[]], complete=False, limit=limit, unexpanded={0})
    return to_exploration(graph, system, watch.seconds())
