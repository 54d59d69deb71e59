"""Strong stubborn sets of nets that keep deadlocks, by closure and by deletion.

    Valmari, Hansen.  Stubborn set intuition explained.  ToPNoC XII, 2017.
    [E]  Definition 3 (D0, D1, D2), in Valmari's form.

A set S is closed at marking m when for each t in S
    - t enabled:  S has every u such that one of t, u can disable the other;
    - t disabled: S has, for one *scapegoat* of t, every u that must come first:
      a place p with m(p) < needs(t, p): the u that add tokens to p and need at most m(p) of them there;
      a place p with m(p) ≥ bound(t, p): the u that take tokens from p and are not inhibited by m(p).
A closed set with an enabled transition is strongly stubborn.  Note that the requirement of a scapegoat
depends on the place alone, not on t.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

import numpy as np

from mazurka.errors import PreconditionError
from mazurka.limits import Watch
from mazurka.optimized.compiled import U32, U64
from mazurka.optimized.encoding import Encoding
from mazurka.optimized.jit import inlined, jit
from mazurka.optimized.layout import Layout
from mazurka.systems import Exploration, Marking, PetriNet, System

NO_BOUND = 2**63 - 1

I64 = np.ndarray[tuple[int], np.dtype[np.int64]]


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
    u32, u64, i64 = (np.zeros(0, dtype=t) for t in (np.uint32, np.uint64, np.int64))
    rows = Rows(u32, u32, i64)
    return NetTables(u32, u64, u64, u64, u32, *[rows] * 9, *[i64] * 8)


def net_tables(net: PetriNet, encoding: Encoding, layout: Layout) -> NetTables:
    """The tables of a net whose places are kept as the encoding says."""
    places = [
        (0, 0, 0, 1, 1) if f is None
        else (layout.fields[f].word, layout.fields[f].shift, layout.fields[f].largest, code or 0, code is not None)
        for f, code in encoding.items
    ]  # fmt: skip
    kinds = (np.uint32, np.uint64, np.uint64, np.uint64, np.uint32)
    size, numbered = len(net.places), list(enumerate(net.transitions))
    adds = [[(p, t.needs.get(p, 0)) for p, d in t.effect.items() if d > 0] for t in net.transitions]
    takes = [[(p, t.inhibitors.get(p, NO_BOUND)) for p, d in t.effect.items() if d < 0] for t in net.transitions]
    return NetTables(
        *(np.array([p[i] for p in places], dtype=kind) for i, kind in enumerate(kinds)),
        _rows(t.needs.items() for t in net.transitions),
        _rows(sorted(t.inhibitors.items()) for t in net.transitions),
        _rows(_conflicts(net)),
        _by_place(size, [(p, i, k) for i, row in enumerate(adds) for p, k in row]),
        _by_place(size, [(p, i, k) for i, row in enumerate(takes) for p, k in row]),
        _rows(adds),
        _rows(takes),
        _by_place(size, [(p, i, k) for i, t in numbered for p, k in t.needs.items()]),
        _by_place(size, [(p, i, k) for i, t in numbered for p, k in t.inhibitors.items()]),
        *(np.zeros(k, dtype=np.int64) for k in (size, *[len(numbered)] * 4, 2 * size, 2 * size, 1)),
    )


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


@jit
def choose_by_closure(system, s, moves, n, net, chosen):
    """The closure with fewest enabled transitions over all enabled seeds, the first of equals."""
    if n == 1:
        chosen[0] = moves[0]
        return np.int64(1)
    observe(system, s, moves, n, net)
    best = n + 1
    for i in range(n):
        width = close(net, np.int64(system.action[moves[i]]), best)
        if width < best:
            best = width
            k = 0
            for j in range(n):
                if net.member[system.action[moves[j]]] == net.stamp[0]:
                    chosen[k] = moves[j]
                    k += 1
            if best == 1:
                break
    return np.int64(best)


@jit
def close(net, seed, enough):
    """Close {seed}; the number of enabled members, or `enough` as soon as there are that many."""
    net.stamp[0] += 1
    stamp = net.stamp[0]
    net.member[seed] = stamp
    net.queue[0] = seed
    size, width, i = 1, net.enabled[seed], 0
    while i < size:
        t = net.queue[i]
        i += 1
        if net.enabled[t] == 1:
            for k in range(net.conflicts.start[t], net.conflicts.start[t + 1]):
                u = net.conflicts.item[k]
                if net.member[u] != stamp:
                    net.member[u] = stamp
                    net.queue[size] = u
                    size += 1
                    width += net.enabled[u]
        else:
            p, lacking = scapegoat(net, t, stamp)
            rows = net.raisers if lacking else net.lowerers
            for k in range(rows.start[p], rows.start[p + 1]):
                u = rows.item[k]
                if net.member[u] != stamp and comes_first(net, p, lacking, rows.number[k]):
                    net.member[u] = stamp
                    net.queue[size] = u
                    size += 1
                    width += net.enabled[u]
        if width >= enough:
            return np.int64(enough)
    return np.int64(width)


@inlined
def comes_first(net, p, lacking, number):
    """Whether a transition that changes p can be the first to do so, given its need or bound there."""
    if lacking:
        return number <= net.tokens[p]
    return number > net.tokens[p]


@jit
def scapegoat(net, t, stamp):
    """The scapegoat (place, whether it lacks tokens) of a disabled t that adds fewest new members."""
    best, place, lacks = np.int64(NO_BOUND), np.int64(-1), True
    for k in range(net.needs.start[t], net.needs.start[t + 1]):
        p = np.int64(net.needs.item[k])
        if has_scapegoat(net, p, True, net.needs.number[k]):
            new = 0
            for j in range(net.raisers.start[p], net.raisers.start[p + 1]):
                if net.member[net.raisers.item[j]] != stamp and net.raisers.number[j] <= net.tokens[p]:
                    new += 1
            if new < best:
                best, place, lacks = new, p, True
    for k in range(net.bounds.start[t], net.bounds.start[t + 1]):
        p = np.int64(net.bounds.item[k])
        if has_scapegoat(net, p, False, net.bounds.number[k]):
            new = 0
            for j in range(net.lowerers.start[p], net.lowerers.start[p + 1]):
                if net.member[net.lowerers.item[j]] != stamp and net.lowerers.number[j] > net.tokens[p]:
                    new += 1
            if new < best:
                best, place, lacks = new, p, False
    return place, lacks


@jit
def choose_by_deletion(system, s, moves, n, net, chosen):
    """Begin with all transitions; delete enabled ones in order while the set stays stubborn.

    Deleting t deletes every enabled transition in conflict with it, and every disabled one whose last
    scapegoat required it.  A deletion that would leave no enabled transition is taken back.
    """
    if n == 1:
        chosen[0] = moves[0]
        return np.int64(1)
    observe(system, s, moves, n, net)
    for t in range(net.member.size):
        net.member[t] = 1
        net.usable[t] = 0 if net.enabled[t] == 1 else scapegoats(net, t)
    for p in range(net.spoiled.size):
        net.spoiled[p] = 0
    left = n
    for i in range(n-1,-1,-1):
        t = np.int64(system.action[moves[i]])
        if net.member[t] == 1 and left > 1:
            left -= delete(net, t, left)
    width = np.int64(0)
    for i in range(n):
        if net.member[system.action[moves[i]]] == 1:
            chosen[width] = moves[i]
            width += 1
    return width


@jit
def scapegoats(net, t):
    """How many scapegoats a disabled transition has."""
    count = 0
    for k in range(net.needs.start[t], net.needs.start[t + 1]):
        if has_scapegoat(net, net.needs.item[k], True, net.needs.number[k]):
            count += 1
    for k in range(net.bounds.start[t], net.bounds.start[t + 1]):
        if has_scapegoat(net, net.bounds.item[k], False, net.bounds.number[k]):
            count += 1
    return count


@jit
def delete(net, t, left):
    """Delete t and what falls with it; how many enabled ones went, 0 when all was taken back."""
    net.member[t] = 0
    net.queue[0] = t
    size, gone, spoilt, i = 1, 1, 0, 0
    while i < size and gone < left:
        u = net.queue[i]
        i += 1
        for k in range(net.conflicts.start[u], net.conflicts.start[u + 1]):
            v = net.conflicts.item[k]
            if net.enabled[v] == 1 and net.member[v] == 1:
                net.member[v] = 0
                net.queue[size] = v
                size += 1
                gone += 1
        for k in range(net.adds.start[u], net.adds.start[u + 1]):
            p = np.int64(net.adds.item[k])
            if net.adds.number[k] <= net.tokens[p] and net.spoiled[p] == 0:
                net.trail[spoilt] = p
                spoilt += 1
                size = spoil(net, p, size)
        for k in range(net.takes.start[u], net.takes.start[u + 1]):
            p = np.int64(net.takes.item[k])
            if net.takes.number[k] > net.tokens[p] and net.spoiled[net.tokens.size + p] == 0:
                net.trail[spoilt] = net.tokens.size + p
                spoilt += 1
                size = spoil(net, net.tokens.size + p, size)
    if gone < left:
        return gone
    for i in range(size):
        net.member[net.queue[i]] = 1
    for i in range(spoilt):
        restore(net, net.trail[i])
    return 0


@jit
def spoil(net, scapegoat, size):
    """Take a scapegoat from all disabled transitions that have it; those left without one are deleted."""
    net.spoiled[scapegoat] = 1
    lacking = scapegoat < net.tokens.size
    p = scapegoat if lacking else scapegoat - net.tokens.size
    rows = net.needers if lacking else net.inhibited
    for k in range(rows.start[p], rows.start[p + 1]):
        t = rows.item[k]
        if has_scapegoat(net, p, lacking, rows.number[k]):
            net.usable[t] -= 1
            if net.usable[t] == 0 and net.member[t] == 1:
                net.member[t] = 0
                net.queue[size] = t
                size += 1
    return size


@jit
def restore(net, scapegoat):
    """Undo `spoil`."""
    net.spoiled[scapegoat] = 0
    lacking = scapegoat < net.tokens.size
    p = scapegoat if lacking else scapegoat - net.tokens.size
    rows = net.needers if lacking else net.inhibited
    for k in range(rows.start[p], rows.start[p + 1]):
        if has_scapegoat(net, p, lacking, rows.number[k]):
            net.usable[rows.item[k]] += 1


@inlined
def has_scapegoat(net, p, lacking, number):
    """Whether p stops a transition that needs `number` tokens there, or is inhibited by as many."""
    if lacking:
        return net.tokens[p] < number
    return net.tokens[p] >= number


def reduce_by_closure(
    system: System[Marking], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """`stubborn/closure`.  options: `order`, "bfs" (the default) or "dfs".  PreconditionError unless a net."""
    return _reduce(system, "closure", options, watch)


def reduce_by_deletion(
    system: System[Marking], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """`stubborn/deletion`.  options: `order`, "bfs" (the default) or "dfs".  PreconditionError unless a net."""
    return _reduce(system, "deletion", options, watch)


def _reduce(
    system: System[Marking], choice: str, options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    from mazurka.optimized.driver import Request, run_search

    if not isinstance(system, PetriNet):
        raise PreconditionError(
            f"stubborn/{choice} is for Petri nets, and {system.name} is a {system.formalism} system"
        )
    return run_search(Request(system, choice, order=str(options.get("order", "bfs"))), watch)
