"""Clausal proofs, checked by reverse unit propagation.

    [GN]  section 2; the deletions are those of the format DRUP.

A proof that a set of clauses is unsatisfiable is a list of steps.  A step adds a clause that has the
property RUP: if all its literals are taken to be false, unit propagation in the clauses present finds a
contradiction, so that they imply it.  Or it deletes a clause, which only makes propagation cheaper.  The
proof is complete when the empty clause has the property.

Literals are integers other than 0, and −x is the negation of x.  The checker shares nothing with a solver.

A literal that follows without any assumption is kept for good, even if a clause it followed from is
deleted: it is implied by the clauses given all the same."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class Step(NamedTuple):
    """The addition or the deletion of a clause."""

    deletes: bool
    clause: tuple[int, ...]


def find_fault(clauses: Iterable[Sequence[int]], proof: Iterable[Step]) -> str | None:
    """Why the steps do not prove the clauses unsatisfiable; None if they do."""
    present = _Clauses()
    for clause in clauses:
        present.add(clause)
    for number, step in enumerate(proof, 1):
        if step.deletes:
            if not present.delete(step.clause):
                return f"step {number} deletes a clause that is not there: {_text(step.clause)}"
        elif not present.implies(step.clause):
            return f"step {number} does not follow by unit propagation: {_text(step.clause)}"
        else:
            present.add(step.clause)
    return None if present.contradictory else "the empty clause is not derived"


def is_refutation(clauses: Iterable[Sequence[int]], proof: Iterable[Step]) -> bool:
    """Whether the steps prove the clauses unsatisfiable."""
    return find_fault(clauses, proof) is None


def _text(clause: Sequence[int]) -> str:
    return " ".join(map(str, (*clause, 0)))


class _Clauses:
    """The clauses present, and the literals that follow from them: the first `fixed` of `true`.

    Each clause of two literals or more is watched by its first two, which are not false unless the clause has
    been found to be true, or to be a unit, since.
    """

    def __init__(self) -> None:
        self.contradictory = False
        self._true: list[int] = []
        self._value: dict[int, bool] = {}
        self._watched: dict[int, list[list[int]]] = {}
        self._copies: dict[tuple[int, ...], list[list[int]]] = {}

    def add(self, clause: Sequence[int]) -> None:
        """Add a clause, and whatever follows."""
        literals = list(dict.fromkeys(clause))
        self._copies.setdefault(tuple(sorted(literals)), []).append(literals)
        literals.sort(key=lambda x: self._value.get(x) is False)  # those that are not false come first
        free = [x for x in literals[:2] if self._value.get(x) is not False]
        if len(literals) > 1:
            for x in literals[:2]:
                self._watched.setdefault(x, []).append(literals)
        if not free or (len(free) == 1 and not self._propagates(free)):
            self.contradictory = True

    def delete(self, clause: Sequence[int]) -> bool:
        """Delete one copy of a clause; whether there was one."""
        copies = self._copies.get(tuple(sorted(set(clause))))
        if not copies:
            return False
        gone = copies.pop()
        for x in gone[:2] if len(gone) > 1 else ():
            watched = self._watched[x]
            del watched[next(i for i, other in enumerate(watched) if other is gone)]
        return True

    def implies(self, clause: Sequence[int]) -> bool:
        """Whether the clause has the property RUP."""
        if self.contradictory:
            return True
        fixed = len(self._true)
        follows = not self._propagates([-x for x in clause])
        for x in self._true[fixed:]:
            del self._value[x], self._value[-x]
        del self._true[fixed:]
        return follows

    def _propagates(self, literals: Iterable[int]) -> bool:
        """Make the literals true, and all that follows; False if that is contradictory."""
        begin = len(self._true)
        if not all(self._assign(x) for x in literals):
            return False
        for x in _growing(self._true, begin):
            watched = self._watched.pop(-x, [])
            kept = self._watched.setdefault(-x, [])
            for i, clause in enumerate(watched):
                if not self._visit(clause, -x, kept):
                    kept += watched[i + 1 :]
                    return False
        return True

    def _visit(self, clause: list[int], false: int, kept: list[list[int]]) -> bool:
        """Watch a clause by another literal than the false one; False if all are false."""
        if clause[0] == false:
            clause[0], clause[1] = clause[1], false
        if self._value.get(clause[0]) is not True:
            for k in range(2, len(clause)):
                if self._value.get(clause[k]) is not False:
                    clause[1], clause[k] = clause[k], false
                    self._watched.setdefault(clause[1], []).append(clause)
                    return True
        kept.append(clause)
        return self._assign(clause[0])

    def _assign(self, x: int) -> bool:
        """Make a literal true; False if it is false."""
        value = self._value.get(x)
        if value is None:
            self._value[x], self._value[-x] = True, False
            self._true.append(x)
        return value is not False


def _growing(row: list[int], begin: int) -> Iterable[int]:
    """The elements from a place on, with those that are appended meanwhile."""
    while begin < len(row):
        yield row[begin]
        begin += 1
