"""The dependencies of a net as tables: who conflicts with whom, who fills and who empties which place.

They serve the closed sets of `stubborn_sets.py`, whose docstring has the definitions.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.encoding import Item
from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.layout import Field, Layout
from mazurka.systems import PetriNet

NO_BOUND = 2**63 - 1

I64: TypeAlias = NDArray[np.int64]


class Rows(NamedTuple):
    """For each i the pairs (item[k], number[k]) with start[i] ≤ k < start[i + 1]."""

    start: U32
    item: U32
    number: I64


class NetTables(NamedTuple):
    """A net, its dependencies, and working space.  Scratch arrays are marked so."""

    word: U32  # [places]: the field in which a place is kept
    shift: U64
    mask: U64
    code: U64  # the number that means "one token"
    coded: U32  # 1 when the field tells where a token is, 0 when it counts tokens
    needs: Rows  # transition → (place, tokens)
    bounds: Rows  # transition → (place, inhibitor bound)
    conflicts: Rows  # transition → (transition that one of the two can disable, 0)
    raisers: Rows  # place → (transition that adds tokens, what it needs there)
    lowerers: Rows  # place → (transition that takes tokens, its inhibitor bound there)
    adds: Rows  # transition → (place to which it adds tokens, what it needs there)
    takes: Rows  # transition → (place from which it takes tokens, its inhibitor bound there)
    needers: Rows  # place → (transition that needs tokens, how many)
    inhibited: Rows  # place → (transition that is inhibited, its bound)
    tokens: I64  # scratch [places]
    enabled: I64  # scratch [transitions]: 1 or 0
    member: I64  # scratch [transitions]: in the set, by stamp (closure) or flag (deletion)
    queue: I64  # scratch [transitions]
    usable: I64  # scratch [transitions]: scapegoats left (deletion)
    spoiled: I64  # scratch [2 · places]: scapegoats lost: lacking places, then inhibiting ones
    trail: I64  # scratch [2 · places]: the spoiled scapegoats of the removal at hand
    stamp: I64  # scratch [1]


def no_net_tables() -> NetTables:
    """Tables for a search without stubborn sets."""
    return net_tables(PetriNet("", (), (), ()), (), Layout((), 1))


def net_tables(net: PetriNet, items: Sequence[Item], layout: Layout) -> NetTables:
    """The tables of a net whose places are kept as the items of its encoding say."""
    numbered = list(enumerate(net.transitions))
    adds = [[(p, t.needs.get(p, 0)) for p, d in t.effect.items() if d > 0] for t in net.transitions]
    takes = [
        [(p, t.inhibitors.get(p, NO_BOUND)) for p, d in t.effect.items() if d < 0] for t in net.transitions
    ]
    places, transitions = len(net.places), len(net.transitions)
    kept = [_kept(item, layout) for item in items]
    return NetTables(
        word=np.array([k.word for k, _, _ in kept], dtype=np.uint32),
        shift=np.array([k.shift for k, _, _ in kept], dtype=np.uint64),
        mask=np.array([k.largest for k, _, _ in kept], dtype=np.uint64),
        code=np.array([code for _, code, _ in kept], dtype=np.uint64),
        coded=np.array([coded for _, _, coded in kept], dtype=np.uint32),
        needs=_rows(t.needs.items() for t in net.transitions),
        bounds=_rows(sorted(t.inhibitors.items()) for t in net.transitions),
        conflicts=_rows(_conflicts(net)),
        raisers=_by_place(places, [(p, i, k) for i, row in enumerate(adds) for p, k in row]),
        lowerers=_by_place(places, [(p, i, k) for i, row in enumerate(takes) for p, k in row]),
        adds=_rows(adds),
        takes=_rows(takes),
        needers=_by_place(places, [(p, i, k) for i, t in numbered for p, k in t.needs.items()]),
        inhibited=_by_place(places, [(p, i, k) for i, t in numbered for p, k in t.inhibitors.items()]),
        tokens=np.zeros(places, dtype=np.int64),
        enabled=np.zeros(transitions, dtype=np.int64),
        member=np.zeros(transitions, dtype=np.int64),
        queue=np.zeros(transitions, dtype=np.int64),
        usable=np.zeros(transitions, dtype=np.int64),
        spoiled=np.zeros(2 * places, dtype=np.int64),
        trail=np.zeros(2 * places, dtype=np.int64),
        stamp=np.zeros(1, dtype=np.int64),
    )


def _kept(item: Item, layout: Layout) -> tuple[Field, int, int]:
    """Where a place is kept: the field, the number that means one token, whether it is such a number.

    A place that is never marked is a field of no bits, whose number is never 1.
    """
    field, code = item
    if field is None:
        return Field(0, 0, 0), 1, 1
    return layout.fields[field], 0 if code is None else code, int(code is not None)


def _rows(rows: Iterable[Iterable[tuple[int, int]]]) -> Rows:
    lists = [list(row) for row in rows]
    flat = [pair for row in lists for pair in row]
    return Rows(
        np.cumsum([0, *map(len, lists)]).astype(np.uint32),
        np.array([i for i, _ in flat], dtype=np.uint32),
        np.array([k for _, k in flat], dtype=np.int64),
    )


def _by_place(places: int, triples: list[tuple[int, int, int]]) -> Rows:
    """From triples (place, transition, number), in order of transitions, the rows of the places."""
    rows: list[list[tuple[int, int]]] = [[] for _ in range(places)]
    for p, i, k in triples:
        rows[p].append((i, k))
    return _rows(rows)


def _conflicts(net: PetriNet) -> list[list[tuple[int, int]]]:
    """For each transition those that it can disable or that can disable it: they share a tested place."""
    testers: list[set[int]] = [set() for _ in net.places]
    for i, t in enumerate(net.transitions):
        for p in (*t.needs, *t.inhibitors):
            testers[p].add(i)
    conflicts: list[set[int]] = [set() for _ in net.transitions]
    for i, t in enumerate(net.transitions):
        for j in set().union(*(testers[p] for p in t.effect)) - {i} - conflicts[i]:
            if net.can_disable(t.name, net.transitions[j].name):
                conflicts[i].add(j)
                conflicts[j].add(i)
    return [[(j, 0) for j in sorted(row)] for row in conflicts]


@jit
def observe(system, s, moves, n, net):
    """Note the tokens of every place and the enabled transitions in packed state s."""
    for p in range(net.tokens.size):
        number = (s[net.word[p]] >> net.shift[p]) & net.mask[p]
        if net.coded[p] == 1:
            net.tokens[p] = 1 if number == net.code[p] else 0
        else:
            net.tokens[p] = np.int64(number)
    for t in range(net.enabled.size):
        net.enabled[t] = 0
    for i in range(n):
        net.enabled[system.action[moves[i]]] = 1


@inlined
def has_scapegoat(net, p, lacking, number):
    """Whether p stops a transition that needs `number` tokens there, or is inhibited by as many."""
    if lacking:
        return net.tokens[p] < number
    return net.tokens[p] >= number
