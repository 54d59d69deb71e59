"""mazurka explores concurrent systems, reduces them by partial order, and judges reductions.

A `System` is read from a file, built from a family, or written in Python; a `Reducer` builds part of its
state space; an audit (`mazurka.audit.audit`) says whether that part keeps what the reducer promises, and
shows the run that is lost where it does not.  Names load when they are first used, so that importing the
package is quick.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str
    from mazurka.audit import AuditResult
    from mazurka.errors import MazurkaError
    from mazurka.formats import read_model, write_model
    from mazurka.limits import Limits, Watch
    from mazurka.models import build, families
    from mazurka.registry import Option, Reducer, criteria, find_reducer, reducer, reducers
    from mazurka.systems import (
        ClientServerSystem,
        EntityAction,
        EntitySystem,
        Exploration,
        Lts,
        PetriNet,
        Process,
        StateGraph,
        System,
        Transition,
        replay,
    )

__all__ = [
    "AuditResult",
    "ClientServerSystem",
    "EntityAction",
    "EntitySystem",
    "Exploration",
    "Limits",
    "Lts",
    "MazurkaError",
    "Option",
    "PetriNet",
    "Process",
    "Reducer",
    "StateGraph",
    "System",
    "Transition",
    "Watch",
    "build",
    "criteria",
    "families",
    "find_reducer",
    "read_model",
    "reducer",
    "reducers",
    "replay",
    "write_model",
]

_HOME = {
    "AuditResult": "audit",
    "MazurkaError": "errors",
    **dict.fromkeys(("read_model", "write_model"), "formats"),
    **dict.fromkeys(("Limits", "Watch"), "limits"),
    **dict.fromkeys(("build", "families"), "models"),
    **dict.fromkeys(("Option", "Reducer", "criteria", "find_reducer", "reducer", "reducers"), "registry"),
}


def __getattr__(name: str) -> object:
    found: object
    if name == "__version__":
        found = import_module("importlib.metadata").version(__name__)
    elif name in __all__:
        found = getattr(import_module(f"{__name__}.{_HOME.get(name, 'systems')}"), name)
    else:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
