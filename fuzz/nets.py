"""Random P/T nets: communicating processes, nets that conserve tokens, and arbitrary ones."""

from dataclasses import replace

from mazurka.fuzz.dice import Dice
from mazurka.systems import PetriNet, Transition

Arcs = dict[int, int]


def process_net(d: Dice) -> PetriNet:
    """Safe processes around shared places, which are taken from, given to, read and tested for emptiness.

    Each process has a token that goes around a ring, or along a line and then stops.
    """
    shared = [d.pick([1, 0, 2, 1]) for _ in range(d.pick([1, 1, 2]))]
    initial, transitions = list(shared), []
    for i, part in enumerate(d.parts(3, 14)):
        uses = [u for _ in range(3) if (u := _use(part, len(shared)))]
        if not uses:
            continue
        ring = part.pick([False, True, True])
        first = len(initial)
        size = len(uses) if ring else len(uses) + 1
        initial += [1] + [0] * (size - 1)
        for k, (kind, p, weight) in enumerate(uses):
            arcs: dict[str, Arcs] = {"consumes": {first + k: 1}, "produces": {first + (k + 1) % size: 1}}
            if kind != "nothing":
                arcs.setdefault(kind, {})[p] = weight
            if kind == "produces" and ring:
                arcs["inhibitors"] = {p: 3}  # a capacity, without which most rings are unbounded
            transitions.append(Transition(f"t{i + 1}{k + 1}", **arcs))
    return _net(initial, transitions)


def _use(d: Dice, shared: int) -> tuple[str, int, int] | None:
    """How a step of a process uses a shared place: (kind of arc, place, weight), or None for no step."""
    often = ["consumes", "produces"]
    kind = d.pick([None, "nothing", "nothing", *often, *often, *often, "reads", "inhibitors"])
    p, weight = d.pick(range(shared)), d.pick([1, 1, 1, 1, 2])
    return None if kind is None else (kind, p, weight)


def arbitrary_net(
    d: Dice, conserving: bool = False, inhibitors: bool = True, heavy: bool = False
) -> PetriNet:
    """Up to six places and five transitions.

    conserving: no transition produces more than it consumes.
    heavy:      half of the arcs have weight 2, where otherwise one in seven has.
    """
    tokens = [2, 1, 2, 3] if heavy else [1, 0, 1, 2]
    initial = [d.pick([*tokens * 8, 30]) for _ in range(d.pick([1, 2, 3, 4, 5, 6, 6]))]
    anywhere = list(range(len(initial)))
    marked = [p for p in anywhere if initial[p]] * 2 + anywhere  # so that more is enabled at first
    transitions = []
    for i, part in enumerate(d.parts(5, 12)):
        if not part.pick([False, True, True, True, True]):
            continue
        consumes = _arcs(part, marked, [1, 1, 2], heavy)
        produces = _arcs(part, anywhere, [0, 1, 1, 2], heavy)
        reads = _arcs(part, marked, [0, 0, 0, 1], heavy)
        inhibits = _arcs(part, anywhere, [0, 0, 0, 1], heavy) if inhibitors else {}
        excess = sum(produces.values()) - sum(consumes.values())
        if conserving and excess > 0:
            p = min(consumes)
            consumes[p] += excess
        transitions.append(Transition(f"t{i + 1}", consumes, produces, reads, inhibits))
    return _net(initial, transitions)


def with_watchers(d: Dice, net: PetriNet) -> PetriNet:
    """The net, in which each transition looks at up to three more places, by arcs of weight 1 or 2."""
    transitions = []
    for t, part in zip(net.transitions, d.parts(len(net.transitions), 7), strict=True):
        reads, inhibitors = dict(t.reads), dict(t.inhibitors)
        for _ in range(part.pick([0, 0, 1, 1, 2, 3])):
            arcs = part.pick([inhibitors, inhibitors, reads])
            arcs.setdefault(part.pick(range(len(net.places))), part.pick([1, 2, 2]))
        transitions.append(replace(t, reads=reads, inhibitors=inhibitors))
    return _net(list(net.initial), transitions)


def with_passages(d: Dice, net: PetriNet) -> PetriNet:
    """The net with up to three new places, at first empty, that tokens pass through.

    One or two transitions produce on such a place instead of what they did, or beside it; new ones take from
    it, and often from nothing else.
    """
    initial, transitions = list(net.initial), list(net.transitions)
    places = list(range(len(initial)))
    likely = sorted({p for t in transitions for p in t.inhibitors}) * 2 + places
    for k, part in enumerate(d.parts(3, 20)):
        if not transitions or part.pick([False, False, True]):
            continue
        for n in {part.pick(range(len(transitions))) for _ in range(part.pick([1, 1, 2]))}:
            t = transitions[n]
            produces = {} if part.pick([True, True, False]) else dict(t.produces)
            transitions[n] = replace(t, produces={**produces, len(initial): part.pick([1, 1, 2])})
        for n in range(part.pick([1, 2, 2, 3])):
            consumes = {part.pick(places): 1} if part.pick([False, False, True]) else {}
            produces = _arcs(part, likely, [0, 1, 1, 2])
            transitions.append(Transition(f"u{k + 1}{n + 1}", {**consumes, len(initial): 1}, produces))
        initial.append(0)
    return _net(initial, transitions)


def _arcs(d: Dice, places: list[int], numbers: list[int], heavy: bool = False) -> Arcs:
    return {d.pick(places): 1 + (d.throw() > (127 if heavy else 220)) for _ in range(d.pick(numbers))}


def _net(initial: list[int], transitions: list[Transition]) -> PetriNet:
    places = tuple(f"p{k + 1}" for k in range(len(initial)))
    return PetriNet("random", places, tuple(transitions), tuple(initial))
