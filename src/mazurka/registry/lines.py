"""Reducers of the lines of code, which are imported when they first run; and what many of them promise."""

import importlib
from collections.abc import Mapping
from typing import Any, Literal

from mazurka.limits import Watch
from mazurka.registry.reducer import Option, Reduce, Reducer
from mazurka.systems import Exploration, System

BOTH = ("soundness", "deadlocks")
TRACES = ("covering-source-sets", "trace-complete")
SLEEP_SETS = (*BOTH, *TRACES)

CONTROL = "negative control: unsound on purpose"


def _order(default: str) -> Mapping[str, Option]:
    return {"order": Option(default, ("bfs", "dfs"), "the order of the search: breadth or depth first")}


BFS, DFS = _order("bfs"), _order("dfs")


def _by_name(module: str, function: str) -> Reduce:
    """A reducer that imports its module when it first runs, since numba takes longer than `--help` may."""

    def reduce(system: System[Any], options: Mapping[str, object], watch: Watch) -> Exploration[Any]:
        with watch.paused():
            found: Reduce = getattr(importlib.import_module(module), function)
        return found(system, options, watch)

    return reduce


def optimized(name: str, home: str, promises: tuple[str, ...], source: str, **more: Any) -> Reducer:
    """A reducer of the optimized line; `home` is module:function there."""
    return _built_in(name, "optimized", home, promises, source, **more)


def reference(name: str, home: str, promises: tuple[str, ...], source: str, **more: Any) -> Reducer:
    """A reducer of the reference line."""
    return _built_in(name, "reference", home, promises, source, **more)


def _built_in(
    name: str,
    line: Literal["reference", "optimized"],
    home: str,
    promises: tuple[str, ...],
    source: str,
    *,
    sound_as_printed: bool = True,
    package: str | None = None,
    **more: Any,
) -> Reducer:
    """A reducer of that line of code; home: module and function, in the package of the line if no other."""
    module, _, function = home.partition(":")
    return Reducer(
        name=name,
        reduce=_by_name(f"mazurka.{package or line}.{module}", function),
        promises=promises,
        source=source,
        sound_as_printed=sound_as_printed,
        line=line,
        **more,
    )
