"""The oracle of independence against the definition, on small systems whose states can all be listed."""

from itertools import chain, combinations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from mazurka.oracle.independence import IndependenceOracle
from mazurka.reference.independence import disagreement
from mazurka.systems import ClientServerSystem, EntityAction, EntitySystem, PetriNet, Process, Transition

PLACES = ("p", "q")
TOKENS = range(7)
"""Weights are at most 2: no test sees a difference between 6 tokens and more, even after two steps."""

arcs = st.dictionaries(st.integers(0, len(PLACES) - 1), st.integers(1, 2), max_size=2)


def transition(name):
    return st.builds(
        Transition, st.just(name), consumes=arcs, produces=arcs, reads=arcs, inhibitors=arcs | st.just({})
    )


nets = st.builds(lambda a, b: PetriNet("net", PLACES, (a, b), (0, 0)), transition("a"), transition("b"))


def fails_somewhere(system, states):
    """The definition: some state, of all of them, contradicts independence of a and b."""
    return any(
        x in system.enabled(s) and disagreement(system, s, x, y) is not None
        for s in states
        for x, y in (("a", "b"), ("b", "a"))
    )


def judged(system):
    """What the oracle says of a and b; its counterexample is replayed."""
    with IndependenceOracle(system) as oracle:
        answer = oracle.diamond_fails("a", "b")
    assert answer.fails is not None
    assert (answer.counterexample is not None) == answer.fails
    assert answer.counterexample is None or answer.counterexample.replay(system)
    return answer.fails


@settings(max_examples=300)
@given(nets)
def test_on_nets_the_oracle_agrees_with_all_markings(net):
    assert judged(net) == fails_somewhere(net, product(TOKENS, repeat=len(PLACES)))


@given(nets)
def test_the_independence_of_nets_is_valid_at_every_marking(net):
    if net.independent("a", "b"):
        assert not judged(net)


@settings(max_examples=300)
@given(nets)
def test_the_independence_of_nets_is_exact_place_by_place(net):
    """Dependent iff at some place, taken alone, the diamond fails.

    The whole net can be kinder: another place may exclude the marking that this takes.  That is where
    the independence of nets is coarser than the exact one.
    """
    alone = [judged(only(net, p)) for p in range(len(PLACES))]
    assert net.independent("a", "b") == (not any(alone))


def only(net, p):
    """The net of one place."""

    def at_p(weights):
        return {0: weights[p]} if p in weights else {}

    transitions = (
        Transition(t.name, at_p(t.consumes), at_p(t.produces), at_p(t.reads), at_p(t.inhibitors))
        for t in net.transitions
    )
    return PetriNet(net.name, (net.places[p],), tuple(transitions), (0,))


def test_the_independence_of_nets_is_coarser_where_another_place_excludes_the_conflict():
    """Both take from p, but one needs q empty and the other does not: they are never enabled together."""
    a = Transition("a", {0: 1}, inhibitors={1: 1})
    b = Transition("b", {0: 1}, reads={1: 1})
    net = PetriNet("apart", PLACES, (a, b), (1, 1))
    assert not net.independent("a", "b")
    assert not judged(net)


def entity_action(name):
    def build(kinds):
        sets = {
            kind: frozenset(e for e, k in zip("xyz", kinds, strict=True) if k == kind)
            for kind in ("reads", "forbids", "deletes", "creates")
        }
        return EntityAction(name, **sets)

    kind = st.sampled_from(["", "reads", "forbids", "deletes", "creates"])
    return st.tuples(kind, kind, kind).map(build)


@given(entity_action("a"), entity_action("b"))
def test_on_entity_systems_the_oracle_agrees_with_all_sets_of_entities(a, b):
    system = EntitySystem("entities", frozenset(), (a, b))
    subsets = chain.from_iterable(combinations("xyz", k) for k in range(4))
    fails = judged(system)
    assert fails == fails_somewhere(system, map(frozenset, subsets))
    assert system.independent("a", "b") <= (not fails)


@st.composite
def client_server_systems(draw):
    """a and b of one or two clients at one or two servers of three local states."""
    same_client, same_server = draw(st.booleans()), draw(st.booleans())
    return ClientServerSystem(
        "small",
        _processes("c", same_client, draw, acyclic=True),
        _processes("s", same_server, draw, acyclic=False),
    )


def _processes(name, shared, draw, *, acyclic):
    edges = [(s, t) for s in range(3) for t in range(3) if s < t or not acyclic]
    subsets = st.lists(st.sampled_from(edges), min_size=1, max_size=3, unique_by=lambda e: e[0])
    moves = {x: [(str(s), x, str(t)) for s, t in draw(subsets)] for x in "ab"}
    if shared:
        return (Process(name, "0", (*moves["a"], *moves["b"])),)
    return tuple(Process(f"{name}{x}", "0", tuple(moves[x])) for x in "ab")


@given(client_server_systems())
def test_on_client_server_systems_the_oracle_agrees_with_all_global_states(system):
    fails = judged(system)
    assert fails == fails_somewhere(system, product(*(p.local_states for p in system.processes)))
    assert system.independent("a", "b") <= (not fails)
