"""The dependencies of a net as tables, for the closed sets of `stubborn_sets.py`.

A transition is stopped by *scapegoats*.  There are two for each place p: p itself, when it has too few
tokens, and places + p, when it has too many for an inhibitor arc.  Each has a level, the tokens of p, or
their negative; and each transition t has a number there, what it needs of p, or 1 − its inhibitor bound.
Then g stops t iff level(g) < number(t, g), for both kinds.  The transitions that help against g are those
that raise its level; one that g itself stops cannot be the first to help.
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.encoding import Item
from mazurka.optimized.jit import jit
from mazurka.optimized.layout import Field, Layout
from mazurka.optimized.scapegoats import FEWEST
from mazurka.systems import PetriNet, Transition

UNSTOPPED, STOPPED = -(2**62), 2**62
"""The numbers of a transition at a scapegoat that never, or always, stops it: beyond every level."""

I64: TypeAlias = NDArray[np.int64]


class Rows(NamedTuple):
    """For each i the pairs (pairs[k, 0], pairs[k, 1]) with start[i] ≤ k < start[i + 1]."""

    start: U32
    pairs: I64


class NetTables(NamedTuple):
    """A net, its dependencies, and working space.  Transitions are actions by number."""

    kept: U64  # [places, 5]: word, shift, mask; the number meaning one token, whether it is such a number
    conflicts: Rows  # transition → (transition that one of the two can disable, 0)
    stops: Rows  # transition → (scapegoat, its number there)
    stopped: Rows  # scapegoat → (transition that it can stop, its number there)
    helps: Rows  # transition → (scapegoat whose level it raises, its number there)
    helpers: Rows  # scapegoat → (transition that raises its level, its number there)
    level: I64  # scratch [scapegoats]
    enabled: I64  # scratch [transitions]: 1 or 0
    member: I64  # scratch [transitions]: in the set, by stamp (closure) or flag (deletion)
    queue: I64  # scratch [transitions]
    usable: I64  # scratch [transitions]: scapegoats left (deletion)
    spoiled: I64  # scratch [scapegoats]: no longer usable (deletion)
    taken: I64  # scratch [scapegoats]: by a member, by stamp (closure)
    foes: I64  # scratch [transitions]: enabled ones in conflict with it, as bits (deletion)
    trail: I64  # scratch [scapegoats]: those spoiled by the removal at hand (deletion)
    stamp: I64  # scratch [1]: above 1, which is a flag, in each closure
    rule: int  # by which scapegoats are chosen
    seed: int  # where they are drawn


def net_tables(
    net: PetriNet,
    items: Sequence[Item],
    layout: Layout,
    rule: int = FEWEST,
    seed: int = 0,
    *,
    conflicting: bool = True,
) -> NetTables:
    """The tables of a net whose places are kept as the items of its encoding say.

    conflicting: the conflicts are found, which takes longest; without, nothing can be closed.
    """
    scapegoats, transitions = 2 * len(net.places), len(net.transitions)
    stops = [_stops(t, len(net.places)) for t in net.transitions]
    helps = [
        [(g, dict(row).get(g, UNSTOPPED)) for g in _raised(t, len(net.places))]
        for t, row in zip(net.transitions, stops, strict=True)
    ]
    return NetTables(
        kept=kept_places(items, layout),
        conflicts=conflict_rows(net) if conflicting else table_rows([[]] * transitions),
        stops=table_rows(stops),
        stopped=table_rows(_inverse(stops, scapegoats)),
        helps=table_rows(helps),
        helpers=table_rows(_inverse(helps, scapegoats)),
        level=np.zeros(scapegoats, dtype=np.int64),
        enabled=np.zeros(transitions, dtype=np.int64),
        member=np.zeros(transitions, dtype=np.int64),
        queue=np.zeros(transitions, dtype=np.int64),
        usable=np.zeros(transitions, dtype=np.int64),
        spoiled=np.zeros(scapegoats, dtype=np.int64),
        taken=np.zeros(scapegoats, dtype=np.int64),
        foes=np.zeros(transitions, dtype=np.int64),
        trail=np.zeros(scapegoats, dtype=np.int64),
        stamp=np.ones(1, dtype=np.int64),
        rule=rule,
        seed=seed,
    )


def no_net_tables() -> NetTables:
    """Tables of no net."""
    return net_tables(PetriNet("none", (), (), ()), (), Layout((), 1))


def _stops(t: Transition, places: int) -> list[tuple[int, int]]:
    lacking = [(p, min(need, STOPPED)) for p, need in sorted(t.needs.items())]
    return lacking + [(places + p, max(1 - bound, UNSTOPPED)) for p, bound in sorted(t.inhibitors.items())]


def _raised(t: Transition, places: int) -> list[int]:
    return [p if d > 0 else places + p for p, d in t.effect.items()]


def _kept(item: Item, layout: Layout) -> tuple[int, int, int, int, int]:
    """A place that is never marked is kept in a field of no bits, whose number is never 1."""
    field, code = item
    f = Field(0, 0, 0) if field is None else layout.fields[field]
    coded = field is None or code is not None
    return f.word, f.shift, f.largest, 1 if field is None else code or 0, int(coded)


def _inverse(rows: list[list[tuple[int, int]]], size: int) -> list[list[tuple[int, int]]]:
    inverse: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for i, row in enumerate(rows):
        for j, number in row:
            inverse[j].append((i, number))
    return inverse


def kept_places(items: Sequence[Item], layout: Layout) -> U64:
    """Where the tokens of each place are found in a packed state; see `NetTables`."""
    return np.array([_kept(item, layout) for item in items], dtype=np.uint64).reshape(-1, 5)


def table_rows(rows: Iterable[Sequence[tuple[int, int]]]) -> Rows:
    lists = list(rows)
    return Rows(
        np.cumsum([0, *map(len, lists)]).astype(np.uint32),
        np.array([pair for row in lists for pair in row], dtype=np.int64).reshape(-1, 2),
    )


def conflict_rows(net: PetriNet) -> Rows:
    """The conflicts of a net; see `NetTables`."""
    return table_rows([(u, 0) for u in sorted(row)] for row in _conflicts(net))


def _conflicts(net: PetriNet) -> list[set[int]]:
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
    return conflicts


@jit
def observe(action, s, moves, n, net):
    """Note the levels of all scapegoats and the enabled transitions in packed state s."""
    places = net.kept.shape[0]
    for p in range(places):
        kept = net.kept[p]
        number = (s[kept[0]] >> kept[1]) & kept[2]
        tokens = np.int64(number)
        if kept[4] != 0:
            tokens = np.int64(1) if number == kept[3] else np.int64(0)
        net.level[p] = tokens
        net.level[places + p] = -tokens
    for t in range(net.enabled.size):
        net.enabled[t] = 0
    for i in range(n):
        net.enabled[action[moves[i]]] = 1
