"""Writing the graph of a search as `.aut` or `.dot`.

An incomplete graph is not written: read again, nothing would tell it from a reduction that loses states.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from mazurka.errors import MazurkaError, OptionError
from mazurka.systems import Exploration, System

SUFFIXES = (".aut", ".dot")


def check_output(output: Path | None, suffixes: Sequence[str] = SUFFIXES, what: str = "a graph") -> None:
    """OptionError, before any work is done, for a file that cannot be written, or not in this format."""
    from mazurka.formats.files import is_folder

    if output is None:
        return
    if not is_folder(output.parent):
        raise OptionError(f"{output} cannot be written: there is no folder {output.parent}")
    if output.suffix.lower() not in suffixes:
        raise OptionError(f"{what} is written as {' or '.join(suffixes)}, not as {output.name!r}")


def write_graph(system: System[Any], found: Exploration[Any], output: Path) -> bool:
    """Write the graph if it is complete; whether it was."""
    from mazurka.formats import write_aut, write_dot

    if not found.complete:
        return False
    if found.graph is None:
        raise MazurkaError(f"{output} is not written: the reducer keeps no graph")
    graph = found.graph()
    if output.suffix.lower() == ".aut":
        write_aut(graph, output)
    else:
        dead = {n for n, s in enumerate(graph.states) if not system.enabled(s)}
        write_dot(graph, output, deadlocks=dead, name=system.name)
    return True
