"""Nets explored as entity systems: reducers that are defined for entities, on nets.

    [B]  section 4.2.2; [KR] section 2.2.

How many tokens a place holds is found out on the way.  The search begins with few; where the net would go
beyond a bound, the bound is raised and the search begins again.  Every action that is possible in a marking
within the bounds is made concrete, so none is overlooked that leads beyond them.

The global form of the tokens is taken: what is equivalent for the reducer is so by the arcs of the net.

A net that is found to be unbounded is refused, so is one whose tokens need too many actions.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TypeAlias

from mazurka.errors import PreconditionError, TokenOverflowError
from mazurka.limits import Limits, Watch
from mazurka.reference.explorer import explore
from mazurka.systems import EntitySystem, Exploration, Marking, PetriNet, StateGraph
from mazurka.systems.entity import Entities
from mazurka.systems.token_entities import TokenEntities, token_entities

Options: TypeAlias = Mapping[str, object]
OfEntities: TypeAlias = Callable[[EntitySystem, Options, Watch], Exploration[Entities]]
OfNets: TypeAlias = Callable[[PetriNet, Options, Watch], Exploration[Marking]]

MOST_ACTIONS = 500
"""With more concretisations a search that looks at all of them in turn takes too long."""
MANY, GLANCE = 8, 10_000
"""Where a place may hold so many tokens, how many markings are looked at: is the net unbounded?"""


def on_nets(reduce: OfEntities, most: int = MOST_ACTIONS) -> OfNets:
    """The reducer of entity systems as one of nets, for that many concretisations at most."""

    def reduced(net: PetriNet, options: Options, watch: Watch) -> Exploration[Marking]:
        started = watch.seconds()
        system, found = with_enough_tokens(net, lambda system: reduce(system, options, watch), most)
        return _of_markings(system, found, watch.seconds() - started)

    return reduced


def with_enough_tokens(
    net: PetriNet, reduce: Callable[[TokenEntities], Exploration[Entities]], most: int = MOST_ACTIONS
) -> tuple[TokenEntities, Exploration[Entities]]:
    """What is found on the entity system of the net, and that system."""
    bounds = [max(1, k) for k in net.initial]
    glanced = False
    while True:
        system = _made_concrete(net, bounds, most)
        try:
            return system, reduce(system)
        except TokenOverflowError as beyond:
            p = net.places.index(beyond.place)
            bounds[p] += max(1, bounds[p] // 2)
            if bounds[p] >= MANY and not glanced:
                _glance(net)
                glanced = True


def _made_concrete(net: PetriNet, bounds: list[int], most: int) -> TokenEntities:
    """The entity system within bounds; UnboundedNetError or PreconditionError for too many actions."""
    with suppress(TokenOverflowError):
        system = token_entities(net, bounds, local=False)
        if len(system.actions) <= most:
            return system
    _glance(net)
    p = max(range(len(bounds)), key=bounds.__getitem__)
    raise PreconditionError(
        f"{net.name}: place {net.places[p]!r} may hold {bounds[p]} tokens, and as entities these and others "
        f"need more than {most:,} actions; use fewer tokens, or stubborn/closure"
    )


def _glance(net: PetriNet) -> None:
    """UnboundedNetError if the first markings show that the net is unbounded."""
    explore(net, Watch(Limits(max_states=GLANCE)))


def _of_markings(system: TokenEntities, found: Exploration[Entities], seconds: float) -> Exploration[Marking]:
    """The same exploration with markings for states and transitions for actions."""
    drawn = found.graph
    return Exploration(
        states=found.states,
        nodes=found.nodes,
        transitions=found.transitions,
        deadlocks=found.deadlocks,
        complete=found.complete,
        limit=found.limit,
        seconds=seconds,
        graph=None if drawn is None else lambda: marking_graph(system, drawn()),
        stored_bytes=found.stored_bytes,
        paths=found.paths,
    )


def marking_graph(system: TokenEntities, graph: StateGraph[Entities]) -> StateGraph[Marking]:
    """The graph with markings for states and transitions for actions, node by node."""
    named = system.transition
    return StateGraph(
        states=[system.marking(s) for s in graph.states],
        successors=[[(named[a], n) for a, n in out] for out in graph.successors],
        sleep=None if graph.sleep is None else [frozenset(named[a] for a in z) for z in graph.sleep],
        treated=None if graph.treated is None else [tuple(named[a] for a in row) for row in graph.treated],
        complete=graph.complete,
        limit=graph.limit,
        unexpanded=graph.unexpanded,
    )
