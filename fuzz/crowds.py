"""Random client/server systems with more processes and shorter programs than those of `strategies.py`.

Two to five clients, one to four servers of any kind.  What the approximations of [HLPW] get wrong takes
several processes that wait for one another, not long programs.  Gatherings go further: all meet at one
variable and one lock, and so are seldom independent.
"""

from hypothesis import strategies as st

from mazurka.fuzz.client_server import BUFFER, LOCK, TURNSTILE, VARIABLE
from mazurka.fuzz.dice import Dice, dice
from mazurka.fuzz.reachable import within
from mazurka.systems import ClientServerSystem, Process

LARGEST = 300


def crowds() -> st.SearchStrategy[ClientServerSystem]:
    """Crowds of at most `LARGEST` reachable states."""
    return dice(100).map(lambda d: crowd(d)).filter(lambda s: within(s, LARGEST) is not None)


def crowd(d: Dice) -> ClientServerSystem:
    """Each client takes a few steps, each with a verb of some server, and may have an alternative."""
    offered = [
        part.pick([LOCK, BUFFER, VARIABLE, TURNSTILE, None]) for part in d.parts(d.pick([1, 2, 3, 4]), 1)
    ]
    servers = [offer or _arbitrary(part) for offer, part in zip(offered, d.parts(4, 9), strict=False)]
    verbs = [(f"{v}{j + 1}", change) for j, offer in enumerate(servers) for v, change in offer.items()]
    moves: list[dict[tuple[str, str], str]] = [{} for _ in servers]
    clients = []
    for i, part in enumerate(d.parts(d.pick([2, 3, 4, 5]), 10), 1):
        steps: dict[tuple[str, str], str] = {}
        length = part.pick([1, 2, 2, 3])
        for source, target in [(k, k + 1) for k in range(length)] + [(0, part.pick([1, length]))]:
            verb, change = part.pick(verbs)
            if (source < target and part.pick([True, True, False])) or not steps:
                steps.setdefault((str(source), f"c{i}.{verb}"), str(target))
                moves[int(verb[-1]) - 1] |= {(x, f"c{i}.{verb}"): y for x, y in change.items()}
        clients.append(_process(f"c{i}", "0", steps))
    named = [
        _process(f"s{j + 1}", next(iter(next(iter(offer.values())))), moves[j])
        for j, offer in enumerate(servers)
    ]
    system = ClientServerSystem("crowd", tuple(clients), tuple(named))
    if d.pick([False, True]):
        return ClientServerSystem("crowd", system.clients, system.servers, tuple(d.shuffled(system.actions)))
    return system


def gatherings() -> st.SearchStrategy[ClientServerSystem]:
    """Three to five clients around a variable and a lock, of at most half of `LARGEST` states."""
    return dice(52).map(lambda d: gathering(d)).filter(lambda s: within(s, LARGEST // 2) is not None)


def gathering(d: Dice) -> ClientServerSystem:
    """Each client takes one step or two, and may have one step that takes it to its end at once."""
    servers = [VARIABLE, LOCK]
    verbs = [(j, v) for j, offer in enumerate(servers) for v in offer]
    moves: list[dict[tuple[str, str], str]] = [{} for _ in servers]
    clients = []
    for i, part in enumerate(d.parts(d.pick([3, 4, 5]), 8), 1):
        steps: dict[tuple[str, str], str] = {}
        length = part.pick([1, 2])
        program = [(k, k + 1, part.pick(verbs)) for k in range(length)]
        shortcut = [(0, length, part.pick(verbs))] if part.pick([False, True]) else []
        for source, target, (j, v) in program + shortcut:
            a = f"c{i}.{v}{j + 1}"
            steps.setdefault((str(source), a), str(target))
            moves[j] |= {(x, a): y for x, y in servers[j][v].items()}
        clients.append(_process(f"c{i}", "0", steps))
    variable, lock = _process("s1", "0", moves[0]), _process("s2", "free", moves[1])
    system = ClientServerSystem("gathering", tuple(clients), (variable, lock))
    return ClientServerSystem("gathering", system.clients, system.servers, tuple(d.shuffled(system.actions)))


def _arbitrary(d: Dice) -> dict[str, dict[str, str]]:
    offer = {v: {x: y for x in "012" if (y := d.pick([None, "0", "1", "2"])) is not None} for v in "xyz"}
    return {v: change for v, change in offer.items() if change} or LOCK


def _process(name: str, initial: str, steps: dict[tuple[str, str], str]) -> Process:
    return Process(name, initial, tuple((x, a, y) for (x, a), y in steps.items()))
