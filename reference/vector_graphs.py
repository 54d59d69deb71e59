"""What a search by probe sets explored, as a graph whose runs are runs of the system.

    [KR]  Definition 7, Theorem 16, Algorithm 1 lines 7–13.

[KR] call the reduction R the states q↑w of the vectors, with the states passed on the way to missed actions
(line 9).  Its runs are to have every run of the system as a weak prefix, so it matters which steps R has.
Here it has those that the search made:

    - from the vector (q, w) the step by x of a probe set, to the vector (q↑p(x), (w·x) − p(x));
    - from the base q the steps of v·a for a missed action, to the vector (q↑v·a, ε).

A base is passed by runs too.  It is the vector (q, ε), whether or not the search expanded it.  The initial
state is a base, so is q↑v·a; and q↑p(x) is reached from q by the word p(x), which the search took in some
order together with the rest of w.  These *joints* are part of the graph only where a run to a missed action
passes them.  A prefix v′ of v·a is the vector (q, v′).

Where a search does not expand (q↑v·a, ε), since another vector has this target, the run goes on at the
first such vector.  It does not where q↑v·a is settled, which is all explored as a base.

Nodes are vectors up to ≃: that R keeps its promise then rests on nothing but what the search did.  A search
that tells states apart, and no more, means the weaker thing that [KR] seem to mean by a reduction given by
its states: every step of the system between two of them belongs to it.
"""

from collections import defaultdict
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field

from mazurka.reference.vectors import Vector, after_word, normal
from mazurka.systems import Action, EntitySystem, Exploration, Run, StateGraph
from mazurka.systems.entity import Entities


@dataclass
class VectorGraph:
    """The record of a search.

    identity:   what tells nodes apart, of a vector in normal form.
    vectors:    the nodes that were expanded, in order, and the steps made from each.
    discharges: how bases are reached from bases: (base, word, base).
    detours:    the runs from bases to missed actions: (base, run).
    induced:    whether all steps of the system between its states belong to the graph.
    settled:    bases of which all is explored, (q↑a, ε) for each a enabled at q, and no vector any more.
    waiting:    where a limit ended the search, the vectors that were not expanded.
    """

    system: EntitySystem
    identity: Callable[[Vector], Hashable]
    vectors: dict[Hashable, Vector] = field(default_factory=dict)
    steps: dict[Hashable, list[tuple[Action, Vector]]] = field(default_factory=dict)
    discharges: dict[tuple[Entities, Run, Entities], None] = field(default_factory=dict)
    detours: dict[tuple[Entities, Run], None] = field(default_factory=dict)
    settled: set[Entities] = field(default_factory=set)
    waiting: list[Vector] = field(default_factory=list)
    limit: str | None = None
    induced: bool = False
    _keys: dict[Vector, Hashable] = field(default_factory=dict)

    def key(self, vector: Vector) -> Hashable:
        """The identity of a vector."""
        if vector not in self._keys:
            self._keys[vector] = self.identity(normal(self.system, vector))
        return self._keys[vector]

    def is_expanded(self, vector: Vector) -> bool:
        """Whether the node of this vector was expanded."""
        return self.key(vector) in self.vectors

    def expand(self, vector: Vector) -> None:
        """Count the vector among those expanded."""
        self.vectors.setdefault(self.key(vector), vector)
        self.steps.setdefault(self.key(vector), [])

    def step(self, vector: Vector, a: Action, word: Run, new: Vector) -> None:
        """From an expanded vector a step by a, where `word` is discharged."""
        self.steps[self.key(vector)].append((a, new))
        if word:
            self.discharges[vector.base, word, new.base] = None

    def detour(self, base: Entities, run: Run) -> None:
        """A run from a base to a missed action."""
        self.detours[base, run] = None

    def target(self, vector: Vector) -> Entities:
        """q↑w."""
        return after_word(self.system, *vector)

    def detoured_bases(self) -> set[Entities]:
        """The bases from which runs to missed actions begin, and those that are passed on the way to them."""
        needed = {q for q, _ in self.detours}
        before = defaultdict(set)
        for p, _, q in self.discharges:
            before[q].add(p)
        waiting = list(needed)
        while waiting:
            new = before[waiting.pop()] - needed
            needed |= new
            waiting.extend(new)
        return needed

    def to_exploration(self, seconds: float) -> Exploration[Entities]:
        """The counts: nodes are the vectors expanded, states their targets, transitions their steps.

        The graph has joints and runs to missed actions besides.
        """
        targets = {self.target(v) for v in self.vectors.values()}
        return Exploration(
            states=len(targets),
            nodes=len(self.vectors),
            transitions=sum(len(steps) for steps in self.steps.values()),
            deadlocks=sum(not self.system.enabled(s) for s in targets),
            complete=self.limit is None,
            limit=self.limit,
            seconds=seconds,
            graph=lambda: to_state_graph(self),
        )


def to_state_graph(record: VectorGraph) -> StateGraph[Entities]:
    """The graph of the module's description."""
    return _Drawing(record).graph


class _Drawing:
    """The graph as it is drawn: expanded vectors first, in order, then joints and what was not expanded."""

    def __init__(self, record: VectorGraph) -> None:
        self.record = record
        self.graph: StateGraph[Entities] = StateGraph(complete=record.limit is None, limit=record.limit)
        self.number: dict[Hashable, int] = {}
        self.at: dict[Entities, int] = {}
        initial = Vector(record.system.initial, ())
        for vector in (initial, *record.vectors.values()):
            self.at.setdefault(record.target(vector), self.node(vector))
        for vector in record.waiting:
            if not record.is_expanded(vector):
                self.graph.unexpanded.add(self.node(vector))
        self.draw_steps()
        self.draw_detours()
        if record.induced:
            self.draw_all_steps()

    def node(self, vector: Vector) -> int:
        """The node of a vector."""
        key = self.record.key(vector)
        if key not in self.number:
            self.number[key] = self.graph.add(self.record.target(vector))
        return self.number[key]

    def edge(self, n: int, a: Action, m: int) -> None:
        if (a, m) not in self.graph.successors[n]:
            self.graph.successors[n].append((a, m))

    def draw_steps(self) -> None:
        for vector in self.record.vectors.values():
            for a, new in self.record.steps[self.record.key(vector)]:
                self.edge(self.node(vector), a, self.node(new))

    def draw_detours(self) -> None:
        needed = self.record.detoured_bases()
        for q, word, base in self.record.discharges:
            if base in needed:
                self.path(q, word, self.node(Vector(base, ())))
        for q, run in self.record.detours:
            self.path(q, run, self.new_base(after_word(self.record.system, q, run)))

    def new_base(self, s: Entities) -> int:
        """Where a run to a missed action goes on: at (s, ε), or at the first vector whose target is s."""
        base = Vector(s, ())
        alone = self.record.is_expanded(base) or s in self.record.settled or s not in self.at
        return self.node(base) if alone else self.at[s]

    def path(self, q: Entities, run: Run, end: int) -> None:
        """The steps of a run from a base, the last of them to a given node."""
        for i, a in enumerate(run):
            m = end if i == len(run) - 1 else self.node(Vector(q, run[: i + 1]))
            self.edge(self.node(Vector(q, run[:i])), a, m)

    def draw_all_steps(self) -> None:
        """Every step of the system from a state of the graph to another, but for those that still wait."""
        system, number = self.record.system, {s: n for n, s in enumerate(self.graph.states)}
        for s, n in number.items():
            for a in system.enabled(s) if n not in self.graph.unexpanded else ():
                if (t := system.after(s, a)) in number:
                    self.edge(n, a, number[t])
