"""Guided search for a run into a goal: depth first, the highest UP layer first.

    [E]  section 4.2.2, Algorithm 1; its line numbers stand beside the lines.

At each state the sets built around the enabled layers are tried one after the other; when the search comes
back to the state, the next.  A set is the enabled part of a layer and of its `dependency_groups`.

variant: line 6 takes the state from the stack, and lines 12 and 32 take it again; we look at the top.
Line 16 pushes a state each time the search comes back to it; we do once.  Line 17 counts up and never
down; we count the states on the run.  Line 25 asks whether a transition was discovered; we ask that of the
state.

variant: dependency groups are not stubborn, and layers with them do not reach every goal that can be reached.
With `printed` it is as it says there: the negative
control.  Else the last set of a state is all that is enabled, unless no layer is: then nothing helps.
"""

from dataclasses import dataclass

from mazurka.formulas import Conjunction
from mazurka.limits import Watch
from mazurka.reference.dependency_groups import dependency_groups
from mazurka.reference.net_stubborn_sets import Members
from mazurka.reference.up_layers import enabled_layers
from mazurka.reference.up_sets import failing
from mazurka.systems import Action, Marking, PetriNet, Run, Transition

MAX_DEPTH = 1_000_000


@dataclass(frozen=True)
class Found:
    """The result: a run into the goal, or None.

    complete: False where the depth limit cut something off or a limit was reached, so that there may be one.
    states:   how many states were discovered.
    """

    run: Run | None
    complete: bool
    states: int
    limit: str | None = None


def guided_search(
    net: PetriNet,
    goal: Conjunction,
    watch: Watch | None = None,
    *,
    max_depth: int = MAX_DEPTH,
    printed: bool = False,
) -> Found:
    """Algorithm 1."""
    watch = watch or Watch()
    groups = dependency_groups(net)
    stack: list[tuple[Action | None, Marking]] = [(None, net.initial)]  # 1, 4
    example: list[tuple[Action | None, Marking]] = []
    untried: dict[Marking, list[Members]] = {}  # 2: DiscoveredStates, with the sets not tried yet
    complete = True
    while stack:  # 5
        if limit := watch.limit_reached(len(untried), len(stack)):
            return Found(None, False, len(untried), limit)
        top = stack[-1]  # 6
        s = top[1]
        discovered = s in untried
        if not discovered:  # 7
            untried[s] = _sets(net, groups, goal, s, printed)
        came_back = bool(example) and example[-1] is top
        if discovered and (not came_back or not untried[s]):  # 8
            if came_back:  # 9–11
                example.pop()
            stack.pop()  # 12
            continue
        if not came_back:
            example.append(top)  # 16
        if not failing(goal, s):  # 19–21
            return Found(tuple(a for a, _ in example if a is not None), True, len(untried))
        if len(example) > max_depth:  # 22
            complete = complete and not untried[s]
            untried[s] = []
        for t in untried[s].pop(0) if untried[s] else ():  # 23–24
            later = net.after(s, net.transitions[t].name)  # 26
            if later not in untried:  # 25
                stack.append((net.transitions[t].name, later))  # 27
    return Found(None, complete, len(untried))  # 36


def _sets(
    net: PetriNet, groups: tuple[Members, ...], goal: Conjunction, m: Marking, printed: bool
) -> list[Members]:
    """The sets that are tried at a state, in order; each transition at most once."""
    enabled = [k for k, t in enumerate(net.transitions) if t.is_enabled(m)]
    candidates = [with_groups(groups, layer) for layer in enabled_layers(net, goal, m)]
    if candidates and not printed:
        candidates.append(frozenset(enabled))
    found: list[Members] = []
    fired: set[int] = set()
    for chosen in candidates:
        if fresh := tuple(k for k in enabled if k in chosen and k not in fired):
            found.append(fresh)
            fired.update(fresh)
    return found


def with_groups(groups: tuple[Members, ...], members: Members) -> frozenset[int]:
    """The transitions and their dependency groups."""
    return frozenset(t for group in groups if not set(group).isdisjoint(members) for t in group)


LOST = PetriNet(
    "guided-lost",
    ("p", "y", "z", "a", "b"),
    (
        Transition("u", {1: 1}, {2: 1}),
        Transition("v", {0: 1, 2: 1, 3: 1}, {0: 1}),
        Transition("t", {0: 1}, {3: 1, 4: 1}),
    ),
    (1, 1, 0, 1, 0),
)
"""With the goal a ≤ 1 and b ≥ 1, which u·v·t reaches.

At first only b ≥ 1 fails.  Its layers hold t alone, and t's group v, which lacks what u brings.  Once t
has fired, v is dead.
"""
