"""Plug-ins: reducers of a user's own, found by `package.module:attr` or as entry points.

A plug-in is a `Reducer`, a full reducer `f(system, options, watch) -> Exploration`, or a selector
`choose(system, state) -> actions`, which the plain search explores.  Parameters without a default
tell the two kinds of functions apart.  Whatever goes wrong in a plug-in is a `PlugInError` that names it.
"""

import importlib
import inspect
import sys
import traceback
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, TypeAlias, TypeVar

from mazurka.errors import MazurkaError
from mazurka.limits import Watch
from mazurka.registry.reducer import FORMALISMS, PLUG_IN_PROMISES, Option, Reduce, Reducer
from mazurka.systems import Exploration, StateGraph, System

Choose: TypeAlias = Callable[[System[Any], Any], Iterable[str]]
Function = TypeVar("Function", bound=Callable[..., Any])
Answer = TypeVar("Answer")

_DECLARED = "__mazurka_reducer__"


class PlugInError(MazurkaError):
    """A plug-in that cannot be loaded, or that fails when it runs."""

    def __init__(self, name: str, problem: str, *, cure: str = "") -> None:
        self.name, self.problem, self.cure = name, problem, cure
        super().__init__(f"plug-in {name}: {problem}" + (f"; {cure}" if cure else ""))


def reducer(
    *,
    promises: Sequence[str] = PLUG_IN_PROMISES,
    promises_if_acyclic: Sequence[str] = (),
    formalisms: Sequence[str] = FORMALISMS,
    preconditions: Sequence[str] = (),
    options: Mapping[str, Option] | None = None,
    source: str = "",
    note: str = "",
) -> Callable[[Function], Function]:
    """Declare what a selector or a reducer of one's own claims; the function itself stays as it is.

    Without this decorator a plug-in promises `soundness` and `deadlocks` for systems of every formalism.
    """
    declared = {
        "promises": tuple(promises),
        "promises_if_acyclic": tuple(promises_if_acyclic),
        "formalisms": tuple(formalisms),
        "preconditions": tuple(preconditions),
        "options": dict(options or {}),
        "source": source,
        "note": note,
    }

    def declare(function: Function) -> Function:
        function.__dict__[_DECLARED] = declared
        return function

    return declare


def imported(text: str) -> object:
    """The object that `package.module:attr` names; PlugInError says what is missing."""
    module, _, attribute = text.partition(":")
    if not module or not attribute:
        raise PlugInError(text, "it lacks a module or a name", cure="write package.module:attr")
    if module.endswith(".py") or "/" in module:
        raise PlugInError(text, f"{module!r} is a file", cure="write the module's name: no folder, no .py")
    found: object = _module(text, module)
    for part in attribute.split("."):
        if not hasattr(found, part):
            raise PlugInError(text, f"module {module} has no {attribute!r}", cure=_public_names(found))
        found = getattr(found, part)
    return found


def _module(text: str, name: str) -> ModuleType:
    try:
        with _current_directory_first():
            return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name is not None and (name == error.name or name.startswith(f"{error.name}.")):
            cure = "run from the folder that holds it, or install it"
            raise PlugInError(text, f"there is no module {error.name!r}", cure=cure) from error
        raise PlugInError(text, f"importing {name} failed: {last_line(error)}", cure="install it") from error
    except MazurkaError:
        raise
    except (Exception, SystemExit) as error:
        raise PlugInError(text, f"importing {name} failed: {last_line(error)}") from error


@contextmanager
def _current_directory_first() -> Iterator[None]:
    """Users' modules lie in the current directory.  Afterwards it stays last on the path, for what a
    plug-in imports while it runs, where it can shadow nothing."""
    here = str(Path.cwd())
    sys.path.insert(0, here)
    try:
        yield
    finally:
        sys.path.remove(here)
        if here not in sys.path:
            sys.path.append(here)


def _public_names(found: object) -> str:
    names = sorted(n for n, v in vars(found).items() if callable(v) and not n.startswith("_"))[:8]
    return f"it has: {', '.join(names)}" if names else "it defines no function"


def as_reducer(name: str, found: object) -> Reducer:
    """What a plug-in is: a Reducer, a full reducer (three parameters) or a selector (two)."""
    if isinstance(found, Reducer):
        return replace(found, name=name, line="plugin", reduce=guarded(name, found.reduce))
    if not callable(found) or inspect.isclass(found):
        kind = "a class" if inspect.isclass(found) else f"a value of type {type(found).__name__}"
        raise PlugInError(name, f"it is {kind}", cure="a function or a mazurka.Reducer is expected")
    required = _required_parameters(name, found)
    if required not in (2, 3):
        raise PlugInError(
            name,
            f"it has {required} required parameters",
            cure="expected choose(system, state) or reduce(system, options, watch)",
        )
    reduce = _explored(name, found) if required == 2 else found
    declared: dict[str, Any] = getattr(found, _DECLARED, {})
    return Reducer(name, guarded(name, reduce), **declared)


def _required_parameters(name: str, found: Callable[..., Any]) -> int:
    try:
        parameters = inspect.signature(found).parameters.values()
    except (TypeError, ValueError) as error:
        raise PlugInError(name, f"its parameters are not known: {error}") from error
    positional = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
    return sum(p.kind in positional and p.default is p.empty for p in parameters)


