"""A net as an entity system whose transitions choose among the tokens.

    [B]  section 4.2.2, Algorithms 4–6.

A concretisation reads any tokens of a place, as many as its transition reads (Algorithm 4), likewise it
deletes, and it creates tokens that do not exist (Algorithm 5).  All combinations of disjoint choices are
actions (Algorithm 6).  So a marking is met with many sets of tokens: `TokenEntities` has fewer actions, and
its states are markings.

Two things are missing in [B] without which this is no entity system ([KR] Definition 10), and actions pass
for independent that are not:

- There are no forbidden entities.  Here an inhibitor arc of weight 1 forbids every token that the place may
  hold.  One of a larger weight forbids all but those that the place does hold, which are read: there is an
  action for each set of them.
- Which tokens are created depends on those that exist, and nothing says so.  Here the tokens that do not
  exist are created in their order, and those before them are read.

variant: what a transition takes from a place and puts back there it reads.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import TypeAlias

from mazurka.systems import Action, EntityAction, PetriNet, Transition
from mazurka.systems.entity import Entities
from mazurka.systems.token_entities import TokenEntities, token, token_entities

Numbers: TypeAlias = frozenset[int]
Sets: TypeAlias = tuple[Numbers, Numbers, Numbers, Numbers]
"""R, N, D and C of an action in one place, as numbers of tokens."""
Choices: TypeAlias = Callable[[Transition, int, int], Iterator[Sets]]
"""The choices of a transition in a place with so many tokens at most."""


def choices(t: Transition, p: int, bound: int) -> Iterator[Sets]:
    """The choices of a transition in a place, repaired."""
    everything, fewest, (taken, put) = frozenset(range(bound)), t.needs.get(p, 0), _difference(t, p)
    inhibited = t.inhibitors.get(p, bound + 1)
    for held in _subsets(everything, range(fewest, min(inhibited, bound + 1))):
        missing = sorted(everything - held)
        if len(missing) >= put:
            creates = frozenset(missing[:put])
            before = frozenset(range(max(creates, default=0))) - creates
            for deletes in _subsets(held, [taken]):
                if inhibited <= bound:
                    yield held - deletes, everything - held - creates, deletes, creates
                else:
                    for reads in _subsets(held - deletes, [fewest - taken]):
                        yield reads | before, frozenset(), deletes, creates


def choices_as_printed(t: Transition, p: int, bound: int) -> Iterator[Sets]:
    """Algorithms 4–6 to the letter, for all states at once."""
    everything, fewest, (taken, put) = frozenset(range(bound)), t.needs.get(p, 0), _difference(t, p)
    for deletes in _subsets(everything, [taken]):
        for reads in _subsets(everything - deletes, [fewest - taken]):
            for creates in _subsets(everything - deletes - reads, [put]):
                yield reads, frozenset(), deletes, creates


def _difference(t: Transition, p: int) -> tuple[int, int]:
    """How many tokens are taken or put in the end."""
    d = t.effect.get(p, 0)
    return max(-d, 0), max(d, 0)


def _subsets(numbers: Numbers, sizes: Sequence[int]) -> Iterator[Numbers]:
    return (frozenset(x) for k in sizes for x in combinations(sorted(numbers), k))


@dataclass(frozen=True)
class TokensAsPrinted(TokenEntities):
    """Negative control: the four sets do not tell what is enabled, the net and the order of tokens do."""

    def enabled(self, s: Entities) -> tuple[Action, ...]:
        of_net = self.net.enabled(self.marking(s))
        return tuple(
            a
            for a in super().enabled(s)
            if self.transition[a] in of_net and self.action[a].creates == self._created(s, self.transition[a])
        )

    def _created(self, s: Entities, a: Action) -> Entities:
        """Algorithm 5, line 3, where the first tokens are selected that do not exist."""
        created: list[str] = []
        for p, d in self.net.transition[a].effect.items():
            names = (token(self.net.places[p], k) for k in range(self.bounds[p]))
            created += [e for e in names if e not in s][: max(d, 0)]
        return frozenset(created)


def chosen_tokens(net: PetriNet, bounds: Sequence[int], *, as_printed: bool = False) -> TokenEntities:
    """The entity system of a net whose places hold at most so many tokens.  Exponential."""
    initial = token_entities(net, bounds).initial
    chosen = choices_as_printed if as_printed else choices
    found = [(t.name, a) for t in net.transitions for a in _concretised(net, t, bounds, chosen)]
    kind = TokensAsPrinted if as_printed else TokenEntities
    transition = {a.name: t for t, a in found}
    return kind(net.name, initial, tuple(a for _, a in found), net, tuple(bounds), transition)


def _concretised(
    net: PetriNet, t: Transition, bounds: Sequence[int], chosen: Choices
) -> Iterator[EntityAction]:
    places = sorted({*t.consumes, *t.produces, *t.needs, *t.inhibitors})
    in_places = [dict.fromkeys(chosen(t, p, bounds[p])) for p in places]
    for parts in product(*in_places):
        sets = [
            [token(net.places[p], k) for p, part in zip(places, parts, strict=True) for k in sorted(part[i])]
            for i in range(4)
        ]
        name = "".join(f" {sign}{e}" for sign, part in zip("=!-+", sets, strict=True) for e in part)
        yield EntityAction(t.name + name, *map(frozenset, sets))
