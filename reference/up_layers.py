"""UP layers: transitions that help to enable those of an UP set, and so on.

    [E]  section 4.1.2, Definitions 7–10, Lemmas 1 and 2, Theorem 2.

Layer 0 of an inequality is its UP set.  Layer n + 1 holds what can help to enable a transition of layer n and
is in no layer above (Definitions 7 and 8).  UP_n(s) is the union over the inequalities that fail at s
(Definition 9), and UP*(s) the first of these that holds an enabled transition (Definition 10).

    Theorem 2.  Every path from a state s outside the goal to one in it fires a transition of UP*(s).

Where no layer holds an enabled transition the goal cannot be reached from s.  Proof: let n be the layer of
UP*(s).  The path fires a transition of layer 0 (Theorem 1); take the first that it fires of the layers up
to n. Were that of a layer above n, it would not be enabled at s; something would have helped it before,
and that is of a layer up to n.  So it is of layer n.  It need not be the first transition of the path.

variant: [E] looks only at who puts tokens on places that a transition consumes from.  Who puts tokens on a
place that is read helps too, and so does who takes from a place that inhibits; without these, Theorem 2 is
false.  Lemma 1 as printed is false even without such arcs: it says that where nothing of layer n is
enabled, a path that fires a transition of layer n fires one of layer n + 1; but what helps may be of a
layer above n, and Definition 7 takes that out of layer n + 1.  The proof above does without it.
`up_as_printed` has the nets.
"""

from collections.abc import Iterator

from mazurka.formulas import Conjunction, Inequality
from mazurka.reference.up_sets import Members, failing, up_set_of
from mazurka.systems import Marking, PetriNet, Transition


def helps(u: Transition, t: Transition) -> bool:
    """Whether u can help to enable t: more tokens where it needs some, fewer where it is inhibited."""
    more = any(u.effect.get(p, 0) > 0 for p in t.needs)
    return more or any(u.effect.get(p, 0) < 0 for p in t.inhibitors)


def layers_of(net: PetriNet, i: Inequality) -> tuple[Members, ...]:
    """Definitions 7 and 8: the layers of an inequality that are not empty."""
    found: list[Members] = []
    layer = up_set_of(net, i)
    while layer:
        found.append(layer)
        above = frozenset().union(*found)
        layer = frozenset(
            k
            for k, u in enumerate(net.transitions)
            if k not in above and any(helps(u, net.transitions[t]) for t in layer)
        )
    return tuple(found)


def layers(net: PetriNet, goal: Conjunction, m: Marking) -> tuple[Members, ...]:
    """Definition 9: UP_0(m), UP_1(m), …"""
    each = [layers_of(net, i) for i in failing(goal, m)]
    depth = max(map(len, each), default=0)
    return tuple(frozenset().union(*(x[n] for x in each if n < len(x))) for n in range(depth))


def enabled_layers(net: PetriNet, goal: Conjunction, m: Marking) -> Iterator[tuple[int, ...]]:
    """The enabled part of each layer that has one, from the highest: the first is that of UP*(m)."""
    for layer in layers(net, goal, m):
        if enabled := tuple(k for k in sorted(layer) if net.transitions[k].is_enabled(m)):
            yield enabled


def best_layer(net: PetriNet, goal: Conjunction, m: Marking) -> Members:
    """Definition 10: UP*(m); empty where no layer holds an enabled transition."""
    for layer in layers(net, goal, m):
        if any(net.transitions[k].is_enabled(m) for k in layer):
            return layer
    return frozenset()
