"""The built-in reducers: what each promises, where it lives, and its source."""

import importlib
from collections.abc import Mapping
from typing import Any, Literal

from mazurka.limits import Watch
from mazurka.registry.reducer import ACYCLIC, Option, Reduce, Reducer
from mazurka.systems import Exploration, System

_BOTH = ("soundness", "deadlocks")
_STUBBORN = (*_BOTH, "stubborn")
_TRACES = ("covering-source-sets", "trace-complete")
_SLEEP = (*_BOTH, *_TRACES)
_NO_IGNORING = (*_BOTH, "no-ignoring", "cycle-expansion")
_WHOLE = (*_BOTH, "local-states", "no-ignoring", "cycle-expansion")

_NETS = ("petri-net",)
_CLIENTS = ("client-server",)
_CONTROL = "negative control: unsound on purpose"


def _order(default: str) -> Mapping[str, Option]:
    return {"order": Option(default, ("bfs", "dfs"), "the order of the search: breadth or depth first")}


_BFS, _DFS = _order("bfs"), _order("dfs")


def _by_name(module: str, function: str) -> Reduce:
    """A reducer that imports its module when it first runs, since numba takes longer than `--help` may."""

    def reduce(system: System[Any], options: Mapping[str, object], watch: Watch) -> Exploration[Any]:
        found: Reduce = getattr(importlib.import_module(module), function)
        return found(system, options, watch)

    return reduce


def _optimized(name: str, home: str, promises: tuple[str, ...], source: str, **more: Any) -> Reducer:
    return _built_in(name, "optimized", home, promises, source, **more)


def _reference(name: str, home: str, promises: tuple[str, ...], source: str, **more: Any) -> Reducer:
    return _built_in(name, "reference", home, promises, source, **more)


def _built_in(
    name: str,
    line: Literal["reference", "optimized"],
    home: str,
    promises: tuple[str, ...],
    source: str,
    *,
    sound_as_printed: bool = True,
    **more: Any,
) -> Reducer:
    module, _, function = home.partition(":")
    return Reducer(
        name=name,
        reduce=_by_name(f"mazurka.{line}.{module}", function),
        promises=promises,
        source=source,
        sound_as_printed=sound_as_printed,
        line=line,
        **more,
    )


_REACH: Mapping[str, Any] = {"promises_if_acyclic": _TRACES, "options": _BFS}
_STUBBORN_NETS: Mapping[str, Any] = {"formalisms": _NETS, "options": _BFS}
_BROKEN: Mapping[str, Any] = {"sound_as_printed": False, "note": _CONTROL, "options": _BFS}
_VALMARI = "[E] section 2.4.1, after Valmari"
_PSET = "[HLPW] Definition 38 and Table 1"

BUILT_IN: Mapping[str, Reducer] = {
    r.name: r
    for r in (
        _optimized("reach", "explorer:reduce_reach", _WHOLE, "[HLPW] Table 1", **_REACH),
        _optimized(
            "stubborn/closure", "stubborn_sets:reduce_by_closure", _STUBBORN, _VALMARI, **_STUBBORN_NETS
        ),
        _optimized(
            "stubborn/deletion", "stubborn_sets:reduce_by_deletion", _STUBBORN, _VALMARI, **_STUBBORN_NETS
        ),
        _optimized(
            "pset+sleep",
            "process_sets:reduce_pset_sleep",
            _SLEEP,
            _PSET,
            formalisms=_CLIENTS,
            options=_DFS,
        ),
        _reference("plain/reach", "explorer:reach_plain", _WHOLE, "[HLPW] Table 1", **_REACH),
        _reference(
            "plain/persistent",
            "persistent_sets:reduce_plain",
            (*_BOTH, "persistent"),
            "[HLPW] section 5.1, after Godefroid",
            options=_BFS,
        ),
        _reference(
            "plain/sleep",
            "sleep_sets:reduce_plain",
            _SLEEP,
            "[HLPW] section 6 and Definition 16",
            preconditions=(ACYCLIC,),
        ),
        _reference(
            "plain/stubborn/closure",
            "net_stubborn_sets:reduce_by_closure",
            _STUBBORN,
            _VALMARI,
            **_STUBBORN_NETS,
        ),
        _reference(
            "plain/stubborn/deletion",
            "net_stubborn_sets:reduce_by_deletion",
            _STUBBORN,
            _VALMARI,
            **_STUBBORN_NETS,
        ),
        _reference("plain/pset+sleep", "process_sets:reduce_pset_sleep", _SLEEP, _PSET, formalisms=_CLIENTS),
        _reference(
            "broken/ignores-dependency",
            "negative_controls:reduce_ignoring_a_dependency",
            _BOTH,
            "[E] section 4.2.2 has this mistake",
            **_BROKEN,
        ),
        _reference(
            "broken/forgets-proviso",
            "negative_controls:reduce_forgetting_the_proviso",
            _NO_IGNORING,
            "[EP] section 1 has this problem",
            **_BROKEN,
        ),
    )
}
