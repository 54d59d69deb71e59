"""Agglomeration of a net for a goal: pairs of transitions become one, where what is between does not matter.

    [PP]  pre- and post-agglomerations;  [TM]  what of them a reachability question allows.

The smaller net can reach a marking of the goal if and only if the net can; its transitions stand for words
of the net's.  Kept places, those that the goal speaks of, are never touched; a transition is *silent* when it
changes none of them.  With H the transitions that produce on a place p, and F those that need tokens of p,
p is empty at first, kept by nobody, tested by no inhibitor, its arcs have weight 1, H and F are disjoint, and

    (post)  each f in F needs p alone, is silent, has no inhibitor, and produces nothing that inhibits;
            then f can as well fire right after the h that serves it, and after a last h some f still can;
    (free)  each h in H produces p alone, is silent, has no inhibitor, and needs nothing that inhibits;
            then h can as well wait for the f that it serves, and an h that serves none can be left out.

In both cases the words h·f take the place of H and F, and p is gone.  Besides, without harm to any goal:

    (vain)     a transition without effect is left out, and one that needs more than another with its effect;
    (unasked)  a place that no transition needs is left out;
    (full)     so is one that never falls and holds at first what any transition needs of it;
    (dead)     and a transition that needs more than a place ever holds, because nothing raises it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import TypeAlias

from mazurka.systems import Action, PetriNet, Run, Transition

Word: TypeAlias = "Action | tuple[Word, Word]"
"""A transition, or two words after one another; words share their parts."""


@dataclass(frozen=True)
class Agglomeration:
    """A smaller net, and for each of its transitions the word of the net's that it stands for."""

    net: PetriNet
    words: Mapping[Action, Word]

    def run(self, run: Iterable[Action]) -> Run:
        """The run of the original net for one of the smaller net."""
        actions: list[Action] = []
        waiting: list[Word] = [self.words[a] for a in run][::-1]
        while waiting:
            word = waiting.pop()
            if isinstance(word, tuple):
                waiting += reversed(word)
            else:
                actions.append(word)
        return tuple(actions)


def agglomerate(net: PetriNet, kept: Collection[int]) -> Agglomeration:
    """The net with fewer places and transitions, as good for goals over the kept places, by number."""
    shrinking = _Shrinking(net, frozenset(kept))
    shrinking.run()
    return shrinking.result()


@dataclass(frozen=True, eq=False)
class _Step:
    """A transition in the making: what it needs of each place and what it leaves there."""

    needs: dict[int, int]
    leaves: dict[int, int]
    inhibitors: dict[int, int]
    word: Word
    length: int

    @property
    def places(self) -> set[int]:
        return {*self.needs, *self.leaves}

    def effect(self, p: int) -> int:
        return self.leaves.get(p, 0) - self.needs.get(p, 0)

    def without(self, p: int) -> "_Step":
        """The step where place p is gone."""
        needs = {q: k for q, k in self.needs.items() if q != p}
        leaves = {q: k for q, k in self.leaves.items() if q != p}
        return _Step(needs, leaves, self.inhibitors, self.word, self.length)

    def replaces(self, other: "_Step") -> bool:
        """Whether it can fire whenever the other, of the same effect, can."""
        return all(other.needs.get(p, 0) >= k for p, k in self.needs.items()) and all(
            other.inhibitors.get(p, k + 1) <= k for p, k in self.inhibitors.items()
        )


def _step(t: Transition) -> _Step:
    leaves = {p: t.needs.get(p, 0) + t.effect.get(p, 0) for p in {*t.needs, *t.effect}}
    return _Step(dict(t.needs), {p: k for p, k in leaves.items() if k}, dict(t.inhibitors), t.name, 1)


def _after_one_another(h: _Step, f: _Step, p: int) -> _Step:
    """The step h·f, where f needs the one token of p that h produces."""
    needs = dict(h.needs)
    for q, k in f.needs.items():
        needs[q] = max(needs.get(q, 0), k - h.effect(q))
    needs = {q: k for q, k in needs.items() if k > 0}
    changed = h.places | f.places
    leaves = {q: needs.get(q, 0) + h.effect(q) + f.effect(q) for q in changed if q != p}
    leaves = {q: k for q, k in leaves.items() if k}
    return _Step(needs, leaves, h.inhibitors | f.inhibitors, (h.word, f.word), h.length + f.length)


