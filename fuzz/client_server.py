"""Random client/server systems: programs read off a random run, over servers of a few kinds."""

from mazurka.fuzz.dice import Dice
from mazurka.systems import ClientServerSystem, Process

Verbs = dict[str, dict[str, str]]
"""What a server offers: for each verb the change of its local state, where it is possible."""

LOCK: Verbs = {"take": {"free": "held"}, "drop": {"held": "free"}}
BUFFER: Verbs = {"put": {"empty": "full"}, "get": {"full": "empty"}}
VARIABLE: Verbs = {"set": {"0": "1", "1": "1"}, "clear": {"0": "0", "1": "0"}, "wait": {"1": "1"}}
TURNSTILE: Verbs = {"left": {"0": "1"}, "right": {"1": "2"}, "through": {"2": "0"}}

Step = tuple[int, tuple[int, str], int]
"""Local state, (server, verb), local state."""


def client_server_system(d: Dice, max_steps: int = 3) -> ClientServerSystem:
    """Clients that go through some steps, with an alternative here and there.

    The programs are read off a random run, so that at least one run goes far; what the other
    interleavings do is left to chance.  Now and then there is a step that the run could not take.
    """
    clients = d.pick([1, 2, 2, 3, 3, 3])
    order = d.pick([False, True])
    offered = [offer for part in d.parts(3, 11) if (offer := _server(part))] or [LOCK]
    verbs = [(j, v) for j, offer in enumerate(offered) for v in offer]
    processes = []
    programs = _programs(d.parts(3 * max_steps, 3), offered, clients, max_steps)
    for i, (program, part) in enumerate(zip(programs, d.parts(clients, 4), strict=True)):
        steps: list[Step] = [(k, verb, k + 1) for k, verb in enumerate(program)]
        if program and part.pick([False, True]):
            source = part.pick(range(len(program)))
            target = part.pick(range(source + 1, len(program) + 1))
            steps.append((source, part.pick(verbs), target))
        processes.append(_client(f"c{i + 1}", steps))
    used = {a for c in processes for a in c.actions}
    servers = tuple(_process(j, offer, used) for j, offer in enumerate(offered))
    system = ClientServerSystem("random", tuple(processes), servers)
    if order:
        return ClientServerSystem("random", system.clients, servers, tuple(d.shuffled(system.actions)))
    return system


def _server(d: Dice) -> Verbs:
    """A server of one of the kinds, an arbitrary one, or none."""
    kind = d.pick([{}, LOCK, LOCK, BUFFER, VARIABLE, TURNSTILE, None])
    if kind is not None:
        return kind
    targets = [None, "0", "1", "2"]
    offer = {v: {s: t for s in "012" if (t := d.pick(targets)) is not None} for v in "xyz"}
    return {v: change for v, change in offer.items() if change}


def _programs(
    walk: list[Dice], offered: list[Verbs], clients: int, max_steps: int
) -> list[list[tuple[int, str]]]:
    """What each client does in a random run."""
    programs: list[list[tuple[int, str]]] = [[] for _ in range(clients)]
    now = [_initial(offer) for offer in offered]
    for d in walk:
        kind, i, j = (
            d.pick(["none", *["possible"] * 8, "any"]),
            d.pick(range(clients)),
            d.pick(range(len(now))),
        )
        if kind == "none" or len(programs[i]) == max_steps:
            continue
        possible = [v for v, change in offered[j].items() if now[j] in change]
        verb = d.pick(possible if possible and kind == "possible" else list(offered[j]))
        now[j] = offered[j][verb].get(now[j], now[j])
        programs[i].append((j, verb))
    return programs


def _initial(offer: Verbs) -> str:
    """The first local state that a server's verbs mention."""
    return next(iter(next(iter(offer.values()))))


def _client(name: str, steps: list[Step]) -> Process:
    """The client with these steps; of two by the same action from the same state the first."""
    target: dict[tuple[int, str], int] = {}
    for source, (j, verb), goal in steps:
        target.setdefault((source, f"{name}.{verb}{j + 1}"), goal)
    return Process(name, "0", tuple((str(k), a, str(m)) for (k, a), m in target.items()))


def _process(j: int, offer: Verbs, used: set[str]) -> Process:
    """The server that offers its verbs to every client that uses them."""
    moves = [
        (s, a, t)
        for a in sorted(used)
        for verb, change in offer.items()
        if a.partition(".")[2] == f"{verb}{j + 1}"
        for s, t in change.items()
    ]
    return Process(f"s{j + 1}", _initial(offer), tuple(moves))
