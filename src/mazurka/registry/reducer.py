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
    """What `--set KEY=VALUE` may set: a value of the type of `default`, one of `choices` if there are any.

    plug_ins: besides the choices it takes `package.module:attr`, an object of the user's own.
    """

    default: bool | int | float | str
    choices: tuple[str, ...] = ()
    help: str = ""
    plug_ins: bool = False

    def parse(self, name: str, text: str) -> bool | int | float | str:
        """The value that a text stands for; OptionError says what was expected."""
        if self.choices and text not in self.choices and not (self.plug_ins and ":" in text):
            own = ", or package.module:attr" if self.plug_ins else ""
            raise OptionError(f"option {name} is one of {', '.join(self.choices)}{own}, not {text!r}")
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
class PromisesWith:
    """Criteria that are promised where each of these options has one of these values, beside all others.

    No values: any value but the default.
    """

    options: Mapping[str, tuple[str, ...]]
    promises: tuple[str, ...]
    formalisms: tuple[str, ...] = FORMALISMS

    def hold(self, reducer: "Reducer", options: Mapping[str, object], formalism: str) -> bool:
        """Whether these options, complete, make the promises for systems of the formalism."""
        return formalism in self.formalisms and all(
            options[name] in values if values else options[name] != reducer.options[name].default
            for name, values in self.options.items()
        )


@dataclass(frozen=True)
class Reducer:
    """A reduction by name, and what it claims.

    promises:            criteria that an audit checks by default.
    promises_if_acyclic: criteria promised for systems without cycles only.
    promises_with:       criteria promised with certain options only.
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
    promises_with: tuple[PromisesWith, ...] = ()
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

    def promised(self, options: Mapping[str, object], formalism: str) -> tuple[str, ...]:
        """All criteria that the reducer promises with these options for systems of a formalism, each once.

        An object of the user's own that an option names adds what its attribute `promises` lists.
        """
        complete = self.complete(options)
        more = [
            p for with_ in self.promises_with if with_.hold(self, complete, formalism) for p in with_.promises
        ]
        for name, option in self.options.items():
            if option.plug_ins and complete[name] not in option.choices:
                more += _promises_of(str(complete[name]))
        return tuple(dict.fromkeys((*self.promises, *more, *self.promises_if_acyclic)))

    def parse(self, settings: Iterable[str]) -> dict[str, object]:
        """Options from texts KEY=VALUE."""
        given: dict[str, object] = {}
        for text in settings:
            key, equals, value = text.partition("=")
            if not equals:
                raise OptionError(f"an option is set as KEY=VALUE, not {text!r}")
            if key not in self.options:
                raise UnknownNameError(f"option of {self.name}", key, sorted(self.options))
            try:
                given[key] = self.options[key].parse(key, value)
            except OptionError as error:
                raise OptionError(f"{self.name}: {error}{self._who_takes(key, value)}") from None
        return self.complete(given)

    def _who_takes(self, key: str, value: str) -> str:
        """Where a value is refused that names an object of the user's own: the reducer that takes it."""
        from mazurka.registry import BUILT_IN

        plain = BUILT_IN.get(f"plain/{self.name}")
        takes = plain is not None and key in plain.options and plain.options[key].plug_ins
        return f"; plain/{self.name} takes one's own, package.module:attr" if takes and ":" in value else ""

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
        if limit is not None:
            return _not_begun(system, limit, watch)
        return self._with_plug_ins(complete)(system, complete, watch)

    def _with_plug_ins(self, options: dict[str, object]) -> Reduce:
        """The function to run, once each value `package.module:attr` has given way to the object it names.

        What goes wrong then is a PlugInError that names it.
        """
        from mazurka.registry.plug_ins import guarded, imported, own_function

        reduce = self.reduce
        for name, option in self.options.items():
            value = options[name]
            if option.plug_ins and isinstance(value, str) and ":" in value:
                options[name] = own_function(value, name, imported(value))
                reduce = guarded(value, reduce)
        return reduce


def _promises_of(text: str) -> tuple[str, ...]:
    """What the object `package.module:attr` promises; PlugInError where it cannot be imported."""
    from mazurka.registry.plug_ins import imported

    return tuple(getattr(imported(text), "promises", ()))


def _require_acyclic(name: str, system: System[Any], watch: Watch) -> str | None:
    """CyclicSystemError for a system with a cycle; the limit that was reached before this was known."""
    from mazurka.reference.explorer import require_acyclic

    return require_acyclic(system, name, watch)


def _not_begun(system: System[Any], limit: str, watch: Watch) -> Exploration[Any]:
    """A reduction that stopped at a limit before its first step."""
    from mazurka.reference.explorer import to_exploration

    graph = StateGraph([system.initial], [[]], complete=False, limit=limit, unexpanded={0})
    return to_exploration(graph, system, watch.seconds())
