"""Vectors: a state and a word that can be taken there.

    [KR]  Definition 12; [B] Definition 22.

A vector (q, w) stands for the state q↑w, its target, and remembers how w led there from q, its base.
Vectors whose words are ≃ are the same vector: the normal form of the word tells.
"""

from collections.abc import Iterable
from typing import NamedTuple

from mazurka.systems import Action, EntitySystem, Run
from mazurka.systems.entity import Entities


class Vector(NamedTuple):
    """(q, w)."""

    base: Entities
    word: Run


class Missed(NamedTuple):
    """v·a: an action and the prime cause after which it was possible."""

    prime_cause: Run
    action: Action

    @property
    def run(self) -> Run:
        """v·a as a word."""
        return (*self.prime_cause, self.action)


def can_take(system: EntitySystem, q: Entities, w: Iterable[Action]) -> bool:
    """q ⊢ w."""
    for a in w:
        if a not in system.enabled(q):
            return False
        q = system.after(q, a)
    return True


def after_word(system: EntitySystem, q: Entities, w: Iterable[Action]) -> Entities:
    """q↑w, for a word that can be taken."""
    for a in w:
        q = system.after(q, a)
    return q


def normal_word(system: EntitySystem, w: Run) -> Run:
    """The lexicographic normal form, letter by letter.

    A letter goes as far to the front as it can pass, but to before a larger one only.  What stays is a normal
    form: no letter can pass all those between it and a larger one before it.
    """
    rank = {a: i for i, a in enumerate(system.actions)}
    form: list[Action] = []
    for a in w:
        place = i = len(form)
        while i and system.independent(form[i - 1], a):
            i -= 1
            if rank[form[i]] > rank[a]:
                place = i
        form.insert(place, a)
    return tuple(form)


def normal(system: EntitySystem, vector: Vector) -> Vector:
    """The vector with its word in normal form."""
    return Vector(vector.base, normal_word(system, vector.word))
