"""Stateful search guided by first sets: the algorithm of Listing 6, and what is left without a part of it.

    [HLPW]  Listings 4, 5 and 6, sections 10.2 and 10.3, Table 1.

At a node (s, Z), s a state and Z its sleep set:

    closure   Listing 4.  *min*: of the sets Cl(s, a) ∩ enabled(s), for a enabled and awake (outside Z), one
              with fewest actions; actions asleep count, and of equals the first a in order wins.
              *lex*: the set of the first a awake.  *none*: all that is enabled.  *fresh*: a set that leads
              to fewest states not met yet, see `freshest_covering_set`.
    trimming  not in Listing 4: what the rest of the closure covers is left out, see `trimming.py`.
    choice    Listing 5.  The actions of the closure that are awake are treated one by one.  *pifs*: for each
              take its PIFS set, that of B = {a}; first come those whose set wraps {a} among all that is
              enabled, asleep or not, in order; then the others, largest set first, in order among equals.
              The size of a set is the number of its processes, or in the form of actions of its actions.
              What has been done already changes nothing here.  *first*: in order.
    successor of (s, Z) by a treated action a: t = after(s, a) with the sleep set
              Z' = (Z ∪ those treated before a) ∖ D(a).
    test      asked of the successor.  *pifs*: PIFS(t, enabled(t) ∖ Z').  *exact*: IFS of the same.
              *unfolded*: the same as far as some questions can tell, see `unfolding.py`.
              *sleep*: nothing is enabled at t, or something outside Z'.  A successor that fails is refused:
              it gets no node and no edge, and its action counts as treated before all the same.
    subsumption  a successor is linked to the oldest node of the same state whose sleep set is within Z'.
              *merged*: there is one node a state, see `merged_nodes.py`.

"In order" is always the order of actions.  Nodes are expanded whole and numbered as they are created; the
one created last is expanded next (dfs), or the first that waits (bfs), or where nodes are merged the one that
is furthest from its end (ranked).

Without sleep sets nodes keep none: Z = ∅ everywhere, one node a state.  The test still sees
Z' = those treated before ∖ D(a).

variant: Listing 6 asks PIFS(s, enabled ∖ Z ∖ done) at the node before each action, and asks nothing of the
successor.  The form above is the one that gives the published counts.

Why no run is lost: see `sleep_sets.py`, whose proof needs of a refused successor only that each of its
maximal runs can begin asleep.  Where PIFS(t, B) fails, IFS(t, B) does: no maximal run can begin only in B.
Without sleep sets the proof is the same, with Z = ∅ at the node: the successor of the earliest treated
action in first(w) is not refused, and has no sleep set that could exclude the rest.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass
from functools import cache

from mazurka.limits import Watch
from mazurka.reference.closure_sets import (
    Actions,
    Cover,
    covering_set,
    first_covering_set,
    freshest_covering_set,
    smallest_covering_set,
)
from mazurka.reference.includes_first_set import FirstSetOracle, Oracle
from mazurka.reference.local_runs import LocalRuns, local_runs
from mazurka.reference.merged_nodes import merged_search
from mazurka.reference.pifs import Pifs, Test, choose_action, find_pifs
from mazurka.reference.sleep_sets import Rules, Sleep, search
from mazurka.reference.trimming import trimmed
from mazurka.reference.unfolding import UnfoldedOracle
from mazurka.systems import Action, ClientServerSystem, StateGraph
from mazurka.systems.client_server import GlobalState


@dataclass(frozen=True)
class Parts:
    """Of what a search is made; the words stand in the description of the module.

    closure: min, lex, fresh, none.       cover: the sets from which these choose.
    test: pifs, sleep, exact, unfolded.   pifs:  the form of PIFS for the test and for the choice.
    budget: the questions of *unfolded*.  trimmed: whether closures are, by the test.
    choice: pifs, first.                  asleep, shared, order: see `Rules`; merged: see above.
    actions: given, appearance, by-process: see `ClientServerSystem.reordered`.
    """

    closure: str = "min"
    test: str = "pifs"
    choice: str = "pifs"
    asleep: bool = True
    shared: bool = True
    order: str = "dfs"
    actions: str = "given"
    cover: Cover = covering_set
    pifs: Test = find_pifs
    budget: int = 20
    trimmed: bool = False
    merged: bool = False


def closure_search(
    system: ClientServerSystem, parts: Parts, watch: Watch, oracle: Oracle | None = None
) -> StateGraph[GlobalState]:
    """The graph that a search of these parts builds.  An oracle takes the place of the test."""
    assert parts.merged or parts.order != "ranked"
    system = system.reordered(parts.actions)
    table = local_runs(system)
    pifs = cache_of_sets(parts.pifs)
    cover = cache(parts.cover)
    test = oracle or oracle_by_name(table, pifs, cover, parts)
    nodes: dict[GlobalState, list[int]] = {}

    def refuses(t: GlobalState, asleep: Sleep) -> bool:
        return not test(t, frozenset(system.enabled(t)) - asleep)

    def choose(s: GlobalState, sleep: Sleep) -> Sequence[Action]:
        chosen = closure(table, cover, parts.closure, s, sleep, nodes)
        if parts.trimmed:
            chosen = tuple(trimmed(system, test, s, sleep, chosen, nodes))
        return chosen if parts.choice == "first" else by_promise(table, pifs, s, chosen)

    rules = Rules(choose, refuses, parts.asleep, parts.shared, parts.order, nodes)
    return merged_search(system, rules, watch) if parts.merged else search(system, rules, watch)


def cache_of_sets(pifs: Test) -> Test:
    """The same test, which remembers its answers."""

    @cache
    def answer(table: LocalRuns, s: GlobalState, b: frozenset[Action]) -> Pifs:
        return pifs(table, s, b)

    return lambda table, s, b: answer(table, s, frozenset(b))


def oracle_by_name(table: LocalRuns, pifs: Test, cover: Cover, parts: Parts) -> Oracle:
    """The test as an oracle for IFS(t, B), where B are the actions awake at t."""
    system = table.system
    if parts.test == "exact":
        return FirstSetOracle(system)
    if parts.test == "unfolded":
        return UnfoldedOracle(table, pifs, cover, parts.budget)
    if parts.test == "pifs":
        return lambda t, awake: pifs(table, t, awake).holds
    return lambda t, awake: bool(awake) or not system.enabled(t)


def closure(
    table: LocalRuns, cover: Cover, kind: str, s: GlobalState, sleep: Sleep, met: Container[GlobalState]
) -> Actions:
    """ChooseClosure: what is awake of a covering source set, in the order of actions."""
    awake = tuple(a for a in table.system.enabled(s) if a not in sleep)
    if kind == "none":
        return awake
    if kind == "fresh":
        chosen = freshest_covering_set(cover, table, s, sleep, met)
    else:
        choose = smallest_covering_set if kind == "min" else first_covering_set
        chosen = choose(cover, table, s, awake)
    return tuple(a for a in chosen if a not in sleep)


def by_promise(table: LocalRuns, pifs: Test, s: GlobalState, chosen: Sequence[Action]) -> list[Action]:
    """ChooseAction, again and again: the actions chosen, the most promising first."""
    waiting, done = list(chosen), []
    while waiting:
        a = choose_action(table, pifs, s, waiting)
        waiting.remove(a)
        done.append(a)
    return done
