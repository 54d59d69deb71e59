"""A goal over the markings of a net as tables, for the searches that look for it.

A goal is a tree: its leaves, the *atoms*, say that a sum Σ c(p)·m(p) is at least a bound; the other nodes say
that all, or some, of their parts hold.  Parts have smaller numbers than what they are part of, so that one
pass upwards evaluates a goal and one pass downwards selects what matters in it; equal parts are one node.
"""

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from mazurka.errors import PreconditionError
from mazurka.formulas import AllOf, Goal, Inequality
from mazurka.optimized.compiled import U32
from mazurka.optimized.jit import jit
from mazurka.optimized.net_tables import I64, NetTables, Rows, table_rows
from mazurka.optimized.potentials import Potentials, potential_tables
from mazurka.systems import PetriNet

ATOM, ALL, SOME = range(3)
"""Kinds of nodes."""

LARGEST = 2**31
"""Bounds and coefficients are at most that, in absolute value: sums over places then fit into 64 bits."""

LAYER_BYTES = 1 << 26
"""Room for tables of layers; atoms that find no room have no layers."""

Part: TypeAlias = tuple[int, tuple[int, ...]]
"""A kind of node and its parts; of an atom, its number."""


class GoalTables(NamedTuple):
    """A goal for a net, and working space."""

    terms: Rows  # atom → (place, coefficient)
    bound: I64  # [atoms]
    raisers: Rows  # atom → (transition that raises its sum, by how much)
    kind: U32  # [nodes]; the last is the goal
    parts: Rows  # node → (part, 0); of an atom its number
    gain: I64  # along the pairs of `helps`: by how much the transition raises the level of the scapegoat
    missing: I64  # scratch [atoms]: by how much the sum is too small
    distance: I64  # scratch [nodes]
    marked: I64  # scratch [nodes]: selected, 1 or 0
    weight: I64  # scratch [nodes]
    slot: I64  # [atoms]: the row of its layers, or −1
    layer: NDArray[np.uint16]  # [slots, transitions]
    used: I64  # [1]: slots in use
    price: I64  # scratch [transitions]
    unit: I64  # scratch [scapegoats]
    waiting: I64  # scratch [transitions + 1]
    queued: I64  # scratch [transitions]
    seen: I64  # scratch [scapegoats], by stamp
    stamp: I64  # scratch [1]
    potentials: Potentials


def goal_tables(
    net: PetriNet, goal: Goal, tables: NetTables, potentials: Sequence[Sequence[Inequality]] = ()
) -> GoalTables:
    """The tables of a goal.  PreconditionError where a number in it is beyond LARGEST."""
    nodes, atoms = _nodes(goal)
    for atom in atoms:
        _check(atom)
    transitions, scapegoats = len(net.transitions), 2 * len(net.places)
    slots = max(1, min(len(atoms), LAYER_BYTES // (2 * max(1, transitions))))

    def room(size: int) -> I64:
        return np.zeros(size, dtype=np.int64)

    return GoalTables(
        terms=table_rows([atom.tokens for atom in atoms]),
        bound=np.array([atom.bound for atom in atoms], dtype=np.int64),
        raisers=table_rows(_raisers(net, atoms)),
        kind=np.array([kind for kind, _ in nodes], dtype=np.uint32),
        parts=table_rows([[(part, 0) for part in parts] for _, parts in nodes]),
        gain=_gains(net, tables),
        missing=room(len(atoms)),
        distance=room(len(nodes)),
        marked=room(len(nodes)),
        weight=room(len(nodes)),
        slot=np.full(len(atoms), -1, dtype=np.int64),
        layer=np.zeros((slots, transitions), dtype=np.uint16),
        used=room(1),
        price=room(transitions),
        unit=room(scapegoats),
        waiting=room(transitions + 1),
        queued=room(transitions),
        seen=room(scapegoats),
        stamp=room(1),
        potentials=potential_tables(net, potentials),
    )


def _check(atom: Inequality) -> None:
    if abs(atom.bound) > LARGEST or any(abs(c) > LARGEST for _, c in atom.tokens):
        raise PreconditionError(f"a goal has a number beyond {LARGEST}, the largest that is searched for")


def _nodes(goal: Goal) -> tuple[list[Part], list[Inequality]]:
    """The nodes, parts first, and the atoms.  Without recursion: goals may be deep."""
    number: dict[Goal, int] = {}
    nodes: dict[Part, int] = {}
    atoms: dict[Inequality, int] = {}
    waiting: list[Goal] = [goal]
    while waiting:
        at = waiting[-1]
        if isinstance(at, Inequality):
            node: Part = ATOM, (atoms.setdefault(at, len(atoms)),)
        else:
            unnumbered = [part for part in at.parts if part not in number]
            if unnumbered:
                waiting += reversed(unnumbered)
                continue
            parts = dict.fromkeys(number[part] for part in at.parts)
            node = ALL if isinstance(at, AllOf) else SOME, tuple(parts)
        number[at] = nodes.setdefault(node, len(nodes))
        waiting.pop()
    ordered = list(nodes)
    if number[goal] != len(ordered) - 1:  # the goal equals one of its parts' parts: repeat it as the last
        ordered.append((SOME, (number[goal],)))
    return ordered, list(atoms)


def _raisers(net: PetriNet, atoms: Sequence[Inequality]) -> list[list[tuple[int, int]]]:
    changing: list[list[tuple[int, int]]] = [[] for _ in net.places]
    for t, transition in enumerate(net.transitions):
        for p, d in transition.effect.items():
            changing[p].append((t, d))
    rows = []
    for atom in atoms:
        change: dict[int, int] = {}
        for p, c in atom.tokens:
            for t, d in changing[p]:
                change[t] = change.get(t, 0) + c * d
        rows.append(sorted((t, d) for t, d in change.items() if d > 0))
    return rows


def _gains(net: PetriNet, tables: NetTables) -> I64:
    places = len(net.places)
    gains = [
        abs(net.transitions[t].effect[int(g) % places])
        for t in range(len(net.transitions))
        for g in tables.helps.pairs[tables.helps.start[t] : tables.helps.start[t + 1], 0]
    ]
    return np.array(gains, dtype=np.int64)


@jit
def tokens(net, s, p):
    """The tokens of place p in packed state s."""
    kept = net.kept[p]
    number = (s[kept[0]] >> kept[1]) & kept[2]
    if kept[4] != 0:
        return np.int64(1) if number == kept[3] else np.int64(0)
    return np.int64(number)


@jit
def is_goal(goal, net, s):
    """Whether packed state s is in the goal; notes `missing`, and `distance` 0 where a node holds."""
    for i in range(goal.bound.size):
        total = np.int64(0)
        for k in range(goal.terms.start[i], goal.terms.start[i + 1]):
            total += goal.terms.pairs[k, 1] * tokens(net, s, goal.terms.pairs[k, 0])
        goal.missing[i] = max(np.int64(0), goal.bound[i] - total)
    for node in range(goal.kind.size):
        first, last = goal.parts.start[node], goal.parts.start[node + 1]
        kind = goal.kind[node]
        if kind == ATOM:
            value = min(np.int64(1), goal.missing[goal.parts.pairs[first, 0]])
        else:
            value = np.int64(1) if kind == SOME else np.int64(0)
            for k in range(first, last):
                part = goal.distance[goal.parts.pairs[k, 0]]
                value = max(value, part) if kind == ALL else min(value, part)
        goal.distance[node] = value
    return goal.distance[goal.kind.size - 1] == 0
