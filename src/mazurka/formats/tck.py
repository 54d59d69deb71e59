"""Networks of automata in TChecker's format: the untimed subset that is a client/server system.

    [TCK]  TChecker file format: system, event, process, location, edge and sync declarations.

A `sync` of two processes is an action of both: named after its event where both sides have the same event
and no other action has it, and `P@e:Q@f` otherwise.  An event that appears in no sync of its process P is
local to P; it becomes an action (named likewise) of P, as client, and of a private server `P.local` with
one state, which never refuses and whose actions depend on each other through P anyhow.  So runs and
independence are those of the network.  A sync that one side has no edge for can never be taken and is left
out, with the edges that wait for it.  Which processes are clients is decided in `tck_roles`.  Actions are
ordered as their syncs are declared, then the local ones.

Refused by name: clocks, integer variables, guards, statements, invariants, committed and urgent
locations, several initial locations, weak syncs, and syncs of other than two processes.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from mazurka.errors import ModelError
from mazurka.formats.identifiers import fresh
from mazurka.formats.json_models import named
from mazurka.formats.tck_declarations import Network, Side, read_network
from mazurka.formats.tck_roles import find_clients
from mazurka.systems import Action, ClientServerSystem, Process


def read_tck(path: Path | str) -> ClientServerSystem:
    """The client/server system of a file; FormatError, with the line, for what is not one."""
    network = read_network(path)
    actions = _actions(network)
    processes = _processes(network, actions)
    pairs = [(a.members[0][0], a.members[1][0]) for a in actions if len(a.members) == 2]
    local = {a.members[0][0] for a in actions if len(a.members) == 1}
    name, order = network.name or "", tuple(a.name for a in actions)
    try:
        of_clients = find_clients(processes, pairs, local, network.roles)
        clients = tuple(p for p in processes.values() if p.name in of_clients)
        servers = tuple(p for p in processes.values() if p.name not in of_clients)
        servers += _partners(actions, set(processes))
        system = ClientServerSystem(name, clients, servers)
        return system if system.actions == order else ClientServerSystem(name, clients, servers, order)
    except ModelError as error:
        raise named(path, error) from error


@dataclass(frozen=True)
class _SyncAction:
    """An action and the process and event of each of its two sides, or of the only one."""

    name: Action
    members: tuple[Side, ...]


def _actions(network: Network) -> list[_SyncAction]:
    """The actions: syncs that both sides have edges for, then the local events."""
    sides = dict.fromkeys((p, e) for p, x in network.processes.items() for _, e in x.edges)
    synchronous = {side for sync in network.syncs for side in sync}
    takers: list[tuple[Side, ...]] = [sync for sync in network.syncs if sides.keys() >= set(sync)]
    takers += [(side,) for side in sides if side not in synchronous]
    uses = Counter(e for members in takers for e in {e for _, e in members})
    return [_SyncAction(_name(members, uses), members) for members in takers]


def _name(members: tuple[Side, ...], uses: Mapping[str, int]) -> Action:
    events = {e for _, e in members}
    only = next(iter(events))
    if len(events) == 1 and uses[only] == 1:
        return only
    return ":".join(f"{p}@{e}" for p, e in members)


def _processes(network: Network, actions: list[_SyncAction]) -> dict[str, Process]:
    """The processes, with a transition for each edge and each action that its event takes part in."""
    by_side: dict[Side, list[Action]] = {}
    for a in actions:
        for side in a.members:
            by_side.setdefault(side, []).append(a.name)
    processes = {}
    for name, p in network.processes.items():
        assert p.initial is not None, "read_network sees to that"
        transitions = ((s, a, t) for (s, e), t in p.edges.items() for a in by_side.get((name, e), ()))
        processes[name] = Process(name, p.initial, tuple(transitions))
    return processes


def _partners(actions: list[_SyncAction], taken: set[str]) -> tuple[Process, ...]:
    """For each process with local actions its private server, which always takes them."""
    local: dict[str, list[Action]] = {}
    for a in actions:
        if len(a.members) == 1:
            local.setdefault(a.members[0][0], []).append(a.name)
    return tuple(
        Process(fresh(f"{p}.local", taken), "ready", tuple(("ready", a, "ready") for a in own))
        for p, own in local.items()
    )
