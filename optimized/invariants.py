"""Place invariants: weights y ≥ 0 on places such that y·m is the same in every reachable marking m.

They come from the effects of transitions alone (y·C = 0), by Farkas' elimination: begin with one row a
place, and for one transition after another replace the rows that it changes by their sums that it does not.

    [CS]  the elimination of columns.

Two uses: an invariant of one token names a group of places of which exactly one is marked, so that the
group needs no more than a small number in a packed state; any invariant bounds its places.
The number of invariants can be exponential; both searches are cut, and then find fewer.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import islice, product
from math import gcd

from mazurka.systems import PetriNet

ROWS = 200
"""How many sums are kept at one elimination."""
PAIRS = 4_000
"""How many pairs are tried at one elimination."""
ALL_PAIRS = 100_000
"""How many pairs are tried in all; what would come after is given up."""


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
    """The rows left when every transition is eliminated; with `unit`, weights 1 and at most one token.

    The transition that has the fewest pairs is next.  A heap holds such numbers of pairs, also old ones:
    an entry that is out of date is passed over.
    """
    table = _Table(_place_rows(net, unit=unit))
    queue = [(table.pairs(t), t) for t in table.changed_at]
    heapify(queue)
    left = ALL_PAIRS
    while queue:
        pairs, t = heappop(queue)
        if t not in table.changed_at or pairs != table.pairs(t):
            continue
        pairs = min(pairs, PAIRS, left)
        left -= pairs
        raising, lowering = table.changing(t)
        touched = {u for row in raising + lowering for u in row.change}
        for row in raising + lowering:
            table.remove(row)
        for row in _minimal(_sums(t, product(raising, lowering), pairs, unit=unit)):
            table.add(row)
            touched.update(row.change)
        for u in touched & table.changed_at.keys():
            heappush(queue, (table.pairs(u), u))
    return table.rows()


class _Table:
    """Rows, and for each transition those that it changes, in order of arrival."""

    def __init__(self, rows: list[_Row]) -> None:
        self._rows: dict[int, _Row] = {}
        self.changed_at: dict[int, dict[int, _Row]] = {}
        self._raising: Counter[int] = Counter()  # for each transition the rows that it raises
        for row in rows:
            self.add(row)

    def add(self, row: _Row) -> None:
        self._rows[id(row)] = row
        for t, d in row.change.items():
            self.changed_at.setdefault(t, {})[id(row)] = row
            self._raising[t] += d > 0

    def remove(self, row: _Row) -> None:
        del self._rows[id(row)]
        for t, d in row.change.items():
            del self.changed_at[t][id(row)]
            self._raising[t] -= d > 0
            if not self.changed_at[t]:
                del self.changed_at[t]

    def changing(self, t: int) -> tuple[list[_Row], list[_Row]]:
        """The rows that t raises, and those that it lowers."""
        rows = self.changed_at[t].values()
        return [r for r in rows if r.change[t] > 0], [r for r in rows if r.change[t] < 0]

    def pairs(self, t: int) -> int:
        """How many pairs there are of a row that t raises and one that it lowers."""
        return self._raising[t] * (len(self.changed_at[t]) - self._raising[t])

    def rows(self) -> list[_Row]:
        return list(self._rows.values())


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


def _sums(t: int, pairs: Iterable[tuple[_Row, _Row]], most: int, *, unit: bool) -> list[_Row]:
    """The sums, which t does not change, of a row that it raises and one that it lowers: `most` at most."""
    found: dict[int, _Row] = {}
    for up, down in islice(pairs, most):
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
