"""Writing client/server systems in TChecker's format.

Each process declares its role in an attribute, which TChecker ignores.  Where a name is not an identifier of
TChecker (a local state `0`, say), all names are escaped, and the system has the attribute `escaped`, by
which `read_tck` knows.
"""

from pathlib import Path

from mazurka.errors import ModelError
from mazurka.formats import files
from mazurka.formats.identifiers import escape, is_plain
from mazurka.formats.tck_declarations import IDENTIFIER
from mazurka.systems import ClientServerSystem, Process


def write_tck(system: ClientServerSystem, path: Path | str) -> None:
    """Write a system so that `read_tck` gives it back."""
    files.write_text(path, to_tck(system))


def to_tck(system: ClientServerSystem) -> str:
    """The text of the file; ModelError for a cyclic client, which could not be read again."""
    if system.cyclic_client is not None:
        raise ModelError(
            "it has a cycle, and the processes of a .tck file with cycles are servers",
            where=f"client {system.cyclic_client!r}",
            cure="write .cs.json",
        )
    names = {system.name, *system.actions}
    for p in system.processes:
        names.update((p.name, *p.local_states))
    plain = all(is_plain(name, IDENTIFIER) for name in names)
    spelled = {name: name if plain else escape(name, IDENTIFIER) for name in names}
    lines = [f"system:{spelled[system.name]}" + ("" if plain else "{escaped:}"), ""]
    lines += [f"event:{spelled[a]}" for a in system.actions]
    for i, p in enumerate(system.processes):
        lines += ["", *_process(p, "client" if i < len(system.clients) else "server", spelled)]
    lines.append("")
    for a in system.actions:
        client, server = (spelled[system.processes[i].name] for i in system.domain[a])
        lines.append(f"sync:{client}@{spelled[a]}:{server}@{spelled[a]}")
    return "\n".join(lines) + "\n"


def _process(p: Process, role: str, spelled: dict[str, str]) -> list[str]:
    name = spelled[p.name]
    lines = [f"process:{name}{{role:{role}}}"]
    for s in p.local_states:
        lines.append(f"location:{name}:{spelled[s]}" + ("{initial:}" if s == p.initial else ""))
    lines += [f"edge:{name}:{spelled[s]}:{spelled[t]}:{spelled[a]}" for s, a, t in p.transitions]
    return lines