class _Shrinking:
    """A net that shrinks: steps, and for each place those that need it and those that leave tokens there."""

    def __init__(self, net: PetriNet, kept: frozenset[int]) -> None:
        self.net, self.kept = net, kept
        self.inhibiting = {p for t in net.transitions for p in t.inhibitors}
        self.places = set(range(len(net.places)))
        self.needing: dict[int, dict[_Step, None]] = {p: {} for p in self.places}
        self.leaving: dict[int, dict[_Step, None]] = {p: {} for p in self.places}
        self.steps: dict[_Step, None] = {}
        self.alike: dict[frozenset[tuple[int, int]], list[_Step]] = {}
        self.queue: list[tuple[int, int]] = []
        for t in net.transitions:
            self.add(_step(t))
        for p in self.places:
            self.look_at(p)

    def add(self, step: _Step) -> None:
        """(vain), and otherwise the step is one of the net's."""
        effect = frozenset((p, step.effect(p)) for p in step.places if step.effect(p))
        others = self.alike.setdefault(effect, [])
        if not effect or any(other.replaces(step) for other in others):
            return
        for other in [other for other in others if step.replaces(other)]:
            self.remove(other)
        others.append(step)
        self.steps[step] = None
        for p in step.needs:
            self.needing[p][step] = None
        for p in step.leaves:
            self.leaving[p][step] = None

    def remove(self, step: _Step) -> None:
        """The step is gone; its places deserve another look."""
        del self.steps[step]
        effect = frozenset((p, step.effect(p)) for p in step.places if step.effect(p))
        self.alike[effect].remove(step)
        for p in step.needs:
            del self.needing[p][step]
        for p in step.leaves:
            del self.leaving[p][step]
        for p in step.places:
            self.look_at(p)

    def look_at(self, p: int) -> None:
        """Place p comes up again, those with few pairs first."""
        heappush(self.queue, (len(self.needing[p]) * len(self.leaving[p]), p))

    def run(self) -> None:
        """Until no place can go."""
        while self.queue:
            pairs, p = heappop(self.queue)
            if p in self.places and pairs == len(self.needing[p]) * len(self.leaving[p]):
                self.shrink_at(p)

    def shrink_at(self, p: int) -> None:
        """What can be done at place p."""
        initial = self.net.initial[p]
        if all(s.effect(p) <= 0 for s in self.around(p)):
            for s in [s for s in self.needing[p] if s.needs[p] > initial]:  # (dead)
                self.remove(s)
        if p in self.kept or p in self.inhibiting:
            return
        around = self.around(p)
        if all(s.effect(p) >= 0 and s.needs.get(p, 0) <= initial for s in around):  # (unasked), (full)
            self.replace(around, [s.without(p) for s in around], p)
        elif self.can_agglomerate(p):
            words = [_after_one_another(h, f, p) for h in self.leaving[p] for f in self.needing[p]]
            self.replace(around, words, p)

    def around(self, p: int) -> list[_Step]:
        """The steps that need tokens of p or leave some there."""
        return list(self.needing[p] | self.leaving[p])

    def replace(self, old: Iterable[_Step], new: Iterable[_Step], p: int) -> None:
        """Steps take the place of others, and place p is gone."""
        self.places.discard(p)
        for s in old:
            self.remove(s)
        for s in new:
            self.add(s)
            for q in s.places:
                self.look_at(q)

    def can_agglomerate(self, p: int) -> bool:
        """Whether (post) or (free) holds at place p, and the net does not grow."""
        sources, targets = self.leaving[p], self.needing[p]
        if self.net.initial[p] or any(f in sources for f in targets):
            return False
        if any(h.leaves[p] != 1 for h in sources) or any(f.needs[p] != 1 for f in targets):
            return False
        if len(sources) * len(targets) > len(sources) + len(targets):
            return False
        return all(self.can_hurry(f) for f in targets) or all(self.can_wait(h) for h in sources)

    def can_hurry(self, f: _Step) -> bool:
        """(post), of one step."""
        return len(f.needs) == 1 and self.is_silent(f) and self.inhibiting.isdisjoint(f.leaves)

    def can_wait(self, h: _Step) -> bool:
        """(free), of one step."""
        return len(h.leaves) == 1 and self.is_silent(h) and self.inhibiting.isdisjoint(h.needs)

    def is_silent(self, s: _Step) -> bool:
        """Whether it changes no kept place, and nothing inhibits it."""
        return not s.inhibitors and all(s.effect(p) == 0 for p in s.places if p in self.kept)

    def result(self) -> Agglomeration:
        """The net that is left; a step that is no word of several keeps its name."""
        number = {p: n for n, p in enumerate(sorted(self.places))}
        words: dict[Action, Word] = {}
        transitions = []
        taken = {t.name for t in self.net.transitions} | set(self.net.places)
        for s in self.steps:
            name = s.word if isinstance(s.word, str) else _fresh(taken)
            words[name] = s.word
            transitions.append(_transition(name, s, number))
        net = self.net
        places, initial = tuple(net.places[p] for p in number), tuple(net.initial[p] for p in number)
        return Agglomeration(PetriNet(net.name, places, tuple(transitions), initial), words)


def _fresh(taken: set[str]) -> str:
    name = f"word {len(taken)}"
    while name in taken:
        name += "'"
    taken.add(name)
    return name


def _transition(name: Action, s: _Step, number: Mapping[int, int]) -> Transition:
    def numbered(arcs: Iterable[tuple[int, int]]) -> dict[int, int]:
        return {number[p]: k for p, k in arcs if k > 0}

    return Transition(
        name,
        consumes=numbered((p, -s.effect(p)) for p in sorted(s.places)),
        produces=numbered((p, s.effect(p)) for p in sorted(s.places)),
        reads=numbered((p, k) for p, k in s.needs.items() if k > max(0, -s.effect(p))),
        inhibitors=numbered(s.inhibitors.items()),
    )
