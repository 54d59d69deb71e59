"""Potentially missed actions, and what Proposition 19 makes of them.

    [KR]  section 4.1, Definition 17, Proposition 19; [B] Definitions 27–29 and 37, Propositions 1–2.

q⇑w are the entities of q and all that the letters of w create.  E ⊩ a, a is weakly enabled, if R_a ∪ D_a ⊆ E.
Along (q, w·b) the action a is potentially missed if

    (0)  b ◀ a; or
    (1)  a is weakly but not strongly enabled: q⇑w ⊩ a, and not q ⊢ w·a;        [B] equation 2.12a
    (2)  some letter of w disables a;                                          [B] equation 2.12b
    (3)  b ▷ a.                                                                [B] equation 2.12c

[B] leaves out (0), and asks for symmetric probe sets instead.  Proposition 19 says that along a vector which
is reversing free the only candidate for a prefix that enables a is ↓_a w: what is missed is then (↓_a w, a),
if that can be taken.

Both are wrong, on the same system.  At {0, 1, 2} let c delete 0 and 1, b delete 2 and create 3, a delete 0
and 3.  The word c·b is reversing free, and b·a is missed along it.  (1) does not see that, as 3 is created by
the last letter; and ↓_a (c·b) is c·b, since c deletes what a needs.
"""

from collections.abc import Iterator

from mazurka.reference.ideals import cause, influence, letters
from mazurka.reference.vectors import Missed, Vector, after_word, can_take, normal_word
from mazurka.systems import Action, EntitySystem, Run
from mazurka.systems.entity import Entities


def weakly_after(system: EntitySystem, q: Entities, w: Run) -> Entities:
    """q⇑w."""
    return q.union(*(system.action[a].creates for a in w))


def is_weakly_enabled(system: EntitySystem, e: Entities, a: Action) -> bool:
    """E ⊩ a."""
    return system.action[a].needed <= e


def is_potentially_missed(
    system: EntitySystem, vector: Vector, a: Action, *, disabled_too: bool, with_last: bool = False
) -> bool:
    """Whether a is potentially missed along a vector with a last letter.

    disabled_too: with (0), as in [KR].
    with_last: mended, in part: the entities of (1) are those of the whole word.
    """
    (q, word), (*before, b) = vector, vector.word
    w = tuple(before)
    appeared = weakly_after(system, q, word if with_last else w)
    return (disabled_too and system.disables(b, a)) or (  # (0)
        is_weakly_enabled(system, appeared, a)  # (1)
        and a not in system.enabled(after_word(system, q, w))  # (1)
        and any(system.disables(c, a) for c in w)  # (2)
        and system.stimulates(b, a)  # (3)
    )


def missed_by_prime_causes(
    system: EntitySystem, vector: Vector, *, disabled_too: bool, with_last: bool = False
) -> Iterator[Missed]:
    """Proposition 19.2: {(↓_a w, a) : a potentially missed along (q, w), q ⊢ ↓_a w · a}."""
    q, w = vector
    for a in system.actions if w else ():
        if is_potentially_missed(system, vector, a, disabled_too=disabled_too, with_last=with_last):
            v = letters(w, cause(influence(system), w, a))
            if can_take(system, q, (*v, a)):
                yield Missed(normal_word(system, v), a)
