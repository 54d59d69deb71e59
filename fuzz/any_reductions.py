"""Graphs that no reducer would make: sound, and otherwise what the dice say.  An audit must tell them apart.

At each state any part of what is enabled is explored, all of it more often than anything else.  Depth first
with any sleep sets, or with one edge or one sleeping action too many, they are what a broken search makes.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from mazurka.fuzz.dice import Dice
from mazurka.reference.persistent_sets import persistent_closure
from mazurka.reference.sleep_sets import sleep_set_search
from mazurka.systems import Action, StateGraph, System


def any_reduction(system: System[Any], d: Dice) -> StateGraph[Any]:
    """One node a state, and at each state a part of what is enabled there, in order."""

    def part(s: Any) -> Iterable[Action]:
        return (a for a in system.enabled(s) if d.pick([True, False]))

    return _reduction(system, d, part)


def any_persistent_reduction(system: System[Any], d: Dice) -> StateGraph[Any]:
    """One node a state, and at each state all that is enabled, or the closure of some action."""

    def part(s: Any) -> Iterable[Action]:
        enabled = system.enabled(s)
        return persistent_closure(system, s, d.pick(enabled)) if enabled else ()

    return _reduction(system, d, part)


def _reduction(system: System[Any], d: Dice, part: Callable[[Any], Iterable[Action]]) -> StateGraph[Any]:
    graph: StateGraph[Any] = StateGraph()
    number = {system.initial: graph.add(system.initial)}
    for n, s in enumerate(graph.states):  # which grow
        for a in system.enabled(s) if d.pick([True, False]) else part(s):
            t = system.after(s, a)
            if t not in number:
                number[t] = graph.add(t)
            graph.successors[n].append((a, number[t]))
    return graph


def any_sleeping_reduction(system: System[Any], d: Dice) -> StateGraph[Any]:
    """A search with sleep sets, from which an edge is taken, or in which one more action sleeps.

    That is any action, or, after one step of a state, another.
    """
    graph = sleep_set_search(system, lambda s, _sleep: system.enabled(s))
    assert graph.sleep is not None
    n, kind = d.throw() % len(graph.states), d.pick(["as it is", "edge", "any", "another", "another"])
    out = graph.successors[n]
    if kind == "any" and system.actions:
        return _with_sleeper(graph, n, d.pick(system.actions))
    if kind == "another" and (forks := [steps for steps in graph.successors if len(steps) > 1]):
        (_, m), (a, _), *_ = d.shuffled(d.pick(forks))
        return _with_sleeper(graph, m, a)
    if kind == "edge" and out:
        gone = d.throw() % len(out)
        left = [
            [e for i, e in enumerate(edges) if (m, i) != (n, gone)]
            for m, edges in enumerate(graph.successors)
        ]
        return reached_part(replace(graph, successors=left))
    return graph


def _with_sleeper(graph: StateGraph[Any], n: int, a: Action) -> StateGraph[Any]:
    return replace(graph, sleep=[x | {a} if m == n else x for m, x in enumerate(graph.sleep or ())])


def reached_part(graph: StateGraph[Any]) -> StateGraph[Any]:
    """The nodes that paths from the first one reach."""
    met = [0]
    for n in met:
        met += [m for m in dict.fromkeys(m for _, m in graph.successors[n]) if m not in met]
    number = {n: k for k, n in enumerate(met)}
    return StateGraph(
        [graph.states[n] for n in met],
        [[(a, number[m]) for a, m in graph.successors[n]] for n in met],
        None if graph.sleep is None else [graph.sleep[n] for n in met],
        None if graph.treated is None else [graph.treated[n] for n in met],
    )


def corrupted(graph: StateGraph[Any], actions: tuple[str, ...], d: Dice) -> StateGraph[Any]:
    """The graph with an edge led elsewhere or labelled otherwise, a node that none leads to, or as it is."""
    states, successors = list(graph.states), [list(out) for out in graph.successors]
    n, m = d.throw() % len(states), d.throw() % len(states)
    kind = d.pick(["as it is", "target", "label", "lonely", "initial"])
    if kind in ("target", "label") and successors[n]:
        i = d.throw() % len(successors[n])
        a, target = successors[n][i]
        successors[n][i] = (a, m) if kind == "target" else (d.pick(actions), target)
    elif kind == "lonely":
        states.append(states[n])
        successors.append([])
    elif kind == "initial":
        states[0] = states[n]
    return StateGraph(states, successors)
