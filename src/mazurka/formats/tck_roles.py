"""Which processes of a network are clients: a two-colouring of the graph of its syncs.

Every action joins a client and a server, so each connected part has two colourings at most.  A client must
be acyclic, a process with local actions must be a client, and a process that declares its role must
have it.  Where both colourings will do, the process declared first is a client.
"""

from collections.abc import Collection, Iterable, Mapping
from graphlib import CycleError, TopologicalSorter

from mazurka.errors import ModelError
from mazurka.systems import Process

_CURE = "a client/server system has acyclic clients, and each action joins a client and a server"


def find_clients(
    processes: Mapping[str, Process],
    pairs: Iterable[tuple[str, str]],
    local: Collection[str],
    roles: Mapping[str, str],
) -> set[str]:
    """The names of the clients; ModelError explains why there is no colouring.

    pairs: the processes that have an action in common.  local: those that have actions of their own.
    roles: `client` or `server` for processes that declare it.
    """
    partners: dict[str, list[str]] = {p: [] for p in processes}
    for p, q in pairs:
        partners[p].append(q)
        partners[q].append(p)
    found: set[str] = set()
    coloured: set[str] = set()
    for first in processes:
        if first in coloured:
            continue
        near, far = _sides(partners, first)
        coloured |= near | far
        members = [p for p in processes if p in near or p in far]
        objections = []
        for clients in (near, far):
            objection = _objection(processes, members, clients, local, roles)
            if objection is None:
                found |= clients
                break
            objections.append(objection)
        else:
            raise ModelError(
                f"they cannot be split into clients and servers: {objections[0]}, and {objections[1]}",
                where=f"processes {_listed(members)}",
                cure=_CURE,
            )
    return found


def _sides(partners: Mapping[str, list[str]], first: str) -> tuple[set[str], set[str]]:
    """The processes connected with the first, at an even and at an odd distance from it.

    ModelError where two of one side are partners.
    """
    distance = {first: 0}
    queue = [first]
    for p in queue:
        for q in partners[p]:
            if q not in distance:
                distance[q] = distance[p] + 1
                queue.append(q)
            elif distance[q] % 2 == distance[p] % 2:
                raise ModelError(
                    f"{p!r} and {q!r} synchronise, and other syncs make both of them clients or both servers",
                    where=f"processes {_listed(queue)}",
                    cure=_CURE,
                )
    near = {p for p in queue if distance[p] % 2 == 0}
    return near, distance.keys() - near


def _objection(
    processes: Mapping[str, Process],
    members: list[str],
    clients: Collection[str],
    local: Collection[str],
    roles: Mapping[str, str],
) -> str | None:
    """Why these cannot be the clients among the members, or None."""
    for p in members:
        role = "client" if p in clients else "server"
        if role == "server" and p in local:
            return f"{p!r} cannot be a server since it has local events"
        if role == "client" and not _is_acyclic(processes[p]):
            return f"{p!r} cannot be a client since it has a cycle"
        if roles.get(p, role) != role:
            return f"{p!r} cannot be a {role} since it declares the role {roles[p]}"
    return None


def _is_acyclic(p: Process) -> bool:
    before: dict[str, set[str]] = {}
    for s, _, t in p.transitions:
        before.setdefault(t, set()).add(s)
    try:
        TopologicalSorter(before).prepare()
    except CycleError:
        return False
    return True


def _listed(members: list[str]) -> str:
    shown = ", ".join(repr(p) for p in members[:6])
    return shown + (", …" if len(members) > 6 else "")
