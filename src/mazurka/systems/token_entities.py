"""Any net as an entity system: a token is an entity, and a transition is made concrete in each state.

    [B]  section 4.2.2, Algorithms 4–6.

The tokens of a place are numbered.  Which of them a transition takes, reads and puts depends on the state, so
it stands for many actions, its *concretisations*.

variant: [B] lets a transition take any tokens and put any that do not exist.  Each choice is an action then,
and a marking is met again and again with other tokens.  Here a place with k tokens holds the tokens 0 … k−1:
the last ones are taken, the next ones are put.  So states are markings, and in each state a transition has
one concretisation.  It depends on the number c of tokens in each place whose number it changes by d:

    d < 0    D = the tokens c+d … c−1,   N ∋ the token c
    d > 0    C = the tokens c … c+d−1,   R ∋ the token c−1

Where it needs k tokens and changes nothing it reads the token k−1; where k tokens inhibit it, it forbids that
token.  [B] leaves inhibitor arcs out here ("it is currently impossible to determine the exact concrete
forbidden entities"), and then takes actions for independent that are not.

By its four sets a concretisation is enabled exactly in the markings with these numbers of tokens in which its
transition is.  So this is an entity system like any other, and what holds of those holds of it.

Its relations are *local*, they see numbers of tokens: taking one of three tokens does not disable a
transition that reads one.  So runs may be equivalent that are not by the arcs of the net.  The *global* form
keeps them apart.  It has actions for each number of tokens in places that are only tested, too: for c tokens,
R ∋ the token c−1 and N ∋ the token c.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import prod

from mazurka.errors import TokenOverflowError
from mazurka.systems.entity import Entities, EntityAction, EntitySystem
from mazurka.systems.petri_net import Marking, PetriNet, Transition
from mazurka.systems.protocol import Action


@dataclass(frozen=True)
class TokenEntities(EntitySystem):
    """The concretisations of a net's transitions where no place holds more tokens than its bound.

    They may lead beyond a bound; there the system refuses to go on.

    transition: the transition that an action is a concretisation of.
    """

    net: PetriNet
    bounds: Marking
    transition: Mapping[Action, Action] = field(compare=False)

    @cached_property
    def _number(self) -> dict[str, int]:
        return {p: i for i, p in enumerate(self.net.places)}

    def marking(self, s: Entities) -> Marking:
        """The marking that a state stands for: the number of tokens in each place."""
        counts = [0] * len(self.net.places)
        for e in s:
            counts[self._number[place_of(e)]] += 1
        return tuple(counts)

    def enabled(self, s: Entities) -> tuple[Action, ...]:
        """TokenOverflowError where a place holds more than its bound."""
        for place, k, bound in zip(self.net.places, self.marking(s), self.bounds, strict=True):
            if k > bound:
                raise TokenOverflowError(self.name, place, bound)
        return super().enabled(s)


def token(place: str, k: int) -> str:
    """The name of a token of a place."""
    return f"{place}#{k}"


def place_of(e: str) -> str:
    """The place of a token."""
    return e.rpartition("#")[0]


def token_entities(net: PetriNet, bounds: Sequence[int], *, local: bool = True) -> TokenEntities:
    """The entity system of a net whose places hold at most so many tokens.

    local: its relations see numbers of tokens; else what is independent is so by the arcs of the net.
    Actions are in the order of transitions.  The only concretisation of a transition has its name; to the
    names of several the numbers of tokens are added.  TokenOverflowError where
    a transition has more than `MOST_CONCRETISATIONS`.
    """
    initial = (_tokens(place, 0, k) for place, k in zip(net.places, net.initial, strict=True))
    taken = set(net.actions)
    actions, transition = [], {}
    changed = frozenset[int]() if local else frozenset(p for t in net.transitions for p in t.effect)
    for t in net.transitions:
        numbers = _numbers(net, t, bounds, changed)
        for chosen in numbers:
            name = t.name
            if len(numbers) > 1:
                name = _fresh(f"{t.name}@{','.join(map(str, chosen.values()))}", taken)
            actions.append(_concretised(net, t, name, chosen))
            transition[name] = t.name
    return TokenEntities(net.name, _EMPTY.union(*initial), tuple(actions), net, tuple(bounds), transition)


MOST_CONCRETISATIONS = 100_000
"""Of a single transition."""

_EMPTY: Entities = frozenset()


def _numbers(
    net: PetriNet, t: Transition, bounds: Sequence[int], known: Collection[int]
) -> list[dict[int, int]]:
    """The numbers of tokens, within bounds, with which t can fire: of what it changes or is to know."""
    allowed = {
        p: range(t.needs.get(p, 0), min(t.inhibitors.get(p, bounds[p] + 1), bounds[p] + 1))
        for p in {*t.effect, *t.needs, *t.inhibitors}
    }
    if not all(allowed.values()):
        return []
    places = [p for p in sorted(allowed) if p in t.effect or p in known]
    if prod(len(allowed[p]) for p in places) > MOST_CONCRETISATIONS:
        p = max(places, key=lambda p: len(allowed[p]))
        raise TokenOverflowError(net.name, net.places[p], bounds[p])
    choices = product(*(allowed[p] for p in places))
    return [dict(zip(places, chosen, strict=True)) for chosen in choices]


def _concretised(net: PetriNet, t: Transition, name: Action, numbers: dict[int, int]) -> EntityAction:
    reads, forbids, deletes, creates = set[str](), set[str](), set[str](), set[str]()
    for p, c in numbers.items():
        place, d = net.places[p], t.effect.get(p, 0)
        if d <= 0:
            deletes |= _tokens(place, c + d, c)
            forbids |= _tokens(place, c, c + 1)
        if d >= 0:
            creates |= _tokens(place, c, c + d)
            reads |= _tokens(place, max(c - 1, 0), c)
    for p in {*t.needs, *t.inhibitors} - numbers.keys():
        place, need, most = net.places[p], t.needs.get(p, 0), t.inhibitors.get(p, 0)
        reads |= _tokens(place, max(need - 1, 0), need)
        forbids |= _tokens(place, max(most - 1, 0), most)
    return EntityAction(name, frozenset(reads), frozenset(forbids), frozenset(deletes), frozenset(creates))


def _tokens(place: str, low: int, high: int) -> Entities:
    """The tokens k of a place with low ≤ k < high."""
    return frozenset(token(place, k) for k in range(low, high))


def _fresh(name: str, taken: set[str]) -> str:
    """The name, with primes where it is taken already."""
    while name in taken:
        name += "'"
    taken.add(name)
    return name
