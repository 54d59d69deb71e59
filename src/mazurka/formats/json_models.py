"""Client/server systems (`.cs.json`) and entity systems (`.es.json`) as JSON."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from mazurka.errors import FormatError, ModelError
from mazurka.formats import files
from mazurka.formats.json_document import read_document
from mazurka.systems import ClientServerSystem, EntityAction, EntitySystem, Process


def read_client_server(path: Path | str) -> ClientServerSystem:
    """The client/server system of a file; FormatError also where it breaks a rule of the formalism."""
    document = read_document(path, "client_server")
    order = document.get("action_order")
    try:
        return ClientServerSystem(
            name=document["name"],
            clients=tuple(_process(p) for p in document["clients"]),
            servers=tuple(_process(p) for p in document["servers"]),
            action_order=None if order is None else tuple(order),
            cyclic_clients=document.get("cyclic_clients", False),
        )
    except ModelError as error:
        raise named(path, error) from error


def write_client_server(system: ClientServerSystem, path: Path | str) -> None:
    """Write a system so that `read_client_server` gives it back."""
    members: list[tuple[str, Any]] = [
        ("format", "client-server"),
        ("version", 1),
        ("name", system.name),
        ("clients", [_process_document(p) for p in system.clients]),
        ("servers", [_process_document(p) for p in system.servers]),
    ]
    if system.cyclic_clients:
        members.append(("cyclic_clients", True))
    if system.action_order is not None:
        members.append(("action_order", list(system.action_order)))
    files.write_text(path, _laid_out(dict(members)))


def read_entities(path: Path | str) -> EntitySystem:
    """The entity system of a file; FormatError also where the sets of an action meet."""
    document = read_document(path, "entity")
    try:
        actions = tuple(_entity_action(name, sets) for name, sets in document["actions"].items())
        return EntitySystem(document["name"], frozenset(document["initial"]), actions)
    except ModelError as error:
        raise named(path, error) from error


def write_entities(system: EntitySystem, path: Path | str) -> None:
    """Write a system so that `read_entities` gives it back."""
    actions = {
        a.name: {
            "reads": sorted(a.reads),
            "forbids": sorted(a.forbids),
            "deletes": sorted(a.deletes),
            "creates": sorted(a.creates),
        }
        for a in system.entity_actions
    }
    document = {"format": "entity", "version": 1, "name": system.name, "initial": sorted(system.initial)}
    files.write_text(path, _laid_out({**document, "actions": actions}))


def named(path: Path | str, error: ModelError) -> FormatError:
    """The same complaint, with the name of the file that is to be mended."""
    place = f"{error.where}: " if error.where else ""
    return FormatError(str(path), place + error.problem, cure=error.cure or "correct the model")


def _process(document: Any) -> Process:
    transitions = tuple((s, a, t) for s, a, t in document["transitions"])
    return Process(document["name"], document["initial"], transitions)


def _process_document(p: Process) -> dict[str, Any]:
    return {"name": p.name, "initial": p.initial, "transitions": [list(t) for t in p.transitions]}


def _entity_action(name: str, sets: Any) -> EntityAction:
    reads, forbids, deletes, creates = (
        frozenset(sets.get(kind, ())) for kind in ("reads", "forbids", "deletes", "creates")
    )
    return EntityAction(name, reads, forbids, deletes, creates)


def _laid_out(value: Any, indent: int = 0) -> str:
    """JSON with a line for each innermost list or object: a transition a line, an action a line."""
    if _is_flat(value):
        return json.dumps(value, ensure_ascii=False)
    inner = "\n" + " " * (indent + 1)
    outer = "\n" + " " * indent
    if isinstance(value, dict):
        members: Iterable[str] = (
            f"{json.dumps(key, ensure_ascii=False)}: {_laid_out(member, indent + 1)}"
            for key, member in value.items()
        )
        text = "{" + inner + f",{inner}".join(members) + outer + "}"
    else:
        text = "[" + inner + f",{inner}".join(_laid_out(item, indent + 1) for item in value) + outer + "]"
    return text if indent else text + "\n"


def _is_flat(value: Any) -> bool:
    """Whether the value fits a line: no list or object in it, but for an object of flat lists of names."""
    if isinstance(value, dict):
        return all(not isinstance(m, dict) and _is_flat(m) for m in value.values())
    return not isinstance(value, list) or not any(isinstance(item, list | dict) for item in value)
