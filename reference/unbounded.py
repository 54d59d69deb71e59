"""Unbounded nets: how a search finds out that it will never end.

Without inhibitor arcs, what a marking can fire, a larger marking can fire too.  So when a run leads from a
marking to a strictly larger one, firing that part again and again puts ever more tokens on some place: the
part is a *pump*, and the net has infinitely many markings ([KM]).  With inhibitor arcs that is so if the part
leaves as many tokens as there were on every place that inhibits one of its own transitions.

Comparing every new marking with all its ancestors in the search tree would cost the square of the depth.
It is enough to compare it with its *record* ancestors: those with fewer tokens in total than every marking
after them, up to and including the new one.  They are at most as many as the new marking has tokens,
and none are left in a net that keeps its number of tokens.

Why that is enough, without inhibitor arcs.  A search that does not end has, by König's lemma, an infinite
path of different markings in its tree.  Finitely many markings have k tokens, so on this path there is a last
marking with at most k tokens: call it x_k.  It is a record ancestor of everything after it.  There are
infinitely many different x_k, and by Dickson's lemma one of them strictly covers an earlier one: they are
compared.

With inhibitor arcs no search can find out every time; where this one does not, only a limit ends it.
"""

from collections.abc import Sequence
from typing import Generic, cast

from mazurka.errors import UnboundedNetError
from mazurka.systems import Action, Marking, PetriNet, Run, State, StateGraph, System


def strictly_covers(m: Marking, below: Marking) -> bool:
    """Whether m has at least the tokens of the other marking on every place, and more on some."""
    return m != below and all(x >= y for x, y in zip(m, below, strict=True))


def is_pump(net: PetriNet, m: Marking, pump: Sequence[Action]) -> bool:
    """Whether the word can be fired in m again and again, to ever larger markings."""
    after = m
    for a in pump:
        if a not in net.enabled(after):
            return False
        after = net.after(after, a)
    return strictly_covers(after, m) and leaves_inhibitors(net, m, after, pump)


def leaves_inhibitors(net: PetriNet, m: Marking, after: Marking, pump: Sequence[Action]) -> bool:
    """Whether the places that inhibit transitions of the word have the same tokens in both markings."""
    return all(m[p] == after[p] for a in pump for p in net.transition[a].inhibitors)


class SearchTree(Generic[State]):
    """The tree of a search, node by node; UnboundedNetError at the first pump from a record ancestor.

    It keeps nothing for systems other than nets.
    """

    def __init__(self, system: System[State], graph: StateGraph[State]) -> None:
        self.net: PetriNet | None = system if isinstance(system, PetriNet) else None
        self.markings = cast(list[Marking], graph.states)
        self.step: list[tuple[int, Action] | None] = [None]
        self.tokens: list[int] = [sum(self.markings[0])] if self.net else []
        self.record: list[int | None] = [None]

    def add(self, n: int, parent: int, a: Action) -> None:
        """Node n, numbered next, was found from its parent by action a."""
        if self.net is None:
            return
        total = sum(self.markings[n])
        above: int | None = parent
        while above is not None and self.tokens[above] >= total:
            above = self.record[above]
        self.step.append((parent, a))
        self.tokens.append(total)
        self.record.append(above)
        while above is not None:
            m, below = self.markings[n], self.markings[above]
            if strictly_covers(m, below) and leaves_inhibitors(self.net, below, m, self._path(above, n)):
                raise self._unbounded(self.net, above, n)
            above = self.record[above]

    def _unbounded(self, net: PetriNet, above: int, n: int) -> UnboundedNetError:
        grown = (x > y for x, y in zip(self.markings[n], self.markings[above], strict=True))
        place = next(p for p, more in zip(net.places, grown, strict=True) if more)
        return UnboundedNetError(net.name, place, self._path(0, above), self._path(above, n))

    def _path(self, above: int, n: int) -> Run:
        run: list[Action] = []
        while n != above:
            step = self.step[n]
            assert step is not None
            n, a = step
            run.append(a)
        return tuple(reversed(run))
