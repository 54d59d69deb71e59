"""Which transitions of a net influence which, with tokens that have no names.

    [B]  section 4.2.1, Definitions 44–47, where they are proposed and left out.

The sets R, D, C and N of a transition are numbers of tokens by place: what it takes in the end, what it puts
in the end, what else it needs, and where it is inhibited.

global    a relation on transitions.  It is complete ([KR] Definition 5, (5) and (6)) but not consistent ((3)
          and (4)): where there are tokens enough, a ▷ b and b is enabled all the same.  So ≃ is no longer
          symmetric.  Sound is what is independent both ways; nets know that from their arcs more exactly.
local     a relation on transitions for each marking, complete and consistent.  Definition 47 as printed is
          neither: it says "for all places" where "for some place" is meant, and it forgets inhibitor arcs.
          Runs that differ by swaps of what is independent *there* lead to the same marking.

The local relations do not carry probe sets.  Which letters swap changes with what was swapped before, and
prime causes are not unique: put a token by x or by y, and a transition that takes one has two least
causes in x·y.  `TokenEntities`, whose actions know the numbers of tokens, is what carries them.
"""

from collections.abc import Iterator

from mazurka.systems import Action, Marking, PetriNet, Run


def stimulates(net: PetriNet, a: Action, b: Action) -> bool:
    """a ▷ b.  [B] Definition 44: C_a ∩ (R_b ∪ D_b) ≠ ∅ or D_a ∩ N_b ≠ ∅."""
    change, needs = net.transition[a].effect, net.transition[b].needs
    inhibitors = net.transition[b].inhibitors
    return any((d > 0 and p in needs) or (d < 0 and p in inhibitors) for p, d in change.items())


def disables(net: PetriNet, a: Action, b: Action) -> bool:
    """a ◀ b.  [B] Definition 45: D_a ∩ (R_b ∪ D_b) ≠ ∅ or C_a ∩ N_b ≠ ∅."""
    change, needs = net.transition[a].effect, net.transition[b].needs
    inhibitors = net.transition[b].inhibitors
    return any((d < 0 and p in needs) or (d > 0 and p in inhibitors) for p, d in change.items())


def independent(net: PetriNet, a: Action, b: Action) -> bool:
    """Neither influences the other."""
    return a != b and not any(stimulates(net, x, y) or disables(net, x, y) for x, y in ((a, b), (b, a)))


def stimulates_in(net: PetriNet, m: Marking, a: Action, b: Action) -> bool:
    """a ▷_m b.  [B] Definition 46."""
    return stimulates(net, a, b) and b not in net.enabled(m)


def disables_in(net: PetriNet, m: Marking, a: Action, b: Action) -> bool:
    """a ◀_m b.  [B] Definition 47, repaired: some place has too few tokens left, or too many there."""
    change, t = net.transition[a].effect, net.transition[b]
    return any(m[p] + change.get(p, 0) < k for p, k in t.needs.items()) or any(
        m[p] + change.get(p, 0) >= k for p, k in t.inhibitors.items()
    )


def disables_in_as_printed(net: PetriNet, m: Marking, a: Action, b: Action) -> bool:
    """[B] Definition 47 to the letter: a ◀ b ∧ ∀p ∈ P : m(p) − D_a(p) < R_b(p) + D_b(p)."""
    takes, needs = net.transition[a].effect, net.transition[b].needs
    return disables(net, a, b) and all(
        m[p] - max(-takes.get(p, 0), 0) < needs.get(p, 0) for p in range(len(net.places))
    )


def influences_in(net: PetriNet, m: Marking, a: Action, b: Action) -> bool:
    """a ⇝_m b: a ▷_m b or b ◀_m a."""
    return stimulates_in(net, m, a, b) or disables_in(net, m, b, a)


def local_swaps(net: PetriNet, m: Marking, w: Run) -> Iterator[Run]:
    """The runs that differ from the run w of m by one swap of neighbours a·b, not a ⇝ b where they stand."""
    for i in range(len(w) - 1):
        a, b = w[i], w[i + 1]
        if a != b and not influences_in(net, m, a, b):
            yield (*w[:i], b, a, *w[i + 2 :])
        m = net.after(m, a)


def local_trace(net: PetriNet, m: Marking, w: Run) -> frozenset[Run]:
    """All runs of m reached from w by such swaps.  Exponential."""
    met, waiting = {w}, [w]
    while waiting:
        new = [v for v in local_swaps(net, m, waiting.pop()) if v not in met]
        met.update(new)
        waiting.extend(new)
    return frozenset(met)


def least_causes(net: PetriNet, m: Marking, w: Run, a: Action) -> list[Run]:
    """The shortest runs, up to ≃, that some run of the local trace of w begins with and that enable a."""
    prefixes = sorted(
        {v[:i] for v in local_trace(net, m, w) for i in range(len(v) + 1)}, key=lambda v: (len(v), v)
    )
    causes: list[Run] = []
    for v in prefixes:
        if a in net.enabled(_after(net, m, v)) and not any(_begins(net, m, v, c) for c in causes):
            causes.append(v)
    return causes


def _begins(net: PetriNet, m: Marking, w: Run, v: Run) -> bool:
    return any(u[: len(v)] == v for u in local_trace(net, m, w))


def _after(net: PetriNet, m: Marking, w: Run) -> Marking:
    for a in w:
        m = net.after(m, a)
    return m
