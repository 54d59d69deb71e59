"""Unit propagation, and what follows by it alone: a clause whose negation it refutes.

While all literals of a clause but one are false, that one is made true.  Each literal is looked at once.
"""

from collections.abc import Iterable

from mazurka.oracle.linear_goals import Clause


class UnitPropagation:
    """A growing set of clauses."""

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self._clauses: list[frozenset[int]] = []
        self._with: dict[int, list[int]] = {}
        self._short: list[int] = []
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        """Add a clause."""
        n = len(self._clauses)
        self._clauses.append(frozenset(clause))
        for literal in self._clauses[n]:
            self._with.setdefault(literal, []).append(n)
        if len(self._clauses[n]) <= 1:
            self._short.append(n)

    def implies(self, clause: Clause) -> bool:
        """Whether the negation of the clause leads to a clause of which all literals are false."""
        true: set[int] = set()
        waiting = [-literal for literal in clause]
        for n in self._short:
            if not self._clauses[n]:
                return True
            waiting += self._clauses[n]
        while waiting:
            literal = waiting.pop()
            if literal in true:
                continue
            if -literal in true:
                return True
            true.add(literal)
            for n in self._with.get(-literal, ()):
                left = [x for x in self._clauses[n] if -x not in true]
                if not left:
                    return True
                if len(left) == 1:
                    waiting.append(left[0])
        return False
