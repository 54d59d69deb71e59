"""Covering source sets made smaller: what may be left out because the rest covers already.

    [HLPW]  Definitions 6 and 14.

Let the actions C cover at (s, Z): every maximal run w from s, if first(w) ∩ Z = ∅, has some action of C in
first(w).  Then C ∖ {a} covers too if IFS(s, B) fails for B = enabled(s) ∖ Z ∖ (C ∖ {a}), since then every
maximal w has in first(w) an action of Z or of C ∖ {a}.  An approximation of IFS that never says no
wrongly leaves out less, and nothing that is needed.

First come the actions that lead to states not met yet: each of these left out is a node saved.
"""

from collections.abc import Container, Sequence

from mazurka.reference.includes_first_set import Oracle
from mazurka.systems import Action, ClientServerSystem
from mazurka.systems.client_server import GlobalState


def trimmed(
    system: ClientServerSystem,
    oracle: Oracle,
    s: GlobalState,
    sleep: frozenset[Action],
    chosen: Sequence[Action],
    met: Container[GlobalState],
) -> list[Action]:
    """What is left of the chosen actions, all awake, in the same order."""
    awake = frozenset(system.enabled(s)) - sleep
    left = list(chosen)
    for a in sorted(chosen, key=lambda a: system.after(s, a) in met):
        rest = [b for b in left if b != a]
        if not oracle(s, awake.difference(rest)):
            left = rest
    return left
