"""Entity systems: what the four sets of two actions imply, seen from one arbitrary entity.

    [KR]  Definitions 5 and 10, Proposition 11.

Enabledness says something of every entity, a ▷ b and a ◀ b that there is one of a kind.  So where a lemma
takes a ▷ b, it takes an entity that says so; where it takes that a ▷ b is false, each entity says so.
"""

from itertools import product
from typing import NamedTuple

import z3

from mazurka.systems import EntityAction, EntitySystem
from proofs.smt.frame import Formula, prove, value


class Sets(NamedTuple):
    """Whether the entity is in the sets of an action."""

    reads: Formula
    forbids: Formula
    deletes: Formula
    creates: Formula

    @property
    def needed(self):
        return z3.Or(self.reads, self.deletes)

    @property
    def excluded(self):
        return z3.Or(self.forbids, self.creates)


def sets(name):
    return Sets(*z3.Bools(" ".join(f"{name}.{kind}" for kind in Sets._fields)))


a, b, here = sets("a"), sets("b"), z3.Bool("here")


def disjoint(x):
    """As far as effects go, no action creates what it deletes."""
    return z3.Not(z3.And(x.needed, x.excluded))


def enabled(x, e):
    return z3.And(z3.Implies(x.needed, e), z3.Implies(x.excluded, z3.Not(e)))


def after(x, e):
    return z3.Or(z3.And(e, z3.Not(x.deletes)), x.creates)


def stimulates(x, y):
    return z3.Or(z3.And(x.creates, y.needed), z3.And(x.deletes, y.excluded))


def disables(x, y):
    return z3.Or(z3.And(x.deletes, y.needed), z3.And(x.creates, y.excluded))


def influences(x, y):
    return z3.Or(stimulates(x, y), disables(y, x))


def test_what_an_action_stimulates_is_not_enabled_before_it():
    """Definition 5 (3)."""
    prove(z3.Not(enabled(b, here)), enabled=enabled(a, here), stimulates=stimulates(a, b))


def test_what_an_action_disables_is_not_enabled_after_it():
    """Definition 5 (4)."""
    prove(z3.Not(enabled(b, after(a, here))), disables=disables(a, b), disjoint=disjoint(a))


def test_what_is_not_stimulated_was_enabled_before():
    """Definition 5 (5)."""
    prove(enabled(b, here), then=enabled(b, after(a, here)), not_stimulated=z3.Not(stimulates(a, b)))


def test_what_is_not_disabled_is_enabled_afterwards():
    """Definition 5 (6)."""
    prove(enabled(b, after(a, here)), enabled=enabled(b, here), not_disabled=z3.Not(disables(a, b)))


def test_swapping_independent_entity_actions_leads_to_the_same_state():
    same = after(b, after(a, here)) == after(a, after(b, here))
    prove(same, not_stimulated=z3.Not(stimulates(a, b)))


def test_influence_is_mutual_between_neighbours_of_a_run():
    """[KR] Proposition 3.2: a·b a run and a ⇝ b false, then b ⇝ a is false."""
    prove(
        z3.Not(influences(b, a)),
        a_first=enabled(a, here),
        b_then=enabled(b, after(a, here)),
        not_influenced=z3.Not(influences(a, b)),
    )


PATTERNS = [{}, *({kind: "e"} for kind in Sets._fields)]
"""In which of its four disjoint sets an action has an entity."""


def python_system(*patterns, initial=True):
    actions = tuple(
        EntityAction(n, **{k: frozenset(v) for k, v in p.items()})
        for n, p in zip("ab", patterns, strict=True)
    )
    return EntitySystem("one entity", frozenset("e" if initial else ""), actions)


def test_the_code_says_of_one_entity_what_the_formulas_say():
    for x, y, e in product(PATTERNS, PATTERNS, (False, True)):
        system = python_system(x, y, initial=e)
        given = {
            f: z3.BoolVal(k in p) for s, p in ((a, x), (b, y)) for k, f in zip(Sets._fields, s, strict=True)
        }
        given[here] = z3.BoolVal(e)
        assert system.stimulates("a", "b") == value(stimulates(a, b), given)
        assert system.disables("a", "b") == value(disables(a, b), given)
        assert system.influences("a", "b") == value(influences(a, b), given)
        assert ("a" in system.enabled(system.initial)) == value(enabled(a, here), given)
        assert bool(system.after(system.initial, "a")) == value(after(a, here), given)


def test_the_code_asks_every_entity_for_enabledness_and_some_entity_for_a_relation():
    for x1, y1, x2, y2 in product(PATTERNS, repeat=4):
        both = EntitySystem(
            "two entities",
            frozenset("ef"),
            tuple(
                EntityAction(
                    n, **{k: frozenset(c for c, p in (("e", p1), ("f", p2)) if k in p) for k in Sets._fields}
                )
                for n, p1, p2 in (("a", x1, x2), ("b", y1, y2))
            ),
        )
        alone = python_system(x1, y1), python_system(x2, y2)
        assert both.stimulates("a", "b") == any(s.stimulates("a", "b") for s in alone)
        assert both.disables("a", "b") == any(s.disables("a", "b") for s in alone)
        assert ("a" in both.enabled(both.initial)) == all("a" in s.enabled(s.initial) for s in alone)
