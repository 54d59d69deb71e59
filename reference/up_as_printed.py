"""UP sets and layers as they are printed, with the smallest nets that go wrong.  Not for use.

    [E]  section 2.3.1, Less and More; Definitions 6–9; Lemma 1.

See `up_sets` and `up_layers` for what is wrong, and for definitions that hold.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from operator import eq, ge, gt, le, lt, ne

from mazurka.formulas import Goal, all_of, linear, some_of
from mazurka.reference.up_sets import Members
from mazurka.systems import Marking, PetriNet, Transition

_RELATIONS = {"=": eq, "!=": ne, "<": lt, ">": gt, "<=": le, ">=": ge}


@dataclass(frozen=True)
class Atom:
    """A place compared with a constant."""

    place: int
    relation: str
    constant: int

    def holds(self, m: Marking) -> bool:
        return bool(_RELATIONS[self.relation](m[self.place], self.constant))

    def less(self, m: Marking) -> bool:
        """Less(ℓ, M); WRONG for `>` where M(p) = k."""
        k = m[self.place]
        return (k == self.constant and self.relation == "!=") or (
            k < self.constant and self.relation in ("=", ">", ">=")
        )

    def more(self, m: Marking) -> bool:
        """More(ℓ, M); WRONG for `<` where M(p) = k."""
        k = m[self.place]
        return (k == self.constant and self.relation == "!=") or (
            k > self.constant and self.relation in ("=", "<", "<=")
        )

    def goal(self) -> Goal:
        """The atom as a goal."""
        p, k = self.place, self.constant
        at_least, at_most = linear({p: 1}, k), linear({p: -1}, -k)
        above, below = linear({p: 1}, k + 1), linear({p: -1}, 1 - k)
        goals = {">=": at_least, "<=": at_most, ">": above, "<": below}
        goals |= {"=": all_of((at_least, at_most)), "!=": some_of((above, below))}
        return goals[self.relation]


def printed_up_set(net: PetriNet, atoms: Iterable[Atom], m: Marking) -> Members:
    """Definition 6, with Less and More as printed."""
    return printed_layers(net, atoms, m)[0]


def printed_layers(net: PetriNet, atoms: Iterable[Atom], m: Marking) -> tuple[Members, ...]:
    """Definition 9, with Less and More and the layers as printed; layer 0 always."""
    each = [_layers(net, a.place, 1) for a in atoms if a.less(m)]
    each += [_layers(net, a.place, -1) for a in atoms if a.more(m)]
    depth = max(map(len, each), default=1)
    return tuple(frozenset().union(*(x[n] for x in each if n < len(x))) for n in range(depth))


def _layers(net: PetriNet, place: int, sign: int) -> list[Members]:
    """Definitions 7 and 8: •t are the places that t consumes from."""
    every = list(enumerate(net.transitions))
    found = [frozenset(k for k, t in every if sign * t.effect.get(place, 0) > 0)]
    while found[-1]:
        above = frozenset().union(*found)
        inputs = {p for k in found[-1] for p in net.transitions[k].consumes}
        found.append(frozenset(k for k, t in every if any(t.effect.get(p, 0) > 0 for p in inputs)) - above)
    return found


THEOREM_1 = PetriNet("theorem-1", ("q", "p"), (Transition("t", {0: 1}, {1: 1}),), (1, 0))
"""With the goal p > 0: at first UP is empty, and yet t reaches it."""

LEMMA_1 = PetriNet(
    "lemma-1",
    ("b", "c", "q"),
    (Transition("v", {0: 1}, {1: 1, 2: 1}), Transition("w", {1: 1}, {0: 1})),
    (1, 0, 0),
)
"""With the goal q ≥ 2: layer 1 is {w}, which is not enabled, and layer 2 is empty; v·w is a path with w."""

THEOREM_2_INHIBITOR = PetriNet(
    "theorem-2-inhibitor",
    ("p", "q", "r"),
    (Transition("t", {0: 1}, {1: 1}, inhibitors={2: 1}), Transition("u", {2: 1})),
    (1, 0, 1),
)
"""With the goal q ≥ 1: no layer holds an enabled transition, and yet u·t reaches it."""

THEOREM_2_READ = PetriNet(
    "theorem-2-read",
    ("p", "q", "r", "s"),
    (Transition("t", {0: 1}, {1: 1}, reads={2: 1}), Transition("u", {3: 1}, {2: 1})),
    (1, 0, 0, 1),
)
"""With the goal q ≥ 1: the same, where the arc from r is a read arc and not drawn as two."""