def _explored(name: str, choose: Choose) -> Reduce:
    """The plain search with a selector's choices.

    A chosen action that is not enabled cannot be followed.  It becomes a loop at its node: a step that the
    system does not have, which is for the audit to find.
    """

    def reduce(system: System[Any], _options: Mapping[str, object], watch: Watch) -> Exploration[Any]:
        from mazurka.reference.explorer import to_exploration
        from mazurka.reference.search import reduced_graph

        outside: dict[Hashable, list[str]] = {}

        def enabled_choice(s: Hashable) -> list[str]:
            chosen, enabled = _actions(name, choose(system, s)), set(system.enabled(s))
            outside[s] = [a for a in chosen if a not in enabled]
            return [a for a in chosen if a in enabled]

        graph = reduced_graph(system, enabled_choice, watch=watch)
        for n, s in enumerate(graph.states):
            graph.successors[n] += [(a, n) for a in outside.get(s, ())]
        return to_exploration(graph, system, watch.seconds())

    return reduce


def _actions(name: str, answer: object, kind: str = "selector") -> list[str]:
    """An answer, checked: a collection of action names; one given twice counts once."""
    if isinstance(answer, Iterable) and not isinstance(answer, str):
        given = list(answer)
        if all(isinstance(a, str) for a in given):
            return list(dict.fromkeys(given))
    raise PlugInError(
        name, f"it returned {answer!r:.60}", cure=f"a {kind} returns a collection of action names"
    )


def own_function(name: str, option: str, found: object) -> object:
    """The function that a user gives for an option, with PlugInError for what goes wrong in it.

    What is no function is left as it is: whoever takes the option says what was expected.
    """
    if inspect.isclass(found) or not callable(found):
        return found

    def call(*given: Any) -> Any:
        answer = _call(name, lambda: found(*given))
        if option == "closure":
            return _actions(name, answer, option)
        if option == "form" and not isinstance(answer, bool):
            raise PlugInError(name, f"it returned {answer!r:.60}", cure="a test returns True or False")
        return answer

    return call


def guarded(name: str, reduce: Reduce) -> Reduce:
    """The same reducer, with PlugInError for whatever goes wrong in it."""

    def run(system: System[Any], options: Mapping[str, object], watch: Watch) -> Exploration[Any]:
        found: object = _call(name, lambda: reduce(system, options, watch))
        if isinstance(found, StateGraph):
            return _call(name, lambda: counted(found, system, watch.seconds()))
        if not isinstance(found, Exploration):
            kind = type(found).__name__
            raise PlugInError(
                name, f"it returned {kind}", cure="a reducer returns an Exploration or a StateGraph"
            )
        build = found.graph
        return found if build is None else replace(found, graph=lambda: _call(name, build))

    return run


def counted(graph: StateGraph[Any], system: System[Any], seconds: float) -> Exploration[Any]:
    """The counts of a graph that may hold anything: what is not a state of the system is no deadlock."""
    states = set(graph.states)
    return Exploration(
        states=len(states),
        nodes=len(graph.states),
        transitions=graph.number_of_edges,
        deadlocks=len(deadlock_states(graph, system)),
        complete=graph.complete,
        limit=graph.limit,
        seconds=seconds,
        graph=lambda: graph,
    )


def deadlock_states(graph: StateGraph[Any], system: System[Any]) -> set[Any]:
    """The states of a graph in which the system enables nothing."""
    return {s for s in set(graph.states) if _is_deadlock(system, s)}


def _is_deadlock(system: System[Any], s: object) -> bool:
    try:
        return not system.enabled(s)
    except Exception:
        return False


def check_shape(name: str, graph: StateGraph[Any]) -> None:
    """MazurkaError for a graph whose parts do not fit together, as a plug-in may build it."""
    nodes = len(graph.states)
    if len(graph.successors) != nodes:
        raise MazurkaError(f"{name}: its graph has {nodes} states and {len(graph.successors)} lists of edges")
    for part, table in (("sleep", graph.sleep), ("treated", graph.treated)):
        if table is not None and len(table) != nodes:
            raise MazurkaError(f"{name}: its graph has {nodes} states and {len(table)} entries in {part!r}")
    for n, a, m in graph.edges():
        if not isinstance(a, str) or not isinstance(m, int) or not 0 <= m < nodes:
            raise MazurkaError(
                f"{name}: its graph has the edge ({n}, {a!r}, {m!r}); nodes are 0 to {nodes - 1}"
            )


def _call(name: str, function: Callable[[], Answer]) -> Answer:
    try:
        return function()
    except (MazurkaError, MemoryError):
        raise
    except (Exception, SystemExit) as error:
        raise PlugInError(name, f"it failed at {last_line(error)}") from error


def last_line(error: BaseException) -> str:
    """Where an error was raised, and what it says."""
    text = traceback.format_exception_only(error)[-1].strip()
    if isinstance(error, SyntaxError):
        return f"{error.filename}:{error.lineno}: {text}"
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith("<frozen")]
    return f"{frames[-1].filename}:{frames[-1].lineno}: {text}" if frames else text
