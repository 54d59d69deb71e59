"""Stubborn sets.

    [E]  section 2.4.1, Definition 3, after Valmari.

A set S of actions, enabled or not, is stubborn at s when what happens outside S cannot stop S, and what S
does first makes no difference to the rest.  For all words t1 … tn of actions outside S:

    D0   some action of S is enabled, unless nothing is enabled at s;
    D1   if t ∈ S and s –t1…tn t→ s′, then s –t t1…tn→ s′;
    D2   if t ∈ S is enabled at s and s –t1…tn→, then s –t1…tn t→      (strongly stubborn);
    D2w  some t ∈ S, the key, is enabled at s and stays so as in D2      (weakly stubborn; unless s is dead).

Exploring only the enabled part of such a set, strong or weak, loses no deadlock.

variant: [E] prints D1 with t arbitrary and t1 … tn *inside* the set.  That is too weak;
`satisfies_printed_d1` is here only to show it: a test has a net of three transitions that loses a deadlock.

The enabled part of a stubborn set is stubborn itself.  For a disabled member cannot be enabled outside S, or
D1 would demand that it is enabled at once; so what can fire outside the enabled part fires outside S.
Hence a reduction can be judged by what it explores.

The words may be infinitely many.  D2 is decided on the states that they reach.  D1 needs the pair of states
after t1…tn and after t t1…tn, or that the latter cannot be fired.
"""

from collections import deque
from collections.abc import Iterator, Set

from mazurka.reference.persistent_sets import runs_outside
from mazurka.systems import Action, Run, State, System


def is_stubborn(system: System[State], s: State, chosen: Set[Action]) -> bool:
    """Whether the set is strongly stubborn at s."""
    return (
        satisfies_d0(system, s, chosen)
        and find_violation_of_d1(system, s, chosen) is None
        and find_violation_of_d2(system, s, chosen) is None
    )


def is_weakly_stubborn(system: System[State], s: State, chosen: Set[Action]) -> bool:
    """Whether the set is weakly stubborn at s; every strongly stubborn set is."""
    return find_violation_of_d1(system, s, chosen) is None and (
        not system.enabled(s) or any(is_key(system, s, chosen, t) for t in chosen)
    )


def satisfies_d0(system: System[State], s: State, chosen: Set[Action]) -> bool:
    """D0: something of the set is enabled, unless nothing is."""
    enabled = set(system.enabled(s))
    return not enabled or bool(enabled & chosen)


def is_key(system: System[State], s: State, chosen: Set[Action], t: Action) -> bool:
    """Whether t is enabled at s and after every word outside the set."""
    return all(t in system.enabled(u) for _, u in runs_outside(system, s, chosen))


def find_violation_of_d2(system: System[State], s: State, chosen: Set[Action]) -> tuple[Action, Run] | None:
    """A member t that is enabled at s, and a shortest word outside the set that disables it."""
    here = [t for t in system.enabled(s) if t in chosen]
    for word, u in runs_outside(system, s, chosen):
        for t in here:
            if t not in system.enabled(u):
                return t, word
    return None


def find_violation_of_d1(system: System[State], s: State, chosen: Set[Action]) -> tuple[Action, Run] | None:
    """A member t and a shortest word w outside the set: w·t can be fired, t·w cannot or ends elsewhere."""
    for t in system.actions:
        if t in chosen:
            for word, u, v in _in_parallel(system, s, t, chosen):
                if t in system.enabled(u) and system.after(u, t) != v:
                    return t, word
    return None


def _in_parallel(
    system: System[State], s: State, t: Action, chosen: Set[Action]
) -> Iterator[tuple[Run, State, State | None]]:
    """Words w outside the set, with the states after w and after t·w (None where t·w cannot be fired)."""
    begin = (s, system.after(s, t) if t in system.enabled(s) else None)
    met = {begin}
    queue: deque[tuple[Run, State, State | None]] = deque([((), *begin)])
    while queue:
        word, u, v = queue.popleft()
        yield word, u, v
        for a in system.enabled(u):
            if a not in chosen:
                beside = system.after(v, a) if v is not None and a in system.enabled(v) else None
                pair = (system.after(u, a), beside)
                if pair not in met:
                    met.add(pair)
                    queue.append(((*word, a), *pair))


def satisfies_printed_d1(system: System[State], s: State, chosen: Set[Action]) -> bool:
    """D1 as [E] prints it: for every t and t1 … tn in the set, s –t t1…tn→ s′ implies s –t1…tn t→ s′."""
    inside = set(system.actions) - chosen
    for t in system.enabled(s):
        # t·w can be fired and w is followed on the side: the same pairs, from the other end.
        begin: tuple[State, State | None] = (system.after(s, t), s)
        met, waiting = {begin}, [begin]
        while waiting:
            u, v = waiting.pop()
            if v is None or t not in system.enabled(v) or system.after(v, t) != u:
                return False
            for a in system.enabled(u):
                if a not in inside:
                    pair = (system.after(u, a), system.after(v, a) if a in system.enabled(v) else None)
                    if pair not in met:
                        met.add(pair)
                        waiting.append(pair)
    return True
