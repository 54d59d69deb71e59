"""How the states of a system become numbers in fields, and its actions become moves on fields.

A move tests fields and adds to them.  An action has a move for each way it can happen: one for a
transition of a net or an action on entities, one for each pair of local transitions in a client/server
system.  At most one move of an action is enabled in a state.  Moves are sorted by action.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from heapq import heapify, heappop, heappush
from itertools import compress, product
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazurka.errors import PreconditionError, TokenOverflowError
from mazurka.optimized.invariants import one_token_invariants, place_bounds
from mazurka.optimized.layout import bits_for
from mazurka.systems import ClientServerSystem, EntitySystem, Lts, PetriNet, System, Transition

WIDEST = 62
"""Bits of the widest field."""


class Test(IntEnum):
    """What a move asks of the number in a field."""

    EQUAL = 0
    NOT_EQUAL = 1
    AT_LEAST = 2
    BELOW = 3


Item: TypeAlias = tuple[int | None, int | None]
"""How a place is kept, (field, code): code None says that the number in the field is the token count; code c,
that there is one token iff the number is c; field None, that the place is never marked."""


@dataclass(frozen=True)
class Move:
    """One way for an action to happen: all (field, test, number) hold; then each (field, change) is added."""

    action: int
    tests: tuple[tuple[int, Test, int], ...]
    changes: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Encoding:
    """A system in terms of fields and moves.

    widths, proven: for each field the bits to begin with, perhaps none, and whether all numbers are proven
                    to fit.
    initial:        the initial number of each field.
    decode:         from an array int64[states, fields] to the states themselves.
    items:          for nets: how each place is kept.
    """

    system: System[Any]
    widths: tuple[int, ...]
    proven: tuple[bool, ...]
    initial: tuple[int, ...]
    moves: tuple[Move, ...]
    decode: Callable[[NDArray[np.int64]], list[Any]]
    items: tuple[Item, ...] = ()


def encode(system: System[Any]) -> Encoding:
    """The encoding of a system of any of the four formalisms."""
    if isinstance(system, PetriNet):
        return _net(system)
    if isinstance(system, ClientServerSystem):
        return _client_server(system)
    if isinstance(system, EntitySystem):
        return _entities(system)
    if isinstance(system, Lts):
        return _lts(system)
    raise PreconditionError(
        f"systems of type {type(system).__name__} cannot be compiled; "
        "use a plain reducer, which needs no more than the System protocol"
    )


# Nets: a field for each group of places that share one token, a field for each other place.


def _net(net: PetriNet) -> Encoding:
    groups, empty = one_token_invariants(net)
    items: dict[int, Item] = dict.fromkeys(empty, (None, None))
    widths: list[int] = []
    proven: list[bool] = []
    for group, first_code in _cover(groups):
        items.update({p: (len(widths), first_code + i) for i, p in enumerate(sorted(group))})
        widths.append(bits_for(first_code + len(group) - 1))
        proven.append(True)
    if len(items) < len(net.places):
        for p, bound in enumerate(place_bounds(net)):
            if p not in items:
                items[p] = (len(widths), None)
                widths.append(_counter_width(net, p) if bound is None else bits_for(bound))
                proven.append(bound is not None)
                if widths[-1] > WIDEST:
                    raise TokenOverflowError(net.name, net.places[p], 2**WIDEST - 1)
    listed = tuple(items[p] for p in range(len(net.places)))
    moves = [_fire(i, t, listed) for i, t in enumerate(net.transitions)]
    return Encoding(
        net,
        tuple(widths),
        tuple(proven),
        _numbers(net.initial, listed, len(widths)),
        tuple(m for m in moves if m is not None),
        lambda numbers: _markings(numbers, listed),
        listed,
    )


def _counter_width(net: PetriNet, p: int) -> int:
    """Bits to begin with for a place without a proven bound: enough for its tokens and for any one change."""
    return bits_for(max([net.initial[p], *(abs(t.effect.get(p, 0)) for t in net.transitions)]))


def _cover(groups: Sequence[frozenset[int]]) -> list[tuple[frozenset[int], int]]:
    """Disjoint parts of the groups, largest first, each with its first code.

    The places of a whole group are numbered from 0; in a part, 0 says that the token is elsewhere.
    """
    chosen: list[tuple[frozenset[int], int]] = []
    left = frozenset().union(*groups) if groups else frozenset[int]()
    # The part of a group only shrinks, so that a size in the heap is at worst too large: then it goes back.
    ordered = sorted(groups, key=sorted)
    queue = [(-len(g), i) for i, g in enumerate(ordered)]
    heapify(queue)
    while left:
        size, i = heappop(queue)
        part = ordered[i] & left
        if len(part) < -size:
            heappush(queue, (-len(part), i))
            continue
        chosen.append((part, 0 if part == ordered[i] else 1))
        left -= part
    return chosen


def _numbers(marking: Sequence[int], items: Sequence[Item], fields: int) -> tuple[int, ...]:
    numbers = [0] * fields
    for k, (f, code) in zip(marking, items, strict=True):
        if f is not None:
            numbers[f] += k * (1 if code is None else code)
    return tuple(numbers)


def _markings(numbers: NDArray[np.int64], items: Sequence[Item]) -> list[tuple[int, ...]]:
    tokens = np.zeros((len(numbers), len(items)), dtype=np.int64)
    for p, (f, code) in enumerate(items):
        if f is not None:
            tokens[:, p] = numbers[:, f] if code is None else numbers[:, f] == code
    return [tuple(row) for row in tokens.tolist()]


def _fire(number: int, t: Transition, items: Sequence[Item]) -> Move | None:
    """The move of a transition, or None when it can never fire."""
    tests: set[tuple[int, Test, int]] = set()
    for p, k in t.needs.items():
        f, code = items[p]
        if f is None or (code is not None and k > 1):
            return None
        tests.add((f, Test.AT_LEAST, k) if code is None else (f, Test.EQUAL, code))
    for p, k in t.inhibitors.items():
        f, code = items[p]
        if f is not None and (code is None or k == 1):
            tests.add((f, Test.BELOW, k) if code is None else (f, Test.NOT_EQUAL, code))
    equal = [f for f, test, _ in tests if test is Test.EQUAL]
    if len(set(equal)) < len(equal):
        return None  # two places that share one token, both needed
    changes: dict[int, int] = {}
    for p, d in t.effect.items():
        f, code = items[p]
        if f is not None:
            changes[f] = changes.get(f, 0) + d * (1 if code is None else code)
    return Move(number, tuple(sorted(tests)), tuple((f, d) for f, d in sorted(changes.items()) if d))


# The other formalisms: a field for each process, each entity, or the one state.


def _client_server(system: ClientServerSystem) -> Encoding:
    number = [{x: i for i, x in enumerate(p.local_states)} for p in system.processes]
    met = local_states_met(system)
    steps: list[dict[str, list[tuple[int, int]]]] = [{a: [] for a in p.actions} for p in system.processes]
    for i, p in enumerate(system.processes):
        for x, a, y in p.transitions:
            if x in met[i]:
                steps[i][a].append((number[i][x], number[i][y]))
    moves = []
    for j, a in enumerate(system.actions):
        c, q = system.domain[a]
        for (s, t), (u, v) in product(steps[c][a], steps[q][a]):
            changes = tuple((f, d) for f, d in ((c, t - s), (q, v - u)) if d)
            moves.append(Move(j, ((c, Test.EQUAL, s), (q, Test.EQUAL, u)), changes))
    names = [p.local_states for p in system.processes]
    return Encoding(
        system,
        tuple(
            bits_for(max(number[i][x] for x in met[i])) if len(met[i]) > 1 else 0 for i in range(len(number))
        ),
        (True,) * len(number),
        tuple(number[i][p.initial] for i, p in enumerate(system.processes)),
        tuple(moves),
        lambda rows: [tuple(names[i][k] for i, k in enumerate(row)) for row in rows.tolist()],
    )


def local_states_met(system: ClientServerSystem) -> list[set[str]]:
    """Of each process the local states that can be met, if every pair of them could be met at once.

    A process that cannot move then has a field of no bits, and what it could do is no move: a state pays
    nothing for it.
    """
    met: list[set[str]] = [set() for _ in system.processes]
    targets: list[dict[str, list[str]]] = [{a: [] for a in p.actions} for p in system.processes]
    waiting = [(i, p.initial) for i, p in enumerate(system.processes)]
    while waiting:
        i, x = waiting.pop()
        if x in met[i]:
            continue
        met[i].add(x)
        for a, y in system.processes[i].steps[x].items():
            j = sum(system.domain[a]) - i
            if targets[j][a]:
                waiting.append((i, y))
                if not targets[i][a]:
                    waiting += ((j, z) for z in targets[j][a])
            targets[i][a].append(y)
    return met


def _entities(system: EntitySystem) -> Encoding:
    number = {e: i for i, e in enumerate(system.entities)}
    moves = [
        Move(
            j,
            tuple(
                [(number[e], Test.EQUAL, 1) for e in sorted(a.needed)]
                + [(number[e], Test.EQUAL, 0) for e in sorted(a.excluded)]
            ),
            tuple([(number[e], -1) for e in sorted(a.deletes)] + [(number[e], 1) for e in sorted(a.creates)]),
        )
        for j, a in enumerate(system.entity_actions)
    ]
    return Encoding(
        system,
        (1,) * len(number),
        (True,) * len(number),
        tuple(int(e in system.initial) for e in system.entities),
        tuple(moves),
        lambda rows: [frozenset(compress(system.entities, row)) for row in rows.tolist()],
    )


def _lts(system: Lts) -> Encoding:
    rank = {a: j for j, a in enumerate(system.actions)}
    moves = [
        Move(rank[a], ((0, Test.EQUAL, s),), ((0, t - s),) if t != s else ())
        for s, a, t in dict.fromkeys(sorted(system.edges, key=lambda e: rank[e[1]]))
    ]
    return Encoding(
        system,
        (bits_for(system.number_of_states - 1),),
        (True,),
        (system.initial,),
        tuple(moves),
        lambda rows: [row[0] for row in rows.tolist()],
    )
