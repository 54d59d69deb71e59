"""Maximal runs with a given first set: the witness of IFS(s, B).

[HLPW]  Definition 14.
"""

from collections.abc import Iterable, Set

from mazurka.oracle.client_events import ClientEvents
from mazurka.systems import Action, ClientServerSystem, Run
from mazurka.systems.client_server import GlobalState


def is_run_with_first_set_within(system: ClientServerSystem, s: GlobalState, b: Set[Action], w: Run) -> bool:
    """Whether w is a maximal run from s with first(w) ⊆ B, judged by the steps of the system.

    An action can come first when neither of its processes has taken part in anything before it.
    """
    moved: set[int] = set()
    for a in w:
        if a not in system.enabled(s):
            return False
        if moved.isdisjoint(system.domain[a]) and a not in b:
            return False
        moved.update(system.domain[a])
        s = system.after(s, a)
    return not system.enabled(s)


def extended(model: ClientEvents, s: GlobalState, events: Iterable[int]) -> Run:
    """The actions of a run from s, given by its events, and of more until nothing is enabled.

    Client by client in order, as far as each can go, and again while anything happens.
    """
    at = list(s)
    run: list[Action] = []

    def take(e: int) -> bool:
        i, x, a, target, q = model.events[e]
        then = model.moves[q][a].get(at[q])
        if at[i] != x or then is None:
            return False
        at[i], at[q] = target, then
        run.append(a)
        return True

    for e in events:
        if not take(e):
            raise AssertionError(f"{model.events[e].action!r} cannot be taken after {run}")
    length = -1
    while length < len(run):
        length = len(run)
        for i in model.clients:
            while any(take(e) for e in model.leaving[i, at[i]]):
                pass
    return tuple(run)
