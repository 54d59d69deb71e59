"""Stateful search guided by first sets: the algorithm of Listing 6, and what is left without a part of it.

    [HLPW]  Listings 4, 5 and 6, sections 10.2 and 10.3, Table 1.

At a node (s, Z), s a state and Z its sleep set:

    closure   Listing 4.  *min*: of the sets Cl(s, a) ∩ enabled(s), for a enabled and awake (outside Z), one
              with fewest actions; actions asleep count, and of equals the first a in order wins.
              *lex*: the set of the first a awake.  *none*: all that is enabled.
    choice    Listing 5.  The actions of the closure that are awake are treated one by one.  *pifs*: for each
              take its PIFS set, that of B = {a}; first come those whose set wraps {a} (here with all that is
              enabled, asleep or not), in order; then the others, largest set first, in order among equals.
              The size of a set is the number of its processes, or in the form of actions of its actions.
              What has been done already changes nothing here.  *first*: in order.
    successor of (s, Z) by a treated action a: t = after(s, a) with the sleep set
              Z' = (Z ∪ those treated before a) ∖ D(a).
    test      asked of the successor.  *pifs*: PIFS(t, enabled(t) ∖ Z').  *sleep*: nothing is enabled at t, or
              something outside Z'.  A successor that fails is refused: it gets no node and no edge, and its
              action counts as treated before all the same.
    subsumption  a successor is linked to the oldest node of the same state whose sleep set is within Z'.

"In order" is always the order of actions.  Nodes are expanded whole and numbered as they are created; the
one created last is expanded next (dfs), or the first that waits (bfs).

Without sleep sets nodes keep none: Z = ∅ everywhere, one node a state.  The test still sees
Z' = those treated before ∖ D(a).

variant: Listing 6 asks PIFS(s, enabled ∖ Z ∖ done) at the node before each action, and asks nothing of the
successor.  The form above is the one that gives the published counts.

Why no run is lost: see `sleep_sets.py`, whose proof needs of a refused successor only that each of its
maximal runs can begin asleep.  Where PIFS(t, B) fails, IFS(t, B) does: no maximal run can begin only in B.
Without sleep sets the proof is the same, with Z = ∅ at the node: the successor of the earliest treated
action in first(w) is not refused, and has no sleep set that could exclude the rest.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache, partial

from mazurka.errors import OptionError, PreconditionError
from mazurka.limits import Watch
from mazurka.reference.closure_sets import covering_set
from mazurka.reference.explorer import to_exploration
from mazurka.reference.local_runs import LocalRuns, local_runs
from mazurka.reference.pifs import Pifs, Test, find_action_pifs, find_pifs
from mazurka.reference.sleep_sets import Rules, Sleep, is_sleep_blocked, search
from mazurka.systems import Action, ClientServerSystem, Exploration, StateGraph, System
from mazurka.systems.client_server import GlobalState

CHOICES: Mapping[str, tuple[str, ...]] = {
    "order": ("dfs", "bfs"),
    "actions": ("given", "appearance", "by-process"),
    "closure": ("min", "lex", "none"),
    "choice": ("pifs", "first"),
    "form": ("processes", "actions"),
}
"""The options and their values, the default first."""


@dataclass(frozen=True)
class Parts:
    """Of what a search is made: see the module.  `form` is the form of PIFS wherever it is used."""

    closure: str = "min"
    test: str = "pifs"
    choice: str = "pifs"
    form: str = "processes"
    asleep: bool = True
    order: str = "dfs"
    actions: str = "given"


def reordered(system: ClientServerSystem, actions: str) -> ClientServerSystem:
    """The system with its actions in another order.

    appearance: clients in order, and in each the order of its transitions.
    by-process: clients in order, and in each the given order.
    """
    if actions == "appearance":
        return replace(system, action_order=None)
    if actions == "by-process":
        return replace(system, action_order=tuple(sorted(system.actions, key=lambda a: system.domain[a][0])))
    return system


def treatment(table: LocalRuns, parts: Parts) -> Callable[[GlobalState, Sleep], list[Action]]:
    """ChooseClosure and ChooseAction: the actions to treat at a node, in order."""
    system = table.system
    test = pifs_form(parts.form)

    @cache
    def covering(s: GlobalState, a: Action) -> tuple[Action, ...]:
        return covering_set(table, s, a)

    @cache
    def pifs(s: GlobalState, a: Action) -> Pifs:
        return test(table, s, {a})

    def closure(s: GlobalState, awake: list[Action]) -> tuple[Action, ...]:
        if parts.closure == "none" or not awake:
            return tuple(awake)
        if parts.closure == "lex":
            return covering(s, awake[0])
        return min((covering(s, a) for a in awake), key=len)

    def rank(found: Pifs) -> int:
        size = len(found.processes) if parts.form == "processes" else len(found.actions)
        return -len(system.actions) - len(system.processes) if found.holds else -size

    def choose(s: GlobalState, sleep: Sleep) -> list[Action]:
        awake = [a for a in system.enabled(s) if a not in sleep]
        chosen = [a for a in closure(s, awake) if a not in sleep]
        return sorted(chosen, key=lambda a: rank(pifs(s, a))) if parts.choice == "pifs" else chosen

    return choose


def refusal(table: LocalRuns, parts: Parts) -> Callable[[GlobalState, Sleep], bool]:
    """The test that is asked of a successor, as the question whether it fails."""
    system = table.system
    if parts.test == "sleep":
        return partial(is_sleep_blocked, system)
    test = pifs_form(parts.form)
    return lambda t, asleep: not test(table, t, frozenset(system.enabled(t)) - asleep).holds


def pifs_form(form: str) -> Test:
    """PIFS in one of its forms."""
    return find_pifs if form == "processes" else find_action_pifs


def closure_search(system: ClientServerSystem, parts: Parts, watch: Watch) -> StateGraph[GlobalState]:
    """The graph that a search of these parts builds."""
    system = reordered(system, parts.actions)
    table = local_runs(system)
    rules = Rules(treatment(table, parts), refusal(table, parts), asleep=parts.asleep, order=parts.order)
    return search(system, rules, watch)


def _with_options(parts: Parts, options: Mapping[str, object]) -> Parts:
    for name, value in options.items():
        if value not in CHOICES.get(name, ()):
            known = ", ".join(CHOICES.get(name, ()))
            raise OptionError(f"option {name}: {value!r} is not one of {known}")
    return replace(parts, **{name: str(value) for name, value in options.items()})  # type: ignore[arg-type]


def _reduce(
    name: str, parts: Parts, system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    if not isinstance(system, ClientServerSystem):
        raise PreconditionError(
            f"{name} is for client/server systems, and {system.name} is a {system.formalism} system; "
            "use plain/persistent, or plain/sleep where it is acyclic"
        )
    graph = closure_search(system, _with_options(parts, options), watch)
    return to_exploration(graph, system, watch.seconds())


def reduce_full_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`full+sleep`: Listing 6, with everything."""
    return _reduce("full+sleep", Parts(), system, options, watch)


def reduce_full_without_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`full-sleep`: the same without sleep sets, one node a state."""
    return _reduce("full-sleep", Parts(asleep=False), system, options, watch)


def reduce_minclosure_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`minclosure+sleep`: the same without the PIFS test; what sleeps altogether is refused."""
    return _reduce("minclosure+sleep", Parts(test="sleep"), system, options, watch)


def reduce_apifs_sleep(
    system: System[GlobalState], options: Mapping[str, object], watch: Watch
) -> Exploration[GlobalState]:
    """`apifs+sleep`: the same without the closure; the PIFS test alone says when to stop."""
    return _reduce("apifs+sleep", Parts(closure="none"), system, options, watch)
