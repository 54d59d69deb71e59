"""Writing the graph of a search as `.aut` or `.dot`.

An incomplete graph is not written: read again, nothing would tell it from a reduction that loses states.
"""

from pathlib import Path
from typing import Any

from mazurka.errors import MazurkaError
from mazurka.systems import Exploration, System


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
