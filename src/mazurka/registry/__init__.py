"""Reducers and criteria by name.

A reducer declares what it promises, and an audit holds it to that.  Names resolve in this order:
built-in; `package.module:attr`, a plug-in, found in the current directory too; entry points of the group
`mazurka.reducers`.
"""

import warnings
from collections.abc import Mapping
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from mazurka.errors import PlugInWarning, UnknownNameError
from mazurka.registry.built_in import BUILT_IN
from mazurka.registry.plug_ins import (
    PlugInError,
    as_reducer,
    check_shape,
    counted,
    deadlock_states,
    imported,
    last_line,
    reducer,
)
from mazurka.registry.reducer import ACYCLIC, PLUG_IN_PROMISES, Option, PromisesWith, Reducer

if TYPE_CHECKING:
    from mazurka.reference.criteria import Check

__all__ = [
    "ACYCLIC",
    "BUILT_IN",
    "Option",
    "PlugInError",
    "PlugInWarning",
    "PromisesWith",
    "Reducer",
    "check_shape",
    "counted",
    "criteria",
    "deadlock_states",
    "default_criteria",
    "default_reducers",
    "find_reducer",
    "reducer",
    "reducers",
]

GROUP = "mazurka.reducers"


def find_reducer(text: str) -> Reducer:
    """The reducer of this name, or the plug-in `package.module:attr`."""
    if text in BUILT_IN:
        return BUILT_IN[text]
    if ":" in text:
        return as_reducer(text, imported(text))
    known = reducers()
    if text not in known:
        raise UnknownNameError("reducer", text, sorted(known))
    return known[text]


def reducers() -> dict[str, Reducer]:
    """All reducers that have a name; an entry point that cannot be used gives a PlugInWarning."""
    found = dict(BUILT_IN)
    for entry in sorted(entry_points(group=GROUP), key=lambda e: e.name):
        try:
            if entry.name in found:
                raise PlugInError(entry.name, "another reducer has this name")
            found[entry.name] = as_reducer(entry.name, entry.load())
        except (Exception, SystemExit) as error:
            problem = str(error) if isinstance(error, PlugInError) else f"{entry.name}: {last_line(error)}"
            warnings.warn(f"entry point left out: {problem}", PlugInWarning, stacklevel=2)
    return found


def default_reducers(formalism: str) -> list[Reducer]:
    """What `compare` compares when it is not told: the sound ones, but those it leaves to be asked for."""
    return [r for r in sound_reducers(formalism) if r.compared]


def sound_reducers(formalism: str) -> list[Reducer]:
    """The sound reducers of the optimized line for systems of a formalism."""
    return [
        r
        for r in BUILT_IN.values()
        if r.line == "optimized" and r.sound_as_printed and formalism in r.formalisms
    ]


def default_criteria(
    reducer: Reducer | None, options: Mapping[str, object] | None = None, formalism: str = ""
) -> tuple[str, ...]:
    """What an audit checks when it is not told: what the reducer promises; for a graph the least of all.

    What is promised may depend on the options and on the formalism of the system.
    """
    return PLUG_IN_PROMISES if reducer is None else reducer.promised(options or {}, formalism)


def criteria() -> Mapping[str, "Check"]:
    """The criteria of an audit by name."""
    from mazurka.reference.criteria import CRITERIA

    return CRITERIA
