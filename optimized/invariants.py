"""Place invariants: weights y ≥ 0 on places such that y·m is the same in every reachable marking m.

They come from the effects of transitions alone (y·C = 0), by Farkas' elimination: begin with one row a
place, and for one transition after another replace the rows that it changes by their sums that it does not.

    Colom, Silva.  Convex geometry and semiflows in P/T nets.  Advances in Petri Nets 1990.

Two uses: an invariant of one token names a group of places of which exactly one is marked, so that the
group needs no more than a small number in a packed state; any invariant bounds its places.
The number of invariants can be exponential; both searches are cut, and then find fewer.
"""

from dataclasses import dataclass
from math import gcd

from mazurka.systems import PetriNet

ROWS = 200
"""How many sums are kept at one elimination."""
PAIRS = 4_000
"""How many pairs are tried at one elimination."""


@dataclass(frozen=True)
class Invariant:
    """Place weights and their token count: the sum of weights[p] · m(p) is `tokens` in every marking."""

    weights: dict[int, int]
    tokens: int


@dataclass(frozen=True)
class _Row:
    support: int  # the places, as bits
    weights: dict[int, int]
    change: dict[int, int]  # y·C at the transitions still to be eliminated
    tokens: int


def one_token_invariants(net: PetriNet) -> tuple[list[frozenset[int]], frozenset[int]]:
    """Sets of places of which always exactly one holds a token, one only; and places always empty."""
    rows = _eliminate(net, unit=True)
    groups = [frozenset(row.weights) for row in rows if row.tokens == 1]
    return groups, frozenset(p for row in rows if row.tokens == 0 for p in row.weights)


def invariants(net: PetriNet) -> list[Invariant]:
    """Invariants of any weights and any number of tokens."""
    return [Invariant(row.weights, row.tokens) for row in _eliminate(net, unit=False)]


def place_bounds(net: PetriNet) -> list[int | None]:
    """For each place the least bound that the invariants found prove; None where they prove none."""
    bounds: list[int | None] = [None] * len(net.places)
    for invariant in invariants(net):
        for p, weight in invariant.weights.items():
            bound, known = invariant.tokens // weight, bounds[p]
            bounds[p] = bound if known is None else min(known, bound)
    return bounds


def _eliminate(net: PetriNet, *, unit: bool) -> list[_Row]:
    """The rows left when every transition is eliminated; with `unit`, weights 1 and at most one token."""
    rows = _place_rows(net, unit=unit)
    while True:
        raising: dict[int, list[_Row]] = {}
        lowering: dict[int, list[_Row]] = {}
        for row in rows:
            for t, d in row.change.items():
                (raising if d > 0 else lowering).setdefault(t, []).append(row)
        left = raising.keys() | lowering.keys()
        if not left:
            return rows
        t = min(left, key=lambda t: (len(raising.get(t, ())) * len(lowering.get(t, ())), t))
        sums = _sums(t, raising.get(t, []), lowering.get(t, []), unit=unit)
        rows = [row for row in rows if t not in row.change] + _minimal(sums)


def _place_rows(net: PetriNet, *, unit: bool) -> list[_Row]:
    change: list[dict[int, int]] = [{} for _ in net.places]
    for j, t in enumerate(net.transitions):
        for p, d in t.effect.items():
            change[p][j] = d
    return [
        _Row(1 << p, {p: 1}, change[p], net.initial[p])
        for p in range(len(net.places))
        if not unit or net.initial[p] <= 1
    ]


def _sums(t: int, raising: list[_Row], lowering: list[_Row], *, unit: bool) -> list[_Row]:
    found: dict[int, _Row] = {}
    tried = 0
    for up in raising:
        for down in lowering:
            tried += 1
            if tried > PAIRS:
                return list(found.values())
            x, y = -down.change[t], up.change[t]
            if unit and (x != y or up.support & down.support or up.tokens + down.tokens > 1):
                continue
            support = up.support | down.support
            if support not in found:
                found[support] = _combined(up, x, down, y)
    return list(found.values())


def _combined(up: _Row, x: int, down: _Row, y: int) -> _Row:
    """x·up + y·down, divided by the greatest common divisor of its weights."""
    weights = _linear(up.weights, x, down.weights, y)
    change = _linear(up.change, x, down.change, y)
    divisor = gcd(*weights.values())
    return _Row(
        up.support | down.support,
        {p: w // divisor for p, w in weights.items()},
        {t: d // divisor for t, d in change.items()},
        (x * up.tokens + y * down.tokens) // divisor,
    )


def _linear(u: dict[int, int], x: int, v: dict[int, int], y: int) -> dict[int, int]:
    total = {k: x * d for k, d in u.items()}
    for k, d in v.items():
        total[k] = total.get(k, 0) + y * d
    return {k: d for k, d in total.items() if d}


def _minimal(rows: list[_Row]) -> list[_Row]:
    """The rows that contain no other, the simplest first, at most ROWS of them."""
    kept: list[_Row] = []
    for row in sorted(rows, key=lambda r: (r.support.bit_count(), len(r.change), r.support)):
        if not any(other.support & row.support == other.support for other in kept):
            kept.append(row)
            if len(kept) == ROWS:
                break
    return kept
