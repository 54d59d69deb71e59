"""The closure Cl(s, a): a covering source set that need not be persistent.

    [HLPW]  Definition 36, Lemma 37, Listing 4.

Cl(s, a) is the least set of actions, enabled or not, with

    (1)  a;
    (2)  every b dependent on a that can be taken locally, s_p –b→ at a process p ∈ dom(a) ∩ dom(b);
    (3)  for b = {p, q} in it with s_p –b→: every c with s_q –c v b→ such that no action of c v involves p.

variant: the Definition as it is printed has (1) and (3).  Without (2) it loses runs; here are those of
which the proof of Lemma 37 speaks when it begins with all actions that depend on a.

The enabled actions of Cl(s, a) cover at s if a is enabled.  A maximal run has an action that depends on a;
the process shared with a has not moved before the earliest of these, so it is in the set by (2).  Then (3)
leads back along the run, from an action of the set to an earlier one, until one of them can come first.
"""

from collections.abc import Callable, Container, Sequence, Set
from typing import TypeAlias

from mazurka.reference.local_runs import LocalRuns, is_head, partner
from mazurka.reference.pifs import can_step
from mazurka.systems import Action, ClientServerSystem
from mazurka.systems.client_server import GlobalState

Actions: TypeAlias = tuple[Action, ...]
Cover: TypeAlias = Callable[[LocalRuns, GlobalState, Action], Actions]
"""A covering source set around an enabled action, in the order of actions."""


def rivals(system: ClientServerSystem, s: GlobalState, a: Action) -> frozenset[Action]:
    """(2): the actions that a process of a can take instead of it, a among them."""
    return frozenset(b for p in system.domain[a] for b in system.processes[p].steps[s[p]])


def closure_of(table: LocalRuns, s: GlobalState, a: Action) -> frozenset[Action]:
    """Cl(s, a)."""
    return close(table, s, {a} | rivals(table.system, s, a))


def close(table: LocalRuns, s: GlobalState, actions: Set[Action]) -> frozenset[Action]:
    """The least set with these actions and (3)."""
    system = table.system
    found = set(actions)
    waiting = list(found)
    while waiting:
        b = waiting.pop()
        heads = (
            table.heads[q].get((s[q], b), frozenset())
            for p in system.domain[b]
            if can_step(system, s, p, b)
            for q in [partner(system, p, b)]
        )
        new = frozenset[Action]().union(*heads) - found
        found |= new
        waiting.extend(new)
    return frozenset(found)


def is_closed(system: ClientServerSystem, s: GlobalState, a: Action, actions: Set[Action]) -> bool:
    """Whether a set satisfies (1), (2) and (3), by the definition."""
    contains_rivals = all(
        b in actions for b in system.actions if any(can_step(system, s, p, b) for p in shared(system, a, b))
    )
    contains_heads = all(
        c in actions
        for b in actions
        for p in system.domain[b]
        if can_step(system, s, p, b)
        for q in [partner(system, p, b)]
        for c in system.processes[q].steps[s[q]]
        if is_head(system, q, s[q], c, b)
    )
    return a in actions and contains_rivals and contains_heads


def shared(system: ClientServerSystem, a: Action, b: Action) -> frozenset[int]:
    """dom(a) ∩ dom(b)."""
    return frozenset(system.domain[a]).intersection(system.domain[b])


def covering_set(table: LocalRuns, s: GlobalState, a: Action) -> Actions:
    """Cl(s, a) ∩ enabled(s), in the order of actions: Lemma 37."""
    closed = closure_of(table, s, a)
    return tuple(b for b in table.system.enabled(s) if b in closed)


def smallest_covering_set(cover: Cover, table: LocalRuns, s: GlobalState, awake: Sequence[Action]) -> Actions:
    """ChooseClosure, Listing 4, *min*: a covering set with fewest actions, the first among equals.

    It is sought over the actions awake; those asleep are not, yet count where a set contains them.
    """
    return min((cover(table, s, a) for a in awake), key=len, default=())


def first_covering_set(cover: Cover, table: LocalRuns, s: GlobalState, awake: Sequence[Action]) -> Actions:
    """ChooseClosure, Listing 4, *lex*: the covering set of the first action awake."""
    return cover(table, s, awake[0]) if awake else ()


def freshest_covering_set(
    cover: Cover, table: LocalRuns, s: GlobalState, sleep: Set[Action], met: Container[GlobalState]
) -> Actions:
    """A covering set with fewest actions awake that lead to states not met yet, then fewest awake.

    Of equals the first wins, where those awake come before those asleep as seeds: what covers, covers from
    whichever enabled action it was sought.  If all of the set sleeps, nothing is left to do.
    """
    system = table.system
    enabled = system.enabled(s)
    seeds = sorted(enabled, key=lambda a: a in sleep)

    def cost(actions: Actions) -> tuple[int, int]:
        awake = [a for a in actions if a not in sleep]
        return sum(system.after(s, a) not in met for a in awake), len(awake)

    return min((cover(table, s, a) for a in seeds), key=cost, default=())
