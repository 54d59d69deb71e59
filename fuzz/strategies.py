"""Random systems, small and awkward: Hypothesis strategies for the four formalisms.

What makes a reduction fail is rarely size.  It is two actions that compete for one thing, a run that
stops, a cycle that never lets someone else move.  The strategies draw such things often, and shrink to
fewer processes, then fewer actions, then fewer states.  `fuzz/test_strategies.py` measures how often.

    client_server_systems()   locks, buffers, variables, turnstiles and arbitrary servers; branching clients
    cyclic_client_server_systems()   the same with clients that go around; not among `systems()`
    nets()                    P/T nets: communicating processes, token-conserving and arbitrary ones, with
                              weights, many weights, read arcs and inhibitor arcs
    unbounded_nets()          nets that every explorer must refuse by name
    entity_systems()          random reads, forbids, deletes and creates
    labelled_systems()        explicit systems with a valid independence relation
    systems()                 any of these

Every system drawn, but for the unbounded nets, has at most `LARGEST` reachable states.
"""

from hypothesis import strategies as st

from mazurka.fuzz.client_server import client_server_system
from mazurka.fuzz.cyclic_clients import cyclic_client_server_system
from mazurka.fuzz.dice import Dice, dice
from mazurka.fuzz.nets import arbitrary_net, process_net, with_passages, with_watchers
from mazurka.fuzz.reachable import is_unbounded, valid_pairs, within
from mazurka.systems import ClientServerSystem, EntityAction, EntitySystem, Lts, PetriNet, System

LARGEST = 150


# Hypothesis shows `f(Dice(…))` for what a named function made, and the system itself for a lambda.


def client_server_systems() -> st.SearchStrategy[ClientServerSystem]:
    """Up to three clients that take up to three steps each, on up to three servers."""
    return dice(96).map(lambda d: client_server_system(d)).filter(_small)


def cyclic_client_server_systems() -> st.SearchStrategy[ClientServerSystem]:
    """Up to three clients, most of which go around, on up to three servers."""
    return dice(108).map(lambda d: cyclic_client_server_system(d)).filter(_small)


def nets() -> st.SearchStrategy[PetriNet]:
    """Nets of up to twelve places; unbounded ones, and those with too many markings, are left out."""
    kinds = [
        process_net,
        lambda d: arbitrary_net(d, conserving=True),
        lambda d: arbitrary_net(d),
        lambda d: arbitrary_net(d, conserving=True, heavy=True),
        lambda d: with_watchers(d, process_net(d)),
    ]
    return dice(120).map(lambda d: d.pick(kinds)(d)).filter(_small)


def passing_nets() -> st.SearchStrategy[PetriNet]:
    """Nets like those, with up to three more places that tokens pass through."""
    kinds = [
        process_net,
        lambda d: arbitrary_net(d, conserving=True),
        lambda d: arbitrary_net(d, conserving=True, heavy=True),
    ]
    return dice(132).map(lambda d: with_passages(d, d.pick(kinds)(d))).filter(_small)


def unbounded_nets() -> st.SearchStrategy[PetriNet]:
    """Nets without inhibitor arcs that have infinitely many markings; not among `systems()`."""
    plain = dice(72).map(lambda d: arbitrary_net(d, inhibitors=False))
    return plain.filter(lambda net: max(net.initial) <= 2 and is_unbounded(net))


def entity_systems() -> st.SearchStrategy[EntitySystem]:
    """Up to five actions on up to six entities."""
    return dice(48).map(lambda d: entity_system(d))


def labelled_systems() -> st.SearchStrategy[Lts]:
    """Explicit systems: arbitrary ones, and the state spaces of other systems."""
    others = st.one_of(entity_systems(), client_server_systems(), nets()).filter(lambda s: within(s, 40))
    edges = st.one_of(dice(40).map(_arbitrary_edges), others.map(_edges_of), others.map(_edges_of)).filter(
        bool
    )
    return st.builds(_labelled, edges, dice(12))


def systems() -> st.SearchStrategy[System]:
    """A system of any formalism."""
    return st.one_of(client_server_systems(), nets(), entity_systems(), labelled_systems())


def _small(system: System) -> bool:
    return within(system, LARGEST) is not None


def entity_system(d: Dice) -> EntitySystem:
    """An entity that exists is more likely to be needed than forbidden: otherwise little is enabled."""
    present = [*[""] * 6, *["deletes"] * 3, *["reads"] * 2, "forbids"]
    absent = [*[""] * 8, *["creates"] * 4, *["forbids"] * 2, "reads", "deletes"]
    entities = [str(e) for e in range(d.pick([1, 2, 3, 4, 5, 5, 6, 6]))]
    initial = frozenset(e for e in entities if d.pick([False, True, True]))
    actions = []
    for name, part in zip("abcde", d.parts(5, 7), strict=True):
        if part.pick([False, True, True, True, True, True]):
            use = {e: part.pick(present if e in initial else absent) for e in entities}
            kinds = ("reads", "forbids", "deletes", "creates")
            sets = {kind: frozenset(e for e in entities if use[e] == kind) for kind in kinds}
            actions.append(EntityAction(name, **sets))
    return EntitySystem("random", initial, tuple(actions))


Edge = tuple[int, str, int]


def _arbitrary_edges(d: Dice) -> list[Edge]:
    target: dict[tuple[int, str], int] = {}
    for part in d.parts(10, 4):
        if part.pick([False, True, True, True, True]):
            source, label, goal = part.pick(range(5)), part.pick("abcd"), part.pick(range(5))
            target.setdefault((source, label), goal)
    return [(s, a, t) for (s, a), t in target.items()]


def _edges_of(system: System) -> list[Edge]:
    number = {s: i for i, s in enumerate(within(system, LARGEST) or ())}
    return [(i, a, number[system.after(s, a)]) for s, i in number.items() for a in system.enabled(s)]


def _labelled(edges: list[Edge], d: Dice) -> Lts:
    """The edges, with all or a part of the largest valid independence.

    That is often finer than what another system declares of the same actions.
    """
    valid = sorted(map(sorted, valid_pairs(Lts.from_edges("random", edges))))
    everything = d.pick([False, True])
    chosen = [(a, b) for a, b in valid if everything or d.pick([False, True, True])]
    return Lts.from_edges("random", edges, chosen)
