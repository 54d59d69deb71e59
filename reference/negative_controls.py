"""Reductions that are wrong on purpose: what an audit must catch.

Not for use.  Each makes a mistake that has been made in earnest, so that an audit that passes one of them is
itself at fault.
"""

from collections.abc import Mapping
from dataclasses import replace

from mazurka.limits import Watch
from mazurka.reference import net_stubborn_sets, persistent_sets
from mazurka.reference.colour_proviso import ColourAsPrinted
from mazurka.reference.explorer import to_exploration
from mazurka.reference.net_stubborn_sets import Arcs, Members, arcs_of, closure, enabled_among, reduce_net
from mazurka.reference.search import reduced_graph, search_order
from mazurka.reference.stack_provisos import NaiveExpanded
from mazurka.systems import Action, Exploration, Marking, PetriNet, State, System


def enabled_component(system: System[State], s: State, a: Action) -> tuple[Action, ...]:
    """The actions connected with a by dependence, among those enabled at s.

    WRONG: a disabled action that depends on the set may become enabled by what is outside it.  This forgets
    that a disabled action needs a scapegoat, as dependency groups do in [E] section 4.2.2.
    """
    found, waiting = {a}, [a]
    while waiting:
        x = waiting.pop()
        new = [b for b in system.enabled(s) if b not in found and not system.independent(x, b)]
        found.update(new)
        waiting.extend(new)
    return tuple(b for b in system.enabled(s) if b in found)


def reduce_ignoring_a_dependency(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[State]:
    """The smallest component of the enabled actions.  It claims to keep deadlocks, and loses some.

    The smallest net that shows it: a consumes p; b moves r to q; c consumes p and q.  At first a and b are
    enabled and independent; exploring a alone loses b·c.
    """

    def choose(s: State) -> tuple[Action, ...]:
        components = (enabled_component(system, s, a) for a in system.enabled(s))
        return min(components, key=len, default=())

    graph = reduced_graph(system, choose, order=search_order(options), watch=watch)
    return to_exploration(graph, system, watch.seconds())


def reduce_dropping_inhibitors(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[Marking]:
    """Stubborn sets by closure that are found from the other arcs alone.  It claims to keep deadlocks.

    A tool that learnt of inhibitor arcs late does this.  The smallest net that shows it: a fills the place
    that inhibits b, and the two share nothing else.  Exploring a alone loses b·a, exploring b alone the
    deadlock after a.
    """

    def closures(arcs: Arcs, m: Marking) -> list[Members]:
        bare = replace(arcs.net, transitions=tuple(replace(t, inhibitors={}) for t in arcs.net.transitions))
        seeds = enabled_among(arcs.net, m, range(len(bare.transitions)))
        return [closure(arcs_of(bare), m, t) for t in seeds]

    return reduce_net(system, options, watch, closures)


def reduce_forgetting_the_proviso(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[State]:
    """Stubborn sets by closure (nets) or persistent sets, which keep deadlocks, but without a cycle proviso.

    It claims that no action is ignored along a cycle.  The smallest system that shows it: two independent
    loops at one state; one is explored and closes a cycle, the other never comes.  [EP] calls this the
    ignoring problem.
    """
    return _deadlock_preserving(system, options, watch)


def reduce_by_naive_expanded(
    system: System[State], _options: Mapping[str, object], watch: Watch
) -> Exploration[State]:
    """Every step satisfies C2S_e: it claims liveness, and [EP] section 5 shows the graph that refutes it."""
    return _deadlock_preserving(system, {"proviso": NaiveExpanded}, watch)


def reduce_by_colour_as_printed(
    system: System[State], _options: Mapping[str, object], watch: Watch
) -> Exploration[State]:
    """[EP] Fig. 3 to the letter, whose counter of fully expanded states is wrong after a restart."""
    return _deadlock_preserving(system, {"proviso": ColourAsPrinted}, watch)


def _deadlock_preserving(
    system: System[State], options: Mapping[str, object], watch: Watch
) -> Exploration[State]:
    if isinstance(system, PetriNet):
        return net_stubborn_sets.reduce_by_closure(system, options, watch)
    return persistent_sets.reduce_plain(system, options, watch)
